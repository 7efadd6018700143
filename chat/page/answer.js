// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0

// Puts the server's HTML into the page. The server makes it safe; this lets through only what Markdown needs, so that a
// mistake there would still run nothing here. While an answer streams only the blocks that changed are replaced, so that
// a selection in the earlier ones stays.
import {copyText, h, icon} from './dom.js';
import {t} from './words.js';

const allowed = {
  A: ['href', 'title'], ABBR: ['title'], B: [], BLOCKQUOTE: [], BR: [], CODE: ['class'], DEL: [], DETAILS: [], DIV: [], EM: [],
  H1: [], H2: [], H3: [], H4: [], H5: [], H6: [], HR: [], I: [], INPUT: ['checked'], KBD: [], LI: [], OL: ['start'], P: [],
  PRE: ['lang'], S: [], SPAN: ['title'], STRONG: [], SUB: [], SUMMARY: [], SUP: [], TABLE: [], TBODY: [], TD: ['align'], TH: ['align'],
  THEAD: [], TR: [], UL: [],
};
const safeAddress = /^(https?:|mailto:)/i;

function clean(node) {
  for (const child of [...node.childNodes]) {
    if (child.nodeType === Node.TEXT_NODE) continue;
    const attributes = child.nodeType === Node.ELEMENT_NODE ? allowed[child.tagName] : undefined;
    if (!attributes) {
      child.replaceWith(document.createTextNode(child.textContent));
      continue;
    }
    for (const {name} of [...child.attributes]) if (!attributes.includes(name)) child.removeAttribute(name);
    if (child.tagName === 'A') cleanLink(child);
    if (child.tagName === 'INPUT') {
      child.type = 'checkbox';
      child.disabled = true;
    }
    clean(child);
  }
}

function cleanLink(link) {
  if (!safeAddress.test(link.getAttribute('href') ?? '')) link.removeAttribute('href');
  else {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
}

/// Copy buttons on code, a frame that scrolls around tables.
function dress(block) {
  const holder = document.createDocumentFragment();
  holder.append(block);
  for (const pre of holder.querySelectorAll('pre')) {
    const code = pre.querySelector('code');
    const name = pre.getAttribute('lang') ?? /language-([\w+#.-]+)/.exec(code?.className ?? '')?.[1] ?? '';
    const frame = h('div', {class: 'code'}, h('div', {class: 'code-head'}, h('span', {}, name), copyButton(t('copyCode'), () => pre.textContent)));
    pre.replaceWith(frame);
    pre.tabIndex = 0;
    frame.append(pre);
  }
  for (const table of holder.querySelectorAll('table')) {
    const frame = h('div', {class: 'table', tabindex: '0'});
    table.replaceWith(frame);
    frame.append(table);
  }
  return holder;
}

export function copyButton(label, text) {
  const word = h('span', {}, t('copy'));
  const button = h('button', {type: 'button', class: 'copy', 'aria-label': label}, icon('copy'), word);
  button.addEventListener('click', async () => {
    await copyText(text());
    word.textContent = t('copied');
    setTimeout(() => {
      word.textContent = t('copy');
    }, 1500);
  });
  return button;
}

/// A container for one answer.
export class AnswerView {
  constructor() {
    this.element = h('div', {class: 'answer-text', dir: 'auto'});
    this.sources = []; // HTML of each block that stands in the element
  }

  /// `tail`: text that has no HTML yet; it goes on where the last block ends.
  show(html, tail = '') {
    this.tail?.remove();
    this.tail = null;
    const parsed = new DOMParser().parseFromString(html, 'text/html').body;
    clean(parsed);
    const blocks = [...parsed.childNodes].filter((node) => node.nodeType === Node.ELEMENT_NODE || node.textContent.trim());
    const sources = blocks.map((block) => block.outerHTML ?? block.textContent);
    let same = 0;
    while (same < sources.length && sources[same] === this.sources[same]) same += 1;
    while (this.element.childNodes.length > same) this.element.lastChild.remove();
    for (const block of blocks.slice(same)) {
      const dressed = dress(block);
      // Exactly one node for each block, so that counting works.
      this.element.append(dressed.childNodes.length === 1 ? dressed : h('div', {}, dressed));
    }
    this.sources = sources;
    if (tail) {
      this.tail = h('span', {class: 'tail'}, tail);
      endOf(this.element).append(this.tail);
    }
  }
}

/// The innermost element at the end that text can go on in.
function endOf(element) {
  let end = element;
  while (/^(P|LI|UL|OL|BLOCKQUOTE|PRE|CODE|DIV)$/.test(end.lastElementChild?.tagName)
    && !(end.lastElementChild.tagName === 'CODE' && end.tagName !== 'PRE')) end = end.lastElementChild;
  return end;
}
