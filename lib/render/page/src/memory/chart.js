// SPDX-License-Identifier: Apache-2.0
// A curve of what an allocator held, and who was alive at an instant of it.
import { bar, bars } from '../bars.js';
import { records } from '../data.js';
import { element, fill, link, onWidth, svg } from '../dom.js';
import { format } from '../format.js';
import { chooseNode, isSelected } from '../selection.js';
import * as state from '../state.js';
import { span, ticks } from '../time.js';

const HEIGHT = 200;
const LEFT = 64;
const MOST_ALIVE = 12;

function sums(buffers, keyOf) {
  const result = new Map();
  for (const buffer of buffers) result.set(keyOf(buffer), (result.get(keyOf(buffer)) ?? 0) + buffer.bytes);
  return [...result].sort((a, b) => b[1] - a[1]).slice(0, 4).map(([name, bytes]) => `${name || '(none)'} ${format(bytes, 'bytes')}`).join(', ');
}

// The area below steps from one height to the next; of steps in one pixel, the
// highest and the lowest.
function outline(xs, ys, ground, end) {
  const parts = [`M${xs[0].toFixed(1)},${ground}`];
  let last = ground;
  for (let i = 0; i < xs.length;) {
    const pixel = Math.floor(xs[i]);
    let [high, low] = [ys[i], ys[i]];
    let k = i + 1;
    for (; k < xs.length && Math.floor(xs[k]) === pixel; ++k) [high, low] = [Math.min(high, ys[k]), Math.max(low, ys[k])];
    const now = ys[k - 1];
    parts.push(...[last, high, low, now].map((y) => `L${xs[i].toFixed(1)},${y.toFixed(1)}`));
    last = now;
    i = k;
  }
  parts.push(`L${end},${last.toFixed(1)}L${end},${ground}Z`);
  return parts.join('');
}

// What an allocator held, {name, at, bytes, buffers}: {holder, draw}, a section of
// its own.
export function allocatorChart(app, allocator) {
  const { at, bytes } = allocator;
  const name = allocator.name || '(unnamed allocator)';
  const peak = bytes.reduce((a, b) => Math.max(a, b), 0);
  const peakAt = at[bytes.indexOf(peak)];
  const known = records(app.data.table('allocators')).find((row) => row.allocator === allocator.name);
  const before = known?.['held before'] ? `, and ${format(known['held before'], 'bytes')} were held before the step` : '';
  const holder = element('section', { class: 'allocator' }, element('h2', {}, name));
  if (peak <= 0) {
    holder.append(element('p', {}, 'No record of the step says that it held anything.'));
    return { holder, draw: () => {} };
  }
  const status = element('p', { class: 'details', role: 'status' });
  const chart = element('div', { class: 'chart', tabindex: '0', role: 'application', 'aria-label': `Bytes that ${name} held over time; arrows move to the changes before and after, Home to the peak` });
  const list = element('div', { class: 'alive' });
  holder.append(status, chart, list);

  function draw() {
    const [from, to] = span(app);
    const width = Math.max(chart.clientWidth || 900, 300);
    const x = (t) => LEFT + (t - from) / (to - from) * (width - LEFT - 8);
    const y = (b) => HEIGHT - 22 - (b / peak) * (HEIGHT - 34);
    const clamp = (v) => Math.min(Math.max(v, LEFT), width - 8);
    const path = outline(at.map((t) => clamp(x(t))), bytes.map((b) => y(Math.max(b, 0))), y(0), clamp(x(to)));
    const asked = Number(state.read().at ?? NaN);
    const now = Number.isFinite(asked) ? asked : peakAt;
    const cursor = svg('line', { class: 'cursor', x1: x(now), x2: x(now), y1: 8, y2: HEIGHT - 22 });
    fill(chart, svg('svg', { width, height: HEIGHT, 'aria-hidden': 'true' },
      svg('path', { class: 'area', d: path }),
      x(peakAt) >= LEFT && x(peakAt) <= width ? svg('line', { class: 'peak', x1: x(peakAt), x2: x(peakAt), y1: 8, y2: HEIGHT - 22 }) : null, cursor,
      [0, 0.5, 1].map((part) => svg('text', { class: 'tick', x: LEFT - 6, y: y(part * peak) + 4, 'text-anchor': 'end' }, format(part * peak, 'bytes'))),
      ticks(from, to, Math.max(Math.floor(width / 110), 2)).map((t) => svg('text', { class: 'tick', x: x(t), y: HEIGHT - 6, 'text-anchor': t === from ? 'start' : 'middle' }, format(t, 'us')))));
    say(now);
    chart.onpointermove = (event) => {
      const t = from + (event.offsetX - LEFT) / (width - LEFT - 8) * (to - from);
      cursor.setAttribute('x1', event.offsetX);
      cursor.setAttribute('x2', event.offsetX);
      say(t);
    };
    chart.onclick = (event) => state.write({ at: Math.round(from + (event.offsetX - LEFT) / (width - LEFT - 8) * (to - from)) });
    chart.onkeydown = (event) => {
      const i = at.findLastIndex((t) => t <= now);
      const next = { ArrowRight: at.find((t) => t > now), ArrowLeft: at[at.findLastIndex((t) => t < now)] ?? at[0], Home: peakAt, End: at.at(-1) }[event.key];
      if (next === undefined && !['ArrowRight'].includes(event.key)) return;
      event.preventDefault();
      state.write({ at: next ?? at[i] }, { isMove: true });
    };
  }

  function say(t) {
    const i = at.findLastIndex((time) => time <= t);
    const held = i < 0 ? 0 : bytes[i];
    const alive = allocator.buffers.filter((b) => b.from <= t && b.to > t).sort((a, b) => b.bytes - a.bytes);
    const isOurs = isSelected(app);
    const nodes = new Map();
    for (const b of alive) nodes.set(b.node, { ...b, bytes: b.bytes + (nodes.get(b.node)?.bytes ?? 0), times: 1 + (nodes.get(b.node)?.times ?? 0) });
    const largest = [...nodes.values()].sort((a, b) => b.bytes - a.bytes);
    status.textContent = `${format(held, 'bytes')} at ${format(Math.round(t), 'us')}; the most is ${format(peak, 'bytes')} at ${format(peakAt, 'us')}${before}.`
      + (alive.length ? ` By scope: ${sums(alive, (b) => b.node.split('/')[0])}. By op type: ${sums(alive, (b) => b.type)}.` : '');
    const sumOf = (of) => of.reduce((sum, buffer) => sum + buffer.bytes, 0);
    const rest = largest.slice(MOST_ALIVE);
    fill(list, largest.length ? bars('Who is alive', [...largest.slice(0, MOST_ALIVE).map((b) => bar([link(b.node, () => chooseNode(app, b.node)), ` ${b.type}${b.times > 1 ? ` in ${b.times} buffers` : ''}`], b.bytes, 'bytes', b.bytes / Math.max(held, 1), { class: isOurs?.(b.node, b.type) ? 'selected' : null })),
      rest.length ? bar(`${rest.length} smaller`, sumOf(rest), 'bytes', sumOf(rest) / Math.max(held, 1)) : null]) : null);
  }
  onWidth(chart, draw);
  return { holder, draw };
}
