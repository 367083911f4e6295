// SPDX-License-Identifier: Apache-2.0
// What the checkers say, with links to the nodes that they name.
import { element, link } from '../dom.js';
import { chooseNode } from '../selection.js';

export const id = 'advice';
export const title = 'Advice';

// A text in which names of nodes are links.
export function linked(app, text, more) {
  const tree = app.data.tree('scope');
  return text.split(/([^\s,;'"()]+)/).map((word) => {
    const name = word.replace(/[.:]+$/, '');
    return tree && name.length > 2 && tree.find(name) > 0 ? [link(name, () => chooseNode(app, name, more)), word.slice(name.length)] : word;
  }).flat();
}

export function make(app) {
  const section = app.data.of('advice')[0];
  if (!section) return null;
  const panel = element('div');
  const draw = () => {
    if (panel.firstChild) return;
    panel.append(...section.entries.map((entry) => element('section', {}, element('h2', {}, entry.checker),
      entry.statements.length
        ? element('ul', {}, entry.statements.map((s) => element('li', { class: s.finding ? 'finding' : null }, element('pre', {}, linked(app, s.text, { tab: 'flame', view: 'scope' })))))
        : element('p', {}, 'Nothing to say.'))));
  };
  return { panel, draw };
}
