// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// What the page knows of one dialogue: plain rules without network or DOM. An entry is a request as the server last told
// it, plus the answer so far that the deltas built.

/// Puts a delta behind what is known of an answer. Returns {partial, result}: 'applied', 'seen' (nothing new), or 'gap'
/// (something before it was missed: read the request).
export function applyDelta(partial, delta) {
  if (!partial || partial.item !== delta.item) {
    if (delta.offset !== 0) return {partial, result: 'gap'};
    return {partial: withHtml({item: delta.item, text: delta.text, html: '', htmlEnd: 0}, delta.html), result: 'applied'};
  }
  if (delta.offset > partial.text.length) return {partial, result: 'gap'};
  const end = delta.offset + delta.text.length;
  if (end === partial.text.length && delta.html !== undefined && partial.htmlEnd < end) {
    return {partial: withHtml(partial, delta.html), result: 'applied'}; // the HTML of what was text so far
  }
  if (end <= partial.text.length) return {partial, result: 'seen'};
  const text = partial.text.slice(0, delta.offset) + delta.text;
  return {partial: withHtml({...partial, text}, delta.html), result: 'applied'};
}

function withHtml(partial, html) {
  return html === undefined ? partial : {...partial, html, htmlEnd: partial.text.length};
}

/// The answer so far after the server told its own: of the same message the longer one stays; of another message the
/// newer one, and that is ours only when it changed while the server's was under way.
export function mergePartial(ours, theirs, oursIsNewer) {
  if (!theirs) return ours;
  const told = {item: theirs.item, text: theirs.text, html: theirs.html, htmlEnd: theirs.text.length};
  if (!ours) return told;
  if (ours.item === told.item) return ours.text.length > told.text.length ? ours : told;
  return oursIsNewer ? ours : told;
}

const noticeKey = (notice) => `${notice.id} ${notice.at}`;

function mergeNotices(ours, theirs) {
  const known = new Set(theirs.map(noticeKey));
  const more = ours.filter((notice) => !known.has(noticeKey(notice)));
  return more.length === 0 ? theirs : [...theirs, ...more].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

export class Thread {
  constructor(id) {
    this.id = id;
    this.conversation = null;
    this.state = 'unknown'; // unknown, loading, loaded, new (the server does not know it)
    this.next = undefined; // cursor of the page before the first entry
    this.entries = new Map(); // by request id, in order
    this.revision = 0; // counts everything but deltas and activity
    this.clock = 0; // counts the deltas
  }

  list() {
    return [...this.entries.values()];
  }

  openCount() {
    return this.list().filter((entry) => entry.request.state !== 'settled').length;
  }

  /// A page that ends at the newest request. `since`: the clock when it was asked for.
  applyPage(page, since) {
    this.conversation = page.conversation;
    const wasLoaded = this.state === 'loaded';
    this.state = 'loaded';
    const ids = new Set(page.requests.map((request) => request.id));
    const known = page.requests.some((request) => this.entries.has(request.id));
    if (wasLoaded && !known && page.next) {
      // Too much happened meanwhile: what we hold does not join up with this page.
      for (const [id, entry] of this.entries) if (entry.request.state === 'settled') this.entries.delete(id);
    }
    if (!wasLoaded || !known) this.next = page.next;
    for (const request of page.requests) this.applyRequest(request, since);
    this.reorder(this.list().filter((entry) => !ids.has(entry.request.id) && this.isBefore(entry, page.requests[0])), page.requests);
  }

  isBefore(entry, first) {
    return first !== undefined && entry.request.created_at < first.created_at;
  }

  /// Order: earlier pages, this page, then what arrived while it was under way.
  reorder(before, requests) {
    const order = [...before.map((entry) => entry.request.id), ...requests.map((request) => request.id)];
    const old = this.entries;
    this.entries = new Map();
    for (const id of order) this.entries.set(id, old.get(id));
    for (const [id, entry] of old) if (!this.entries.has(id)) this.entries.set(id, entry);
  }

  applyEarlier(page) {
    this.next = page.next;
    const old = this.entries;
    this.entries = new Map();
    for (const request of page.requests) {
      const entry = old.get(request.id);
      if (entry) this.entries.set(request.id, entry);
      else this.applyRequest(request, this.clock);
    }
    for (const [id, entry] of old) this.entries.set(id, entry);
  }

  /// A request as told by an event, a page or a look-up. Settled is final: an older picture never brings it back.
  applyRequest(request, since = this.clock) {
    const entry = this.entries.get(request.id);
    const {partial: told, ...rest} = request;
    if (!entry) {
      this.entries.set(request.id, {
        request: rest,
        partial: request.state === 'running' ? mergePartial(undefined, told, false) : undefined,
        touched: this.clock,
        version: 1,
      });
      return true;
    }
    const settled = entry.request.state === 'settled';
    if (settled && (request.state !== 'settled' || (entry.request.reply && !request.reply))) return false;
    const sameTurn = entry.request.started_at === request.started_at;
    const notices = mergeNotices(entry.request.notices, request.notices);
    entry.partial = request.state === 'running'
      ? mergePartial(sameTurn ? entry.partial : undefined, told, entry.touched > since) : undefined;
    const activity = request.activity ?? (request.state === 'running' && sameTurn ? entry.request.activity : undefined);
    entry.request = {...rest, notices, ...(activity ? {activity} : {})};
    entry.version += 1;
    return true;
  }

  /// 'applied', 'seen', 'gap' (read the request) or 'late' (of a settled request: dropped).
  applyDelta(delta) {
    const entry = this.entries.get(delta.request_id);
    if (!entry) return 'gap';
    if (entry.request.state === 'settled') return 'late';
    const {partial, result} = applyDelta(entry.partial, delta);
    if (result === 'applied') {
      this.clock += 1;
      entry.partial = partial;
      entry.touched = this.clock;
      entry.version += 1;
    }
    return result;
  }

  applyActivity(event) {
    const entry = this.entries.get(event.request_id);
    if (!entry || entry.request.state === 'settled') return false;
    const {activity: kind, label, at} = event;
    entry.request = {...entry.request, activity: {kind, at, ...(label ? {label} : {})}};
    entry.version += 1;
    return true;
  }

  applyNotice(event) {
    const entry = this.entries.get(event.request_id);
    if (!entry) return false;
    entry.request = {...entry.request, notices: mergeNotices(entry.request.notices, [event.notice])};
    entry.version += 1;
    return true;
  }

  /// Shown at once when a person asks for it; the server's word follows.
  markStopping(id, stopping) {
    const entry = this.entries.get(id);
    if (!entry || entry.request.state === 'settled') return;
    entry.request = {...entry.request, stopping};
    entry.version += 1;
  }
}
