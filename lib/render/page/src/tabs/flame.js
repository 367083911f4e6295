// SPDX-License-Identifier: Apache-2.0
// The rows of a view by what they cost: a flame graph and a table.
import { element, fill, field, keys, notes, onWidth, select } from '../dom.js';
import { FAMILIES, format, share, shown } from '../format.js';
import { FRAME_KEYS, drawFrames, framesHolder, layout, restricted } from '../frames.js';
import { legend } from '../legend.js';
import { matcher } from '../match.js';
import { choose, selected } from '../selection.js';
import * as state from '../state.js';
import { table } from '../table.js';

const FRAMEWORK = /site-packages|dist-packages|(^|\/)(tensorflow|keras|jax)\/|__autograph_generated_file|^<frozen|importlib/;
const COLORS = [['family', 'kind of operation'], ['device', 'device'], ['self', 'self share']];

export const id = 'flame';
export const title = 'Flame graph';

// What the frames of a drawing are coloured by.
function painter(tree, column, color) {
  if (color === 'self') {
    return { legend: [['', 'the stronger, the more of it is its own']], of: (row) => ({ style: `--self:${Math.round(85 * Math.min(Math.max(column.self[row], 0) / Math.max(column.total[row], 1), 1))}%`, className: 'by-self' }) };
  }
  if (color === 'device') {
    const used = tree.devices.filter(Boolean);
    return { legend: used.map((device, i) => [`c${i % 10}`, device]), of: (row) => ({ className: tree.deviceOf(row) ? `c${used.indexOf(tree.deviceOf(row)) % 10}` : 'plain' }) };
  }
  const { families, present } = tree.dominant(column);
  return { legend: FAMILIES.map(([name], i) => [`c${i}`, name]).filter((_, i) => present[i]), of: (row) => ({ className: families[row] < 0 ? 'plain' : `c${families[row]}` }) };
}

