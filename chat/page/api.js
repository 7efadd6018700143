// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// Calls of the HTTP API. The cookie of the login link goes along by itself.

const base = '/api/v1/';

/// What the server refused, or (status 0) that it could not be reached.
export class ApiError extends Error {
  constructor(status, code, message, step) {
    super(message || code);
    this.status = status;
    this.code = code;
    this.step = step;
  }

  /// True when nothing is known about the outcome, or the server asked to come again: the same call may be sent again.
  get passing() {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

export async function call(method, path, body) {
  let response;
  try {
    response = await fetch(base + path, {
      method,
      headers: body === undefined ? {} : {'Content-Type': 'application/json'},
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: 'no-store',
      signal: AbortSignal.timeout(20000),
    });
    const text = await response.text();
    if (response.ok) return text ? JSON.parse(text) : {};
    const {error} = text ? JSON.parse(text) : {};
    throw new ApiError(response.status, error?.code ?? 'unknown', error?.message, error?.step);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // A broken connection, a time-out, or half an answer: what became of the call is not known.
    throw new ApiError(response && !response.ok ? response.status : 0, 'unreachable', String(error?.message ?? error));
  }
}

const part = encodeURIComponent;

function query(values) {
  const set = Object.entries(values).filter(([, value]) => value !== undefined);
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
}

export const api = {
  ask: (conversation, clientId, text) => call('POST', `conversations/${part(conversation)}/requests`, {client_id: clientId, text}),
  request: (id) => call('GET', `requests/${part(id)}`),
  stop: (id) => call('POST', `requests/${part(id)}/stop`),
  conversations: (before) => call('GET', `conversations${query({limit: 50, before})}`),
  conversation: (id, before) => call('GET', `conversations/${part(id)}${query({limit: 30, before})}`),
  change: (id, change) => call('PATCH', `conversations/${part(id)}`, change),
  close: (id) => call('POST', `conversations/${part(id)}/close`),
  remove: (id) => call('DELETE', `conversations/${part(id)}`),
  search: (q) => call('GET', `search${query({q, limit: 50})}`),
  waiting: () => call('GET', `requests${query({state: 'waiting', limit: 50})}`),
  status: () => call('GET', 'status'),
};
