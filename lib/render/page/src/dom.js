// SPDX-License-Identifier: Apache-2.0
// Elements from plain values. Text is always text: no name is ever markup.

function make(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) {
      node.addEventListener(key.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      node.setAttribute(key, value === true ? '' : value);
    }
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

export function element(name, attributes = {}, ...children) {
  return make(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return make(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

const nameOf = (node) => `${node.tagName} ${node.getAttribute('aria-label') ?? node.textContent}`;

// Replaces the children of `node`. If one of them had the keyboard focus, the
// new child of the same name gets it.
export function fill(node, ...children) {
  const active = node.contains(document.activeElement) && document.activeElement !== node ? nameOf(document.activeElement) : null;
  node.replaceChildren();
  make(node, {}, children);
  if (active) [...node.querySelectorAll('button, select, input, [tabindex]')].find((other) => nameOf(other) === active)?.focus();
}

let labels = 0;

function labelled(label, control) {
  control.id = `control-${++labels}`;
  return element('span', { class: 'control' }, element('label', { for: control.id }, label), control);
}

// A control with its label. `options` are [value, text] pairs.
export function select(label, options, value, onchange) {
  const control = element('select', { onchange: () => onchange(control.value) },
    options.map(([key, text]) => element('option', { value: key, selected: key === value }, text)));
  return labelled(label, control);
}

export function field(label, value, oninput, attributes = {}) {
  const control = element('input', { type: 'search', autocomplete: 'off', spellcheck: 'false', ...attributes, oninput: () => oninput(control.value) });
  control.value = value;
  return labelled(label, control);
}

// A name that is too long for a line breaks between its parts and words.
export function breakable(text) {
  const parts = String(text).split(/(?<=\/)|(?<=[A-Za-z0-9]_)(?=[^_/])|(?<=[a-z]{2})(?=[A-Z])/);
  return parts.length < 2 ? text : parts.flatMap((part, i) => (i ? [document.createElement('wbr'), part] : [part]));
}

export function link(text, onclick, attributes = {}) {
  return element('button', { class: 'link', onclick, ...attributes }, breakable(text));
}

// What keys and the mouse do, for who asks.
export function keys(text) {
  return element('details', { class: 'keys' }, element('summary', {}, 'Keys and mouse'), element('div', {}, element('p', {}, text)));
}

export function notes(texts) {
  return texts?.length ? element('ul', { class: 'notes' }, texts.map((text) => element('li', {}, text))) : null;
}

// Calls `draw` whenever an element gets another width.
export function onWidth(node, draw) {
  let width = 0;
  new ResizeObserver(() => {
    if (!node.clientWidth || node.clientWidth === width) return;
    const isFirst = width === 0;
    width = node.clientWidth;
    if (!isFirst) draw();
  }).observe(node);
}
