// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// Dialogs and the menu. Dialogs are <dialog>: the browser keeps the focus inside, Escape closes.
import {h} from './dom.js';
import {t} from './words.js';

function ask(dialog, value) {
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      resolve(dialog.returnValue === 'yes' ? value() : null);
      dialog.remove();
    });
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
  });
}

function buttons(confirm, danger) {
  return h('div', {class: 'dialog-buttons'},
    h('button', {type: 'submit', class: 'button', value: 'no', formnovalidate: true, autofocus: danger}, t('cancel')),
    h('button', {type: 'submit', class: danger ? 'button danger' : 'button primary', value: 'yes'}, confirm));
}

/// true or null.
export function confirmDialog({title, body, confirm, danger = false}) {
  return ask(h('dialog', {'aria-labelledby': 'dialog-title'},
    h('form', {method: 'dialog'}, h('h2', {id: 'dialog-title'}, title), h('p', {}, body), buttons(confirm, danger))), () => true);
}

function select(id, chosen, options) {
  return h('select', {id}, ...options.map(([value, text]) => h('option', {value, selected: value === chosen}, text)));
}

/// What may be chosen for the conversation: its fields by name, and the elements that show them.
function choiceFields(conversation, {providers, workspaces}) {
  const usual = ['', t('asSet')];
  // What was chosen stays to be seen although it is no more.
  const names = (all, chosen) => [usual, ...[...new Set([...all, chosen].filter(Boolean))].map((name) => [name, name])];
  const text = (id, value) => h('input', {id, type: 'text', maxlength: '200', value: value ?? '', placeholder: t('asSet'), autocomplete: 'off', spellcheck: 'false', pattern: '\\s*\\S*\\s*'});
  const fields = {
    provider: select('dialog-provider', conversation.provider ?? '', names(providers.map(({id}) => id), conversation.provider)),
    model: text('dialog-model', conversation.model),
    effort: text('dialog-effort', conversation.effort),
    workspace: select('dialog-workspace', conversation.workspace ?? '', names(workspaces.map(({name}) => name), conversation.workspace)),
  };
  const labels = {provider: t('providerLabel'), model: t('modelLabel'), effort: t('effortLabel'), workspace: t('workspaceLabel')};
  const shown = Object.entries(fields).map(([name, field]) => h('div', {}, h('label', {for: field.id}, labels[name]), field));
  return {fields, element: h('fieldset', {}, h('legend', {}, t('choiceTitle')), h('div', {class: 'choices'}, ...shown), h('p', {class: 'hint'}, t('choiceHint')))};
}

/// {title, language, provider, model, effort, workspace} or null. `status`: what there is to choose from.
export function editDialog(conversation, status) {
  const title = h('input', {id: 'dialog-name', type: 'text', maxlength: '200', value: conversation.title, autofocus: true, autocomplete: 'off'});
  const language = select('dialog-language', conversation.language, [
    ['auto', t('languageAuto')], ['zh', '中文'], ['en', 'English'], ['both', t('languageBoth')],
  ]);
  const {fields, element} = choiceFields(conversation, status ?? {providers: [], workspaces: []});
  const form = h('form', {method: 'dialog'},
    h('h2', {id: 'dialog-title'}, t('editTitle')),
    h('label', {for: 'dialog-name'}, t('titleLabel')), title, h('p', {class: 'hint'}, t('titleHint')),
    h('label', {for: 'dialog-language'}, t('languageLabel')), language, element, buttons(t('save')));
  // Enter in a text saves: the first submit button would cancel.
  form.addEventListener('keydown', (event) => {
    if (event.target.tagName !== 'INPUT' || event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    form.requestSubmit(form.querySelector('[value=yes]'));
  });
  return ask(h('dialog', {'aria-labelledby': 'dialog-title'}, form), () => ({
    title: title.value.trim(), language: language.value, ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value.trim()])),
  }));
}

/// `items`: [{text, danger, action}]. Arrow keys move, Escape and a click outside close.
export function openMenu(anchor, items) {
  const before = document.activeElement;
  const menu = h('div', {role: 'menu', class: 'menu', 'aria-label': anchor.getAttribute('aria-label')});
  const close = (giveBack) => {
    document.removeEventListener('pointerdown', outside, true);
    menu.remove();
    anchor.setAttribute('aria-expanded', 'false');
    if (giveBack) (before && before.isConnected ? before : anchor).focus();
  };
  const outside = (event) => {
    if (!menu.contains(event.target)) close(false);
  };
  const entries = items.map(({text, danger, action}) => h('button', {
    type: 'button', role: 'menuitem', class: danger ? 'danger' : '', tabindex: '-1',
    onclick: () => {
      close(true);
      action();
    },
  }, text));
  menu.append(...entries);
  menu.addEventListener('keydown', (event) => {
    const at = entries.indexOf(document.activeElement);
    const to = {ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1}[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') close(true);
    else if (to !== undefined) entries.at(to % entries.length).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(menu);
  const place = anchor.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(place.right - menu.offsetWidth, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.min(place.bottom + 4, innerHeight - menu.offsetHeight - 8)}px`;
  anchor.setAttribute('aria-expanded', 'true');
  document.addEventListener('pointerdown', outside, true);
  entries[0].focus();
}
