// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// The page in Chromium against the stand-in: what a real daemon cannot be made to do on purpose.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {ask, entry, launch, openPage, picture, question, root} from './browser.mjs';
import {MockServer} from './mock_server.mjs';

let browser;
const said = [];

before(async () => {
  browser = await launch();
});
after(() => browser.close());

/// A stand-in and a page on it; both are gone afterwards, and the page had nothing to complain about.
function pageTest(name, work, options) {
  test(name, async () => {
    const mock = new MockServer(join(root, 'chat/page'));
    const address = await mock.listen();
    try {
      if (options?.prepare) options.prepare(mock);
      const {page, context, problems} = await openPage(browser, address + (options?.hash ?? ''), options?.context);
      await work({page, mock, address, context});
      assert.deepEqual(problems.filter((problem) => !options?.expected?.test(problem)), []);
      await context.close();
    } finally {
      await mock.close();
      said.push(...mock.said);
    }
  });
}

const answerOf = (page, text) => entry(page, text).locator('.reply.is-answer');
const newest = (mock) => [...mock.byClient.values()].at(-1);

async function until(condition, what) {
  for (let i = 0; i < 800; i += 1) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail(`never: ${what}`);
}

const taken = (mock, count) => until(() => mock.byClient.size === count, `${count} requests at the server`);

pageTest('I4 a lost response is sent again with the same id: one request', async ({page, mock}) => {
  mock.loseResponses = 1;
  await ask(page, 'Is this asked once?');
  await until(() => mock.asked.length === 2, 'a second try');
  assert.equal(mock.asked[0].client_id, mock.asked[1].client_id);
  assert.equal(mock.byClient.size, 1);
  mock.settle(newest(mock), {text: 'Once.'});
  await answerOf(page, 'Is this asked once?').getByText('Once.').waitFor();
  assert.equal(await page.locator('.entry').count(), 1);
});

pageTest('I4 a message that was not confirmed survives a reload of the page', async ({page, mock}) => {
  mock.refuse = {status: 503, code: 'store_unavailable', message: 'Try again.'};
  await ask(page, 'Do you remember me?');
  await page.getByText('Not confirmed yet').waitFor();
  await page.reload();
  await page.locator('.pending', {hasText: 'Do you remember me?'}).waitFor();
  mock.refuse = null;
  await taken(mock, 1);
  assert.equal(new Set(mock.asked.map((sent) => sent.client_id)).size, 1);
  await until(async () => await page.locator('.entry.pending').count() === 0, 'confirmed');
});

pageTest('I3 a full disk is said, and the message goes out when it is over', async ({page, mock}) => {
  mock.setStoreFailure('database or disk is full');
  const banner = page.locator('.banner.store');
  await banner.getByText('database or disk is full').waitFor();
  await banner.getByText('Nothing can be stored since').waitFor();
  await ask(page, 'Is there room?');
  await page.locator('.pending', {hasText: 'Look at the disk, then send it again.'}).waitFor();
  mock.setStoreFailure(null);
  await taken(mock, 1);
  await until(async () => await page.locator('.entry.pending').count() === 0 && await banner.count() === 0, 'over');
  assert.equal(new Set(mock.asked.map((sent) => sent.client_id)).size, 1);
});

pageTest('I3 a refused message stays with its reason and can be edited', async ({page, mock}) => {
  mock.refuse = {status: 422, code: 'queue_full', message: 'Twenty questions are waiting already.'};
  await ask(page, 'One more');
  await page.getByText('Twenty questions are waiting already.').waitFor();
  await page.getByRole('button', {name: 'Edit', exact: true}).click();
  assert.equal(await question(page).inputValue(), 'One more');
  assert.equal(await page.locator('.entry').count(), 0);
});

pageTest('I3 a missed delta is read again, nothing is doubled', async ({page, mock}) => {
  await ask(page, 'Count');
  await taken(mock, 1);
  const request = newest(mock);
  mock.delta(request, 'one ');
  await answerOf(page, 'Count').getByText('one').waitFor();
  mock.skipDeltas = 1;
  mock.delta(request, 'two ');
  mock.delta(request, 'three ');
  await answerOf(page, 'Count').getByText('one two three').waitFor();
  mock.delta(request, 'four');
  await answerOf(page, 'Count').getByText('one two three four', {exact: true}).waitFor();
});

