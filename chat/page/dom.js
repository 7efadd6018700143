// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// Makes elements. Text always goes in as text; nothing here takes HTML.

/// h('button', {class: 'x', onclick: f, 'aria-label': '…'}, 'text', child, …)
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const shapes = {
  plus: 'M12 5v14M5 12h14',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7 7h10v10H7z',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  check: 'M5 13l4 4L19 7',
  down: 'M12 5v14M6 13l6 6 6-6',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
  note: 'M12 8h.01M11 12h1v4h1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
};

export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [key, value] of Object.entries({viewBox: '0 0 24 24', class: `icon icon-${name}`, 'aria-hidden': 'true'})) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', shapes[name]);
  svg.append(path);
  return svg;
}

export function iconButton(name, label, onclick, attributes = {}) {
  return h('button', {type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick, ...attributes}, icon(name));
}

/// Calls `work` once, a moment after the last request for it, but not later than `longest` after the first.
export function debounce(work, pause, longest = pause * 5) {
  let timer = 0;
  let first = 0;
  const run = () => {
    timer = 0;
    first = 0;
    work();
  };
  const ask = () => {
    const now = performance.now();
    if (!first) first = now;
    clearTimeout(timer);
    timer = setTimeout(run, Math.max(0, Math.min(pause, first + longest - now)));
  };
  ask.now = () => {
    clearTimeout(timer);
    run();
  };
  return ask;
}

/// Says something to a screen reader; `urgent` interrupts.
export function announce(text, urgent = false) {
  const region = document.getElementById(urgent ? 'alerts' : 'announcements');
  region.textContent = '';
  requestAnimationFrame(() => {
    region.textContent = text;
  });
}

export function copyText(text) {
  return navigator.clipboard.writeText(text);
}
