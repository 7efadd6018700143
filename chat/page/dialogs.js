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

/// {title, language} or null.
export function editDialog(conversation) {
  const title = h('input', {id: 'dialog-name', type: 'text', maxlength: '200', value: conversation.title, autofocus: true, autocomplete: 'off'});
  const language = h('select', {id: 'dialog-language'}, ...[
    ['auto', t('languageAuto')], ['zh', '中文'], ['en', 'English'], ['both', t('languageBoth')],
  ].map(([value, text]) => h('option', {value, selected: value === conversation.language}, text)));
  const form = h('form', {method: 'dialog'},
    h('h2', {id: 'dialog-title'}, t('editTitle')),
    h('label', {for: 'dialog-name'}, t('titleLabel')), title, h('p', {class: 'hint'}, t('titleHint')),
    h('label', {for: 'dialog-language'}, t('languageLabel')), language, buttons(t('save')));
  // Enter in the title saves: the first submit button would cancel.
  title.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    form.requestSubmit(form.querySelector('[value=yes]'));
  });
  return ask(h('dialog', {'aria-labelledby': 'dialog-title'}, form), () => ({title: title.value.trim(), language: language.value}));
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
