// SPDX-License-Identifier: Apache-2.0
// The operations of a step as lanes of devices, ready to be drawn: what stands
// where, what of it is in view, what is too narrow.
import { FAMILIES, familyOf } from '../format.js';
import { bounds } from '../time.js';

export const ROW = 18;
export const HEAD = 24;

// Operations of a lane as several in which none overlaps another: nested events
// stand below those that they are in.
function apart(lane, slices) {
  const endOf = (i) => slices.start[i] + slices.duration[i];
  const isOrdered = lane.every((i, k) => !k || endOf(lane[k - 1]) <= slices.start[i]);
  if (isOrdered) return [lane];
  lane.sort((a, b) => slices.start[a] - slices.start[b] || slices.duration[b] - slices.duration[a] || a - b);
  const lanes = [];
  const ends = [];
  for (const i of lane) {
    let depth = ends.findIndex((end) => end <= slices.start[i]);
    if (depth < 0) {
      depth = lanes.length;
      lanes.push([]);
    }
    lanes[depth].push(i);
    ends[depth] = endOf(i);
  }
  return lanes;
}

// By operation, those that take what it makes.
function consumersOf(slices) {
  const consumers = new Map();
  slices.inputs?.forEach((inputs, i) => inputs.forEach((up) => {
    if (!consumers.has(i - up)) consumers.set(i - up, []);
    consumers.get(i - up).push(i);
  }));
  return consumers;
}

// By operation, a number for each text that it has.
function numbered(texts) {
  const ids = new Map();
  const of = Uint32Array.from(texts, (text) => ids.get(text) ?? ids.set(text, ids.size).size - 1);
  return { of, texts: [...ids.keys()] };
}

// By operation, the kind of its work; -1 of events of a recording that have no
// type and no kind in their name: they are no operations.
function familiesOf({ host, slices }, op) {
  const families = op.texts.map(familyOf);
  const last = FAMILIES.length - 1; // which takes whatever the others do not
  return Int8Array.from(op.of, (id, i) => (host && families[id] === last && slices.op[i] === slices.name[i] ? -1 : families[id]));
}

// Which kinds there are, as a legend has them.
export function legendOf(timeline) {
  const { family, isOnPath } = arrange(timeline);
  const present = new Set(family);
  return [...FAMILIES.map(([words], i) => [`c${i}`, words]).filter((_, i) => present.has(i)),
    ...(present.has(-1) ? [['plain', timeline.host ? 'other events' : 'of no known type']] : []), ...(isOnPath.includes(1) ? [['on-path', 'on the critical path']] : [])];
}

// {devices: [{name, repeats, lanes: [[operation, ...], ...]}], family, first,
// rowOf: first operation by name, consumers and laneOf: by operation, isOnPath:
// by operation, scope and op: {of: numbers by operation, texts: by number},
// order: operations by start}
export function arrange(timeline) {
  if (timeline.arranged) return timeline.arranged;
  const { slices } = timeline;
  const [first] = bounds(timeline);
  const devices = timeline.devices.map((name, d) => ({ name, repeats: Boolean(timeline.repeats?.[d]), lanes: [], count: 0 }));
  slices.start.forEach((_, i) => {
    const device = devices[slices.device[i]];
    (device.lanes[slices.lane[i]] ??= []).push(i);
    ++device.count;
  });
  const laneOf = new Uint32Array(slices.start.length);
  let number = -1;
  for (const device of devices) {
    device.lanes = device.lanes.filter(Boolean).flatMap((lane) => apart(lane, slices));
    for (const lane of device.lanes) {
      ++number;
      for (const i of lane) laneOf[i] = number;
    }
    device.firstLane = number - device.lanes.length + 1;
  }
  const op = numbered(slices.op);
  const family = familiesOf(timeline, op);
  const scope = numbered(slices.name.map((name) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : '(no scope)')));
  const rowOf = new Map();
  slices.name.forEach((name, i) => rowOf.has(name) || rowOf.set(name, i));
  const isOnPath = new Uint8Array(slices.start.length);
  let at = 0;
  for (const gap of slices.path ?? []) {
    at += gap;
    isOnPath[at] = 1;
  }
  const order = Uint32Array.from(slices.start.keys()).sort((a, b) => slices.start[a] - slices.start[b] || a - b);
  timeline.arranged = { devices: devices.filter((device) => device.count), family, first, rowOf, consumers: consumersOf(slices), laneOf, isOnPath, op, scope, order };
  return timeline.arranged;
}

// Where an operation stands, or nothing while its device is folded.
export function yOf(placed, { laneOf }, i) {
  return placed.yOfLane.get(laneOf[i]);
}

// Where each lane stands: {device, lane, y}, heads {device, y}, y by lane.
export function place(devices, isClosed) {
  const heads = [];
  const rows = [];
  const yOfLane = new Map();
  let y = 0;
  for (const device of devices) {
    heads.push({ device, y });
    y += HEAD;
    if (isClosed(device)) continue;
    device.lanes.forEach((lane, k) => {
      rows.push({ device, lane, y });
      yOfLane.set(device.firstLane + k, y);
      y += ROW;
    });
  }
  return { heads, rows, yOfLane, height: y };
}

// The first operation of a lane that ends after `time`. Lanes do not overlap.
export function firstIn(lane, slices, time) {
  let [low, high] = [0, lane.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slices.start[lane[middle]] + slices.duration[lane[middle]] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Calls visit(operation) for what is between two times.
export function inView(lane, slices, from, to, visit) {
  for (let i = firstIn(lane, slices, from); i < lane.length && slices.start[lane[i]] <= to; ++i) visit(lane[i]);
}

// How many operations are between two times, on devices that do not repeat
// others. Those of a lane stand one after the other, so that none is looked at.
export function countInView(devices, slices, from, to) {
  const counted = devices.filter((device) => !device.repeats).flatMap((device) => device.lanes);
  return counted.reduce((count, lane) => {
    let [low, high] = [firstIn(lane, slices, from), lane.length];
    const begin = low;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (slices.start[lane[middle]] <= to) low = middle + 1;
      else high = middle;
    }
    return count + low - begin;
  }, 0);
}

// Sums of the operations in view, of each only the part that is in view:
// {device, op, scope} as lists of [name, time, count]. The last sums are kept for
// the next call with the same span.
export function sumsInView(arranged, slices, from, to) {
  if (arranged.sums?.from !== from || arranged.sums.to !== to) arranged.sums = { from, to, of: sumUp(arranged, slices, from, to) };
  return arranged.sums.of;
}

function sumUp({ devices, op, scope }, slices, from, to) {
  const keys = [op, scope].map(({ of, texts }) => ({ of, texts, time: new Float64Array(texts.length), count: new Uint32Array(texts.length) }));
  const byDevice = devices.filter((device) => !device.repeats).map((device) => {
    let [time, count] = [0, 0];
    for (const lane of device.lanes) {
      inView(lane, slices, from, to, (i) => {
        const part = Math.max(Math.min(slices.start[i] + slices.duration[i], to) - Math.max(slices.start[i], from), 0);
        time += part;
        ++count;
        for (const key of keys) {
          key.time[key.of[i]] += part;
          ++key.count[key.of[i]];
        }
      });
    }
    return [device.name, time, count];
  });
  const list = ({ texts, time, count }) => texts.map((text, id) => [text, time[id], count[id]]);
  const [byOp, byScope] = keys.map(list);
  const some = (rows) => rows.filter(([, , count]) => count);
  return { op: some(byOp), scope: some(byScope), device: some(byDevice) };
}
