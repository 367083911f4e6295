// SPDX-License-Identifier: Apache-2.0
// Elements from plain values. Text is always text: no name is ever markup.

export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) {
      node.addEventListener(key.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      node.setAttribute(key, value === true ? '' : value);
    }
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined) node.append(child);
  }
  return node;
}

let labels = 0;

// A control with its label. `options` are [value, text] pairs.
export function select(label, options, value, onchange) {
  const id = `control-${++labels}`;
  const control = element('select', { id, onchange: () => onchange(control.value) },
    options.map(([key, text]) => element('option', { value: key, selected: key === value }, text)));
  return element('span', { class: 'control' }, element('label', { for: id }, label), control);
}

export function search(label, oninput, attributes = {}) {
  const id = `control-${++labels}`;
  const control = element('input', { id, type: 'search', ...attributes, oninput: () => oninput(control.value) });
  return element('span', { class: 'control' }, element('label', { for: id }, label), control);
}

export function notes(texts) {
  return texts.length ? element('ul', { class: 'notes' }, texts.map((text) => element('li', {}, text))) : null;
}
