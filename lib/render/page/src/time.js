// SPDX-License-Identifier: Apache-2.0
// The span of a step that timeline and memory show, one for both.
import * as state from './state.js';

// The timeline of the chosen step, else the first one that the page has; of
// recordings that of the chosen host.
export function timelineOf(app) {
  const { steps } = app.steps();
  const { timelines } = app.data;
  const { host } = state.read();
  if (timelines[0]?.host) return timelines.find((timeline) => timeline.host === host) ?? timelines[0];
  return (steps.length === 1 && timelines.find((timeline) => timeline.step === steps[0])) || timelines[0];
}

// First start and last end of the operations of a timeline, in us of the dump.
export function bounds(timeline) {
  if (!timeline.bounds) {
    const { start, duration } = timeline.slices;
    let first = Infinity;
    let last = -Infinity;
    start.forEach((from, i) => {
      first = Math.min(first, from);
      last = Math.max(last, from + duration[i]);
    });
    timeline.bounds = start.length ? [first, Math.max(last, first + 1)] : [0, 1];
  }
  return timeline.bounds;
}

// What is in view, in us from the start of the step.
export function span(app) {
  const timeline = timelineOf(app);
  const [first, last] = timeline ? bounds(timeline) : [0, 1];
  const { from, to } = state.read();
  const [a, b] = [Number(from ?? 0), Number(to ?? last - first)];
  return b > a ? [a, b] : [0, last - first];
}

// Round numbers between two.
export function ticks(from, to, count) {
  const rough = (to - from) / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((s) => s >= rough) ?? rough;
  const result = [];
  for (let i = Math.ceil(from / step); i * step <= to; ++i) result.push(Number((i * step).toPrecision(12)));
  return result;
}
