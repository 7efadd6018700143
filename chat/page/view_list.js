// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// The list of conversations with search. Arrow keys move in it, Enter opens, F2 renames, Delete asks and deletes.
import {api} from './api.js';
import {debounce, h, icon, iconButton} from './dom.js';
import {shortTime, t} from './words.js';

export class ListView {
  /// `actions`: newConversation(), menu(id, button), edit(id), remove(id), hide(), switchLanguage(), providers().
  constructor(store, actions) {
    this.store = store;
    this.actions = actions;
    this.rows = new Map();
    this.results = null; // of a search
    this.searchSoon = debounce(() => this.search(), 200);
    this.input = h('input', {type: 'search', class: 'search', placeholder: t('search'), 'aria-label': t('searchHint'), autocomplete: 'off',
      maxlength: '200', oninput: () => this.searchSoon(), onkeydown: (event) => this.onSearchKey(event)});
    this.list = h('ul', {class: 'rows'});
    this.hint = h('p', {class: 'list-hint'});
    this.more = h('button', {type: 'button', class: 'link more', hidden: true, onclick: () => store.moreConversations()}, t('moreConversations'));
    this.element = h('nav', {class: 'sidebar', id: 'sidebar', 'aria-label': t('conversations')},
      h('div', {class: 'brand'}, h('img', {src: 'favicon.svg', alt: '', width: '24', height: '24'}), h('span', {}, 'Hostline'),
        iconButton('close', t('closeList'), () => actions.hide(), {class: 'icon-button drawer-only'})),
      h('button', {type: 'button', class: 'new', onclick: () => actions.newConversation()}, icon('plus'), t('newConversation')),
      h('div', {class: 'search-box', role: 'search'}, icon('search'), this.input),
      h('div', {class: 'list-scroll'}, this.list, this.hint, this.more),
      h('div', {class: 'foot'},
        this.version = h('span', {class: 'version'}),
        h('button', {type: 'button', class: 'language providers-button', 'aria-haspopup': 'dialog', onclick: () => actions.providers()}, t('providers')),
        h('button', {type: 'button', class: 'language', 'aria-label': t('switchLanguage'), onclick: () => actions.switchLanguage()},
          h('span', {lang: 'zh'}, '中文'), ' / ', h('span', {lang: 'en'}, 'EN'))));
    this.list.addEventListener('keydown', (event) => this.onKey(event));
  }

  show() {
    this.version.textContent = this.store.status ? `v${this.store.status.version}` : '';
    if (this.results) return; // the hits stay as they are
    const {conversations, current} = this.store;
    const keep = new Set();
    conversations.forEach((conversation, at) => {
      keep.add(conversation.id);
      let row = this.rows.get(conversation.id);
      if (!row) {
        row = this.makeRow(conversation.id);
        this.rows.set(conversation.id, row);
      }
      this.fillRow(row, conversation, conversation.id === current);
      if (this.list.children[at] !== row.element) this.list.insertBefore(row.element, this.list.children[at] ?? null);
    });
    for (const [id, row] of this.rows) {
      if (keep.has(id)) continue;
      row.element.remove();
      this.rows.delete(id);
    }
    while (this.list.children.length > conversations.length) this.list.lastChild.remove();
    this.hint.textContent = conversations.length === 0 && this.store.listLoaded ? t('noConversations') : '';
    this.more.hidden = this.store.nextConversations === undefined;
  }

  makeRow(id) {
    const title = h('span', {class: 'row-title', dir: 'auto'});
    const meta = h('span', {class: 'row-meta'});
    const link = h('a', {class: 'row', href: `#/c/${encodeURIComponent(id)}`, 'data-id': id}, title, meta);
    const more = iconButton('more', t('actions'), () => this.actions.menu(id, more), {
      class: 'icon-button row-more', 'aria-haspopup': 'menu', 'aria-expanded': 'false', tabindex: '-1',
    });
    return {element: h('li', {}, link, more), link, title, meta, more};
  }

