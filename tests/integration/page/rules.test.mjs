// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// The page's rules without a browser: deltas, pictures that cross, the outbox, both languages.
import assert from 'node:assert/strict';
import {webcrypto} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import {test} from 'node:test';
import {Outbox} from '../../../chat/page/outbox.js';
import {applyDelta, mergePartial, Thread} from '../../../chat/page/thread.js';
import {capacityText, clockText, duration, preferredLanguage, stateText, tables, tokensText, useLanguage, windowLength} from '../../../chat/page/words.js';

globalThis.crypto ??= webcrypto; // Node 18 has it only as a module

const at = (second) => new Date(Date.UTC(2026, 0, 31, 8, 0, second)).toISOString();
const request = (id, more = {}) => ({id, channel: 'chat', conversation: 'c', client_id: `m-${id}`, kind: 'question', state: 'queued', text: id,
  created_at: at(0), stopping: false, notices: [], ...more});
const running = (id, more = {}) => request(id, {state: 'running', started_at: at(1), ...more});
const answered = (id, text = 'yes') => request(id, {state: 'settled', settled_at: at(9), reply: {kind: 'answer', text, html: `<p>${text}</p>`, marks: [], at: at(9)}});
const delta = (offset, text, more = {}) => ({request_id: 'r', conversation_id: 'c', item: 'a', offset, text, html: undefined, ...more});
const conversation = {id: 'c', title: '', language: 'auto', created_at: at(0), last_activity_at: at(0), open_requests: 0, closed: false};
const page = (requests, next) => ({conversation, requests, ...(next ? {next} : {})});
const texts = (thread) => thread.list().map((entry) => entry.request.id);

test('I3 a delta goes behind what is known, once', async (t) => {
  const known = {item: 'a', text: 'Hello', html: '', htmlEnd: 0};
  const rows = [
    ['the first piece of the first message', undefined, delta(0, 'Hel'), 'applied', 'Hel'],
    ['the middle of a message that is not known', undefined, delta(3, 'lo'), 'gap', undefined],
    ['the next piece', known, delta(5, ' you'), 'applied', 'Hello you'],
    ['the same piece again', known, delta(3, 'lo'), 'seen', 'Hello'],
    ['the same piece again, with HTML that is shown already', {...known, htmlEnd: 5}, delta(3, 'lo', {html: 'x'}), 'seen', 'Hello'],
    ['a piece that overlaps', known, delta(3, 'lo you'), 'applied', 'Hello you'],
    ['a piece beyond the end', known, delta(6, 'x'), 'gap', 'Hello'],
    ['another message begins', known, delta(0, 'New', {item: 'b'}), 'applied', 'New'],
    ['the middle of another message', known, delta(2, 'w', {item: 'b'}), 'gap', 'Hello'],
  ];
  for (const [name, partial, piece, result, text] of rows) {
    await t.test(name, () => {
      const after = applyDelta(partial, piece);
      assert.equal(after.result, result);
      assert.equal(after.partial?.text, text);
    });
  }
});

test('I3 text without HTML yet is shown as text', () => {
  const first = applyDelta(undefined, delta(0, 'ab', {html: '<p>ab</p>'})).partial;
  const second = applyDelta(first, delta(2, 'cd')).partial;
  assert.equal(second.html, '<p>ab</p>');
  assert.equal(second.text.slice(second.htmlEnd), 'cd');
  const third = applyDelta(second, delta(4, '', {html: '<p>abcd</p>'}));
  assert.equal(third.result, 'applied');
  assert.equal(third.partial.html, '<p>abcd</p>');
  assert.equal(third.partial.htmlEnd, 4);
});

test('I3 the answer so far when a picture of the server crosses the deltas', async (t) => {
  const ours = {item: 'a', text: 'Hello you', html: '', htmlEnd: 0};
  const rows = [
    ['the server is behind in the same message', ours, {item: 'a', text: 'Hel', html: ''}, false, 'Hello you'],
    ['the server is ahead in the same message', ours, {item: 'a', text: 'Hello you there', html: ''}, true, 'Hello you there'],
    ['another message, and ours stood still', ours, {item: 'b', text: 'Next', html: ''}, false, 'Next'],
    ['another message, and ours moved meanwhile', ours, {item: 'b', text: 'Next', html: ''}, true, 'Hello you'],
    ['the server says nothing of it', ours, undefined, false, 'Hello you'],
    ['nothing is known here', undefined, {item: 'b', text: 'Next', html: ''}, false, 'Next'],
  ];
  for (const [name, mine, theirs, newer, text] of rows) {
    await t.test(name, () => assert.equal(mergePartial(mine, theirs, newer)?.text, text));
  }
});

