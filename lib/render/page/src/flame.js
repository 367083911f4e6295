// SPDX-License-Identifier: Apache-2.0
// The flame graph of a tree, and its rows in a table.
import { select as d3select } from 'd3';
import { flamegraph } from 'd3-flame-graph';
import { element, notes, search, select } from './dom.js';
import { format, share } from './format.js';
import * as state from './state.js';
import { table } from './table.js';

const DURATION = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200;

export function hue(text) {
  let hash = 0;
  for (const c of text) hash = (hash * 31 + c.codePointAt(0)) >>> 0;
  return hash % 360;
}

// Draws `root` into `holder`; returns the chart.
export function drawFlame(holder, root, { color, describe, onclick }) {
  holder.replaceChildren();
  const chart = flamegraph()
    .width(Math.max(holder.clientWidth || 900, 300))
    .cellHeight(20)
    .minFrameSize(2)
    .transitionDuration(DURATION)
    .title('')
    .inverted(true)
    .tooltip(false)
    .sort((a, b) => b.value - a.value)
    .setColorMapper(color)
    .onClick(onclick);
  chart.label((d) => describe(d.data));
  d3select(holder).datum(root).call(chart);
  const svg = holder.querySelector('svg');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', 'Flame graph; the table below holds the same rows');
  const reach = () => holder.querySelectorAll('g.frame').forEach((frame) => frame.setAttribute('tabindex', '0'));
  new MutationObserver(reach).observe(svg, { childList: true, subtree: true });
  reach();
  holder.onkeydown = (event) => {
    if (event.key === 'Enter' && event.target.__data__) chart.zoomTo(event.target.__data__);
    if (event.key === 'Escape') chart.resetZoom();
  };
  return chart;
}

export function flame(trees) {
  const panel = element('div');
  const controls = element('div', { class: 'controls' });
  const holder = element('div', { class: 'flame' });
  const details = element('p', { class: 'details', role: 'status' });
  const below = element('div');
  let chart = null;
  let isSelf = false;
  let tree = null;
  let measure = null;

  const describe = (row) => {
    const total = measure.total[row];
    return `${tree.name[row]}: total ${format(total, measure.unit)} (${share(total, measure.total[0])}), self ${format(measure.self[row], measure.unit)}`;
  };

  function choose(row) {
    details.textContent = describe(row);
    state.write({ node: row ? tree.name[row] : null });
  }

  function zoomTo(row) {
    const frame = [...holder.querySelectorAll('g.frame')].find((node) => node.__data__?.data.row === row);
    if (frame) chart.zoomTo(frame.__data__);
    choose(row);
  }

  function draw() {
    const asked = state.read();
    tree = trees.find((t) => t.view === asked.view) ?? trees[0];
    measure = tree.measure(asked.metric);
    panel.dataset.view = tree.view;
    controls.replaceChildren(
      select('View', trees.map((t) => [t.view, `${t.view}: ${t.doc}`]), tree.view, (view) => { state.write({ view, node: null }); draw(); }),
      measure ? select('Metric', tree.measures.map((m) => [m.word || m.key, m.label]), measure.word || measure.key, (metric) => { state.write({ metric }); draw(); }) : null,
      select('Width', [['total', 'total'], ['self', 'sum of self']], isSelf ? 'self' : 'total', (value) => { isSelf = value === 'self'; draw(); }),
      search('Search', (text) => { text ? chart?.search(text) : chart?.clear(); }, { placeholder: 'part of a name' }),
      element('button', { onclick: () => { chart?.resetZoom(); choose(0); } }, 'Reset zoom'));
    if (!measure) {
      holder.replaceChildren('Nothing in this view costs anything.');
      below.replaceChildren();
      return;
    }
    const column = isSelf ? measure.self : measure.total;
    const root = tree.nested((row) => column[row]);
    // A root without a total of its own still holds what is below it.
    if (!isSelf) root.value = Math.max(root.value, root.children.reduce((sum, child) => sum + child.value, 0));
    chart = drawFlame(holder, root, {
      color: (d) => (d.highlight ? 'var(--mark)' : `hsl(${hue(d.data.full)} var(--frame))`),
      describe: (data) => describe(data.row),
      onclick: (d) => choose(d.data.row),
    });
    if (isSelf) {
      chart.selfValue(true);
      chart.update(root);
    }
    const node = asked.node ? tree.find(asked.node) : 0;
    choose(Math.max(node, 0));
    if (node > 0) zoomTo(node);
    const others = tree.measures.filter((m) => m !== measure);
    below.replaceChildren(
      ...[notes([...tree.notes, ...(tree.left_out ? [`${tree.left_out} rows that cost least are added up in rows of their own.`] : [])])].filter(Boolean),
      table(
        [{ title: 'name' }, { title: `${measure.label}: total`, unit: measure.unit }, { title: 'share', unit: 'share' }, { title: 'self', unit: measure.unit },
          ...others.map((m) => ({ title: m.label, unit: m.unit }))],
        tree.name.map((name, row) => [name, measure.total[row], measure.total[0] ? measure.total[row] / measure.total[0] : null, measure.self[row],
          ...others.map((m) => m.total[row]), row]),
        { onrow: (row) => zoomTo(row[row.length - 1]), order: { column: 1, descending: true }, caption: `Rows of ${tree.view}` }));
  }

  panel.append(controls, details, holder, below);
  return { panel, draw };
}
