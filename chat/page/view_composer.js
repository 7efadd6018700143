// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// The field for the question. Enter sends, Shift+Enter makes a line, Ctrl or Cmd+Enter sends too; while an input method
// composes, Enter belongs to it. The draft of each conversation is kept as it is typed.
import {debounce, h, icon} from './dom.js';
import {recall, remember} from './memory.js';
import {t} from './words.js';

export class ComposerView {
  /// `onSend(text)`, `onChoose(id)`.
  constructor(store, onSend, onChoose) {
    this.store = store;
    this.onSend = onSend;
    this.id = null;
    this.field = h('textarea', {rows: '1', 'aria-label': t('askLabel'), placeholder: t('askHint'), dir: 'auto', enterkeyhint: 'send',
      oninput: () => this.onInput(), onkeydown: (event) => this.onKey(event)});
    this.button = h('button', {type: 'button', class: 'send', 'aria-label': t('send'), title: `${t('send')} (${t('keysHint')})`, onclick: () => this.send()},
      icon('send'));
    this.note = h('p', {class: 'closed-note', hidden: true}, t('closedHint'));
    this.workspace = h('span', {class: 'workspace'});
    this.choice = h('button', {type: 'button', class: 'link choice', title: t('choose'), hidden: true, onclick: () => onChoose(this.id)});
    this.element = h('div', {class: 'composer'}, this.note,
      h('div', {class: 'field'}, this.field, this.button),
      h('div', {class: 'under'}, this.choice, this.workspace, h('span', {class: 'keys'}, t('keysHint'))));
    this.keepSoon = debounce(() => this.keep(), 150);
  }

  open(id) {
    if (this.id === id) return;
    this.keep();
    this.id = id;
    this.set(recall(`draft.${id}`) ?? '');
  }

  show() {
    const conversation = this.store.conversation(this.id);
    this.note.hidden = !conversation?.closed;
    const {provider, model, effort} = conversation ?? {};
    this.choice.hidden = !conversation;
    this.choice.textContent = [provider, model, effort].filter(Boolean).join(' · ') || this.usualChoice();
    const named = (wanted) => this.store.status?.workspaces.find(({name}) => name === wanted);
    const workspace = named(conversation?.workspace) ?? named('default') ?? this.store.status?.workspaces[0];
    this.workspace.textContent = workspace
      ? t(workspace.access === 'write' ? 'workspaceWrite' : 'workspaceRead', {path: workspace.path}) : '';
    this.workspace.title = workspace?.path ?? '';
  }

  /// Who answers where the person has chosen none.
  usualChoice() {
    const {providers = [], route} = this.store.status ?? {};
    const provider = providers.find(({id}) => id === route?.choice.provider) ?? providers.find((each) => each.default);
    return [provider?.id, provider?.model].filter(Boolean).join(' · ') || t('asSet');
  }

  keep() {
    if (this.id) remember(`draft.${this.id}`, this.field.value);
  }

  set(text) {
    this.field.value = text;
    this.onInput();
  }

  onInput() {
    this.field.style.height = 'auto';
    this.field.style.height = `${this.field.scrollHeight}px`;
    this.button.disabled = !this.field.value.trim();
    this.keepSoon();
  }

  onKey(event) {
    if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229 || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.send();
  }

  send() {
    const text = this.field.value.trim();
    if (!text) return;
    this.set('');
    this.keep();
    this.onSend(text);
    this.field.focus();
  }

  focus() {
    this.field.focus();
  }
}
