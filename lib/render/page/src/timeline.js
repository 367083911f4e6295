// SPDX-License-Identifier: Apache-2.0
// When what ran: lanes by device, wheel and drag to move, a strip below to
// choose a span, whose sums are listed.
import { axisBottom, brushX, max, min, scaleLinear, select as d3select, zoom as d3zoom, zoomIdentity } from 'd3';
import { element, notes } from './dom.js';
import { hue } from './flame.js';
import { format } from './format.js';
import { table } from './table.js';

const LANE = 18;
const STRIP = 40;
const MOST = 4000;

export function timeline(sections) {
  const panel = element('div');
  const draw = () => {
    panel.replaceChildren(...sections.map(drawStep));
  };
  return { panel, draw };
}

function drawStep(section) {
  const { slices } = section;
  const count = slices.start.length;
  const holder = element('div', { class: 'step' }, element('h3', {}, `Step ${section.step}`), notes([...section.notes,
    ...(section.without_start ? [`${section.without_start} operations have no start time and are not drawn.`] : []),
    ...(section.slices_left_out ? [`${section.slices_left_out} shorter operations are not drawn.`] : [])]));
  if (!count) {
    holder.append('No records.');
    return holder;
  }
  const first = min(slices.start);
  const last = max(slices.start, (start, i) => start + slices.duration[i]);
  // Rows: the lanes of each device, one below the other.
  const lanes = section.devices.map((_, d) => 1 + (max(slices.lane, (lane, i) => (slices.device[i] === d ? lane : -1)) ?? -1));
  const top = [];
  let height = 0;
  section.devices.forEach((_, d) => {
    height += lanes[d] ? LANE : 0;
    top.push(height);
    height += lanes[d] * LANE;
  });
  const width = Math.max(document.body.clientWidth - 80, 500);
  const x0 = scaleLinear([0, Math.max(last - first, 1)], [0, width]);
  let x = x0;
  const svg = d3select(holder).append('svg').attr('width', width).attr('height', height + 24).attr('class', 'timeline')
    .attr('role', 'img').attr('tabindex', 0).attr('aria-label', 'Timeline; arrows move, + and - zoom; the table below lists what is in view');
  svg.append('clipPath').attr('id', `clip-${section.step}`).append('rect').attr('width', width).attr('height', height);
  const marks = svg.append('g').attr('clip-path', `url(#clip-${section.step})`);
  svg.selectAll('text.device').data(section.devices.map((name, d) => [name, d]).filter(([, d]) => lanes[d])).join('text')
    .attr('class', 'device').attr('y', ([, d]) => top[d] - 5).text(([name]) => name);
  const axis = svg.append('g').attr('transform', `translate(0,${height})`);
  const strip = d3select(holder).append('svg').attr('width', width).attr('height', STRIP).attr('class', 'strip').attr('aria-hidden', true);
  const sums = element('div');
  holder.append(sums);
  const indices = slices.start.map((_, i) => i);

  strip.selectAll('rect.all').data(indices.filter((i) => slices.duration[i] > (last - first) / width / 2)).join('rect').attr('class', 'all')
    .attr('x', (i) => x0(slices.start[i] - first)).attr('width', (i) => Math.max(x0(slices.duration[i]), 0.5))
    .attr('y', (i) => 4 + (slices.device[i] * 7) % (STRIP - 10)).attr('height', 5).attr('fill', (i) => `hsl(${hue(slices.op[i])} var(--frame))`);

  function redraw() {
    const [from, to] = x.domain();
    const seen = indices.filter((i) => slices.start[i] - first + slices.duration[i] >= from && slices.start[i] - first <= to);
    const wide = seen.filter((i) => x(slices.duration[i]) - x(0) > 0.3 || seen.length < MOST).slice(0, MOST);
    const group = marks.selectAll('g').data(wide, (i) => i).join((enter) => {
      const g = enter.append('g');
      g.append('rect').attr('height', LANE - 2).attr('fill', (i) => `hsl(${hue(slices.op[i])} var(--frame))`);
      g.append('text').attr('dy', 12).attr('dx', 2);
      g.append('title').text((i) => `${slices.name[i]} (${slices.op[i]})\n${format(slices.duration[i], 'us')} at ${format(slices.start[i] - first, 'us')}`);
      return g;
    });
    group.attr('transform', (i) => `translate(${x(slices.start[i] - first)},${top[slices.device[i]] + slices.lane[i] * LANE})`);
    group.select('rect').attr('width', (i) => Math.max(x(slices.duration[i]) - x(0), 0.5));
    group.select('text').text((i) => {
      const room = Math.floor((x(slices.duration[i]) - x(0)) / 7);
      return room < 3 ? '' : slices.name[i].slice(0, room);
    });
    axis.call(axisBottom(x).ticks(8).tickFormat((t) => format(Math.round(t), 'us')))
      .selectAll('.tick text').attr('text-anchor', function () { return this.parentNode.transform.baseVal[0].matrix.e < 20 ? 'start' : 'middle'; });
    const byOp = new Map();
    for (const i of seen) {
      const sum = byOp.get(slices.op[i]) ?? [slices.op[i], 0, 0];
      sum[1] += Math.max(Math.min(slices.start[i] - first + slices.duration[i], to) - Math.max(slices.start[i] - first, from), 0);
      sum[2] += 1;
      byOp.set(slices.op[i], sum);
    }
    sums.replaceChildren(
      element('p', { class: 'details', role: 'status' }, `In view: ${seen.length} operations from ${format(Math.round(from), 'us')} to ${format(Math.round(to), 'us')}`),
      table([{ title: 'operation' }, { title: 'time in view', unit: 'us' }, { title: 'operations' }], [...byOp.values()].map(([op, time, n]) => [op, Math.round(time), n]),
        { order: { column: 1, descending: true }, caption: 'Sums of what is in view' }));
  }

  const brush = brushX().extent([[0, 0], [width, STRIP]]).on('end', (event) => {
    if (!event.sourceEvent) return;
    x = event.selection ? x0.copy().domain(event.selection.map(x0.invert)) : x0;
    redraw();
  });
  strip.append('g').call(brush);
  const zoom = d3zoom().scaleExtent([1, 1e5]).translateExtent([[0, 0], [width, 0]]).extent([[0, 0], [width, height]]).on('zoom', (event) => {
    x = event.transform.rescaleX(x0);
    redraw();
  });
  svg.call(zoom).on('dblclick.zoom', () => svg.call(zoom.transform, zoomIdentity));
  svg.on('keydown', (event) => {
    const steps = { ArrowLeft: () => zoom.translateBy(svg, 60, 0), ArrowRight: () => zoom.translateBy(svg, -60, 0), '+': () => zoom.scaleBy(svg, 2), '-': () => zoom.scaleBy(svg, 0.5) };
    if (steps[event.key]) {
      event.preventDefault();
      steps[event.key]();
    }
  });
  redraw();
  return holder;
}
