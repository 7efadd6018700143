// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// A real daemon with the real Codex, which asks the rehearsal endpoint; all of it in a folder of its own.
import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {root} from './browser.mjs';

const programs = join(process.env.HOSTLINE_BUILD_DIR ?? join(root, 'build/dev'), 'bin');
const codex = process.env.HOSTLINE_CODEX ?? join(root, '.tools/codex/bin/codex');

/// The first line of JSON on stdout.
async function ready(child, name) {
  let noise = '';
  child.stderr.on('data', (piece) => { noise = (noise + piece).slice(-4000); });
  const lines = createInterface({input: child.stdout});
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => text),
    once(child, 'exit').then(([code]) => { throw new Error(`${name} ended with ${code}: ${noise}`); }),
  ]);
  return JSON.parse(line);
}

export class Daemon {
  static async make() {
    const daemon = new Daemon();
    daemon.folder = await mkdtemp(join(tmpdir(), 'hostline-page-'));
    daemon.data = join(daemon.folder, 'data');
    daemon.workspace = join(daemon.folder, 'workspace');
    const home = join(daemon.folder, 'codex');
    for (const folder of [daemon.data, daemon.workspace, home]) await mkdir(folder, {mode: 0o700});
    daemon.rehearsal = spawn(join(programs, 'hostline-rehearsal'), ['--port', '0', '--control'], {stdio: ['ignore', 'pipe', 'pipe']});
    const {url} = await ready(daemon.rehearsal, 'hostline-rehearsal');
    daemon.model = url;
    await writeFile(join(home, 'config.toml'), execFileSync(join(programs, 'hostline-rehearsal'), ['--codex-config', url]));
    daemon.home = home;
    await daemon.configure(0);
    return daemon;
  }

  async configure(port) {
    await writeFile(join(this.folder, 'hostline.toml'), [
      '[channels.chat]', `port = ${port}`, '', '[providers.codex]', `command = ${JSON.stringify(codex)}`, `home = ${JSON.stringify(this.home)}`, 'model = "rehearsal"', '',
    ].join('\n'));
  }

  async start() {
    this.process = spawn(join(programs, 'hostlined'),
      ['--config', join(this.folder, 'hostline.toml'), '--data', this.data, '--workspace', this.workspace], {stdio: ['ignore', 'pipe', 'pipe']});
    this.ended = once(this.process, 'exit');
    const {chat} = await ready(this.process, 'hostlined');
    this.address = `${chat.replace(/\/$/, '')}/`;
    await this.configure(new URL(chat).port); // the same address after a restart
    this.token ??= (await readFile(join(this.data, 'chat.token'), 'utf8')).trim();
    return this.address;
  }

  async stop(signal = 'SIGTERM') {
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill(signal);
    await this.ended;
  }

  async close() {
    if (this.process) await this.stop();
    this.rehearsal.kill();
    await rm(this.folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 200});
  }

  async call(method, path, body) {
    const response = await fetch(`${this.address}api/v1/${path}`, {
      method, headers: {Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json'}, body: body && JSON.stringify(body),
    });
    return response.status === 204 ? {} : response.json();
  }

  /// Of the rehearsal endpoint (docs/rehearsal.md).
  async control(method, verb) {
    return (await fetch(new URL(`/control/${verb}`, this.model), {method})).json();
  }

  async loginLink() {
    return (await this.call('POST', 'login-links')).url;
  }
}
