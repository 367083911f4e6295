// SPDX-License-Identifier: Apache-2.0
// The neighbourhood of a node: what it takes on the left, who takes what it
// makes on the right; or the way from one node to another.
import dagre from '@dagrejs/dagre';
import { ending, textWidth } from '../canvas.js';
import { breakable, element, fill, field, link, notes, onWidth, select, svg } from '../dom.js';
import { familyOf, format } from '../format.js';
import { matcher } from '../match.js';
import { choose, consumers, selected } from '../selection.js';
import * as state from '../state.js';

export const id = 'graph';
export const title = 'Graph';

const MOST_NODES = 60;
const MOST_FOUND = 20;
const MOST_DEPTH = 6;
const LEAST_SCALE = 0.85; // at which texts can be read
// Ways to draw, the one that is taken is the first that fits: {box, dagre's
// direction and distances}.
const FORMS = [
  { box: { width: 210, height: 40 }, rankdir: 'LR', nodesep: 14, ranksep: 46 },
  { box: { width: 158, height: 40 }, rankdir: 'LR', nodesep: 14, ranksep: 32 },
  { box: { width: 158, height: 40 }, rankdir: 'TB', nodesep: 14, ranksep: 32 },
];
const [NAME, SMALL] = [12, 11]; // pixels of letters, as in page.css
const INDENT = 6;

// Rows within `depth` edges, nearest first, and how many are left out.
function neighbourhood(tree, row, depth) {
  const rows = new Set([row]);
  let leftOut = 0;
  const walk = (next) => {
    let border = [row];
    for (let step = 0; step < depth; ++step) {
      const found = [...new Set(border.flatMap(next))].filter((r) => !rows.has(r));
      border = found.slice(0, Math.max(Math.floor(MOST_NODES / (2 * depth)), 3));
      leftOut += found.length - border.length;
      border.forEach((r) => rows.add(r));
    }
  };
  walk((r) => tree.inputs[r].map((up) => r - up));
  walk((r) => consumers(tree).get(r) ?? []);
  return { rows, leftOut };
}

// The shortest way along edges, or null.
function way(tree, from, to) {
  const before = new Map([[from, -1]]);
  for (let border = [from]; border.length && !before.has(to);) {
    const next = [];
    for (const row of border) {
      for (const other of consumers(tree).get(row) ?? []) {
        if (before.has(other)) continue;
        before.set(other, row);
        next.push(other);
      }
    }
    border = next;
  }
  if (!before.has(to)) return null;
  const rows = [];
  for (let row = to; row >= 0; row = before.get(row)) rows.push(row);
  return rows.reverse();
}

function place(tree, rows, { box, rankdir, nodesep, ranksep }) {
  const layout = new dagre.graphlib.Graph();
  layout.setGraph({ rankdir, nodesep, ranksep, marginx: 8, marginy: 8 });
  layout.setDefaultEdgeLabel(() => ({}));
  for (const row of rows) layout.setNode(String(row), { ...box });
  for (const row of rows) for (const up of tree.inputs[row]) if (rows.has(row - up) && up) layout.setEdge(String(row - up), String(row));
  dagre.layout(layout);
  return layout;
}

// {form, layout, scale} of rows in so many pixels: readable and as wide as that
// if any form is, else in the narrowest one.
function fit(tree, rows, pixels) {
  let best = null;
  for (const form of FORMS) {
    const layout = place(tree, rows, form);
    const scale = Math.min(1, pixels / layout.graph().width);
    if (scale >= LEAST_SCALE) return { form, layout, scale };
    if (!best || scale > best.fitting) best = { form, layout, scale: 1, fitting: scale };
  }
  return best;
}

