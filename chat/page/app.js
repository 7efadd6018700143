// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// Starts the page and puts its views together. The address names what is shown: #/c/CONVERSATION or #/c/CONVERSATION/r/REQUEST.
import {confirmDialog, editDialog, openMenu} from './dialogs.js';
import {announce, h, iconButton} from './dom.js';
import {recall, remember} from './memory.js';
import {Store} from './store.js';
import {BannersView, signedOutPanel} from './view_banners.js';
import {ComposerView} from './view_composer.js';
import {ListView} from './view_list.js';
import {openProviders, triedAgainAt} from './view_providers.js';
import {ThreadView} from './view_thread.js';
import {currentLanguage, preferredLanguage, t, useLanguage} from './words.js';

const narrow = matchMedia('(max-width: 760px)');
const store = new Store();
let views = null;

function newId() {
  return `c-${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
}

function route() {
  const [, conversation, request] = /^#\/c\/([^/]+)(?:\/r\/([^/]+))?$/.exec(location.hash) ?? [];
  if (!conversation) return null;
  try {
    return {conversation: decodeURIComponent(conversation), request: request && decodeURIComponent(request)};
  } catch {
    return null; // not one of our addresses
  }
}

function goTo(conversation, replace = false) {
  const hash = `#/c/${encodeURIComponent(conversation)}`;
  if (replace) {
    history.replaceState(null, '', hash);
    followRoute();
  } else if (location.hash === hash) views?.composer.focus();
  else location.hash = hash;
}

function newConversation() {
  // One that nobody used yet is as good as another.
  const thread = store.current && store.thread(store.current);
  if (thread?.state === 'new' && thread.entries.size === 0 && store.outbox.of(store.current).length === 0) {
    setDrawer(false);
    views.composer.focus();
  } else goTo(newId());
}

function followRoute() {
  const to = route();
  if (!to) {
    goTo(recall('last') ?? newId(), true);
    return;
  }
  remember('last', to.conversation);
  store.select(to.conversation);
  if (!views) return;
  views.composer.open(to.conversation);
  views.thread.open(to.conversation, to.request);
  setDrawer(false);
  showAll();
  if (!narrow.matches && !to.request) views.composer.focus();
}

async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    store.noteFailure(error);
    showError(error.status === 0 ? t('unreachable') : t('failedCall', {reason: [error.message, error.step].filter(Boolean).join(' ')}));
    return null;
  }
}

function showError(text) {
  const alerts = document.getElementById('alerts');
  announce(text, true);
  clearTimeout(showError.timer);
  showError.timer = setTimeout(() => {
    alerts.textContent = '';
  }, 6000);
}

const titleOf = (id) => store.conversation(id)?.title || t('untitled');

const actions = {
  newConversation,
  hide: () => setDrawer(false),
  switchLanguage() {
    const language = currentLanguage() === 'zh' ? 'en' : 'zh';
    remember('language', language);
    mount(language);
    document.querySelector('.language')?.focus();
  },
  menu(id, button) {
    const conversation = store.conversation(id);
    if (!conversation) return;
    openMenu(button, [
      {text: t('edit'), action: () => actions.edit(id)},
      ...(conversation.closed ? [] : [{text: t('close'), action: () => actions.close(id)}]),
      {text: t('remove'), danger: true, action: () => actions.remove(id)},
    ]);
  },
  async edit(id) {
    const before = store.conversation(id);
    const after = before && await editDialog(before, store.status);
    if (!after) return;
    const change = Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== (before[name] ?? '')));
    if (Object.keys(change).length > 0) await attempt(() => store.change(id, change));
  },
  providers: () => openProviders(store),
  async close(id) {
    if (await confirmDialog({title: t('closeTitle'), body: t('closeBody'), confirm: t('closeConfirm')})) await attempt(() => store.close(id));
  },
  async remove(id) {
    const sure = await confirmDialog({title: t('removeTitle'), body: t('removeBody', {title: titleOf(id)}), confirm: t('removeConfirm'), danger: true});
    if (sure && await attempt(() => store.remove(id).then(() => true))) announce(t('removed'));
  },
  async stop(id) {
    announce(t('announceStopped'));
    await attempt(() => store.stop(store.current, id));
  },
  reuse(text) {
    const {value} = views.composer.field;
    views.composer.set(value.trim() ? `${text}\n\n${value}` : text);
    views.composer.focus();
  },
  editAgain(message) {
    store.outbox.remove(message);
    actions.reuse(message.text);
  },
  discard: (message) => store.outbox.remove(message),
};

