// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// A stand-in for the daemon, for what a real one cannot be made to do on purpose: lose an answer, skip a delta, forget its
// run, refuse, sign out. It serves the page's files with the real headers. Everything that it says is recorded as
// {schema, body}, so that a test can hold it against docs/openapi.yaml like the real server.
import {createServer} from 'node:http';
import {readFile} from 'node:fs/promises';
import {extname, join} from 'node:path';

const types = {'.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml'};
export const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'";

const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const paragraphs = (text) => text.split('\n\n').map((part) => `<p>${escape(part)}</p>`).join('\n');

export class MockServer {
  constructor(pageDirectory) {
    this.pageDirectory = pageDirectory;
    this.said = []; // {schema, body}
    this.conversations = new Map(); // id -> {conversation, requests}
    this.byClient = new Map();
    this.streams = new Set();
    this.history = []; // {id, name, data}
    this.run = 1;
    this.counter = 0;
    this.changed = []; // every PATCH of a conversation
    this.asked = []; // every POST of a question that came in: {client_id, text}
    this.loseResponses = 0; // take the next questions, but break the connection instead of answering
    this.refuse = null; // {status, code, message, step}
    this.signedIn = true;
    this.skipDeltas = 0;
    this.status = {
      version: '0.1.0', pid: 4242, schema: 1, language: 'auto', started_at: new Date().toISOString(), uptime_ms: 1,
      providers: [{id: 'codex', plugin: 'codex', default: true, state: 'ready', version: '0.171.0', model: 'gpt', rehearsal: false}],
      channels: [{id: 'chat', plugin: 'chat', state: 'ready'}],
      workspaces: [{name: 'default', path: '/home/somebody/project', access: 'read'}],
      notices: [],
      counts: {queued: 0, running: 0, waiting: 0},
    };
  }

  async listen(port = 0) {
    this.server = createServer((request, response) => this.handle(request, response).catch((error) => {
      response.destroy(error);
    }));
    await new Promise((done) => this.server.listen(port, '127.0.0.1', done));
    this.port = this.server.address().port;
    return `http://127.0.0.1:${this.port}/`;
  }