pageTest('I3 text without HTML yet goes on in the same place', async ({page, mock}) => {
  await ask(page, 'Write');
  await taken(mock, 1);
  const request = newest(mock);
  const piece = (offset, text, html) => mock.emit('answer.delta', 'AnswerDelta', {
    request_id: request.id, conversation_id: request.conversation, item: 'item-1', offset, text, ...(html ? {html} : {})});
  piece(0, 'See `a', '<p>See</p><pre><code>a</code></pre>');
  piece(6, 'bc');
  await answerOf(page, 'Write').locator('pre code', {hasText: /^abc$/}).waitFor();
  piece(8, '`.', '<p>See <code>abc</code>.</p>');
  piece(10, ' Then more');
  await answerOf(page, 'Write').locator('p', {hasText: /^See abc. Then more$/}).waitFor();
  piece(20, '', '<p>See <code>abc</code>. Then <b>more</b></p>');
  await answerOf(page, 'Write').locator('b', {hasText: 'more'}).waitFor();
  assert.equal(await answerOf(page, 'Write').locator('.tail').count(), 0);
});

pageTest('I3 a dropped stream comes back without loss or doubling', async ({page, mock}) => {
  await ask(page, 'Stream');
  await taken(mock, 1);
  const request = newest(mock);
  mock.delta(request, 'before ');
  await answerOf(page, 'Stream').getByText('before').waitFor();
  mock.dropStreams();
  mock.delta(request, 'between ');
  await until(() => mock.streams.size === 1, 'reconnected');
  mock.delta(request, 'after');
  await answerOf(page, 'Stream').getByText('before between after', {exact: true}).waitFor();
});

pageTest('I3 after a restart (reset) everything is read afresh', async ({page, mock}) => {
  await ask(page, 'Restart');
  await taken(mock, 1);
  const request = newest(mock);
  mock.delta(request, 'lost with the run');
  await answerOf(page, 'Restart').getByText('lost with the run').waitFor();
  mock.newRun();
  mock.settle(request, {text: 'Recovered.', marks: [{id: 'recovered', text: 'Recovered after a restart'}]});
  await answerOf(page, 'Restart').getByText('Recovered.', {exact: true}).waitFor();
  await page.getByText('Recovered after a restart').waitFor();
  assert.equal(await page.getByText('lost with the run').count(), 0);
});

pageTest('I3 the connection is lost: said plainly, and taken back', async ({page, mock}) => {
  await until(() => mock.streams.size === 1, 'connected');
  const {port} = mock;
  await mock.close();
  await page.locator('.banner[data-kind=lost]').waitFor();
  await picture(page, 'lost');
  await ask(page, 'Are you there?');
  await page.getByText('Not confirmed yet').waitFor();
  await mock.listen(port);
  await page.locator('.banner[data-kind=lost]').waitFor({state: 'detached'});
  await taken(mock, 1);
});

pageTest('I3 side messages, queue, withdraw, and a reply in Hostline’s own words', async ({page, mock}) => {
  await ask(page, 'First');
  await taken(mock, 1);
  const first = newest(mock);
  mock.notice(first, 'restarted', 'Hostline was restarted meanwhile.');
  await ask(page, 'Second');
  await ask(page, 'Third');
  await taken(mock, 3);
  await entry(page, 'Second').getByText('Queued, next in line').waitFor();
  await entry(page, 'Third').getByText('Queued, number 2 in line').waitFor();
  const side = entry(page, 'First').getByRole('complementary', {name: 'Note from Hostline'});
  await side.getByText('Hostline was restarted meanwhile.').waitFor();
  await picture(page, 'queue');
  await entry(page, 'Third').getByRole('button', {name: 'Stop this question'}).click();
  await entry(page, 'Third').getByText('Stopped.').waitFor();
  mock.settle(first, {kind: 'notice', notice_id: 'signed_out', text: 'Codex is signed out.'}, {kind: 'signed_out', detail: '401'});
  await entry(page, 'First').getByRole('group', {name: 'Hostline'}).getByText('Codex is signed out.').waitFor();
  await side.getByText('Hostline was restarted meanwhile.').waitFor();
});

pageTest('A10 "Stopping…" is shown at once', async ({page, mock}) => {
  await ask(page, 'Long work');
  await taken(mock, 1);
  mock.activity(newest(mock), 'tool', 'sleep 1000');
  await page.getByText('Running sleep 1000').waitFor();
  await page.getByRole('button', {name: 'Stop this question'}).click();
  await page.getByText('Stopping…').waitFor({timeout: 2000});
  mock.settle(newest(mock), {kind: 'notice', notice_id: 'stopped', text: 'Stopped.'});
  await entry(page, 'Long work').getByText('Stopped.', {exact: true}).waitFor();
});

