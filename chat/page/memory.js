// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// What the page keeps in this browser: drafts, unsent messages, reading positions, the language. Storage that is full or
// forbidden costs the memory, never the page.

const prefix = 'hostline.';

export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(prefix + key) ?? 'null');
  } catch {
    return null;
  }
}

export function remember(key, value) {
  try {
    if (value === null || value === undefined || value === '') localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // Full or forbidden.
  }
}

/// All that is kept under keys that begin with `start`: [key, value].
export function recallAll(start) {
  const found = [];
  try {
    for (let i = 0; i < localStorage.length; i += 1) {
      const key = localStorage.key(i);
      if (key.startsWith(prefix + start)) found.push(key.slice(prefix.length));
    }
  } catch {
    return [];
  }
  return found.map((key) => [key, recall(key)]).filter(([, value]) => value !== null);
}

export const forget = (key) => remember(key, null);

/// Of a deleted conversation.
export function forgetConversation(id) {
  forget(`draft.${id}`);
  forget(`place.${id}`);
}
