// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// The page in Chromium against the real daemon and the real Codex; the model is the rehearsal endpoint.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {ask, entry, launch, openPage, picture, question, root} from './browser.mjs';
import {Daemon} from './daemon.mjs';

let browser;
let daemon;
const said = []; // {schema, body} of everything that the page read

before(async () => {
  daemon = await Daemon.make();
  await daemon.start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await daemon?.close();
});

const schemas = [
  [/^POST .*\/conversations\/[^/]+\/requests$/, 'Asked'],
  [/^POST .*\/requests\/[^/]+\/stop$/, 'Stopped'],
  [/^GET .*\/requests\/[^/]+$/, 'Request'],
  [/^GET .*\/conversations$/, 'ConversationList'],
  [/^GET .*\/conversations\/[^/]+$/, 'ConversationPage'],
  [/^(PATCH|POST) .*\/conversations\/[^/]+(\/close)?$/, 'ConversationEnvelope'],
  [/^GET .*\/search$/, 'SearchResults'],
  [/^GET .*\/status$/, 'Status'],
];

function record(page) {
  page.on('response', async (response) => {
    const {pathname} = new URL(response.url());
    if (!pathname.startsWith('/api/v1/') || pathname.endsWith('/events') || response.status() === 204) return;
    const schema = response.ok() ? schemas.find(([pattern]) => pattern.test(`${response.request().method()} ${pathname}`))?.[1] : 'ErrorBody';
    const text = await response.text().catch(() => '');
    if (text) said.push({schema: schema ?? `unknown: ${pathname}`, body: JSON.parse(text)});
  });
}

/// A fresh browser profile, signed in by a link.
function daemonTest(name, work, options) {
  test(name, {timeout: 300000}, async () => {
    const {page, context, problems} = await openPage(browser, await daemon.loginLink(), options);
    await question(page).waitFor();
    record(page);
    await page.reload();
    await question(page).waitFor();
    await work({page, context});
    assert.deepEqual(problems, []);
    await context.close();
  });
}

const answerOf = (page, text) => entry(page, text).locator('.reply.is-answer');
const settled = (page, text) => entry(page, text).locator('.reply.is-answer > .meta');

async function until(condition, what, seconds = 30) {
  for (let i = 0; i < seconds * 20; i += 1) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail(`never: ${what}`);
}

daemonTest('I3 ask: the answer streams and stays after a reload in the middle of it', async ({page}) => {
  await page.locator('.banner[data-kind=rehearsal]').waitFor();
  await ask(page, 'Stream please [[length 3000 markdown]] [[deltas 80 every 50]]');
  await entry(page, 'Stream please').getByText('Answering').waitFor();
  const answer = answerOf(page, 'Stream please');
  await until(async () => (await answer.innerText().catch(() => '')).length > 300, 'some text');
  const before = await answer.innerText();
  await picture(page, 'daemon-streaming');
  await page.reload();
  await until(async () => (await answer.innerText().catch(() => '')).length >= before.length, 'the text again');
  await settled(page, 'Stream please').waitFor();
  const text = await answer.locator('.answer-text').innerText();
  await picture(page, 'daemon-answer');
  await page.reload();
  await settled(page, 'Stream please').waitFor();
  assert.equal(await answer.locator('.answer-text').innerText(), text, 'the streamed text is the stored one');
  assert.equal(await page.locator('.entry').count(), 1);
});

daemonTest('A10 stop: shown within two seconds, one reply, the next question is answered', async ({page}) => {
  await ask(page, 'Never mind [[delay 60000]]');
  await ask(page, 'And this?');
  await entry(page, 'And this?').getByText('Queued, next in line').waitFor();
  await picture(page, 'daemon-queue');
  await entry(page, 'Never mind').getByRole('button', {name: 'Stop this question'}).click();
  await until(async () => await entry(page, 'Never mind').getByText(/Stopping…|Stopped|stopped/).count() > 0, 'stopping', 2);
  await entry(page, 'Never mind').locator('.reply.is-notice').waitFor();
  await settled(page, 'And this?').waitFor();
  await picture(page, 'daemon-stopped');
});

