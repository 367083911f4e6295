// SPDX-License-Identifier: Apache-2.0
// What of the step is in view, in us from its start, and the ways to change it.
// It is in the address, so that the timeline, its strip and the memory agree.
import { isSelected } from '../selection.js';
import * as state from '../state.js';
import { bounds, span, timelineOf } from '../time.js';
import { arrange } from './lanes.js';

export function lookAt(app) {
  const length = () => {
    const [first, last] = bounds(timelineOf(app));
    return last - first;
  };

  // Kept inside of the step.
  function set(from, to) {
    const whole = length();
    const size = Math.min(Math.max(to - from, Math.min(2, whole)), whole);
    const start = Math.min(Math.max(from, 0), whole - size);
    const isAll = size >= whole;
    state.write({ from: isAll ? null : Number(start.toPrecision(9)), to: isAll ? null : Number((start + size).toPrecision(9)) }, { isMove: true });
  }

  // By a factor, around what is at a part of the width.
  function zoom(factor, part = 0.5) {
    const [from, to] = span(app);
    const at = from + part * (to - from);
    set(at - (at - from) * factor, at + (to - at) * factor);
  }

  function move(part) {
    const [from, to] = span(app);
    set(from + part * (to - from), to + part * (to - from));
  }

  // All that is wanted, by operation.
  function show(isWanted) {
    const timeline = timelineOf(app);
    const [first] = bounds(timeline);
    const { slices } = timeline;
    let [from, to] = [Infinity, -Infinity];
    slices.start.forEach((start, i) => {
      if (!isWanted(i)) return;
      from = Math.min(from, start - first);
      to = Math.max(to, start - first + slices.duration[i]);
    });
    if (to >= from) set(from - (to - from) * 0.1 - 1, to + (to - from) * 0.1 + 1);
  }

  // All that is selected.
  function fit() {
    const { slices } = timelineOf(app);
    const isOurs = isSelected(app);
    show((i) => isOurs?.(slices.name[i], slices.op[i]));
  }

  // Of a recording, the step whose path is lit.
  function path() {
    const { isOnPath } = arrange(timelineOf(app));
    show((i) => isOnPath[i]);
  }

  return { span: () => span(app), length, set, zoom, move, fit, path, all: () => set(0, Infinity) };
}