export function make(app) {
  const { trees } = app.data;
  if (!trees.length) return null;
  const missing = ['scope', 'op', 'code'].flatMap((view) => app.data.reasons(view).map((why) => `No ${view} view: ${why.replace(`no ${view} view: `, '')}`));
  const panel = element('div');
  const controls = element('div', { class: 'controls' });
  const status = element('p', { class: 'details', role: 'status' });
  const colors = element('div');
  const holder = framesHolder('frames');
  const below = element('div');
  let controlsOf = null;
  let tableOf = null;

  // What the address asks for.
  function asked() {
    const now = state.read();
    const tree = app.data.tree(now.view) ?? trees[0];
    const measure = tree.measure(now.metric);
    const of = selected(app);
    const chosen = of?.tree === tree ? of.row : 0;
    const zoom = now.zoom ? Math.max(tree.find(now.zoom), 0) : chosen;
    return { now, tree, measure, chosen, zoom };
  }

  function drawControls({ now, tree, measure }) {
    const wanted = [tree.view, measure.key, now.color, now.frames].join(' ');
    if (controlsOf === wanted && controls.contains(document.activeElement)) return;
    controlsOf = wanted;
    const text = (label, key, placeholder) => field(label, now[key] ?? '', (value) => state.write({ [key]: value }, { isMove: true }), { placeholder });
    fill(controls, 
      select('View', trees.map((t) => [t.view, `${t.view}: ${t.doc}`]), tree.view, (view) => state.write({ view, zoom: null, of: now.of ?? (now.node ? tree.view : null) })),
      select('Metric', tree.measures.map((m) => [m.word || m.key, m.label]), measure.word || measure.key, (metric) => state.write({ metric })),
      select('Colour', COLORS, now.color ?? 'family', (color) => state.write({ color })),
      text('Search', 'search', 'text or /pattern/'),
      text('Focus', 'focus', 'only these'),
      text('Hide', 'hide', 'none of these'),
      tree.view === 'code' ? select('Frames', [['mine', 'of my code'], ['all', 'all']], now.frames ?? 'mine', (frames) => state.write({ frames })) : null,
      element('button', { onclick: () => state.write({ zoom: '(all)', node: null, of: null }) }, 'Reset zoom'), keys(FRAME_KEYS));
  }

  function draw() {
    const question = asked();
    const { now, tree, measure, chosen, zoom } = question;
    panel.dataset.view = tree.view;
    if (!measure) {
      status.textContent = 'Nothing in this view costs anything.';
      return;
    }
    drawControls(question);
    const { source, label: steps } = app.steps();
    const column = tree.column(measure, source);
    const value = restricted(tree, column.total, matcher(now.focus), matcher(now.hide));
    const isFolded = tree.view === 'code' && now.frames !== 'all' ? (row) => FRAMEWORK.test(tree.name[row]) : undefined;
    const pixels = holder.clientWidth || 900;
    const frames = layout(tree, value, zoom, pixels, { isFolded });
    const paint = painter(tree, column, now.color);
    const matches = matcher(now.search);
    const describe = (row) => `${shown(tree.name[row])}: total ${format(column.total[row], measure.unit)} (${share(column.total[row], column.total[0])}), self ${format(column.self[row], measure.unit)}`;
    drawFrames(holder, frames, {
      label: `Flame graph of ${tree.view}`,
      pixels,
      selected: chosen,
      words: (frame) => frame.label,
      paint: (frame) => {
        if (frame.kind !== 'row') return { className: 'plain', title: `${frame.label} of ${shown(tree.name[frame.row])}: ${format(Math.round(frame.value), measure.unit)}` };
        const { className, style } = paint.of(frame.row);
        const hit = matches ? (matches(tree.name[frame.row]) ? ' hit' : ' miss') : '';
        return { className: className + hit, style, title: describe(frame.row) };
      },
      onchoose: (frame) => choose(tree, frame.row, { zoom: zoom ? tree.keyOf(zoom) : '(all)' }),
      onzoom: (frame) => choose(tree, frame.row, frame.row ? {} : { zoom: '(all)' }),
      onback: () => zoom && choose(tree, tree.parent[zoom], tree.parent[zoom] ? {} : { zoom: '(all)' }),
    });
    fill(colors, legend(paint.legend));
    const found = matches ? searchWords(tree, column, matches) : '';
    status.textContent = `${describe(chosen || zoom)}; ${steps}${found}`;
    drawTable(tree, measure, source, steps);
  }

  // Rows that match, and what those cost that stand in no other that matches.
  function searchWords(tree, column, matches) {
    if (matches.error) return `; ${matches.error}`;
    let count = 0;
    let sum = 0;
    const isIn = new Uint8Array(tree.size);
    for (let row = 1; row < tree.size; ++row) {
      const isHit = matches(tree.name[row]);
      count += isHit;
      if (isHit && !isIn[tree.parent[row]]) sum += column.total[row];
      isIn[row] = isHit || isIn[tree.parent[row]];
    }
    return `; ${count} rows match, ${format(sum, column.unit)} (${share(sum, column.total[0])})`;
  }

  function drawTable(tree, measure, source, steps) {
    const wanted = [tree.view, measure.key, source].join(' ');
    if (tableOf === wanted) return;
    tableOf = wanted;
    const column = tree.column(measure, source);
    const whole = column.total[0];
    const others = tree.measures.filter((m) => m !== measure);
    fill(below, 
      notes([...missing, ...tree.notes, ...(tree.choices_left_out ? ['The numbers of single steps are left out: the page would be too large.'] : []),
        ...(tree.left_out ? [`${tree.left_out} rows that cost least are added up in rows of their own.`] : [])]),
      table([{ title: 'name', at: (row) => shown(tree.name[row]), isNumber: false }, { title: `${measure.label}: total`, unit: measure.unit, at: (row) => column.total[row], isNumber: true },
        { title: 'share', unit: 'share', at: (row) => (whole ? column.total[row] / whole : null), isNumber: true },
        { title: 'self', unit: measure.unit, at: (row) => column.self[row], isNumber: true },
        ...others.map((m) => ({ title: m.label, unit: m.unit, at: (row) => tree.totalOf(row, m, source), isNumber: true }))],
      tree.size, { onrow: (row) => choose(tree, row, row ? {} : { zoom: '(all)' }), order: { column: 1, descending: true }, caption: `Rows of ${tree.view}: ${steps}` }));
  }

  onWidth(holder, draw);
  panel.append(controls, status, colors, holder, below);
  const prepareTree = (tree) => () => {
    const measure = tree.measure(state.read().metric);
    if (measure) tree.dominant(tree.column(measure, app.steps().source));
  };
  return { panel, draw, prepare: trees.map(prepareTree) };
}

