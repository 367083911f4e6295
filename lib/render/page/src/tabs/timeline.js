// SPDX-License-Identifier: Apache-2.0
// When what ran: lanes by device, with a strip of the whole step above that
// shows and sets what is in view, and sums of that below.
import { element, fill, field, keys, notes, onWidth, select } from '../dom.js';
import { format } from '../format.js';
import { legend } from '../legend.js';
import { chooseNode } from '../selection.js';
import * as state from '../state.js';
import { rowsTable } from '../table.js';
import { bounds, timelineOf } from '../time.js';
import { HANDS } from '../timeline/hands.js';
import { arrange, countInView, legendOf, sumsInView } from '../timeline/lanes.js';
import { lookAt } from '../timeline/look.js';
import { makeStage } from '../timeline/stage.js';
import { makeStrip } from '../timeline/strip.js';

export const id = 'timeline';
export const title = 'Timeline';

// What the timeline is of, and what of it is not on the page.
function aboutOf(app, timeline) {
  const { timelines } = app.data;
  const { steps, label } = app.steps();
  const isOther = app.data.isReport && !(steps.length === 1 && steps[0] === timeline.step);
  const words = timeline.step === null ? `All events${timeline.host ? ` of ${timeline.host}` : ''}, in whichever step.` : `Operations of step ${timeline.step}${isOther ? `, which stands for the ${label}` : ''}.`;
  const hosts = timelines.map(({ host }) => host);
  return [hosts.length > 1 && timeline.host ? select('Host', hosts.map((host) => [host, host]), timeline.host, (host) => state.write({ host, from: null, to: null })) : null,
    element('p', { class: 'about' }, words),
    notes([...timeline.notes,
      ...(timeline.without_start ? [`${timeline.without_start} operations have no start time and are not drawn.`] : []),
      ...(timeline.slices_left_out ? [`${timeline.slices_left_out} shorter operations are not on this page; write all with tfprof trace and open that in Perfetto.`] : [])])];
}

export function make(app) {
  const { timelines } = app.data;
  if (!timelines.length) {
    const why = app.data.reasons('timeline');
    return why.length ? { panel: element('div', {}, notes(why)), draw: () => {} } : null;
  }
  const about = element('div');
  const controls = element('div', { class: 'controls' });
  const status = element('p', { class: 'details', role: 'status' });
  const colors = element('div');
  const below = element('div');
  const look = lookAt(app);
  const strip = makeStrip(look);
  const current = () => timelineOf(app);
  let aboutWhat = null;
  let waiting = 0;
  let chosen = null; // what was chosen here last

  const words = (i) => {
    const { slices } = current();
    const { first, isOnPath } = arrange(current());
    return `${slices.name[i]} (${slices.op[i]}): ${format(slices.duration[i], 'us')} at ${format(slices.start[i] - first, 'us')}${isOnPath[i] ? ', on the critical path' : ''}`;
  };
  function clicked(i) {
    chooseNode(app, current().slices.name[i]);
    status.textContent = words(i);
    chosen = { i, timeline: current(), node: state.read().node };
  }

  // By start; from nothing, the first in view.
  function next(step) {
    const { slices } = current();
    const { first, order } = arrange(current());
    const [from, to] = look.span();
    const isAt = chosen?.timeline === current() && chosen.node === state.read().node;
    const i = order[isAt ? order.indexOf(chosen.i) + step : order.findIndex((one) => slices.start[one] - first >= from)];
    if (i === undefined) return;
    const start = slices.start[i] - first;
    if (start < from || start > to) look.set(start - (to - from) / 2, start + (to - from) / 2);
    clicked(i);
  }

  const stage = makeStage(app, look, { words, clicked, next });

  function drawControls() {
    if (controls.contains(document.activeElement)) return;
    fill(controls,
      field('Search', state.read().search ?? '', (search) => state.write({ search }, { isMove: true }), { placeholder: 'name or op type' }),
      select('Labels', [['name', 'last part of the name'], ['type', 'op type']], stage.labelled(), stage.label),
      [['Zoom in', () => look.zoom(0.5)], ['Zoom out', () => look.zoom(2)], ['Fit to selection', look.fit], ...(current().step !== null ? [['Whole step', look.all]]
        : [...(arrange(current()).isOnPath.includes(1) ? [['Critical path', look.path]] : []), ['Whole recording', look.all]])].map(([text, act]) => element('button', { onclick: act }, text)), stage.picker(), keys(HANDS));
  }

  function drawSums({ drawn, merged, folded }) {
    const timeline = current();
    const arranged = arrange(timeline);
    const [from, to] = look.span();
    const [begin, end] = [arranged.first + from, arranged.first + to];
    status.textContent = `In view: ${countInView(arranged.devices, timeline.slices, begin, end)} operations from ${format(from, 'us')} to ${format(to, 'us')}, ${drawn} drawn`
      + (merged ? `, ${merged} narrower than a pixel merged with their neighbours` : '') + (folded ? `; lanes of ${folded} ${folded === 1 ? 'device is' : 'devices are'} folded` : '');
    const list = (heading, rows) => rowsTable([{ title: heading }, { title: 'time in view', unit: 'us' }, { title: 'operations' }], rows.map(([name, time, count]) => [name, Math.round(time), count]),
      { order: { column: 1, descending: true }, caption: `In view, by ${heading}` });
    const show = () => {
      const sums = sumsInView(arranged, timeline.slices, begin, end);
      fill(below, element('div', { class: 'sides' }, list('op type', sums.op), list('scope', sums.scope), list('device', sums.device)));
    };
    // Tables are not made while somebody pans.
    clearTimeout(waiting);
    if (below.firstChild) waiting = setTimeout(show, 150);
    else show();
  }

  function draw() {
    const timeline = current();
    const wanted = [timeline.step, timeline.host, app.steps().name].join(' ');
    if (aboutWhat !== wanted) {
      fill(about, ...aboutOf(app, timeline));
      fill(colors, legend(legendOf(timeline)));
    }
    aboutWhat = wanted;
    drawControls();
    if (!timeline.slices.start.length) {
      status.textContent = 'No records.';
      return;
    }
    const counts = stage.draw();
    strip.draw(timeline, stage.width());
    drawSums(counts);
  }

  const panel = element('div', {}, about, controls, status, strip.node, element('div', { class: 'pinned' }, stage.axis), stage.node,
    colors, below);
  onWidth(stage.node, draw);
  return { panel, draw, prepare: timelines.flatMap((timeline) => [() => bounds(timeline), () => arrange(timeline), () => sumsInView(arrange(timeline), timeline.slices, ...bounds(timeline))]) };
}
