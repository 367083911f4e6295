// SPDX-License-Identifier: Apache-2.0
// Two dumps: a flame graph of the new one, in which colour says what changed,
// and the changes as rows; how long their steps were.
import { records } from '../data.js';
import { element, fill, field, keys, notes, onWidth, select } from '../dom.js';
import { format, shown, signed } from '../format.js';
import { FRAME_KEYS, drawFrames, framesHolder, layout } from '../frames.js';
import { legend } from '../legend.js';
import { matcher } from '../match.js';
import { chooseNode } from '../selection.js';
import * as state from '../state.js';
import { rowsTable } from '../table.js';
import { Tree } from '../tree.js';

export const id = 'diff';
export const title = 'Difference';

// How much worse or better, as a step of colour.
const GRADES = [[2, 'at least twice'], [1.2, 'at least 1.2 times'], [1.02, 'at least 1.02 times']];

function grade(base, now) {
  if (base === now) return 'same';
  const [more, less, word] = now > base ? [now, base, 'worse'] : [base, now, 'better'];
  const step = less === 0 ? 0 : GRADES.findIndex(([least]) => more / less >= least);
  return step < 0 ? 'same' : `${word}${step}`;
}

function lengths(app, names) {
  const sides = [records(app.data.table('step lengths of the old dump')), app.data.lengths];
  const most = Math.max(...sides.flat().map((row) => row.length ?? 0), 1);
  return element('div', { class: 'sides' }, sides.map((rows, i) => element('section', {}, element('h2', {}, `Steps of ${names[i]}`),
    element('table', { class: 'spread' }, element('caption', {}, 'length'), element('tbody', {}, rows.map((row) => element('tr', {}, element('th', { scope: 'row' }, `step ${row.step}`),
      element('td', { class: 'number' }, element('span', { class: 'bar', style: `--part:${(row.length ?? 0) / most}` }, row.length === null ? 'not known' : format(row.length, 'us'))))))))));
}

export function make(app) {
  const section = app.data.of('diff')[0];
  if (!section) return null;
  const names = app.data.dumps.length === 2 ? app.data.dumps : ['the old dump', 'the new dump'];
  const labels = names[0] === names[1] ? [`${names[0]} (old)`, `${names[1]} (new)`] : names;
  const panel = element('div');
  const tree = new Tree(section);
  const controls = element('div', { class: 'controls' });
  const holder = framesHolder('changes');
  const status = element('p', { class: 'details', role: 'status' });
  const below = element('div');
  let shownOf = null;

  function draw() {
    const now = state.read();
    const measure = tree.measure(now.metric);
    if (!measure) {
      fill(panel, 'Neither dump costs anything.');
      return;
    }
    if (!controls.contains(document.activeElement)) {
      fill(controls, 
        select('Metric', tree.measures.map((m) => [m.word || m.key, m.label]), measure.word || measure.key, (metric) => state.write({ metric })),
        field('Search', now.search ?? '', (search) => state.write({ search }, { isMove: true }), { placeholder: 'text or /pattern/' }),
        element('button', { onclick: () => state.write({ zoom: '(all)', node: null, of: null }) }, 'Reset zoom'), keys(FRAME_KEYS));
    }
    const { base, now: costs, unit } = measure;
    const change = (row) => costs[row] - base[row];
    const percent = (row) => (base[row] ? ` (${signed(100 * change(row) / base[row], 'count').replace(/(\.\d).*/, '$1')} %)` : '');
    const describe = (row) => `${shown(tree.name[row])}${tree.status[row] === 'same' ? '' : ` (${tree.status[row]})`}: ${format(base[row], unit)} in ${labels[0]}, ${format(costs[row], unit)} in ${labels[1]}, ${signed(change(row), unit)}${percent(row)}`;
    const zoom = Math.max(tree.find(now.zoom ?? now.node ?? '(all)'), 0);
    const matches = matcher(now.search);
    const pixels = holder.clientWidth || 900;
    const frames = layout(tree, costs.map((v) => Math.max(v, 0)), zoom, pixels);
    drawFrames(holder, frames, {
      label: `Flame graph of ${labels[1]}`,
      pixels,
      selected: zoom,
      words: (frame) => frame.label,
      paint: (frame) => (frame.kind !== 'row' ? { className: 'plain', title: frame.label }
        : { className: `${tree.status[frame.row] === 'added' ? 'added' : grade(base[frame.row], costs[frame.row])}${matches ? (matches(tree.name[frame.row]) ? ' hit' : ' miss') : ''}`, title: describe(frame.row) }),
      onchoose: (frame) => { status.textContent = describe(frame.row); },
      onzoom: (frame) => open(frame.row),
      onback: () => zoom && open(tree.parent[zoom]),
    });
    status.textContent = describe(zoom);
    if (shownOf !== measure.key) drawTable(measure, change);
    shownOf = measure.key;
  }

  function open(row) {
    if (!row || !chooseNode(app, tree.name[row], { zoom: tree.keyOf(row) })) state.write({ zoom: row ? tree.keyOf(row) : '(all)', node: null, of: null });
  }

  function drawTable(measure, change) {
    const { base, now: costs, unit, label } = measure;
    const rows = tree.name.map((_, row) => row);
    const cells = (row) => [shown(tree.name[row]), change(row), base[row] ? change(row) / base[row] : null, base[row], costs[row], Math.abs(change(row)), tree.status[row]];
    const part = (heading, isWanted) => {
      const of = rows.filter((row) => isWanted(tree.status[row]) && (change(row) !== 0 || tree.status[row] !== 'same'));
      if (!of.length) return null;
      return element('section', {}, element('h2', {}, heading), rowsTable([{ title: 'name' }, { title: 'change', unit }, { title: 'relative', unit: 'share' }, { title: labels[0], unit }, { title: labels[1], unit }, { title: 'size of change', unit }, { title: 'status' }],
        of.map(cells), { order: { column: 5, descending: true }, caption: `${heading}: ${label}`, onrow: (i) => open(of[i]), isSigned: (i) => i === 1 || i === 2 }));
    };
    const parts = [part('Changed', (s) => s === 'same' || s === 'renamed'), part(`New in ${labels[1]}`, (s) => s === 'added'), part(`Gone since ${labels[0]}`, (s) => s === 'removed')].filter(Boolean);
    fill(below, notes(tree.left_out ? [`${tree.left_out} rows that cost least in both are added up in rows of their own.`] : []),
      ...(parts.length ? parts : [element('p', {}, `Nothing changed in ${label}.`)]));
  }

  const colors = legend([...GRADES.map(([, words], i) => [`worse${i}`, `worse: ${words}`]), ['added', `only in ${labels[1]}`], ['same', 'less than 1.02 times'], ...GRADES.map(([, words], i) => [`better${i}`, `better: ${words}`]).reverse()]);
  onWidth(holder, draw);
  panel.append(element('p', {}, `${labels[0]} before, ${labels[1]} now. Numbers: ${section.notes.join(' ')} Widths are those of ${labels[1]}.`),
    lengths(app, labels), controls, status, colors, holder, below);
  return { panel, draw };
}

