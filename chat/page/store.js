// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// The state of the page and everything that changes it: calls, events, the outbox. Views listen to topics:
// 'connection', 'status', 'list', 'thread' (with the id of the conversation), 'settled' (with the request), 'removed'.
import {ApiError, api} from './api.js';
import {debounce} from './dom.js';
import {EventStream} from './events.js';
import {forgetConversation} from './memory.js';
import {Outbox} from './outbox.js';
import {Thread} from './thread.js';

const graceBeforeLost = 1500;
const statusPause = 15000;
const hiddenPause = 60000;

export class Store {
  constructor() {
    this.listeners = new Map();
    this.connection = 'connecting'; // connecting, live, lost, signedOut
    this.status = null;
    this.conversations = [];
    this.nextConversations = undefined;
    this.listLoaded = false;
    this.threads = new Map();
    this.unread = new Set(); // conversations with a reply that nobody looked at
    this.current = null;
    this.stream = new EventStream({
      onEvent: (name, data) => this.onEvent(name, data),
      onOpen: () => this.onOpen(),
      onLost: (closed) => this.onLost(closed),
    });
    this.outbox = new Outbox({
      send: (...message) => api.ask(...message).catch((error) => {
        this.noteFailure(error);
        throw error;
      }),
      onAsked: (message, answer) => this.onAsked(message, answer),
      onChange: (conversation) => this.emit('thread', conversation),
    });
    this.refreshListSoon = debounce(() => this.refreshList(), 250, 1000);
    this.refreshAllSoon = debounce(() => this.refreshAll(), 50);
  }

  on(topic, listener) {
    if (!this.listeners.has(topic)) this.listeners.set(topic, new Set());
    this.listeners.get(topic).add(listener);
    return () => this.listeners.get(topic).delete(listener);
  }

  emit(topic, detail) {
    for (const listener of this.listeners.get(topic) ?? []) listener(detail);
  }

  // ---- connection ----

  start() {
    this.setConnection('connecting');
    this.stream.open();
    this.firstLook = setTimeout(() => this.refreshAll(), 1000); // a stream that does not open must not leave the page empty
    if (this.outbox.messages.length === 0) this.outbox.restore();
    clearInterval(this.statusTimer);
    this.statusTimer = setInterval(() => {
      if (this.connection === 'live' && this.status?.providers.some((provider) => provider.state !== 'ready')) this.refreshStatus();
    }, statusPause);
  }

  /// A hidden page gives its connection back after a while (a browser has only six to one server) unless it waits for an answer.
  setHidden(hidden) {
    clearTimeout(this.hiddenTimer);
    if (!hidden && !this.stream.active && this.connection !== 'signedOut') this.start();
    if (!hidden) return;
    this.hiddenTimer = setTimeout(() => {
      const waits = [...this.threads.values()].some((thread) => thread.openCount() > 0) || this.outbox.messages.length > 0;
      if (waits) this.setHidden(true);
      else this.stream.close();
    }, hiddenPause);
  }

  setConnection(connection) {
    if (this.connection === connection) return;
    this.connection = connection;
    this.emit('connection');
  }

  onOpen() {
    clearTimeout(this.firstLook);
    clearTimeout(this.lostTimer);
    this.lostTimer = 0;
    this.setConnection('live');
    this.refreshAllSoon();
    this.outbox.retryNow();
  }

  onLost(closed) {
    if (closed) this.refreshStatus(); // tells whether we are signed out
    if (this.lostTimer || this.connection === 'signedOut') return;
    this.lostTimer = setTimeout(() => {
      if (this.connection !== 'signedOut') this.setConnection('lost');
    }, graceBeforeLost);
  }

  refreshAll() {
    for (const thread of this.threads.values()) if (thread.id !== this.current) this.threads.delete(thread.id);
    this.refreshStatus();
    this.refreshList();
    if (this.current) this.load(this.current);
  }

