// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// The stream of events. The browser reconnects by itself and says what it saw last; where it gives up (an answer that is
// no stream), this tries again. Every opening after the first means that something may have been missed.

const names = ['request.queued', 'request.started', 'answer.delta', 'activity', 'request.settled', 'notice',
  'conversation.changed', 'status.changed', 'reset'];

export class EventStream {
  /// `onEvent(name, data)`, `onOpen()`, `onLost(closed)`: closed means that the browser gave up and a look at the
  /// status should tell why.
  constructor({onEvent, onOpen, onLost}) {
    this.handlers = {onEvent, onOpen, onLost};
    this.source = null;
    this.timer = 0;
    this.pause = 500;
  }

  open() {
    this.close();
    const source = new EventSource('/api/v1/events');
    this.source = source;
    source.onopen = () => {
      this.pause = 500;
      this.handlers.onOpen();
    };
    source.onerror = () => {
      if (source !== this.source) return;
      const closed = source.readyState === EventSource.CLOSED;
      if (closed) {
        this.timer = setTimeout(() => this.open(), this.pause);
        this.pause = Math.min(this.pause * 2, 8000);
      }
      this.handlers.onLost(closed);
    };
    for (const name of names) {
      source.addEventListener(name, (event) => this.handlers.onEvent(name, JSON.parse(event.data || '{}')));
    }
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  get active() {
    return this.source !== null;
  }
}