daemonTest('I4 a lost response is sent again: one request, one answer', async ({page}) => {
  let lost = 0;
  const ids = [];
  await page.route('**/conversations/*/requests', async (route) => {
    ids.push(route.request().postDataJSON().client_id);
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await ask(page, 'Once only');
  await settled(page, 'Once only').waitFor();
  await until(() => ids.length === 2, 'sent twice');
  assert.equal(new Set(ids).size, 1);
  await until(async () => await page.locator('.entry').count() === 1, 'one entry');
  const conversation = decodeURIComponent(new URL(page.url()).hash.split('/')[2]);
  const {requests} = await daemon.call('GET', `conversations/${conversation}`);
  assert.equal(requests.length, 1);
});

daemonTest('B3 I3 the daemon is killed in the middle of an answer and comes back: one reply, nothing doubled', async ({page}) => {
  await ask(page, 'Survive [[length 2000 ascii]] [[deltas 60 every 100]]');
  await until(async () => (await answerOf(page, 'Survive').innerText().catch(() => '')).length > 100, 'some text');
  await daemon.stop('SIGKILL');
  await page.locator('.banner[data-kind=lost]').waitFor();
  await question(page).fill('a draft meanwhile');
  await daemon.start();
  await page.locator('.banner[data-kind=lost]').waitFor({state: 'detached'});
  await until(async () => await entry(page, 'Survive').locator('.waiting').isHidden(), 'a reply', 60);
  await picture(page, 'daemon-restarted');
  assert.equal(await entry(page, 'Survive').locator('.reply > *').count() > 0, true);
  assert.equal(await question(page).inputValue(), 'a draft meanwhile');
  await ask(page, 'Still there?');
  await settled(page, 'Still there?').waitFor();
});

daemonTest('I3 an orderly restart: what was queued goes on by itself', async ({page}) => {
  await ask(page, 'Short one [[hold]]');
  await ask(page, 'Behind it');
  await entry(page, 'Behind it').getByText('Queued').waitFor();
  await until(async () => (await daemon.control('GET', 'count')).held === 1, 'the turn runs');
  const stopped = daemon.stop(); // a running turn gets some seconds
  await daemon.control('POST', 'release');
  await stopped;
  await daemon.start();
  await settled(page, 'Short one').waitFor();
  await settled(page, 'Behind it').waitFor();
  assert.equal(await page.locator('.entry').count(), 2);
});

daemonTest('A12 commands are answered in Hostline’s own words, in the language of the question', async ({page}) => {
  await ask(page, '/help');
  await entry(page, '/help').locator('.reply.is-notice').getByText('/status').first().waitFor();
  await ask(page, '/lang zh');
  await entry(page, '/lang zh').locator('.reply.is-notice').getByText(/\p{Script=Han}/u).first().waitFor();
  await picture(page, 'daemon-commands');
});

daemonTest('I3 zh: the page in Chinese, on a narrow screen, by keyboard', async ({page}) => {
  await page.getByText('想看看什么？').waitFor();
  await ask(page, '你好，请用中文回答 [[length 600 cjk]]');
  await settled(page, '你好').waitFor();
  await picture(page, 'daemon-zh-narrow');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  await page.getByRole('button', {name: '显示对话列表'}).press('Enter');
  await page.getByRole('link', {name: /你好/}).waitFor();
  await picture(page, 'daemon-zh-drawer');
  await page.getByRole('button', {name: '将页面切换为英文'}).press('Enter');
  await page.getByRole('heading', {level: 1}).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
  await page.reload();
  await question(page).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
}, {locale: 'zh-CN', viewport: {width: 390, height: 780}, hasTouch: true});

daemonTest('I2 I3 rename, search, close, delete', async ({page}) => {
  await ask(page, 'Where is the umbrella?');
  await settled(page, 'umbrella').waitFor();
  const row = page.getByRole('link', {name: /umbrella/});
  await row.focus();
  await page.keyboard.press('F2');
  await page.getByRole('dialog').getByLabel('Title').fill('Rain gear');
  await page.keyboard.press('Enter');
  await page.getByRole('link', {name: /Rain gear/}).waitFor();
  await page.getByRole('searchbox').fill('UMBRELLA');
  await page.locator('.hit mark').first().waitFor();
  await page.getByRole('searchbox').press('Escape');
  await page.getByRole('link', {name: /Rain gear/}).focus();
  await page.getByRole('main').getByRole('button', {name: 'Actions for this conversation'}).click();
  await page.getByRole('menuitem', {name: 'Close'}).click();
  await page.getByRole('button', {name: 'Close it'}).click();
  await page.getByText('This conversation is closed.').waitFor();
  await page.getByRole('link', {name: /Rain gear/}).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('button', {name: 'Delete', exact: true}).click();
  await page.getByRole('link', {name: /Rain gear/}).waitFor({state: 'detached'});
});

daemonTest('I3 a conversation is deleted while its question runs', async ({page}) => {
  await ask(page, 'Endless [[delay 60000]]');
  await entry(page, 'Endless').getByRole('button', {name: 'Stop this question'}).waitFor();
  await page.getByRole('link', {name: /Endless/}).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('button', {name: 'Delete', exact: true}).click();
  await page.getByRole('link', {name: /Endless/}).waitFor({state: 'detached'});
  await until(async () => (await daemon.call('GET', 'requests')).requests.length === 0, 'nothing open');
});

test('I1 a login link works once; without one the page says how to get in', async () => {
  const link = await daemon.loginLink();
  const first = await openPage(browser, link);
  await question(first.page).waitFor();
  assert.equal(await first.page.evaluate(() => document.cookie), '', 'no script sees the cookie');
  await first.context.close();
  const second = await openPage(browser, link);
  assert.equal(await question(second.page).count(), 0);
  await second.page.goto(daemon.address);
  await second.page.getByRole('heading', {name: 'Please open a login link'}).waitFor();
  await second.context.close();
});

test('I1 the page comes with a strict content policy', async () => {
  const response = await fetch(daemon.address);
  assert.equal(response.status, 200);
  const policy = response.headers.get('content-security-policy');
  for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]) assert.ok(policy.includes(rule), rule);
  assert.doesNotMatch(policy, /unsafe/);
});

test('I2 everything that the page read fits docs/openapi.yaml', async () => {
  const file = join(daemon.folder, 'said.ndjson');
  await writeFile(file, said.map((line) => JSON.stringify(line)).join('\n'));
  execFileSync('/usr/bin/python3', [join(root, 'tests/integration/page/validate.py'), join(root, 'docs/openapi.yaml'), file], {stdio: 'inherit'});
});