test('B6 nothing of a settled request comes back', async (t) => {
  const settled = () => {
    const thread = new Thread('c');
    thread.applyPage(page([running('r')]), 0);
    thread.applyDelta(delta(0, 'par'));
    thread.applyRequest(answered('r'));
    return thread;
  };
  await t.test('a late delta is dropped', () => {
    const thread = settled();
    assert.equal(thread.applyDelta(delta(3, 'tial')), 'late');
    assert.equal(thread.list()[0].partial, undefined);
  });
  await t.test('an older picture of it is dropped', () => {
    const thread = settled();
    assert.equal(thread.applyRequest(running('r')), false);
    thread.applyPage(page([running('r')]), 0);
    assert.equal(thread.list()[0].request.reply.text, 'yes');
  });
  await t.test('late activity is dropped', () => {
    assert.equal(settled().applyActivity({request_id: 'r', activity: 'thinking', at: at(20)}), false);
  });
});

test('I3 pages and events join in one order, without doubles', async (t) => {
  await t.test('an earlier page goes before', () => {
    const thread = new Thread('c');
    thread.applyPage(page([answered('c'), answered('d')], 'x'), 0);
    thread.applyEarlier(page([answered('a'), answered('b')]));
    assert.deepEqual(texts(thread), ['a', 'b', 'c', 'd']);
    assert.equal(thread.next, undefined);
  });
  await t.test('what came by event while the page was under way stays behind', () => {
    const thread = new Thread('c');
    thread.applyRequest(request('z', {created_at: at(30)}));
    thread.applyPage(page([answered('a'), answered('b')]), 0);
    assert.deepEqual(texts(thread), ['a', 'b', 'z']);
  });
  await t.test('a newer page keeps the earlier ones', () => {
    const thread = new Thread('c');
    thread.applyPage(page([request('a', {created_at: at(1)}), request('b', {created_at: at(2)})], 'x'), 0);
    thread.applyPage(page([request('b', {created_at: at(2)}), request('c', {created_at: at(3)})], 'y'), 0);
    assert.deepEqual(texts(thread), ['a', 'b', 'c']);
    assert.equal(thread.next, 'x');
  });
  await t.test('a page that does not join up begins anew', () => {
    const thread = new Thread('c');
    thread.applyPage(page([answered('a'), answered('b')]), 0);
    thread.applyPage(page([answered('x'), answered('y')], 'w'), 0);
    assert.deepEqual(texts(thread), ['x', 'y']);
    assert.equal(thread.next, 'w');
  });
  await t.test('the same side message by event and by page is one', () => {
    const notice = {id: 'restarted', text: 'x', html: '<p>x</p>', at: at(5)};
    const thread = new Thread('c');
    thread.applyPage(page([running('r')]), 0);
    thread.applyNotice({request_id: 'r', notice});
    thread.applyRequest(running('r', {notices: [notice]}));
    assert.equal(thread.list()[0].request.notices.length, 1);
  });
  await t.test('a new turn of the same request drops the text of the old one', () => {
    const thread = new Thread('c');
    thread.applyPage(page([running('r')]), 0);
    thread.applyDelta(delta(0, 'old'));
    thread.applyRequest(running('r', {started_at: at(8)}));
    assert.equal(thread.list()[0].partial, undefined);
  });
});

test('I4 a message keeps its client id over every retry', async (t) => {
  const make = (send) => {
    const sent = [];
    const asked = [];
    const outbox = new Outbox({
      send: (c, id, text) => {
        sent.push({id, text});
        return send(sent.length);
      },
      onAsked: (message, answer) => asked.push(answer),
      onChange: () => {},
    });
    return {outbox, sent, asked};
  };
  const lost = () => Promise.reject(Object.assign(new Error('lost'), {passing: true, status: 0}));
  const turn = () => new Promise((done) => setImmediate(done));
  await t.test('a lost response is sent again with the same id', async () => {
    const {outbox, sent, asked} = make((n) => (n === 1 ? lost() : Promise.resolve({n})));
    outbox.add('c', 'hello');
    await turn();
    assert.equal(outbox.messages[0].state, 'retrying');
    outbox.retryNow();
    await turn();
    assert.equal(sent.length, 2);
    assert.equal(sent[0].id, sent[1].id);
    assert.deepEqual(asked, [{n: 2}]);
    assert.equal(outbox.messages.length, 0);
  });
  await t.test('the second message waits for the first', async () => {
    const {outbox, sent} = make((n) => (n === 1 ? lost() : Promise.resolve({n})));
    outbox.add('c', 'one');
    outbox.add('c', 'two');
    await turn();
    assert.deepEqual(sent.map(({text}) => text), ['one']);
    outbox.retryNow();
    await turn();
    await turn();
    assert.deepEqual(sent.map(({text}) => text), ['one', 'one', 'two']);
  });
  await t.test('a refused message stays with its reason and holds up nothing', async () => {
    const {outbox, sent} = make((n) => (n === 1 ? Promise.reject(Object.assign(new Error('too long'), {passing: false, status: 422})) : Promise.resolve({n})));
    outbox.add('c', 'one');
    await turn();
    outbox.add('c', 'two');
    await turn();
    assert.deepEqual(sent.map(({text}) => text), ['one', 'two']);
    assert.deepEqual(outbox.messages.map(({state, error}) => [state, error]), [['failed', 'too long']]);
  });
});