pageTest('B2 B4 banners: what the owner should know, until it is put away', async ({page, mock}) => {
  mock.status.notices = [{request_id: 'r1', notice: {id: 'owner.reply_withheld', text: 'A reply on mail was withheld.', html: '<p>A reply on mail was withheld.</p>', at: '2026-01-31T08:00:00.000Z'}}];
  mock.emit('status.changed', 'Nothing', {});
  const banner = page.locator('.banner[data-kind=owner]');
  await banner.getByText('A reply on mail was withheld.').waitFor();
  await banner.getByRole('button').click();
  await banner.waitFor({state: 'detached'});
  await page.reload();
  await page.locator('textarea').first().waitFor();
  assert.equal(await banner.count(), 0);
});

pageTest('I3 banners: rehearsal, and a provider that is not available', async ({page, mock}) => {
  await page.locator('.banner[data-kind=rehearsal]').getByText('/opt/codex login').waitFor();
  mock.setProvider({state: 'unavailable', rehearsal: false, failure: {kind: 'unsupported_host'}, message: 'Codex 0.99 is too old.', step: 'Install 0.152 or newer.'});
  await page.locator('.banner[data-kind=unavailable]').getByText('Codex 0.99 is too old. Install 0.152 or newer.').waitFor();
  assert.equal(await page.locator('.banner[data-kind=rehearsal]').count(), 0);
}, {prepare: (mock) => { Object.assign(mock.status.providers[0], {rehearsal: true, program: '/opt/codex'}); }});

pageTest('I1 not signed in: the page says how to get in', async ({page, mock}) => {
  await page.getByRole('heading', {name: 'Please open a login link'}).waitFor();
  await picture(page, 'signed-out');
  mock.signedIn = true;
  await page.getByRole('button', {name: 'Try again'}).click();
  await question(page).waitFor();
}, {prepare: (mock) => { mock.signedIn = false; }});

pageTest('I3 HTML of an answer runs nothing even if the server’s guard fails', async ({page, mock}) => {
  await ask(page, 'Attack');
  await taken(mock, 1);
  mock.settle(newest(mock), {text: 'x', html: `<p onclick="alert(1)">safe <b>bold</b> <a href="javascript:alert(1)">bad</a> <a href="https://example.org">good</a></p>
    <script>document.title = 'broken'</script><img src="x" onerror="document.title='broken'"><iframe src="/"></iframe><form action="/"><input type="text" name="q"></form>`});
  const answer = answerOf(page, 'Attack');
  await answer.getByText('bold').waitFor();
  assert.equal(await answer.locator('script, img, iframe, form, [onclick], input:not([type=checkbox])').count(), 0);
  assert.equal(await answer.getByText('bad').getAttribute('href'), null);
  assert.equal(await answer.getByText('good').getAttribute('rel'), 'noopener noreferrer');
  assert.doesNotMatch(await page.title(), /broken/);
}, {expected: /Content Security Policy/});

pageTest('I3 code has a copy button, tables scroll in their frame', async ({page, mock}) => {
  await ask(page, 'Show');
  await taken(mock, 1);
  const cells = Array.from({length: 30}, (_, i) => `<td>column ${i}</td>`).join('');
  mock.settle(newest(mock), {text: 'x', html: `<pre><code class="language-sh">ls -l\nwc\n</code></pre><table><tbody><tr>${cells}</tr></tbody></table>`});
  await page.getByRole('button', {name: 'Copy the code'}).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'ls -l\nwc\n');
  const wide = await page.locator('.table').evaluate((frame) => frame.scrollWidth > frame.clientWidth);
  assert.ok(wide, 'the table scrolls');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page does not');
});

pageTest('I3 Enter belongs to the input method while it composes', async ({page, mock}) => {
  await question(page).fill('zhongwen');
  await question(page).evaluate((field) => {
    field.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', isComposing: true, bubbles: true, cancelable: true}));
    field.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', keyCode: 229, bubbles: true, cancelable: true}));
  });
  assert.equal(mock.asked.length, 0);
  await question(page).press('Shift+Enter');
  await question(page).press('Control+Enter');
  await taken(mock, 1);
});

pageTest('I3 drafts of each conversation are kept over a reload', async ({page}) => {
  await page.getByRole('link', {name: 'One'}).click();
  await question(page).fill('draft for one');
  await page.getByRole('link', {name: 'Two'}).click();
  assert.equal(await question(page).inputValue(), '');
  await question(page).fill('草稿');
  await page.reload();
  assert.equal(await question(page).inputValue(), '草稿');
  await page.getByRole('link', {name: 'One'}).click();
  assert.equal(await question(page).inputValue(), 'draft for one');
}, {prepare: (mock) => {
  for (const text of ['One', 'Two']) mock.settle(mock.add(text.toLowerCase(), text), {text: 'ok'});
}});

