// SPDX-License-Identifier: Apache-2.0
// What allocators held over the time of a step, and what was alive at the peak.
import { area, axisBottom, axisLeft, curveStepAfter, max, min, scaleLinear, select as d3select } from 'd3';
import { element } from './dom.js';
import { format } from './format.js';
import { table } from './table.js';

const HEIGHT = 220;
const LEFT = 70;

export function memory(sections) {
  const panel = element('div');
  const draw = () => {
    panel.replaceChildren(...sections.flatMap((section) => section.allocators.map((allocator) => drawAllocator(section, allocator))));
  };
  return { panel, draw };
}

function drawAllocator(section, allocator) {
  // Times count from the start of the step, as in the timeline.
  const first = Math.min(min(section.slices.start) ?? Infinity, min(allocator.at));
  const last = max(allocator.at);
  const peak = max(allocator.bytes);
  const at = allocator.at[allocator.bytes.indexOf(peak)];
  const alive = section.tensors.filter((t) => t.allocator === allocator.name && t.created <= at && t.released > at);
  const width = Math.max(document.body.clientWidth - 80, 400);
  const x = scaleLinear([0, Math.max(last - first, 1)], [LEFT, width - 40]);
  const y = scaleLinear([0, peak || 1], [HEIGHT - 24, 10]);
  const holder = element('div', { class: 'allocator' },
    element('h3', {}, `${allocator.name}, step ${section.step}`),
    element('p', { class: 'details' }, `Peak ${format(peak, 'bytes')} at ${format(at - first, 'us')}: ${alive.length} tensors were alive`));
  const svg = d3select(holder).append('svg').attr('width', width).attr('height', HEIGHT).attr('role', 'img')
    .attr('aria-label', `Memory of ${allocator.name} over time`);
  const line = area().curve(curveStepAfter).x((i) => x(allocator.at[i] - first)).y0(y(0)).y1((i) => y(Math.max(allocator.bytes[i], 0)));
  svg.append('path').attr('class', 'area').attr('d', line(allocator.at.map((_, i) => i)));
  svg.append('line').attr('class', 'peak').attr('x1', x(at - first)).attr('x2', x(at - first)).attr('y1', y(0)).attr('y2', 5);
  svg.append('g').attr('transform', `translate(0,${HEIGHT - 24})`).call(axisBottom(x).ticks(8).tickFormat((t) => format(Math.round(t), 'us')));
  svg.append('g').attr('transform', `translate(${LEFT},0)`).call(axisLeft(y).ticks(5).tickFormat((b) => format(b, 'bytes')));
  holder.append(table([{ title: 'tensor' }, { title: 'bytes', unit: 'bytes' }, { title: 'made at', unit: 'us' }, { title: 'alive for', unit: 'us' }],
    alive.map((t) => [t.name, t.bytes, t.created - first, t.released - t.created]), { order: { column: 1, descending: true }, caption: 'Alive at the peak' }));
  if (allocator.samples_left_out) holder.append(element('p', { class: 'notes' }, `${allocator.samples_left_out} changes between the highest and the lowest are not drawn.`));
  if (section.tensors_left_out) holder.append(element('p', { class: 'notes' }, `${section.tensors_left_out} smaller tensors are not listed.`));
  return holder;
}