function setDrawer(open) {
  if (!views) return;
  const shown = open && narrow.matches;
  document.body.classList.toggle('drawer-open', shown);
  views.list.element.inert = narrow.matches && !shown;
  views.main.inert = shown;
  views.drawerButton.setAttribute('aria-expanded', String(shown));
  if (shown) views.list.element.querySelector('.new').focus();
}

function mount(language) {
  useLanguage(language);
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  views?.thread.destroy();
  views?.composer.keep();
  const app = document.getElementById('app');
  if (store.connection === 'signedOut') {
    views = null;
    document.title = 'Hostline';
    app.replaceChildren(signedOutPanel(() => {
      store.start();
      mount(currentLanguage());
    }));
    return;
  }
  const list = new ListView(store, actions);
  const thread = new ThreadView(store, {
    stop: actions.stop, reuse: actions.reuse, edit: actions.editAgain, discard: actions.discard, quotaUntil: () => triedAgainAt(store.status),
  });
  const composer = new ComposerView(store, (text) => {
    thread.goToEnd();
    store.ask(store.current, text);
    announce(t('announceSent'));
  }, actions.edit);
  const banners = new BannersView(store);
  const heading = h('h1', {dir: 'auto'});
  const more = iconButton('more', t('actions'), () => actions.menu(store.current, more), {'aria-haspopup': 'menu', 'aria-expanded': 'false'});
  const drawerButton = iconButton('menu', t('openList'), () => setDrawer(true), {
    class: 'icon-button drawer-only', 'aria-controls': 'sidebar', 'aria-expanded': 'false',
  });
  const main = h('main', {class: 'main'}, h('header', {class: 'head'}, drawerButton, heading, more), banners.element, thread.element, composer.element);
  const shade = h('div', {class: 'shade', onclick: () => setDrawer(false)});
  views = {list, thread, composer, banners, heading, more, main, drawerButton};
  app.replaceChildren(list.element, shade, main);
  setDrawer(false);
  followRoute();
}

function showHead() {
  if (!views) return;
  const conversation = store.conversation(store.current);
  const title = conversation?.title || t('untitled');
  views.heading.textContent = title;
  views.more.hidden = !conversation;
  const open = store.current ? store.thread(store.current).openCount() : 0;
  document.title = `${unseen ? '✓ ' : open > 0 ? '… ' : ''}${conversation?.title ? `${title} – ` : ''}Hostline`;
}

function showAll() {
  if (!views) return;
  views.list.show();
  views.thread.show();
  views.composer.show();
  views.banners.show();
  showHead();
}

let unseen = false; // an answer came while the page was hidden

/// Many deltas come between two pictures: one drawing is enough. A hidden page draws seldom.
const drawThread = (() => {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    const draw = () => {
      asked = false;
      views?.thread.show();
      views?.composer.show();
      showHead();
    };
    if (document.hidden) setTimeout(draw, 500);
    else requestAnimationFrame(draw);
  };
})();

store.on('thread', (id) => {
  if (id === store.current) drawThread();
});
store.on('list', () => {
  views?.list.show();
  showHead();
});
store.on('status', () => showAll());
store.on('removed', (id) => {
  if (recall('last') === id) remember('last', null);
  if (id === store.current) goTo(store.conversations[0]?.id ?? newId(), true);
});
store.on('settled', (request) => {
  if (request.conversation !== store.current) return;
  announce(request.reply?.kind === 'answer' ? t('announceAnswer') : t('announceNotice', {text: request.reply?.text ?? ''}));
  unseen ||= document.hidden;
});
let wasLost = false;
store.on('connection', () => {
  if (store.connection === 'signedOut' || !views) mount(currentLanguage());
  if (store.connection === 'lost') wasLost = true;
  if (store.connection === 'live' && wasLost) {
    wasLost = false;
    announce(t('back'));
  }
  showAll();
});

addEventListener('hashchange', followRoute);
addEventListener('pagehide', () => {
  views?.composer.keep();
  views?.thread.keepPlace();
});
document.addEventListener('visibilitychange', () => {
  store.setHidden(document.hidden);
  if (document.hidden) views?.composer.keep();
  else unseen = false;
  showHead();
});
narrow.addEventListener('change', () => setDrawer(false));
addEventListener('keydown', (event) => {
  if (!views || event.defaultPrevented || document.querySelector('dialog[open]')) return;
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName);
  if (event.key === 'Escape') setDrawer(false);
  else if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey) {
    setDrawer(true);
    views.list.focusSearch();
    event.preventDefault();
  } else if (event.key.toLowerCase() === 'o' && event.shiftKey && (event.ctrlKey || event.metaKey)) {
    newConversation();
    event.preventDefault();
  }
});

// Times in words ("yesterday") grow old.
setInterval(() => views?.list.show(), 60000);

mount(preferredLanguage(recall('language')));
store.start();