const long = (mock) => {
  for (let i = 1; i <= 70; i += 1) mock.settle(mock.add('long', `Question ${i}.`, {at: Date.UTC(2026, 0, 1, 0, i)}), {text: `Answer ${i}.\n\n${'Some more text. '.repeat(30)}`});
};

pageTest('I3 the reading position is kept over a reload, also in earlier pages', async ({page}) => {
  await answerOf(page, 'Question 70.').waitFor();
  await until(() => page.locator('.scroll').evaluate((scroll) => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 5), 'at the end');
  for (let i = 0; i < 2; i += 1) {
    const count = await page.locator('.entry').count();
    await page.locator('.scroll').evaluate((scroll) => { scroll.scrollTop = 0; });
    await until(async () => await page.locator('.entry').count() > count, 'earlier ones');
  }
  assert.equal(await page.locator('.entry').count(), 70);
  await entry(page, 'Question 12.').evaluate((element) => element.scrollIntoView({block: 'start'}));
  const top = () => entry(page, 'Question 12.').evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const was = await top();
  await page.reload();
  await until(async () => await entry(page, 'Question 12.').count() === 1 && Math.abs(await top() - was) < 3, 'at the same place');
}, {prepare: long, hash: '#/c/long'});

pageTest('I3 a hit of the search leads to its message', async ({page}) => {
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('question 5.');
  await page.getByRole('searchbox').press('ArrowDown');
  await page.locator('.hit mark').first().waitFor();
  await picture(page, 'search');
  await page.locator('.hit').first().click();
  await until(async () => await entry(page, 'Question 5.').count() === 1 && await entry(page, 'Question 5.').evaluate((it) => document.activeElement === it), 'at the hit');
}, {prepare: long, hash: '#/c/long'});

pageTest('I3 the list by keyboard: arrows, rename, delete with a question', async ({page, mock}) => {
  await page.getByRole('link', {name: 'Beta'}).focus();
  await page.keyboard.press('ArrowDown');
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Alpha/);
  await page.keyboard.press('F2');
  await page.getByRole('dialog').getByLabel('Title').fill('Gamma');
  await page.keyboard.press('Enter');
  await page.getByRole('link', {name: 'Gamma'}).waitFor();
  assert.equal(mock.place('alpha').conversation.title, 'Gamma');
  await page.getByRole('link', {name: 'Gamma'}).focus();
  await page.keyboard.press('Delete');
  await picture(page, 'delete');
  await page.keyboard.press('Escape');
  assert.ok(mock.conversations.has('alpha'));
  await page.keyboard.press('Delete');
  await page.getByRole('button', {name: 'Delete', exact: true}).click();
  await page.getByRole('link', {name: 'Gamma'}).waitFor({state: 'detached'});
  assert.ok(!mock.conversations.has('alpha'));
}, {prepare: (mock) => {
  for (const text of ['Alpha', 'Beta']) {
    mock.settle(mock.add(text.toLowerCase(), text), {text: 'ok'});
    mock.place(text.toLowerCase()).conversation.last_activity_at = text === 'Alpha' ? '2026-01-01T00:00:00.000Z' : '2026-01-02T00:00:00.000Z';
  }
}});

pageTest('I3 close by the menu; the next question starts afresh', async ({page, mock}) => {
  await page.getByRole('main').getByRole('button', {name: 'Actions for this conversation'}).click();
  await picture(page, 'menu');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', {name: 'Close it'}).click();
  await page.getByText('This conversation is closed.').waitFor();
  assert.ok(mock.place('one').conversation.closed);
}, {hash: '#/c/one', prepare: (mock) => mock.settle(mock.add('one', 'One'), {text: 'ok'})});

const hour = (hours) => new Date(Date.now() + hours * 3600000).toISOString();

function exhaust(mock) {
  mock.status.providers.push({id: 'spare', plugin: 'codex', default: false, state: 'ready', version: '0.171.0', rehearsal: false, capacity: {state: 'unmetered', windows: []}});
  mock.setProvider({capacity: {state: 'exhausted', resets_at: hour(2), observed_at: hour(0), windows: [
    {id: 'primary', used_percent: 100, window_minutes: 300, resets_at: hour(2)}, {id: 'secondary', used_percent: 40, window_minutes: 10080, resets_at: hour(50)}]}});
}

