// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// One request in the dialogue: the question, notes beside it, what it is doing, its reply.
import {AnswerView, copyButton} from './answer.js';
import {h, icon} from './dom.js';
import {duration, fullTime, shortTime, stateText, t, tokensText} from './words.js';

const quietAfter = 5000; // the last sign of life is worth a word after this

function timeStamp(iso) {
  return h('time', {datetime: iso, title: fullTime(iso)}, shortTime(iso));
}

function html(markup) {
  const view = new AnswerView();
  view.show(markup);
  return view.element;
}

export class EntryView {
  /// `actions`: stop(id), reuse(text), quotaUntil().
  constructor(id, actions) {
    this.id = id;
    this.actions = actions;
    this.version = 0;
    this.question = h('div', {class: 'question', role: 'group', 'aria-label': t('you')});
    this.sides = h('div', {class: 'sides'});
    this.reply = h('div', {class: 'reply'});
    this.what = h('span', {class: 'what'});
    this.time = h('span', {class: 'time'});
    this.stopButton = h('button', {type: 'button', class: 'stop', onclick: () => this.actions.stop(this.id)});
    this.waiting = h('div', {class: 'waiting'}, h('span', {class: 'pulse', 'aria-hidden': 'true'}), this.what, this.time, this.stopButton);
    this.element = h('li', {class: 'entry', id: `r-${id}`, tabindex: '-1'}, this.question, this.sides, this.reply, this.waiting);
    this.shown = {};
  }

  show(entry) {
    if (this.version === entry.version) return;
    this.version = entry.version;
    this.request = entry.request;
    const {request} = entry;
    this.update('question', request.text, () => {
      this.question.replaceChildren(h('div', {class: 'bubble', dir: 'auto'}, request.text), h('div', {class: 'meta'}, timeStamp(request.created_at)));
    });
    this.update('sides', request.notices.map((notice) => `${notice.id} ${notice.at} ${notice.text}`).join('\n'), () => {
      this.sides.replaceChildren(...request.notices.map((notice) => this.side(notice)));
    });
    if (request.reply) this.update('reply', `${request.reply.kind} ${request.spends?.length ?? 0} ${request.reply.text}`, () => this.showReply(request));
    else this.showPartial(entry.partial);
    this.showWaiting();
  }

  update(part, value, work) {
    if (this.shown[part] === value) return;
    this.shown[part] = value;
    work();
  }

  side(notice) {
    return h('aside', {class: 'side', 'aria-label': t('sideMessage')}, icon('note'), html(notice.html), timeStamp(notice.at));
  }

  showReply({reply, failure, kind, text, spends}) {
    const cost = tokensText(spends);
    const tokens = cost ? h('span', {class: 'tokens', title: t('tokensHint')}, cost) : null;
    const marks = reply.marks.map((mark) => h('span', {class: 'mark'}, mark.text));
    if (reply.kind === 'answer') {
      // The streamed text stays where it is; only what differs is replaced.
      this.answer ??= new AnswerView();
      this.answer.show(reply.html);
      this.answer.element.classList.remove('streaming');
      this.reply.className = 'reply is-answer';
      this.reply.setAttribute('role', 'group');
      this.reply.setAttribute('aria-label', t('answer'));
      this.reply.replaceChildren(this.answer.element, h('div', {class: 'meta'},
        ...marks, copyButton(t('copyAnswer'), () => reply.text), timeStamp(reply.at), tokens));
      return;
    }
    this.answer = null;
    this.reply.className = 'reply is-notice';
    this.reply.setAttribute('role', 'group');
    this.reply.setAttribute('aria-label', t('hostline'));
    const detail = failure?.detail && failure.kind !== 'stopped'
      ? h('details', {}, h('summary', {}, t('details')), h('code', {}, `${failure.kind}: ${failure.detail}`)) : null;
    this.reply.replaceChildren(h('div', {class: 'notice-head'}, icon('note'), t('hostline')), html(reply.html), ...[detail].filter(Boolean),
      h('div', {class: 'meta'}, ...marks, timeStamp(reply.at), tokens, kind === 'question' && failure
        ? h('button', {type: 'button', class: 'link', onclick: () => this.actions.reuse(text)}, t('askAgain')) : null));
  }

  showPartial(partial) {
    if (!partial) {
      if (this.answer) this.reply.replaceChildren();
      this.answer = null;
      return;
    }
    if (!this.answer) {
      this.answer = new AnswerView();
      this.answer.element.classList.add('streaming');
      this.reply.className = 'reply is-answer';
      this.reply.replaceChildren(this.answer.element);
    }
    this.answer.show(partial.html, partial.text.slice(partial.htmlEnd));
  }

  get open() {
    return this.request.state !== 'settled' || !this.request.reply;
  }

  showWaiting() {
    this.waiting.hidden = !this.open;
    if (!this.open) return;
    const {request} = this;
    this.waiting.dataset.state = request.stopping ? 'stopping' : request.state;
    this.stopButton.disabled = request.stopping || request.state === 'settled';
    this.stopButton.hidden = request.state === 'settled';
    this.update('stop', request.state === 'running', () => {
      this.stopButton.setAttribute('aria-label', t('stopThis'));
      this.stopButton.replaceChildren(icon('stop'), request.state === 'running' ? t('stop') : t('withdraw'));
    });
    this.tick(Date.now());
  }

  /// Once a second while it is open.
  tick(now) {
    if (!this.request || !this.open) return;
    const {request} = this;
    const text = stateText(request, this.actions.quotaUntil?.());
    this.update('what', text, () => {
      this.what.textContent = text;
      this.what.title = text;
    });
    const since = Date.parse({running: request.started_at, waiting: request.waiting_since}[request.state] ?? request.created_at);
    const words = [t('elapsed', {time: duration(now - since)})];
    const quiet = request.activity ? now - Date.parse(request.activity.at) : 0;
    if (request.state === 'running' && quiet >= quietAfter) words.push(t('lastSeen', {time: duration(quiet)}));
    this.time.textContent = words.join(' · ');
  }
}

/// A message that the server has not confirmed yet.
export function pendingEntry(message, {onEdit, onDiscard}) {
  const bubble = h('div', {class: 'question', role: 'group', 'aria-label': t('you')}, h('div', {class: 'bubble', dir: 'auto'}, message.text));
  const line = h('div', {class: 'pending-line'});
  if (message.state === 'failed') {
    line.append(h('span', {class: 'refused'}, t('refused', {reason: message.error || '?'})),
      h('button', {type: 'button', class: 'link', onclick: () => onEdit(message)}, t('editAgain')),
      h('button', {type: 'button', class: 'link', onclick: () => onDiscard(message)}, t('discard')));
  } else {
    line.append(message.state !== 'retrying' ? t('sending') : message.error ? t('retryingBecause', {reason: message.error}) : t('retrying'));
  }
  return h('li', {class: `entry pending ${message.state}`, 'data-client-id': message.client_id}, bubble, line);
}
