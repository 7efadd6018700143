// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// The providers with their quota, who answers now, and what waits for what: a dialog that follows what changes.
import {api} from './api.js';
import {debounce, h} from './dom.js';
import {capacityText, clockText, stateText, t, windowLength} from './words.js';

const longestText = 80;

/// Exhausted ones, with who answers instead.
export function exhaustedProviders(status) {
  return (status?.providers ?? []).filter(({capacity}) => capacity?.state === 'exhausted');
}

/// When a question that waits for quota is tried again, where that is known.
export function triedAgainAt(status) {
  const {reason, until} = status?.route?.choice ?? {};
  if (reason === 'exhausted' && until) return until;
  return exhaustedProviders(status).map(({capacity}) => capacity.resets_at).filter(Boolean).sort()[0];
}

export function choiceText({reason, provider, until}) {
  switch (reason) {
    case 'substitute': return t('routeSubstitute', {provider});
    case 'untried': return t('routeUntried', {provider});
    case 'exhausted': return until ? t('routeExhaustedUntil', {time: clockText(until)}) : t('routeExhausted');
    default: return t('routeAnswers', {provider});
  }
}

function windowRow({id, used_percent: used, window_minutes: minutes, resets_at: resets}) {
  const passed = resets !== undefined && Date.parse(resets) <= Date.now();
  const name = minutes ? windowLength(minutes) : id;
  const known = used !== undefined && !passed;
  const words = [known ? t('windowUsed', {percent: used}) : t('windowUnknown')];
  if (resets) words.push(t(passed ? 'windowWasReset' : 'windowResets', {time: clockText(resets)}));
  return h('li', {class: 'window', title: id}, h('span', {class: 'window-name'}, name),
    known ? h('meter', {min: '0', max: '100', high: '85', optimum: '0', value: String(used), 'aria-label': name}) : null,
    h('span', {class: 'window-words'}, words.join(' · ')));
}

function providerSection(provider) {
  const facts = [t(`state_${provider.state}`), provider.version, provider.model].filter(Boolean).join(' · ');
  const trouble = [provider.message, provider.step].filter(Boolean).join(' ');
  return h('section', {class: 'provider', 'data-id': provider.id}, h('h3', {}, provider.id, provider.default ? h('span', {class: 'hint'}, ` ${t('isDefault')}`) : null),
    h('p', {class: 'facts'}, facts), trouble ? h('p', {class: 'refused'}, trouble) : null,
    h('p', {class: 'capacity', 'data-state': provider.capacity?.state ?? 'unknown'}, capacityText(provider.capacity)),
    provider.capacity?.windows.length ? h('ul', {class: 'windows'}, ...provider.capacity.windows.map(windowRow)) : null);
}

function waitRow(request, until) {
  const line = request.text.split('\n')[0];
  const text = line.length > longestText ? `${line.slice(0, longestText)}…` : line;
  const since = request.waiting_since ? t('waitsSince', {time: clockText(request.waiting_since)}) : null;
  return h('li', {class: 'wait', 'data-id': request.id}, h('span', {dir: 'auto'}, text), h('span', {class: 'hint'}, [stateText(request, until), since].filter(Boolean).join(' · ')));
}

function content(status, waiting) {
  const {providers, route} = status;
  const parts = providers.map(providerSection);
  if (route) {
    parts.push(h('section', {class: 'route'}, h('h3', {}, t('routeTitle')), h('p', {}, choiceText(route.choice)),
      route.members.length > 1 ? h('p', {class: 'hint'}, t('routeOrder', {members: route.members.join(' → ')})) : null));
  }
  const rows = waiting.map((request) => waitRow(request, triedAgainAt(status)));
  parts.push(h('section', {class: 'waits'}, h('h3', {}, t('waitsTitle')), rows.length ? h('ul', {}, ...rows) : h('p', {class: 'hint'}, t('nothingWaits'))));
  return parts;
}

export function openProviders(store) {
  const body = h('div', {class: 'providers'});
  const dialog = h('dialog', {class: 'wide', 'aria-labelledby': 'providers-title'}, h('h2', {id: 'providers-title'}, t('providersTitle')), body,
    h('form', {method: 'dialog', class: 'dialog-buttons'}, h('button', {type: 'submit', class: 'button', autofocus: true}, t('done'))));
  let waiting = [];
  const draw = () => {
    if (store.status) body.replaceChildren(...content(store.status, waiting));
  };
  const read = debounce(async () => {
    try {
      ({requests: waiting} = await api.waiting());
    } catch (error) {
      store.noteFailure(error);
    }
    draw();
  }, 200);
  const unlisten = [store.on('status', read), store.on('thread', read), store.on('list', read)];
  dialog.addEventListener('close', () => {
    for (const stop of unlisten) stop();
    dialog.remove();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  draw();
  read.now();
  store.refreshStatus();
  dialog.showModal();
}
