// SPDX-License-Identifier: Apache-2.0
// When what ran: lanes by device on a canvas, with a strip of the whole step
// above that shows and sets what is in view.
import { css, cut, prepare } from '../canvas.js';
import { element, fill, field, notes, onWidth, select } from '../dom.js';
import { FAMILIES, format, lastPart } from '../format.js';
import { HEAD, ROW, arrange, inView, place, sumsInView, yOf } from '../lanes.js';
import { matcher } from '../match.js';
import { pathOf } from '../onpath.js';
import { chooseNode, isSelected, selected } from '../selection.js';
import * as state from '../state.js';
import { rowsTable } from '../table.js';
import { bounds, span, ticks, timelineOf } from '../time.js';
import { legend } from './flame.js';

export const id = 'timeline';
export const title = 'Timeline';

const STRIP = 36;
const AXIS = 22;

export function make(app) {
  const { timelines } = app.data;
  if (!timelines.length) {
    const why = app.data.reasons('timeline');
    return why.length ? { panel: element('div', {}, notes(why)), draw: () => {} } : null;
  }
  const panel = element('div');
  const about = element('div');
  const controls = element('div', { class: 'controls' });
  const status = element('p', { class: 'details', role: 'status' });
  const strip = element('canvas', { class: 'strip', 'aria-hidden': 'true' });
  const whole = element('canvas');
  const axis = element('canvas', { class: 'axis', 'aria-hidden': 'true' });
  const canvas = element('canvas', { class: 'lanes', 'aria-hidden': 'true' });
  const stage = element('div', { class: 'timeline', tabindex: '0', role: 'application',
    'aria-label': 'Timeline; A and D or arrows move, W and S zoom, F fits to what is selected, Escape shows all; the tables below list what is in view' }, canvas);
  const below = element('div');
  const closed = new Set();
  let known = null; // the timeline whose devices `closed` is of
  let aboutOf = null; // the choice of steps that is said above it
  let placed = null;
  let isLabelType = false;
  let waiting = 0;

  const current = () => timelineOf(app);
  const width = () => Math.max(stage.clientWidth || 900, 200);

  // The view, kept inside of the step.
  function look(from, to) {
    const [first, last] = bounds(current());
    const whole = last - first;
    const size = Math.min(Math.max(to - from, Math.min(2, whole)), whole);
    const start = Math.min(Math.max(from, 0), whole - size);
    const isAll = size >= whole;
    state.write({ from: isAll ? null : Number(start.toPrecision(9)), to: isAll ? null : Number((start + size).toPrecision(9)) }, { isMove: true });
  }

  function zoom(factor, part = 0.5) {
    const [from, to] = span(app);
    const at = from + part * (to - from);
    look(at - (at - from) * factor, at + (to - at) * factor);
  }

  const move = (part) => {
    const [from, to] = span(app);
    look(from + part * (to - from), to + part * (to - from));
  };

  function fit() {
    const isOurs = isSelected(app);
    const { slices } = current();
    const { first } = arrange(current());
    let [from, to] = [Infinity, -Infinity];
    slices.start.forEach((start, i) => {
      if (!isOurs?.(slices.name[i], slices.op[i])) return;
      from = Math.min(from, start - first);
      to = Math.max(to, start - first + slices.duration[i]);
    });
    if (to >= from) look(from - (to - from) * 0.1 - 1, to + (to - from) * 0.1 + 1);
  }

  function drawLanes() {
    const timeline = current();
    const { slices } = timeline;
    const { devices, family, first } = arrange(timeline);
    const [from, to] = span(app);
    const pixels = width();
    placed = place(devices, (device) => closed.has(device.name));
    const context = prepare(canvas, pixels, Math.max(placed.height, 30));
    const x = (t) => (t - first - from) / (to - from) * pixels;
    const colors = FAMILIES.map((_, i) => css(`--c${i}`));
    const [text, inFrame, faint, mark, path, plain, ground] = ['--text', '--frame-text', '--line', '--mark', '--worse', '--plain', '--raised'].map(css);
    const matches = matcher(state.read().search);
    const isOurs = isSelected(app);
    const onPath = pathOf(app, timeline);
    let drawn = 0;
    let merged = 0;
    for (const { device, y } of placed.heads) {
      context.fillStyle = ground;
      context.fillRect(0, y, pixels, HEAD);
      context.fillStyle = text;
      context.fillText(`${closed.has(device.name) ? '▸' : '▾'} ${device.name}${device.repeats ? ' (repeats what other lines show; not counted)' : ''}`, 4, y + 16);
    }
    for (const { lane, y } of placed.rows) {
      let end = -1; // pixels that are taken
      inView(lane, slices, first + from, first + to, (i) => {
        const left = Math.max(x(slices.start[i]), 0);
        const right = Math.min(x(slices.start[i] + slices.duration[i]), pixels);
        const isHit = isOurs?.(slices.name[i], slices.op[i]) || matches?.(slices.name[i]) || matches?.(slices.op[i]);
        // Several in one pixel are one mark.
        if (right <= end + 0.5 && !isHit) {
          ++merged;
          return;
        }
        end = Math.max(right, left + 1);
        ++drawn;
        const wide = Math.max(right - left, 1);
        context.globalAlpha = matches && !isHit ? 0.35 : 1;
        context.fillStyle = family[i] < 0 ? plain : colors[family[i]];
        context.fillRect(left, y, Math.max(wide - (wide > 3 ? 0.5 : 0), 1), ROW - 2);
        if (onPath.has(i)) {
          context.fillStyle = path;
          context.fillRect(left, y + ROW - 5, wide, 3);
        }
        if (isHit) {
          context.strokeStyle = mark;
          context.lineWidth = 2;
          context.strokeRect(left + 1, y + 1, Math.max(wide - 2, 1), ROW - 4);
        }
        if (wide > 34) {
          const label = isLabelType ? slices.op[i] : lastPart(slices.name[i]);
          context.fillStyle = inFrame;
          context.fillText(cut(context, label, wide - 6), left + 3, y + 12);
        }
        context.globalAlpha = 1;
      });
    }
    drawArrows(context, x);
    const top = prepare(axis, pixels, AXIS);
    top.fillStyle = text;
    top.strokeStyle = faint;
    for (const t of ticks(from, to, Math.max(Math.floor(pixels / 110), 2))) {
      const at = (t - from) / (to - from) * pixels;
      top.fillRect(at, AXIS - 5, 1, 5);
      const words = format(t, 'us');
      top.fillText(words, Math.min(Math.max(at - top.measureText(words).width / 2, 1), pixels - top.measureText(words).width - 1), 13);
    }
    return { drawn, merged };
  }

  // To the inputs and the consumers of the operation that is selected.
  function drawArrows(context, x) {
    const of = selected(app);
    const { slices } = current();
    if (!of || of.tree.view !== 'scope' || !slices.inputs) return;
    const name = of.tree.name[of.row];
    const arranged = arrange(current());
    const { rowOf, consumers } = arranged;
    const row = rowOf.get(name);
    if (row === undefined) return;
    const middleOf = (i) => yOf(placed, arranged, i) + ROW / 2;
    const arrow = (a, b) => {
      const [x1, y1, x2, y2] = [x(slices.start[a] + slices.duration[a]), middleOf(a), x(slices.start[b]), middleOf(b)];
      if (Number.isNaN(y1 + y2)) return;
      context.beginPath();
      context.moveTo(x1, y1);
      context.bezierCurveTo(x1 + 20, y1, x2 - 20, y2, x2, y2);
      context.stroke();
      context.beginPath();
      context.moveTo(x2, y2);
      context.lineTo(x2 - 7, y2 - 4);
      context.lineTo(x2 - 7, y2 + 4);
      context.fill();
    };
    context.strokeStyle = context.fillStyle = css('--accent');
    context.lineWidth = 1.5;
    slices.inputs[row].forEach((up) => arrow(row - up, row));
    consumers.get(row)?.forEach((i) => arrow(row, i));
  }

  // The whole step, drawn once for each width and theme.
  function drawWhole(timeline, pixels) {
    const key = [timeline.step, pixels, css('--ground')].join(' ');
    if (whole.dataset.key === key) return;
    whole.dataset.key = key;
    const { slices } = timeline;
    const { devices, family, first } = arrange(timeline);
    const [, last] = bounds(timeline);
    const context = prepare(whole, pixels, STRIP);
    const colors = FAMILIES.map((_, i) => css(`--c${i}`));
    const plain = css('--plain');
    const lanes = devices.filter((device) => !device.repeats).flatMap((device) => device.lanes);
    const high = Math.min((STRIP - 6) / Math.max(lanes.length, 1), 6);
    lanes.forEach((lane, k) => {
      let end = -1;
      for (const i of lane) {
        const left = (slices.start[i] - first) / (last - first) * pixels;
        const wide = Math.max(slices.duration[i] / (last - first) * pixels, 0.7);
        if (left + wide <= end + 0.5) continue;
        end = left + wide;
        context.fillStyle = family[i] < 0 ? plain : colors[family[i]];
        context.fillRect(left, 3 + k * high, wide, Math.max(high - 0.5, 1));
      }
    });
  }

  function drawStrip() {
    const timeline = current();
    const [first, last] = bounds(timeline);
    const pixels = width();
    drawWhole(timeline, pixels);
    const context = prepare(strip, pixels, STRIP);
    context.drawImage(whole, 0, 0, pixels, STRIP);
    const [from, to] = span(app);
    const [a, b] = [from / (last - first) * pixels, to / (last - first) * pixels];
    context.fillStyle = css('--shade');
    context.fillRect(0, 0, a, STRIP);
    context.fillRect(b, 0, pixels - b, STRIP);
    context.strokeStyle = css('--accent');
    context.lineWidth = 2;
    context.strokeRect(a + 1, 1, Math.max(b - a - 2, 2), STRIP - 2);
    strip.dataset.from = from;
    strip.dataset.to = to;
  }

  function drawSums(counts) {
    const { devices, first } = arrange(current());
    const [from, to] = span(app);
    const { count, sums } = sumsInView(devices, current().slices, first + from, first + to);
    stage.dataset.from = from;
    stage.dataset.to = to;
    const hidden = devices.filter((device) => closed.has(device.name)).length;
    status.textContent = `In view: ${count} operations from ${format(from, 'us')} to ${format(to, 'us')}, ${counts.drawn} drawn`
      + (counts.merged ? `, ${counts.merged} narrower than a pixel merged with their neighbours` : '') + (hidden ? `; lanes of ${hidden} devices are folded` : '')
      + (placed.below ? `; ${placed.below} operations are in lanes further down than a browser draws: fold devices, or open what tfprof trace writes in Perfetto` : '');
    const list = (heading, map) => rowsTable([{ title: heading }, { title: 'time in view', unit: 'us' }, { title: 'operations' }], [...map].map(([name, [time, n]]) => [name, Math.round(time), n]),
      { order: { column: 1, descending: true }, caption: `In view, by ${heading}` });
    clearTimeout(waiting);
    const show = () => fill(below, element('div', { class: 'sides' }, list('op type', sums.op), list('scope', sums.scope), list('device', sums.device)));
    // Tables are not made while somebody pans.
    if (below.firstChild) waiting = setTimeout(show, 150);
    else show();
  }

  function draw() {
    const timeline = current();
    const now = state.read();
    if (known !== timeline) {
      known = timeline;
      closed.clear();
      arrange(timeline).devices.filter((device) => device.repeats).forEach((device) => closed.add(device.name));
      aboutOf = null;
    }
    if (aboutOf !== app.steps().name) {
      aboutOf = app.steps().name;
      const { steps } = app.steps();
      const isOther = !(steps.length === 1 && steps[0] === timeline.step);
      const words = timeline.step === null ? `All events${timeline.host ? ` of ${timeline.host}` : ''}, in whichever step.` : `Operations of step ${timeline.step}${isOther && app.data.isReport ? `, which stands for ${app.steps().label}` : ''}.`;
      const hosts = timelines.map(({ host }) => host);
      fill(about, hosts.length > 1 && timeline.host ? select('Host', hosts.map((host) => [host, host]), timeline.host, (host) => state.write({ host, from: null, to: null })) : null,
        element('p', { class: 'about' }, words),
        notes([...timeline.notes,
          ...(timeline.without_start ? [`${timeline.without_start} operations have no start time and are not drawn.`] : []),
          ...(timeline.slices_left_out ? [`${timeline.slices_left_out} shorter operations are not on this page; write all with tfprof trace and open that in Perfetto.`] : [])]));
    }
    if (!controls.contains(document.activeElement)) {
      fill(controls, 
        field('Search', now.search ?? '', (search) => state.write({ search }, { isMove: true }), { placeholder: 'name or op type' }),
        select('Labels', [['name', 'last part of the name'], ['type', 'op type']], isLabelType ? 'type' : 'name', (value) => { isLabelType = value === 'type'; draw(); }),
        ...[['Zoom in', () => zoom(0.5)], ['Zoom out', () => zoom(2)], ['Fit to selection', fit], ['Whole step', () => look(0, Infinity)]].map(([words, act]) => element('button', { onclick: act }, words)),
        element('button', { onclick: () => {
          const { devices } = arrange(timeline);
          if (closed.size) closed.clear();
          else devices.forEach((device) => closed.add(device.name));
          draw();
        } }, 'Fold or unfold devices'));
    }
    if (!timeline.slices.start.length) {
      status.textContent = 'No records.';
      return;
    }
    const counts = drawLanes();
    drawStrip();
    drawSums(counts);
  }

  // The operation at a point of the lanes, or the head of a device.
  function at(event) {
    const [from, to] = span(app);
    const { first } = arrange(current());
    const { slices } = current();
    const head = placed?.heads.find(({ y }) => event.offsetY >= y && event.offsetY < y + HEAD);
    if (head) return { head };
    const row = placed?.rows.find(({ y }) => event.offsetY >= y && event.offsetY < y + ROW);
    if (!row) return {};
    const slack = (to - from) / width();
    const t = first + from + event.offsetX / width() * (to - from);
    let found = -1;
    inView(row.lane, slices, t - slack, t + slack, (i) => { found = found < 0 ? i : found; });
    return { i: found };
  }

  const describe = (i) => {
    const { slices } = current();
    return `${slices.name[i]} (${slices.op[i]}): ${format(slices.duration[i], 'us')} at ${format(slices.start[i] - arrange(current()).first, 'us')}${pathOf(app, current()).has(i) ? ', on the critical path' : ''}`;
  };

  let drag = null;
  canvas.addEventListener('pointerdown', (event) => {
    drag = { x: event.clientX, span: span(app), isMoved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!drag) {
      const { i } = at(event);
      canvas.title = i >= 0 ? describe(i) : '';
      return;
    }
    const moved = (drag.x - event.clientX) / width();
    drag.isMoved ||= Math.abs(drag.x - event.clientX) > 3;
    if (drag.isMoved) look(drag.span[0] + moved * (drag.span[1] - drag.span[0]), drag.span[1] + moved * (drag.span[1] - drag.span[0]));
  });
  canvas.addEventListener('pointerup', (event) => {
    const isClick = drag && !drag.isMoved;
    drag = null;
    if (!isClick) return;
    const { head, i } = at(event);
    if (head) {
      const { name } = head.device;
      if (!closed.delete(name)) closed.add(name);
      draw();
    } else if (i >= 0) {
      if (!chooseNode(app, current().slices.name[i])) draw();
      status.textContent = describe(i);
    }
  });
  // Without Ctrl the wheel scrolls the page, as everywhere.
  stage.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(1.0015 ** event.deltaY, event.offsetX / width());
  }, { passive: false });
  stage.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = { a: () => move(-0.1), d: () => move(0.1), w: () => zoom(0.7), s: () => zoom(1.4), ArrowLeft: () => move(-0.1), ArrowRight: () => move(0.1), '+': () => zoom(0.5), '-': () => zoom(2), f: fit, Escape: () => look(0, Infinity) }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  // A span drawn on the strip is what is in view; a click moves it there.
  let mark = null;
  const timeAt = (event) => event.offsetX / width() * (bounds(current())[1] - bounds(current())[0]);
  strip.addEventListener('pointerdown', (event) => {
    mark = { t: timeAt(event), x: event.offsetX };
    strip.setPointerCapture(event.pointerId);
  });
  strip.addEventListener('pointermove', (event) => {
    if (mark && Math.abs(event.offsetX - mark.x) > 3) look(Math.min(mark.t, timeAt(event)), Math.max(mark.t, timeAt(event)));
  });
  strip.addEventListener('pointerup', (event) => {
    if (mark && Math.abs(event.offsetX - mark.x) <= 3) {
      const [from, to] = span(app);
      look(timeAt(event) - (to - from) / 2, timeAt(event) + (to - from) / 2);
    }
    mark = null;
  });

  onWidth(stage, draw);
  panel.append(about, controls, status, strip, element('div', { class: 'pinned' }, axis), stage, legend([...FAMILIES.map(([words], i) => [`c${i}`, words]), ['on-path', 'on the critical path']]), below);
  return { panel, draw, prepare: timelines.flatMap((timeline) => [() => arrange(timeline), () => pathOf(app, timeline)]) };
}

