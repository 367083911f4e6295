// SPDX-License-Identifier: Apache-2.0
// What the checkers say, with links to the nodes that they name.
import { records } from '../data.js';
import { element, link } from '../dom.js';
import { format, ranges } from '../format.js';
import { chooseLine, chooseNode } from '../selection.js';

export const id = 'advice';
export const title = 'Advice';

// A text in which names of nodes and lines of code are links.
export function linked(app, text, more) {
  const tree = app.data.tree('scope');
  return text.split(/([^\s,;'"()]+)/).map((word) => {
    const name = word.replace(/[.:]+$/, '');
    if (tree && name.length > 2 && tree.find(name) > 0) return [link(name, () => chooseNode(app, name, more)), word.slice(name.length)];
    const line = /^.+?:\d+(?=:|$)/.exec(name)?.[0];
    if (line && hasLine(app, line)) return [link(name, () => chooseLine(app, line)), word.slice(name.length)];
    return word;
  }).flat();
}

const hasLine = (app, line) => app.data.tree('code')?.findCode(line) > 0;

// A link to a line of code, "src/train.py:41 (gradient)"; `text` is what it shows.
export function lineLink(app, code, text = code) {
  if (!code) return '';
  const line = code.replace(/ \(gradient\)$/, '');
  return hasLine(app, line) ? link(text, () => chooseLine(app, line), { title: code }) : text;
}

// What the step waits for, the most expensive first: what to do about it, where
// it is, and how much shorter the step would be without it, where that is known.
export function waits(app) {
  const found = records(app.data.table('findings'));
  const more = { tab: 'flame', view: 'scope' };
  return found.map(({ name, code, saves, text }) => {
    const where = [saves === null ? null : element('strong', { class: 'saves', 'data-value': saves }, `saves up to ${format(saves, 'us')} a step`),
      name && (app.data.tree('scope')?.find(name) > 0 ? link(name, () => chooseNode(app, name, more)) : name), code && lineLink(app, code)].filter(Boolean);
    return element('li', { class: 'finding' }, element('p', {}, text), where.length ? element('p', { class: 'about' }, where.flatMap((one, i) => (i ? [', ', one] : [one]))) : null);
  });
}

export function make(app) {
  const section = app.data.of('advice')[0];
  if (!section) return null;
  const panel = element('div');
  const draw = () => {
    if (panel.firstChild) return;
    const found = waits(app);
    if (found.length) {
      panel.append(element('section', {}, element('h2', {}, 'What the step waits for'),
        element('p', { class: 'about' }, `On the critical path of step ${app.data.median(app.data.warm)}, the step of median length. What it would save is how much shorter that step would be if it took no time; where nothing is said, that is not known.`), element('ul', { class: 'findings' }, found)));
    }
    const all = app.data.lengths.map((row) => row.step);
    if (all.length > 1) panel.append(element('p', { class: 'about of-steps' }, `What the checkers below say is of all steps, ${ranges(all)}, as tfprof advise prints it, whatever is chosen above.`));
    panel.append(...section.entries.map((entry) => element('section', {}, element('h2', {}, entry.checker),
      entry.statements.length
        ? element('ul', { class: 'findings' }, entry.statements.map((s) => element('li', { class: s.finding ? 'finding' : null }, element('pre', {}, linked(app, s.text, { tab: 'flame', view: 'scope' })))))
        : element('p', {}, 'Nothing to say.'))));
  };
  return { panel, draw, prepare: ['scope', 'code'].map((view) => app.data.tree(view)).filter(Boolean).map((tree) => () => tree.learn()) };
}