  fillRow(row, conversation, current) {
    const title = conversation.title || t('untitled');
    if (row.title.textContent !== title) row.title.textContent = title;
    row.more.setAttribute('aria-label', `${t('actions')}: ${title}`);
    if (current) row.link.setAttribute('aria-current', 'page');
    else row.link.removeAttribute('aria-current');
    row.element.classList.toggle('is-closed', conversation.closed);
    const unread = this.store.unread.has(conversation.id);
    row.element.classList.toggle('is-unread', unread);
    row.meta.replaceChildren(
      ...(unread ? [h('span', {class: 'unread', role: 'img', title: t('unread'), 'aria-label': t('unread')})] : []),
      ...(conversation.open_requests > 0
        ? [h('span', {class: 'badge', title: t('openCount', {count: conversation.open_requests}), 'aria-label': t('openCount', {count: conversation.open_requests})},
          String(conversation.open_requests))] : []),
      ...(conversation.closed ? [h('span', {class: 'closed-word'}, t('closed'))] : []),
      h('time', {datetime: conversation.last_activity_at}, shortTime(conversation.last_activity_at)));
  }

  focusSearch() {
    this.input.focus();
    this.input.select();
  }

  async search() {
    const text = this.input.value.trim();
    if (!text) {
      this.endSearch();
      return;
    }
    try {
      const {results} = await api.search(text);
      if (this.input.value.trim() !== text) return; // somebody typed on
      this.results = {text, results};
      this.showResults();
    } catch (error) {
      this.store.noteFailure(error);
    }
  }

  endSearch() {
    this.results = null;
    this.list.replaceChildren();
    this.show();
  }

  showResults() {
    const {text, results} = this.results;
    this.more.hidden = true;
    this.hint.textContent = results.length === 0 ? t('noHits', {text}) : '';
    this.list.replaceChildren(...results.map((hit) => {
      const tail = hit.request_id ? `/r/${encodeURIComponent(hit.request_id)}` : '';
      return h('li', {}, h('a', {class: 'row hit', href: `#/c/${encodeURIComponent(hit.conversation)}${tail}`},
        h('span', {class: 'row-title', dir: 'auto'}, hit.title || t('untitled')),
        h('span', {class: 'row-meta'}, h('time', {datetime: hit.at}, shortTime(hit.at))),
        h('span', {class: 'excerpt', dir: 'auto'}, ...marked(hit.excerpt, text))));
    }));
  }

  onSearchKey(event) {
    if (event.key === 'Escape' && this.input.value) {
      this.input.value = '';
      this.endSearch();
      event.stopPropagation();
    } else if (event.key === 'ArrowDown') {
      this.list.querySelector('a')?.focus();
      event.preventDefault();
    }
  }

  onKey(event) {
    const links = [...this.list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement);
    if (at < 0) return;
    const to = {ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1}[event.key];
    const {id} = links[at].dataset;
    if (to === -1) this.input.focus();
    else if (to !== undefined) links[Math.min(to, links.length - 1)].focus();
    else if (event.key === 'F2' && id) this.actions.edit(id);
    else if (event.key === 'Delete' && id) this.actions.remove(id);
    else return;
    event.preventDefault();
  }
}

/// The text in pieces, with each hit in a <mark>.
export function marked(excerpt, text) {
  const pieces = [];
  const hay = excerpt.toLowerCase();
  const needle = text.toLowerCase();
  // Lower case may change the length of a text; then the hits are not marked.
  if (hay.length !== excerpt.length || !needle) return [excerpt];
  let at = 0;
  for (let hit = hay.indexOf(needle); hit >= 0; hit = hay.indexOf(needle, at)) {
    pieces.push(excerpt.slice(at, hit), h('mark', {}, excerpt.slice(hit, hit + needle.length)));
    at = hit + needle.length;
  }
  return [...pieces, excerpt.slice(at)];
}
