// SPDX-License-Identifier: Apache-2.0
// Lanes that scroll with the page: as high as they are, with a canvas where the
// window is, since browsers draw no canvas of any height.
import { prepare } from '../canvas.js';
import { element } from '../dom.js';
import { selected } from '../selection.js';
import * as state from '../state.js';
import { timelineOf } from '../time.js';
import { AXIS, drawArrows, drawAxis, drawHeads, drawLanes, labels } from './drawing.js';
import { HANDS, hands } from './hands.js';
import { hits } from './hits.js';
import { HEAD, ROW, arrange, inView, place } from './lanes.js';

const MARGIN = 300; // pixels above and below the window that are drawn as well
const MOST_PRINTED = 10000; // pixels
const LABEL = `Timeline; ${HANDS} The tables below list what is in view`;

// `say`: {words(operation), clicked(operation), next(1 or -1): the operation
// after or before the one that is selected}.
export function makeStage(app, look, say) {
  const canvas = element('canvas', { class: 'lanes', 'aria-hidden': 'true' });
  const axis = element('canvas', { class: 'axis', 'aria-hidden': 'true' });
  const node = element('div', { class: 'timeline', tabindex: '0', role: 'application', 'aria-label': LABEL }, canvas);
  const closed = new Set();
  let known = null; // the timeline whose devices `closed` is of
  let placed = null; // while no device is folded or unfolded
  let top = 0; // of the canvas
  let labelled = 'name';
  let isPrinted = false;

  const width = () => Math.max(node.clientWidth || 900, 200);
  const isClosed = (device) => closed.has(device.name);

  // Which part of the lanes the canvas has.
  function part() {
    if (isPrinted) return [0, Math.min(placed.height, MOST_PRINTED)];
    const above = -node.getBoundingClientRect().top - MARGIN;
    const from = Math.min(Math.max(Math.floor(above), 0), Math.max(placed.height - MARGIN, 0));
    return [from, Math.min(placed.height, from + window.innerHeight + 2 * MARGIN)];
  }

  // Of a timeline that was not shown before, lines that repeat others are folded.
  function meet(timeline) {
    if (known === timeline) return;
    known = timeline;
    placed = null;
    closed.clear();
    arrange(timeline).devices.filter((device) => device.repeats).forEach((device) => closed.add(device.name));
  }

  function draw() {
    const timeline = timelineOf(app);
    const { devices, rowOf } = arrange(timeline);
    meet(timeline);
    placed ??= place(devices, isClosed);
    node.style.height = `${Math.max(placed.height, 30)}px`;
    const pixels = width();
    const [from, to] = look.span();
    const [begin, end] = part();
    top = begin;
    canvas.style.top = `${begin}px`;
    const context = prepare(canvas, pixels, Math.max(end - begin, 30));
    context.translate(0, -begin);
    const counts = drawLanes(context, pixels, timeline, placed, { from, to, top: begin, bottom: end, hits: hits(app, timeline), labelOf: labels[labelled](timeline) });
    drawHeads(context, pixels, placed, isClosed);
    const of = selected(app);
    const row = of?.tree.view === 'scope' ? rowOf.get(of.tree.name[of.row]) : undefined;
    if (row !== undefined && timeline.slices.inputs) drawArrows(context, pixels, timeline, placed, { from, to, row });
    drawAxis(prepare(axis, pixels, AXIS), pixels, [from, to]);
    node.dataset.from = from;
    node.dataset.to = to;
    return { ...counts, folded: devices.filter(isClosed).length };
  }

  // The operation at a point of the canvas, or the head of a device.
  function at(event) {
    const [from, to] = look.span();
    const y = event.offsetY + top;
    const head = placed?.heads.find((one) => y >= one.y && y < one.y + HEAD);
    if (head) return { head };
    const row = placed?.rows.find((one) => y >= one.y && y < one.y + ROW);
    if (!row) return {};
    const { slices } = timelineOf(app);
    const slack = (to - from) / width();
    const t = arrange(timelineOf(app)).first + from + event.offsetX / width() * (to - from);
    let found = -1;
    inView(row.lane, slices, t - slack, t + slack, (i) => { found = found < 0 ? i : found; });
    return { i: found };
  }

  function fold(device) {
    if (!closed.delete(device.name)) closed.add(device.name);
    placed = null;
    state.changed();
  }

  // Which devices are unfolded, as choices to be made.
  function picker() {
    meet(timelineOf(app));
    const { devices } = arrange(timelineOf(app));
    return element('details', { class: 'picker' }, element('summary', {}, 'Devices'), element('div', {},
      devices.map((device) => element('label', {}, element('input', { type: 'checkbox', checked: !isClosed(device), onchange: () => fold(device) }), ` ${device.name}`))));
  }

  // Redraws where the page was scrolled beyond what the canvas has.
  function follow() {
    if (!placed || !node.clientWidth || isPrinted) return;
    const above = -node.getBoundingClientRect().top;
    const has = parseFloat(canvas.style.height);
    if (above < top && top > 0) draw();
    else if (Math.min(above + window.innerHeight, placed.height) > top + has) draw();
  }
  window.addEventListener('scroll', follow, { passive: true });
  const print = (is) => () => {
    isPrinted = is;
    if (placed && node.clientWidth) draw();
  };
  window.addEventListener('beforeprint', print(true));
  window.addEventListener('afterprint', print(false));

  hands(node, canvas, { at, fold, look, width, say });
  const label = (by) => {
    labelled = by;
    state.changed();
  };
  return { node, axis, width, draw, picker, label, labelled: () => labelled };
}
