// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// Messages on their way. Each has its client id from the start and keeps it over every retry and reload, so a lost
// response never asks twice (the server takes an id once). Of one conversation they go in order, one after the other.
import {forget, recallAll, remember} from './memory.js';

const firstPause = 1000;
const longestPause = 15000;

function wordsOf(error) {
  return [error.message, error.step].filter(Boolean).join(' ');
}

export class Outbox {
  /// `send(conversation, clientId, text)`; `onAsked(message, answer)`; `onChange(conversation)`.
  constructor({send, onAsked, onChange}) {
    this.send = send;
    this.onAsked = onAsked;
    this.onChange = onChange;
    this.messages = []; // {client_id, conversation, text, at, state: 'sending' | 'retrying' | 'failed', error}
    this.busy = new Set(); // conversations with a send under way
    this.timers = new Map();
    this.pauses = new Map();
  }

  /// Goes on with what an earlier life of the page left.
  restore() {
    this.messages = recallAll('outbox.').map(([, message]) => message).sort((a, b) => (a.at < b.at ? -1 : 1));
    this.retryNow();
  }

  of(conversation) {
    return this.messages.filter((message) => message.conversation === conversation);
  }

  add(conversation, text) {
    const message = {client_id: crypto.randomUUID(), conversation, text, at: new Date().toISOString(), state: 'sending'};
    this.messages.push(message);
    this.keep(message);
    this.onChange(conversation);
    this.pump(conversation);
  }

  keep(message) {
    remember(`outbox.${message.client_id}`, message);
  }

  remove(message) {
    this.messages = this.messages.filter((other) => other !== message);
    forget(`outbox.${message.client_id}`);
    this.onChange(message.conversation);
  }

  /// The server is known to be there (again).
  retryNow() {
    this.pauses.clear();
    for (const conversation of new Set(this.messages.map((message) => message.conversation))) this.pump(conversation);
  }

  async pump(conversation) {
    clearTimeout(this.timers.get(conversation));
    this.timers.delete(conversation);
    const message = this.of(conversation).find((other) => other.state !== 'failed');
    if (!message || this.busy.has(conversation)) return;
    this.busy.add(conversation);
    try {
      const answer = await this.send(conversation, message.client_id, message.text);
      this.pauses.delete(conversation);
      this.onAsked(message, answer);
      this.remove(message);
    } catch (error) {
      if (error.passing || error.status === 401) this.waitFor(message, error);
      else this.fail(message, error);
    } finally {
      this.busy.delete(conversation);
    }
    if (!this.timers.has(conversation)) this.pump(conversation);
  }

  waitFor(message, error) {
    const {conversation} = message;
    const pause = this.pauses.get(conversation) ?? firstPause;
    this.pauses.set(conversation, Math.min(pause * 2, longestPause));
    message.state = 'retrying';
    message.error = error.status === 503 ? wordsOf(error) : undefined; // what the server said, if it did
    this.keep(message);
    this.onChange(conversation);
    this.timers.set(conversation, setTimeout(() => {
      this.timers.delete(conversation);
      this.pump(conversation);
    }, pause));
  }

  /// Refused: the person decides what becomes of the text.
  fail(message, error) {
    message.state = 'failed';
    message.error = wordsOf(error);
    this.keep(message);
    this.onChange(message.conversation);
  }
}
