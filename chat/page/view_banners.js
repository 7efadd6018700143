// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// Plain lines above the dialogue: what a person must know about the house right now.
import {h} from './dom.js';
import {t} from './words.js';

function banner(kind, text, step) {
  return h('div', {class: `banner ${kind}`, 'data-kind': kind}, h('span', {class: 'dot', 'aria-hidden': 'true'}), h('p', {}, h('strong', {}, text), step ? ` ${step}` : ''));
}

function bannersOf(store) {
  const shown = [];
  if (store.connection === 'lost') shown.push(['lost', t('lost'), t('offlineHint')]);
  for (const provider of store.status?.providers ?? []) {
    const words = [provider.message, provider.step].filter(Boolean).join(' ');
    if (provider.state === 'unavailable' || (provider.state === 'stopped' && provider.failure)) shown.push(['unavailable', t('unavailable', {provider: provider.id}), words || provider.failure?.detail || '']);
    else if (provider.state === 'starting') shown.push(['starting', t('startingProvider', {provider: provider.id}), '']);
    if (provider.rehearsal) shown.push(['rehearsal', t('rehearsal'), provider.state === 'ready' && provider.step ? provider.step : t('rehearsalStep')]);
  }
  return shown;
}

export class BannersView {
  constructor(store) {
    this.store = store;
    this.element = h('div', {class: 'banners', role: 'status'});
  }

  show() {
    const shown = bannersOf(this.store);
    const key = JSON.stringify(shown);
    if (key === this.key) return;
    this.key = key;
    this.element.replaceChildren(...shown.map(([kind, text, step]) => banner(kind, text, step)));
  }
}

export function signedOutPanel(onAgain) {
  return h('main', {class: 'signed-out'}, h('img', {src: 'favicon.svg', alt: '', width: '48', height: '48'}), h('h1', {}, t('signedOutTitle')), h('p', {}, t('signedOutBody')),
    h('button', {type: 'button', class: 'button primary', onclick: onAgain}, t('tryAgain')));
}