  /// Every failed call that nobody else handles: signed out is a state, the rest passes or is the caller's.
  noteFailure(error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 401) return;
    clearTimeout(this.lostTimer);
    this.lostTimer = 0;
    this.stream.close();
    this.setConnection('signedOut');
  }

  async refreshStatus() {
    try {
      this.status = await api.status();
      this.emit('status');
    } catch (error) {
      this.noteFailure(error);
    }
  }

  // ---- the list ----

  async refreshList() {
    try {
      const page = await api.conversations();
      const last = page.conversations.at(-1);
      const fresh = new Set(page.conversations.map((conversation) => conversation.id));
      const older = page.next === undefined || !this.listLoaded ? []
        : this.conversations.filter((other) => !fresh.has(other.id) && other.last_activity_at <= last.last_activity_at);
      if (older.length === 0) this.nextConversations = page.next;
      this.conversations = [...page.conversations, ...older];
      this.listLoaded = true;
      this.emit('list');
    } catch (error) {
      this.noteFailure(error);
    }
  }

  async moreConversations() {
    try {
      const page = await api.conversations(this.nextConversations);
      const known = new Set(this.conversations.map((conversation) => conversation.id));
      this.conversations.push(...page.conversations.filter((conversation) => !known.has(conversation.id)));
      this.nextConversations = page.next;
      this.emit('list');
    } catch (error) {
      this.noteFailure(error);
    }
  }

  conversation(id) {
    return this.threads.get(id)?.conversation ?? this.conversations.find((conversation) => conversation.id === id) ?? null;
  }

  async change(id, change) {
    const {conversation} = await api.change(id, change);
    this.applyConversation(conversation);
  }

  async close(id) {
    const {conversation} = await api.close(id);
    this.applyConversation(conversation);
  }

  async remove(id) {
    try {
      await api.remove(id);
    } catch (error) {
      if (error.status !== 404) throw error;
    }
    this.forget(id);
  }

  applyConversation(conversation) {
    this.conversations = this.conversations.map((other) => (other.id === conversation.id ? conversation : other));
    const thread = this.threads.get(conversation.id);
    if (thread) thread.conversation = conversation;
    this.emit('list');
    this.emit('thread', conversation.id);
  }

  forget(id) {
    this.unread.delete(id);
    this.threads.delete(id);
    this.conversations = this.conversations.filter((conversation) => conversation.id !== id);
    for (const message of this.outbox.of(id)) this.outbox.remove(message);
    forgetConversation(id);
    this.emit('list');
    this.emit('removed', id);
  }

  // ---- one dialogue ----

  thread(id) {
    if (!this.threads.has(id)) this.threads.set(id, new Thread(id));
    return this.threads.get(id);
  }

  select(id) {
    this.current = id;
    if (this.unread.delete(id)) this.emit('list');
    const thread = this.thread(id);
    if (thread.state === 'unknown') this.load(id);
  }

  /// Reads the newest page. What was changed by an event meanwhile is newer than the page: then it is read again.
  load(id) {
    const thread = this.thread(id);
    thread.again = true;
    thread.loading ??= this.loadUntilStill(thread).finally(() => {
      thread.loading = null;
      this.emit('thread', id);
    });
    return thread.loading;
  }

  async loadUntilStill(thread) {
    if (thread.state === 'unknown') thread.state = 'loading';
    for (let attempt = 0; thread.again && attempt < 5; attempt += 1) {
      thread.again = false;
      const {revision, clock} = thread;
      try {
        const page = await api.conversation(thread.id);
        if (thread.revision !== revision && attempt < 2) thread.again = true;
        else thread.applyPage(page, clock);
      } catch (error) {
        if (error.status === 404 && thread.state !== 'loaded') thread.state = 'new';
        else if (thread.state === 'loading') thread.state = 'unknown';
        this.noteFailure(error);
      }
    }
  }

  async loadEarlier(id) {
    const thread = this.thread(id);
    if (thread.next === undefined) return;
    thread.earlier ??= api.conversation(id, thread.next).then((page) => thread.applyEarlier(page), (error) => this.noteFailure(error))
      .finally(() => {
        thread.earlier = null;
        this.emit('thread', id);
      });
    await thread.earlier;
  }

  /// Reads one request again, e.g. after a gap between deltas.
  async readRequest(conversation, id) {
    const thread = this.thread(conversation);
    thread.reads ??= new Map();
    if (thread.reads.has(id)) {
      thread.reads.set(id, 'again');
      return;
    }
    let again = true;
    while (again) {
      thread.reads.set(id, 'once');
      const {clock} = thread;
      try {
        thread.applyRequest(await api.request(id), clock);
        this.emit('thread', conversation);
      } catch (error) {
        this.noteFailure(error);
        break;
      }
      again = thread.reads.get(id) === 'again';
    }
    thread.reads.delete(id);
  }

  ask(conversation, text) {
    this.outbox.add(conversation, text);
  }

  onAsked(message, {request}) {
    const {conversation, text, at, client_id: clientId} = message;
    const thread = this.threads.get(conversation);
    if (thread) {
      if (thread.state === 'new') thread.state = 'loaded';
      if (!thread.entries.has(request.id)) {
        thread.revision += 1;
        thread.applyRequest({id: request.id, channel: 'chat', conversation, client_id: clientId, kind: 'question', state: request.state,
          text, created_at: at, stopping: false, notices: []});
      }
      if (!thread.entries.get(request.id).request.reply) this.readRequest(conversation, request.id);
    }
    this.refreshListSoon();
  }

  async stop(conversation, id) {
    const thread = this.thread(conversation);
    thread.markStopping(id, true);
    this.emit('thread', conversation);
    try {
      await api.stop(id);
    } catch (error) {
      thread.markStopping(id, false);
      this.emit('thread', conversation);
      this.noteFailure(error);
      throw error;
    }
  }

  // ---- events ----

  onEvent(name, data) {
    switch (name) {
      case 'request.queued':
      case 'request.started':
      case 'request.settled':
        this.onRequest(name, data.request);
        break;
      case 'answer.delta': {
        const thread = this.known(data.conversation_id);
        const result = thread?.applyDelta(data);
        if (result === 'gap') this.readRequest(thread.id, data.request_id);
        else if (result === 'applied') this.emit('thread', thread.id);
        break;
      }
      case 'activity':
        if (this.known(data.conversation_id)?.applyActivity(data)) this.emit('thread', data.conversation_id);
        break;
      case 'notice': {
        const thread = this.known(data.conversation_id);
        if (thread?.applyNotice(data)) {
          thread.revision += 1;
          this.emit('thread', thread.id);
        }
        break;
      }
      case 'conversation.changed':
        if (data.deleted) this.forget(data.conversation_id);
        else {
          this.refreshListSoon();
          const thread = this.known(data.conversation_id);
          if (thread) this.readConversationSoon(thread);
        }
        break;
      case 'status.changed':
        this.refreshStatus();
        break;
      case 'reset':
        this.refreshAllSoon();
        break;
    }
  }

  /// A thread that holds what the server said (or that the person just made).
  known(id) {
    return this.threads.get(id);
  }

  onRequest(name, request) {
    this.refreshListSoon();
    if (name === 'request.settled' && request.conversation !== this.current) this.unread.add(request.conversation);
    const thread = this.known(request.conversation);
    if (!thread) return;
    thread.revision += 1;
    if (thread.state === 'new') thread.state = 'loaded';
    const news = thread.applyRequest(request);
    this.emit('thread', thread.id);
    if (news && name === 'request.settled') this.emit('settled', request);
  }

  readConversationSoon(thread) {
    thread.readSoon ??= debounce(() => {
      if (this.threads.get(thread.id) === thread && thread.id === this.current) this.load(thread.id);
      else this.threads.delete(thread.id);
    }, 200, 1000);
    thread.readSoon();
  }
}