test('H2 both languages have the same words', async (t) => {
  const names = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
  assert.deepEqual(Object.keys(tables.zh), Object.keys(tables.en));
  for (const [key, text] of Object.entries(tables.en)) {
    await t.test(key, () => {
      assert.doesNotMatch(text, /\p{Script=Han}/u);
      assert.match(tables.zh[key], /\p{Script=Han}/u);
      assert.deepEqual(names(tables.zh[key]), names(text));
    });
  }
});

test('H2 the page speaks the language of the browser until it is told otherwise', async (t) => {
  const rows = [
    ['a Chinese browser', null, ['zh-CN', 'en'], 'zh'],
    ['an English browser', null, ['en-US'], 'en'],
    ['another language first, then Chinese', null, ['fr', 'zh-TW'], 'zh'],
    ['another language only', null, ['fr'], 'en'],
    ['a choice made before', 'en', ['zh-CN'], 'en'],
  ];
  for (const [name, remembered, wanted, language] of rows) {
    await t.test(name, () => assert.equal(preferredLanguage(remembered, wanted), language));
  }
});

test('I3 what an open request is doing, in words', async (t) => {
  const rows = [
    ['queued and next', request('r', {position: 1}), 'Queued, next in line', '排队中，下一个就是'],
    ['queued behind others', request('r', {position: 3}), 'Queued, number 3 in line', '排队中，第 3 位'],
    ['waits for the provider', request('r', {state: 'waiting', waits_for: 'provider'}), 'Waiting until the agent is available', '等待智能体就绪'],
    ['waits for something new', request('r', {state: 'waiting', waits_for: 'moon'}), 'Waiting', '等待中'],
    ['just started', running('r'), 'Starting', '正在开始'],
    ['runs a tool', running('r', {activity: {kind: 'tool', label: 'ls', at: at(2)}}), 'Running ls', '正在运行 ls'],
    ['is being stopped', running('r', {stopping: true}), 'Stopping…', '正在停止…'],
  ];
  for (const [name, it, en, zh] of rows) {
    await t.test(name, () => {
      useLanguage('en');
      assert.equal(stateText(it), en);
      useLanguage('zh');
      assert.equal(stateText(it), zh);
    });
  }
});

test('the page names all of its modules, so that they come in one wave', () => {
  const folder = new URL('../../../chat/page/', import.meta.url);
  const page = readFileSync(new URL('index.html', folder), 'utf8');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) assert.ok(page.includes(`"${name}"`), name);
});

test('E1 E4 E6 quota and cost in words', () => {
  const now = new Date(2026, 11, 1, 10, 0);
  const later = (hours) => new Date(now.getTime() + hours * 3600000).toISOString();
  useLanguage('en');
  assert.equal(clockText(later(2), now), '12:00');
  assert.match(clockText(later(26), now), /2 Dec.*12:00/);
  assert.deepEqual([300, 10080, 90].map(windowLength), ['5 h', '7 d', '90 min']);
  assert.equal(capacityText(undefined), 'Quota: nothing is known of it');
  assert.equal(capacityText({state: 'unmetered', windows: [], observed_at: later(0)}), 'Quota: none is counted');
  assert.match(capacityText({state: 'exhausted', windows: [], resets_at: later(2)}), /^Quota: used up until .*12:00$/);
  assert.equal(tokensText(undefined), '');
  assert.equal(tokensText([{input_tokens: 1200, output_tokens: 3}, {input_tokens: 1, output_tokens: 1}]), '1,201 + 4 tokens');
  const waits = {state: 'waiting', waits_for: 'capacity'};
  assert.equal(stateText(waits), 'Waiting for quota');
  assert.match(stateText(waits, later(2)), /^Waiting for quota, tried again at .*12:00$/);
  useLanguage('zh');
  assert.match(clockText(later(26), now), /12月2日.*12:00/);
  assert.match(capacityText({state: 'exhausted', windows: [], resets_at: later(2)}), /^额度：已用完，.*12:00 恢复$/);
  assert.match(stateText(waits, later(2)), /^等待额度，将于 .*12:00 再试$/);
});

test('I3 elapsed time in words', () => {
  useLanguage('en');
  assert.deepEqual([-5, 42000, 187000, 7500000].map(duration), ['0 s', '42 s', '3 min 7 s', '2 h 5 min']);
});
