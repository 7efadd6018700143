// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// Debian's Chromium, driven by playwright-core, and where pictures go.
import {mkdir} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
// install_modules.sh puts it outside the sources.
const {chromium} = createRequire(join(process.env.HOSTLINE_PAGE_MODULES ?? join(root, '.tools/page'), 'package.json'))('playwright-core');

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

export function launch() {
  return chromium.launch({executablePath: process.env.HOSTLINE_CHROMIUM ?? '/usr/bin/chromium', args: flags});
}

/// A page that fails its test when it breaks a content rule or throws: `problems` lists what happened.
export async function openPage(browser, address, options = {}) {
  const context = await browser.newContext({locale: 'en-GB', viewport: {width: 1180, height: 800}, ...options});
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], {origin: new URL(address).origin});
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text())) problems.push(message.text());
  });
  page.setDefaultTimeout(30000); // generous: other tests run beside
  page.setDefaultNavigationTimeout(90000);
  await page.goto(address, {waitUntil: 'commit'});
  return {page, context, problems};
}

const pictures = process.env.HOSTLINE_PICTURES ?? join(tmpdir(), 'hostline-page-pictures');

export async function picture(page, name) {
  await mkdir(pictures, {recursive: true});
  await page.screenshot({path: join(pictures, `${name}.png`)});
}

export const question = (page) => page.getByRole('textbox', {name: /Your question|您的问题/});

export async function ask(page, text) {
  await question(page).fill(text);
  await question(page).press('Enter');
}

export const entry = (page, text) => page.locator('.entry', {has: page.locator('.bubble', {hasText: text})});