export function make(app) {
  const tree = app.data.tree('scope');
  if (!tree) return null;
  if (!tree.inputs?.some((inputs) => inputs.length)) return { panel: element('div', {}, notes(['No graph: inputs of nodes are not known.'])), draw: () => {} };
  const panel = element('div');
  const controls = element('div', { class: 'controls' });
  const found = element('ul', { class: 'found' });
  const heading = element('h2');
  const status = element('p', { class: 'details', role: 'status' });
  const drawing = element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Neighbourhood' });
  const isNode = (row) => Boolean(tree.op[row]);

  const cost = () => {
    const measure = tree.measure('micros');
    return measure ? tree.column(measure, app.steps().source) : null;
  };

  // What matches, the most expensive first.
  function suggest(text, onchoose) {
    const matches = matcher(text);
    const column = cost();
    const rows = matches ? tree.name.map((_, row) => row).filter((row) => isNode(row) && matches(tree.name[row])) : [];
    rows.sort((a, b) => (column ? column.self[b] - column.self[a] : 0) || a - b);
    fill(found, ...rows.slice(0, MOST_FOUND).map((row) => element('li', {}, link(tree.name[row], () => { fill(found, ); onchoose(row); }), column ? ` ${format(column.self[row], column.unit)}` : '')),
      ...(rows.length > MOST_FOUND ? [element('li', {}, `and ${rows.length - MOST_FOUND} more`)] : []));
    if (matches && !rows.length) fill(found, element('li', {}, matches.error ?? 'No node has that in its name.'));
  }

  function middle() {
    const of = selected(app);
    if (of?.tree === tree && isNode(of.row)) return of.row;
    const column = cost();
    const isIn = of?.tree === tree && of.row ? (row) => tree.name[row].startsWith(`${tree.name[of.row]}/`) : () => true;
    let best = -1;
    for (let row = 0; row < tree.size; ++row) if (isNode(row) && isIn(row) && (best < 0 || (column && column.self[row] > column.self[best]))) best = row;
    return best;
  }

  // What is drawn: the way to the target, or the neighbourhood. A depth that
  // nobody asked for is as large as there is room.
  function shown(row, { depth, target }) {
    const pixels = drawing.clientWidth || panel.clientWidth || 900;
    const to = target ? tree.find(target) : -1;
    const path = to > 0 ? way(tree, row, to) ?? way(tree, to, row) : null;
    const neighbours = (deep) => ({ depth: deep, to, ...neighbourhood(tree, row, deep) });
    if (path) return { depth: 2, to, path, rows: new Set(path), leftOut: 0, ...fit(tree, new Set(path), pixels) };
    const asked = Number(depth);
    const near = neighbours(asked ? Math.min(Math.max(asked, 1), MOST_DEPTH) : 2);
    const all = { ...near, ...fit(tree, near.rows, pixels) };
    if (asked || !all.fitting) return all;
    const nearer = neighbours(1);
    return { ...nearer, ...fit(tree, nearer.rows, pixels) };
  }

  function words(row, { rows, leftOut, depth, to, path, fitting }) {
    const steps = app.steps().label;
    const edges = (n) => (n === 1 ? 'edge' : 'edges');
    const what = to > 0 ? (path ? `${path.length - 1} ${edges(path.length - 1)} from ${tree.name[path[0]]} to ${tree.name[path.at(-1)]}` : `No way leads from one to the other: ${tree.name[to]}`)
      : rows.size === 1 && !leftOut ? `No edges of it are known: what runs in functions and what optimizers made has none in the graph. Times: ${steps}`
      : `${rows.size} nodes within ${depth} ${edges(depth)}${leftOut ? `, ${leftOut} more are not drawn` : ''}; times: ${steps}`;
    return fitting ? `${what}; wider than the window: scroll it` : what;
  }

  function draw() {
    const now = state.read();
    const row = middle();
    if (row < 0) return;
    const picture = shown(row, now);
    const { rows, layout, form, scale } = picture;
    if (!controls.contains(document.activeElement)) {
      fill(controls, 
        field('Node', '', (text) => suggest(text, (r) => choose(tree, r)), { placeholder: 'part of a name or /pattern/', size: 30 }),
        field('Way to', now.target ?? '', (text) => suggest(text, (r) => state.write({ target: tree.name[r] })), { placeholder: 'another node', size: 30 }),
        select('Depth', Array.from({ length: MOST_DEPTH }, (_, i) => [String(i + 1), String(i + 1)]), String(picture.depth), (value) => state.write({ depth: value })),
        now.target ? element('button', { onclick: () => state.write({ target: null }) }, 'Neighbours again') : null);
    }
    heading.replaceChildren(...[breakable(tree.name[row])].flat());
    status.textContent = words(row, picture);
    const { width, height } = layout.graph();
    const column = cost();
    fill(drawing, svg('svg', { width: Math.floor(width * scale) || 300, height: Math.ceil(height * scale) || 60, viewBox: `0 0 ${width || 300} ${height || 60}` },
      svg('defs', {}, svg('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: 'auto-start-reverse' }, svg('path', { d: 'M0,0L8,4L0,8Z', class: 'tip' }))),
      [...rows].map((r) => box(layout.node(String(r)), r, row, column, form)),
      // Above the boxes, so that none is hidden behind one.
      layout.edges().map((edge) => svg('path', { class: 'edge', 'marker-end': 'url(#arrow)', d: layout.edge(edge).points.map((p, i) => `${i ? 'L' : 'M'}${p.x.toFixed(1)},${p.y.toFixed(1)}`).join('') }))));
    drawing.scrollLeft = layout.node(String(row)).x * scale - drawing.clientWidth / 2;
  }

  function box(p, row, chosen, column, { box: size }) {
    const open = () => choose(tree, row);
    const room = size.width - 2 * INDENT;
    const cost = column ? `, ${format(column.self[row], column.unit)}` : '';
    const what = `${ending(tree.opOf(row), room - textWidth(cost, SMALL), SMALL)}${cost}`;
    return svg('g', { class: `node family-${familyOf(tree.ranAs(row))}${row === chosen ? ' chosen' : ''}`, transform: `translate(${p.x - size.width / 2},${p.y - size.height / 2})`, tabindex: '0', role: 'button', 'data-value': column ? column.self[row] : null,
      onclick: open, onkeydown: (event) => ['Enter', ' '].includes(event.key) && (event.preventDefault(), open()) },
      svg('rect', { ...size, rx: 4 }), svg('text', { x: INDENT, y: 16 }, ending(tree.name[row], room, NAME)), svg('text', { x: INDENT, y: 32, class: 'small' }, what), svg('title', {}, tree.name[row]));
  }

  onWidth(drawing, draw);
  panel.append(controls, found, heading, status, drawing);
  return { panel, draw, prepare: [() => consumers(tree)] };
}
