// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// One dialogue: entries in order, messages on their way, and where the reader stands in it.
import {announce, debounce, h, iconButton} from './dom.js';
import {recall, remember} from './memory.js';
import {EntryView, pendingEntry} from './view_entry.js';
import {t} from './words.js';

const nearEnd = 60;
const mostPagesBack = 20;

export class ThreadView {
  /// `actions`: stop(id), reuse(text), edit(message), discard(message).
  constructor(store, actions) {
    this.store = store;
    this.actions = actions;
    this.id = null;
    this.views = new Map();
    this.follow = true; // the reader is at the end and wants to stay there
    this.restored = false; // the reader stands where they stood
    this.growing = false; // earlier pages are being read
    this.earlier = h('button', {type: 'button', class: 'link earlier', hidden: true, onclick: () => this.showEarlier()}, t('earlier'));
    this.list = h('ol', {class: 'entries', 'aria-label': t('messages')});
    this.pending = h('ol', {class: 'entries', 'aria-label': t('sending'), hidden: true});
    this.empty = h('div', {class: 'empty', hidden: true}, h('h2', {}, t('emptyTitle')), h('p', {}, t('emptyBody')));
    this.loading = h('p', {class: 'loading', hidden: true}, t('loading'));
    this.column = h('div', {class: 'column'}, this.earlier, this.loading, this.empty, this.list, this.pending);
    this.scroll = h('div', {class: 'scroll', tabindex: '-1'}, this.column);
    this.toEnd = iconButton('down', t('toEnd'), () => this.goToEnd(), {class: 'icon-button to-end', hidden: true});
    this.element = h('div', {class: 'thread'}, this.scroll, this.toEnd);
    this.keepPlaceSoon = debounce(() => this.keepPlace(), 200);
    this.scroll.addEventListener('scroll', () => this.onScroll(), {passive: true});
    this.sizes = new ResizeObserver(() => this.stay());
    this.sizes.observe(this.column);
    this.sizes.observe(this.scroll);
    this.sight = new IntersectionObserver((seen) => {
      if (this.restored && seen.some((entry) => entry.isIntersecting)) this.showEarlier();
    }, {root: this.scroll, rootMargin: '200px'});
    this.sight.observe(this.earlier);
    this.timer = setInterval(() => this.tick(), 1000);
  }

  destroy() {
    this.keepPlace();
    clearInterval(this.timer);
    this.sizes.disconnect();
    this.sight.disconnect();
  }

  open(id, request) {
    if (this.id !== id) {
      if (this.id) this.keepPlace();
      this.id = id;
      this.views.clear();
      this.list.replaceChildren();
      this.restored = false;
      this.follow = true;
    }
    this.wanted = request ?? null;
    this.show();
    if (this.wanted && this.restored) this.goTo(this.wanted, 0, true);
  }

  get thread() {
    return this.store.thread(this.id);
  }

  show() {
    if (!this.id) return;
    const {thread} = this;
    thread.list().forEach((entry, at) => {
      let view = this.views.get(entry.request.id);
      if (!view) {
        view = new EntryView(entry.request.id, this.actions);
        this.views.set(entry.request.id, view);
      }
      view.show(entry);
      if (this.list.children[at] !== view.element) this.list.insertBefore(view.element, this.list.children[at] ?? null);
    });
    for (const [id, view] of this.views) {
      if (thread.entries.has(id)) continue;
      view.element.remove();
      this.views.delete(id);
    }
    this.showPending(thread);
    this.earlier.hidden = thread.next === undefined;
    this.loading.hidden = thread.state !== 'loading';
    this.empty.hidden = thread.entries.size > 0 || this.pending.childElementCount > 0 || !['new', 'loaded'].includes(thread.state);
    if (!this.restored && ['new', 'loaded'].includes(thread.state)) this.restorePlace();
    else this.stay();
  }

  showPending(thread) {
    // An event may tell of the request before the answer to its sending comes.
    const taken = new Set(thread.list().map((entry) => entry.request.client_id));
    const messages = this.store.outbox.of(this.id).filter((message) => !taken.has(message.client_id));
    const key = messages.map((message) => `${message.client_id} ${message.state} ${message.error ?? ''}`).join();
    if (this.pendingKey === key) return;
    this.pendingKey = key;
    this.pending.hidden = messages.length === 0;
    this.pending.replaceChildren(...messages.map((message) => pendingEntry(message, {
      onEdit: (it) => this.actions.edit(it), onDiscard: (it) => this.actions.discard(it),
    })));
  }

  tick() {
    const now = Date.now();
    for (const view of this.views.values()) view.tick(now);
  }

  // ---- where the reader stands ----

  onScroll() {
    const {scrollTop, scrollHeight, clientHeight} = this.scroll;
    this.follow = scrollHeight - scrollTop - clientHeight < nearEnd;
    this.toEnd.hidden = this.follow;
    this.keepPlaceSoon();
  }

  stay() {
    if (this.follow && this.restored) this.scroll.scrollTop = this.scroll.scrollHeight;
  }

  goToEnd() {
    this.follow = true;
    this.toEnd.hidden = true;
    this.stay();
  }

  /// The first entry in sight, and how far its top is from the top of the view.
  place() {
    const top = this.scroll.getBoundingClientRect().top;
    for (const element of this.list.children) {
      const {top: at, bottom} = element.getBoundingClientRect();
      if (bottom > top) return {id: element.id.slice(2), offset: Math.round(at - top)};
    }
    return null;
  }

  keepPlace() {
    if (this.id && this.restored) remember(`place.${this.id}`, this.follow ? null : this.place());
  }

  async restorePlace() {
    this.restored = true;
    if (this.wanted) {
      await this.goTo(this.wanted, 0, true);
      return;
    }
    const place = recall(`place.${this.id}`);
    if (place) await this.goTo(place.id, place.offset, false);
    else this.goToEnd();
  }

  async goTo(request, offset, point) {
    const {id} = this;
    this.follow = false;
    this.growing = true;
    for (let pages = 0; !this.thread.entries.has(request) && this.thread.next !== undefined && pages < mostPagesBack; pages += 1) {
      const before = this.thread.next;
      await this.store.loadEarlier(id);
      if (this.id !== id) {
        this.growing = false;
        return;
      }
      if (this.thread.next === before) break; // that failed
    }
    this.growing = false;
    this.show();
    const view = this.views.get(request);
    if (!view) {
      if (point) announce(t('notFound'), true);
      this.goToEnd();
      return;
    }
    this.scroll.scrollTop += view.element.getBoundingClientRect().top - this.scroll.getBoundingClientRect().top - offset;
    if (!point) return;
    this.wanted = null;
    view.element.focus({preventScroll: true});
    view.element.classList.remove('pointed');
    requestAnimationFrame(() => view.element.classList.add('pointed'));
  }

  /// Earlier messages grow above; what is being read stays where it is.
  async showEarlier() {
    if (this.growing || this.thread.next === undefined) return;
    this.growing = true;
    const place = this.place();
    await this.store.loadEarlier(this.id);
    this.show();
    const view = place && this.views.get(place.id);
    if (view && !this.follow) {
      this.scroll.scrollTop += view.element.getBoundingClientRect().top - this.scroll.getBoundingClientRect().top - place.offset;
    }
    this.growing = false;
  }
}