  async close() {
    for (const stream of this.streams) stream.destroy();
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  // ---- what tests ask for ----

  dropStreams() {
    for (const stream of this.streams) stream.destroy();
  }

  /// As after a restart: ids of before mean nothing.
  newRun() {
    this.run += 1;
    this.history = [];
    this.dropStreams();
  }

  /// The disk is full, or (without a detail) no more.
  setStoreFailure(detail) {
    if (detail) {
      this.status.store_failure = {kind: 'store_unavailable', detail, since: new Date().toISOString()};
      this.refuse = {status: 503, code: 'store_unavailable', message: 'The store could not commit; nothing was changed.', step: 'Look at the disk, then send it again.'};
    } else {
      delete this.status.store_failure;
      this.refuse = null;
    }
    this.emit('status.changed', 'Nothing', {});
  }

  /// A question that runs waits until somebody has quota again.
  waitForCapacity(request) {
    request.state = 'waiting';
    request.waits_for = 'capacity';
    request.waiting_since = new Date().toISOString();
    this.emit('request.started', 'RequestEnvelope', {request});
  }

  setRoute(route) {
    this.status.route = route;
    this.emit('status.changed', 'Nothing', {});
  }

  setProvider(change) {
    Object.assign(this.status.providers[0], change);
    this.emit('status.changed', 'Nothing', {});
  }

  place(id) {
    if (!this.conversations.has(id)) {
      const now = new Date().toISOString();
      this.conversations.set(id, {
        conversation: {id, title: '', language: 'auto', created_at: now, last_activity_at: now, open_requests: 0, closed: false}, requests: [],
      });
    }
    return this.conversations.get(id);
  }

  add(conversation, text, more = {}) {
    const place = this.place(conversation);
    const request = {
      id: `r${this.byClient.size + 1}`, channel: 'chat', conversation, client_id: more.client_id ?? `seed-${this.byClient.size}`,
      kind: text.startsWith('/') ? 'command' : 'question', state: 'queued', text, created_at: new Date(more.at ?? Date.now()).toISOString(),
      stopping: false, notices: [],
    };
    this.byClient.set(`${conversation} ${request.client_id}`, request);
    place.requests.push(request);
    place.conversation.title ||= text.split('\n')[0].slice(0, 80);
    place.conversation.closed = false;
    this.count(place);
    return request;
  }

  count(place) {
    place.conversation.open_requests = place.requests.filter(({state}) => state !== 'settled').length;
    place.conversation.last_activity_at = new Date().toISOString();
    let position = 1;
    for (const request of place.requests) {
      if (request.state === 'queued') request.position = position++;
      else delete request.position;
    }
  }

  start(request) {
    request.state = 'running';
    request.started_at = new Date().toISOString();
    this.count(this.place(request.conversation));
    this.emit('request.started', 'RequestEnvelope', {request});
  }

  activity(request, kind, label) {
    request.activity = {kind, at: new Date().toISOString(), ...(label ? {label} : {})};
    this.emit('activity', 'ActivityEvent', {
      request_id: request.id, conversation_id: request.conversation, activity: kind, at: request.activity.at, ...(label ? {label} : {}),
    });
  }

  delta(request, text, {html, item = 'item-1'} = {}) {
    if (request.partial?.item !== item) request.partial = {item, text: '', html: ''};
    const offset = request.partial.text.length;
    request.partial.text += text;
    request.partial.html = html ?? paragraphs(request.partial.text);
    if (this.skipDeltas > 0) {
      this.skipDeltas -= 1;
      return;
    }
    this.emit('answer.delta', 'AnswerDelta', {
      request_id: request.id, conversation_id: request.conversation, item, offset, text, html: request.partial.html,
    });
  }

  notice(request, id, text) {
    const notice = {id, text, html: paragraphs(text), at: new Date().toISOString()};
    request.notices.push(notice);
    this.emit('notice', 'NoticeEvent', {request_id: request.id, conversation_id: request.conversation, notice});
  }

  settle(request, reply, failure) {
    request.state = 'settled';
    request.stopping = false;
    request.settled_at = new Date().toISOString();
    delete request.partial;
    delete request.activity;
    request.reply = {kind: 'answer', text: '', html: paragraphs(reply.text ?? ''), marks: [], at: request.settled_at, ...reply};
    if (failure) request.failure = failure;
    const place = this.place(request.conversation);
    this.count(place);
    this.emit('request.settled', 'RequestEnvelope', {request});
    this.emit('conversation.changed', 'ConversationChanged', {conversation_id: request.conversation, deleted: false});
    const next = place.requests.find(({state}) => state === 'queued');
    if (next) this.start(next);
  }

  // ---- HTTP ----

  async handle(request, response) {
    const url = new URL(request.url, 'http://mock');
    if (!url.pathname.startsWith('/api/v1/')) {
      await this.file(url.pathname, response);
      return;
    }
    if (!this.signedIn) {
      this.fail(response, 401, 'unauthorized', 'Not signed in.');
      return;
    }
    const path = url.pathname.slice('/api/v1/'.length).split('/').map(decodeURIComponent);
    const body = ['POST', 'PATCH'].includes(request.method) ? await read(request) : {};
    const [room, id, verb] = path;
    if (room === 'events') this.stream(request, response);
    else if (room === 'status') this.say(response, 200, 'Status', {...this.status, uptime_ms: Math.round(process.uptime() * 1000)});
    else if (room === 'search') this.search(url.searchParams.get('q'), response);
    else if (room === 'requests') this.requests(id, verb, response, url.searchParams);
    else if (room === 'conversations' && verb === 'requests') this.ask(id, body, response);
    else if (room === 'conversations' && id) this.conversation(request.method, id, verb, body, url.searchParams, response);
    else if (room === 'conversations') this.list(url.searchParams, response);
    else this.fail(response, 404, 'not_found', 'There is no such thing.');
  }

  async file(path, response) {
    const name = path === '/' ? '/index.html' : path;
    try {
      const content = await readFile(join(this.pageDirectory, name.replace(/\.\./g, '')));
      response.writeHead(200, {'Content-Type': types[extname(name)] ?? 'application/octet-stream', 'Content-Security-Policy': policy, 'Cache-Control': 'no-store'});
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  }

  say(response, status, schema, body) {
    this.said.push({schema, body: structuredClone(body)});
    response.writeHead(status, {'Content-Type': 'application/json'});
    response.end(JSON.stringify(body));
  }

  fail(response, status, code, message, step) {
    this.say(response, status, 'ErrorBody', {error: {code, message, ...(step ? {step} : {})}});
  }

  stream(request, response) {
    response.writeHead(200, {'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store'});
    response.write(`retry: 300\nid: ${this.run}:${this.counter}\n\n`);
    this.streams.add(response);
    response.on('close', () => this.streams.delete(response));
    const last = request.headers['last-event-id'];
    if (!last) return;
    const [run, counter] = last.split(':').map(Number);
    if (run !== this.run) {
      this.counter += 1;
      response.write(`id: ${this.run}:${this.counter}\nevent: reset\ndata: {}\n\n`);
    } else {
      for (const event of this.history) if (event.counter > counter) response.write(event.line);
    }
  }

  emit(name, schema, data) {
    this.said.push({schema, body: structuredClone(data)});
    this.counter += 1;
    const line = `id: ${this.run}:${this.counter}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    this.history.push({counter: this.counter, line});
    for (const stream of this.streams) stream.write(line);
  }

  ask(id, {client_id: clientId, text}, response) {
    this.asked.push({client_id: clientId, text});
    if (this.refuse) {
      this.fail(response, this.refuse.status, this.refuse.code, this.refuse.message, this.refuse.step);
      return;
    }
    let request = this.byClient.get(`${id} ${clientId}`);
    const created = !request;
    if (created) {
      request = this.add(id, text, {client_id: clientId});
      this.emit('request.queued', 'RequestEnvelope', {request});
      this.emit('conversation.changed', 'ConversationChanged', {conversation_id: id, deleted: false});
      if (!this.place(id).requests.some(({state}) => state === 'running')) this.start(request);
    } else if (request.text !== text) {
      this.fail(response, 409, 'conflict', 'This id was used with another text.');
      return;
    }
    if (this.loseResponses > 0) {
      this.loseResponses -= 1;
      response.destroy();
      return;
    }
    this.say(response, 202, 'Asked', {request: {id: request.id, state: request.state}, created});
  }

  requests(id, verb, response, query) {
    if (id === undefined) {
      const wanted = query.get('state');
      this.say(response, 200, 'RequestList', {requests: [...this.byClient.values()].filter(({state}) => state === wanted).reverse()});
      return;
    }
    const request = [...this.byClient.values()].find((other) => other.id === id);
    if (!request) this.fail(response, 404, 'not_found', 'There is no such request.');
    else if (verb === 'stop') {
      if (request.state === 'queued') this.settle(request, {kind: 'notice', notice_id: 'stopped', text: 'Stopped.'});
      else if (request.state !== 'settled') {
        request.stopping = true;
        this.emit('request.started', 'RequestEnvelope', {request});
      }
      this.say(response, 202, 'Stopped', {request: {id}});
    } else this.say(response, 200, 'Request', request);
  }

  list(query, response) {
    const all = [...this.conversations.values()].map(({conversation}) => conversation)
      .sort((a, b) => (a.last_activity_at < b.last_activity_at ? 1 : -1));
    const from = Number(query.get('before') ?? 0);
    const limit = Number(query.get('limit') ?? 50);
    this.say(response, 200, 'ConversationList', {
      conversations: all.slice(from, from + limit), ...(from + limit < all.length ? {next: String(from + limit)} : {}),
    });
  }

  conversation(method, id, verb, body, query, response) {
    const place = this.conversations.get(id);
    if (!place) {
      this.fail(response, 404, 'not_found', 'There is no such conversation.');
      return;
    }
    const {conversation, requests} = place;
    if (method === 'GET') {
      const to = Number(query.get('before') ?? requests.length);
      const from = Math.max(0, to - Number(query.get('limit') ?? 50));
      this.say(response, 200, 'ConversationPage', {conversation, requests: requests.slice(from, to), ...(from > 0 ? {next: String(from)} : {})});
      return;
    }
    if (method === 'PATCH') {
      this.changed.push(body);
      Object.assign(conversation, body);
      for (const name of ['provider', 'model', 'effort', 'workspace']) if (conversation[name] === '') delete conversation[name];
    }
    if (verb === 'close') conversation.closed = true;
    if (method === 'DELETE') this.conversations.delete(id);
    this.emit('conversation.changed', 'ConversationChanged', {conversation_id: id, deleted: method === 'DELETE'});
    if (method === 'DELETE') response.writeHead(204).end();
    else this.say(response, 200, 'ConversationEnvelope', {conversation});
  }

  search(text, response) {
    const results = [];
    for (const {conversation, requests} of this.conversations.values()) {
      for (const request of requests) {
        const said = `${request.text} ${request.reply?.text ?? ''}`;
        const at = said.toLowerCase().indexOf(text.toLowerCase());
        if (at < 0) continue;
        results.push({conversation: conversation.id, title: conversation.title, request_id: request.id,
          excerpt: said.slice(Math.max(0, at - 40), at + 80), at: request.created_at});
      }
    }
    this.say(response, 200, 'SearchResults', {results});
  }
}

async function read(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return pieces.length === 0 ? {} : JSON.parse(Buffer.concat(pieces).toString('utf8') || '{}');
}
