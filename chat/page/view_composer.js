// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// The field for the question. Enter sends, Shift+Enter makes a line, Ctrl or Cmd+Enter sends too; while an input method
// composes, Enter belongs to it. The draft of each conversation is kept as it is typed.
import {debounce, h, icon} from './dom.js';
import {recall, remember} from './memory.js';
import {t} from './words.js';

export class ComposerView {
  /// `onSend(text)`.
  constructor(store, onSend) {
    this.store = store;
    this.onSend = onSend;
    this.id = null;
    this.field = h('textarea', {rows: '1', 'aria-label': t('askLabel'), placeholder: t('askHint'), dir: 'auto', enterkeyhint: 'send',
      oninput: () => this.onInput(), onkeydown: (event) => this.onKey(event)});
    this.button = h('button', {type: 'button', class: 'send', 'aria-label': t('send'), title: `${t('send')} (${t('keysHint')})`, onclick: () => this.send()},
      icon('send'));
    this.note = h('p', {class: 'closed-note', hidden: true}, t('closedHint'));
    this.workspace = h('span', {class: 'workspace'});
    this.element = h('div', {class: 'composer'}, this.note,
      h('div', {class: 'field'}, this.field, this.button),
      h('div', {class: 'under'}, this.workspace, h('span', {class: 'keys'}, t('keysHint'))));
    this.keepSoon = debounce(() => this.keep(), 150);
  }

  open(id) {
    if (this.id === id) return;
    this.keep();
    this.id = id;
    this.set(recall(`draft.${id}`) ?? '');
  }

  show() {
    this.note.hidden = !this.store.conversation(this.id)?.closed;
    const workspace = this.store.status?.workspaces.find(({name}) => name === 'default') ?? this.store.status?.workspaces[0];
    this.workspace.textContent = workspace
      ? t(workspace.access === 'write' ? 'workspaceWrite' : 'workspaceRead', {path: workspace.path}) : '';
    this.workspace.title = workspace?.path ?? '';
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
