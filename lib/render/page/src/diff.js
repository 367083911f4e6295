// SPDX-License-Identifier: Apache-2.0
// Two dumps: a flame graph of the new one, in which colour says what changed,
// and the changes as rows.
import { element, notes, select } from './dom.js';
import { drawFlame } from './flame.js';
import { format } from './format.js';
import * as state from './state.js';
import { table } from './table.js';
import { Tree } from './tree.js';

export function diff(section) {
  const panel = element('div');
  const tree = new Tree(section);
  const controls = element('div', { class: 'controls' });
  const holder = element('div', { class: 'flame' });
  const details = element('p', { class: 'details', role: 'status' });
  const below = element('div');

  function draw() {
    const measure = tree.measure(state.read().metric);
    if (!measure) {
      panel.replaceChildren('Neither dump costs anything.');
      return;
    }
    controls.replaceChildren(select('Metric', tree.measures.map((m) => [m.word || m.key, m.label]), measure.word || measure.key, (metric) => { state.write({ metric }); draw(); }));
    const change = (row) => measure.now[row] - measure.base[row];
    const most = Math.max(...tree.name.map((_, row) => Math.abs(change(row))), 1);
    const describe = (row) => `${tree.name[row]} (${tree.status[row]}): ${format(measure.base[row], measure.unit)} before, ${format(measure.now[row], measure.unit)} now, ${change(row) > 0 ? '+' : ''}${format(change(row), measure.unit)}`;
    details.textContent = describe(0);
    const root = tree.nested((row) => measure.now[row]);
    root.value = Math.max(root.value, root.children.reduce((sum, child) => sum + child.value, 0));
    drawFlame(holder, root, {
      color: (d) => {
        const share = Math.min(Math.abs(change(d.data.row)) / most, 1);
        return change(d.data.row) === 0 ? 'var(--same)' : `color-mix(in srgb, var(${change(d.data.row) > 0 ? '--worse' : '--better'}) ${20 + Math.round(80 * share)}%, var(--same))`;
      },
      describe: (data) => describe(data.row),
      onclick: (d) => { details.textContent = describe(d.data.row); },
    });
    const rows = tree.name.map((name, row) => [name, tree.status[row], measure.base[row], measure.now[row], change(row), Math.abs(change(row))]).filter((row) => row[4] !== 0 || !['same', 'added up'].includes(row[1]));
    below.replaceChildren(...[notes(tree.left_out ? [`${tree.left_out} rows that cost least in both are added up in rows of their own.`] : [])].filter(Boolean), rows.length
      ? table([{ title: 'name' }, { title: 'status' }, { title: 'before', unit: measure.unit }, { title: 'now', unit: measure.unit }, { title: 'change', unit: measure.unit }, { title: 'size of change', unit: measure.unit }], rows, { order: { column: 5, descending: true }, caption: 'What changed' })
      : element('p', {}, `Nothing changed in ${measure.label}.`));
  }

  panel.append(controls, details, holder, below);
  return { panel, draw };
}
