// SPDX-License-Identifier: Apache-2.0
// The neighbourhood of a node: what it takes on the left, who takes it on the
// right, two steps each way.
import { linkHorizontal, select as d3select } from 'd3';
import { element, search } from './dom.js';
import { format } from './format.js';
import * as state from './state.js';

const COLUMN = 12; // nodes in a column
const REACH = 2;
const BOX = { width: 210, height: 40, gapX: 50, gapY: 12 };

// The end of a name tells more than its beginning.
const shorten = (name) => (name.length > 28 ? `…${name.slice(-27)}` : name);

export function graph(tree) {
  const panel = element('div');
  const into = new Map();
  const outOf = new Map();
  const add = (map, key, value) => (map.has(key) ? map.get(key).push(value) : map.set(key, [value]));
  tree.inputs.forEach((inputs, row) => inputs.forEach((up) => {
    add(outOf, row - up, row);
    add(into, row, row - up);
  }));
  const names = new Map(tree.name.map((name, row) => [name, row]).filter(([, row]) => tree.op[row]));
  const found = element('ul', { class: 'found' });
  const drawing = element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Neighbourhood' });
  const heading = element('h3');
  const input = search('Node', suggest, { placeholder: 'part of a name', size: 40 });

  function suggest(text) {
    const wanted = text.toLowerCase();
    const matches = [];
    for (const [name, row] of names) {
      if (text && name.toLowerCase().includes(wanted)) matches.push(row);
      if (matches.length === 20) break;
    }
    found.replaceChildren(...matches.map((row) => element('li', {}, element('button', { class: 'link', onclick: () => show(row) }, tree.name[row]))));
  }

  // Rows `distance` steps away, each where it is seen first.
  function columns(row) {
    const seen = new Set([row]);
    const walk = (map) => {
      const result = [];
      let border = [row];
      for (let step = 0; step < REACH; ++step) {
        const all = [...new Set(border.flatMap((r) => map.get(r) ?? []))].filter((r) => !seen.has(r));
        border = all.slice(0, COLUMN);
        border.forEach((r) => seen.add(r));
        result.push({ rows: border, left: all.length - border.length });
      }
      return result;
    };
    return [...walk(into).reverse(), { rows: [row], left: 0 }, ...walk(outOf)];
  }

  function show(row) {
    found.replaceChildren();
    state.write({ node: tree.name[row] });
    heading.textContent = tree.name[row];
    const measure = tree.measure('micros');
    const place = new Map();
    const all = columns(row);
    const height = Math.max(...all.map((c) => c.rows.length + (c.left ? 1 : 0)), 1) * (BOX.height + BOX.gapY) + BOX.gapY;
    all.forEach((column, i) => column.rows.forEach((r, k) => place.set(r, {
      x: 10 + i * (BOX.width + BOX.gapX), y: BOX.gapY + (height - column.rows.length * (BOX.height + BOX.gapY)) / 2 + k * (BOX.height + BOX.gapY), row: r })));
    drawing.replaceChildren();
    const svg = d3select(drawing).append('svg').attr('width', 10 + all.length * (BOX.width + BOX.gapX)).attr('height', height + 20);
    const links = [];
    for (const [to, target] of place) {
      for (const from of into.get(to) ?? []) if (place.has(from)) links.push({ source: [place.get(from).x + BOX.width, place.get(from).y + BOX.height / 2], target: [target.x, target.y + BOX.height / 2] });
    }
    svg.selectAll('path').data(links).join('path').attr('class', 'edge').attr('d', linkHorizontal());
    const boxes = svg.selectAll('g').data([...place.values()]).join('g').attr('class', (p) => (p.row === row ? 'node chosen' : 'node'))
      .attr('transform', (p) => `translate(${p.x},${p.y})`).attr('tabindex', 0).attr('role', 'button')
      .on('click', (_, p) => show(p.row)).on('keydown', (event, p) => event.key === 'Enter' && show(p.row));
    boxes.append('rect').attr('width', BOX.width).attr('height', BOX.height).attr('rx', 4);
    boxes.append('text').attr('x', 6).attr('y', 16).text((p) => shorten(tree.name[p.row]));
    boxes.append('text').attr('x', 6).attr('y', 32).attr('class', 'small').text((p) => `${tree.op[p.row]}${measure ? `, ${format(measure.self[p.row], measure.unit)}` : ''}`);
    boxes.append('title').text((p) => tree.name[p.row]);
    all.forEach((column, i) => {
      if (column.left) svg.append('text').attr('class', 'small').attr('x', 16 + i * (BOX.width + BOX.gapX)).attr('y', height + 12).text(`and ${column.left} more`);
    });
  }

  const draw = () => {
    const asked = names.get(state.read().node);
    const measure = tree.measure('micros');
    const dearest = [...names.values()].reduce((best, row) => (!measure || best === null || measure.self[row] > measure.self[best] ? row : best), null);
    const row = asked ?? dearest;
    if (row !== null && row !== undefined) show(row);
  };
  panel.append(element('div', { class: 'controls' }, input), found, heading, drawing);
  return { panel, draw };
}