pageTest('E1 E3 the quota is used up: who answers instead, and the windows', async ({page, mock}) => {
  exhaust(mock);
  mock.setRoute({plugin: 'fallback', members: ['codex', 'spare'], choice: {reason: 'substitute', provider: 'spare'}});
  const banner = page.locator('.banner.exhausted');
  await banner.getByText('The quota of codex is used up until').waitFor();
  await banner.getByText('spare answers.').waitFor();
  await page.getByRole('button', {name: 'Providers'}).click();
  const codex = page.locator('.provider[data-id=codex]');
  await codex.getByText('Quota: used up until').waitFor();
  assert.deepEqual(await codex.locator('.window-name').allTextContents(), ['5 h', '7 d']);
  assert.match(await codex.locator('.window-words').nth(1).textContent(), /^40 % used · resets at .*\d\d:\d\d$/);
  await page.locator('.provider[data-id=spare]').getByText('Quota: none is counted').waitFor();
  await page.locator('.route').getByText('spare answers in place of the first one').waitFor();
  await page.getByText('Order: codex → spare').waitFor();
  await page.getByText('Nothing waits.').waitFor();
  await picture(page, 'providers');
  mock.setProvider({capacity: {state: 'available', windows: []}}); // the dialog follows
  await codex.getByText('Quota: there is some left').waitFor();
  await page.keyboard.press('Escape');
  await until(async () => await page.locator('dialog').count() === 0 && await banner.count() === 0, 'closed, and nothing is said any more');
});

pageTest('E4 nobody has quota left: what waits, since when and until when', async ({page, mock}) => {
  await ask(page, 'Who has time?');
  await taken(mock, 1);
  exhaust(mock);
  mock.setRoute({plugin: 'fallback', members: ['codex', 'spare'], choice: {reason: 'exhausted', until: hour(2)}});
  mock.waitForCapacity(newest(mock));
  await entry(page, 'Who has time?').getByText('Waiting for quota, tried again at').waitFor();
  await page.getByRole('button', {name: 'Providers'}).click();
  const wait = page.locator('.wait');
  await wait.getByText('Who has time?').waitFor();
  assert.match(await wait.locator('.hint').textContent(), /Waiting for quota, tried again at .* · since /);
  await page.locator('.route').getByText('Nobody has quota left: questions wait and are tried again at').waitFor();
  await page.getByRole('button', {name: 'Close', exact: true}).click();
});

pageTest('C4 what answers a conversation is seen and chosen', async ({page, mock}) => {
  exhaust(mock);
  mock.status.workspaces.push({name: 'site', path: '/home/somebody/site', access: 'write'});
  await ask(page, 'First');
  await taken(mock, 1);
  mock.settle(newest(mock), {text: 'Yes.'});
  const choice = page.locator('.choice');
  await choice.getByText('codex · gpt').click();
  await page.getByLabel('Provider', {exact: true}).selectOption('spare');
  await page.getByLabel('Workspace', {exact: true}).selectOption('site');
  await page.getByLabel('Effort', {exact: true}).fill('high');
  await page.getByLabel('Model', {exact: true}).fill('gpt-6');
  await picture(page, 'choice');
  await page.getByLabel('Model', {exact: true}).press('Enter');
  await choice.getByText('spare · gpt-6 · high').waitFor();
  await page.getByText('/home/somebody/site · may write').waitFor();
  assert.deepEqual(mock.changed, [{provider: 'spare', model: 'gpt-6', effort: 'high', workspace: 'site'}]);
  await choice.click();
  await page.getByLabel('Model', {exact: true}).fill('');
  await page.getByRole('button', {name: 'Save'}).click();
  await choice.getByText('spare · high').waitFor();
  assert.deepEqual(mock.changed.at(-1), {model: ''});
});

pageTest('E6 an answer says quietly what it cost', async ({page, mock}) => {
  await ask(page, 'How much?');
  await taken(mock, 1);
  newest(mock).spends = [{model: 'gpt', input_tokens: 1200, output_tokens: 80}, {input_tokens: 300, output_tokens: 20}];
  mock.settle(newest(mock), {text: 'So much.'});
  await entry(page, 'How much?').locator('.tokens').getByText('1,500 + 100 tokens').waitFor();
});

test('I2 everything that the stand-in said fits docs/openapi.yaml', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'hostline-said-'));
  try {
    const file = join(directory, 'said.ndjson');
    await writeFile(file, said.map((line) => JSON.stringify(line)).join('\n'));
    execFileSync('/usr/bin/python3', [join(root, 'tests/integration/page/validate.py'), join(root, 'docs/openapi.yaml'), file], {stdio: 'inherit'});
  } finally {
    await rm(directory, {recursive: true});
  }
});
