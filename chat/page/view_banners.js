// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// Plain lines above the dialogue: what a person must know about the house right now.
import {h} from './dom.js';
import {recall, remember} from './memory.js';
import {choiceText, exhaustedProviders} from './view_providers.js';
import {clockText, fullTime, t} from './words.js';

const mostNotices = 3;
const seenKey = 'ownerSeen'; // the time of the newest notice that the owner put away

function banner(kind, text, step) {
  return h('div', {class: `banner ${kind}`, 'data-kind': kind}, h('span', {class: 'dot', 'aria-hidden': 'true'}), h('p', {}, h('strong', {}, text), step ? ` ${step}` : ''));
}

function bannersOf(store) {
  const shown = [];
  if (store.connection === 'lost') shown.push(['lost', t('lost'), t('offlineHint')]);
  const trouble = store.status?.store_failure;
  if (trouble) shown.push(['store', t('storeFailure', {since: fullTime(trouble.since)}), t('storeFailureStep', {reason: trouble.detail ?? trouble.kind})]);
  for (const provider of store.status?.providers ?? []) {
    const words = [provider.message, provider.step].filter(Boolean).join(' ');
    if (provider.state === 'unavailable' || (provider.state === 'stopped' && provider.failure)) shown.push(['unavailable', t('unavailable', {provider: provider.id}), words || provider.failure?.detail || '']);
    else if (provider.state === 'starting') shown.push(['starting', t('startingProvider', {provider: provider.id}), '']);
    if (provider.rehearsal) shown.push(['rehearsal', t('rehearsal'), provider.state === 'ready' && provider.step ? provider.step : t('rehearsalStep', {program: provider.program ?? 'codex'})]);
  }
  const exhausted = exhaustedProviders(store.status);
  for (const {id, capacity: {resets_at: until}} of exhausted) shown.push(['exhausted', until ? t('exhaustedUntil', {provider: id, time: clockText(until)}) : t('exhausted', {provider: id}), '']);
  const choice = store.status?.route?.choice;
  if (exhausted.length > 0 && choice) shown.at(-1)[2] = choice.provider ? t('routeAnswers', {provider: choice.provider}) : choiceText(choice);
  for (const {request_id: request, notice} of unseenNotices(store).slice(0, mostNotices)) shown.push(['owner', notice.text, `(${request})`]);
  return shown;
}

function unseenNotices(store) {
  const seen = recall(seenKey) ?? '';
  return (store.status?.notices ?? []).filter(({notice}) => notice.at > seen);
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
    for (const element of this.element.querySelectorAll('.banner.owner')) element.append(h('button', {type: 'button', class: 'button', onclick: () => this.putAway()}, t('putAway')));
  }

  putAway() {
    remember(seenKey, unseenNotices(this.store)[0]?.notice.at);
    this.show();
  }
}

export function signedOutPanel(onAgain) {
  return h('main', {class: 'signed-out'}, h('img', {src: 'favicon.svg', alt: '', width: '48', height: '48'}), h('h1', {}, t('signedOutTitle')), h('p', {}, t('signedOutBody')),
    h('button', {type: 'button', class: 'button primary', onclick: onAgain}, t('tryAgain')));
}
