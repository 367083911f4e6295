// SPDX-License-Identifier: Apache-2.0
// The operations of a step as lanes of devices, ready to be drawn: what stands
// where, what of it is in view, what is too narrow.
import { familyOf } from './format.js';
import { bounds } from './time.js';

export const ROW = 18;
export const HEAD = 24;

// Browsers draw nothing on a canvas of more than 32,767 pixels, some of which
// have two or three to one of ours.
const MOST_HEIGHT = 10000;

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

// {devices: [{name, repeats, lanes: [[operation, ...], ...]}], family, first,
// rowOf: first operation by name, consumers and laneOf: by operation}
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
  const known = new Map();
  const family = slices.op.map((op) => {
    if (!known.has(op)) known.set(op, familyOf(op));
    return known.get(op);
  });
  slices.scope = slices.name.map((name) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : '(no scope)'));
  const rowOf = new Map();
  slices.name.forEach((name, i) => rowOf.has(name) || rowOf.set(name, i));
  timeline.arranged = { devices: devices.filter((device) => device.count), family, first, rowOf, consumers: consumersOf(slices), laneOf };
  return timeline.arranged;
}

// Where an operation stands, or nothing while its device is folded.
export function yOf(placed, { laneOf }, i) {
  return placed.yOfLane.get(laneOf[i]);
}

// Where each lane stands: {device, lane, y}, heads {device, y}, y by lane; how
// many operations are below what a browser can draw.
export function place(devices, isClosed) {
  const heads = [];
  const rows = [];
  const yOfLane = new Map();
  let below = 0;
  let y = 0;
  for (const device of devices) {
    heads.push({ device, y });
    y += HEAD;
    if (isClosed(device)) continue;
    device.lanes.forEach((lane, k) => {
      if (y > MOST_HEIGHT) {
        below += lane.length;
        return;
      }
      rows.push({ device, lane, y });
      yOfLane.set(device.firstLane + k, y);
      y += ROW;
    });
  }
  return { heads, rows, yOfLane, below, height: y };
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

// Sums over what is between two times, each as long as it is in view, of devices
// that do not repeat others: {device, op, scope} of name to [time, count].
export function sumsInView(devices, slices, from, to) {
  const sums = { op: new Map(), device: new Map(), scope: new Map() };
  let count = 0;
  const add = (map, key, time) => {
    const sum = map.get(key) ?? [0, 0];
    sum[0] += time;
    ++sum[1];
    map.set(key, sum);
  };
  for (const device of devices) {
    if (device.repeats) continue;
    for (const lane of device.lanes) {
      inView(lane, slices, from, to, (i) => {
        const time = Math.max(Math.min(slices.start[i] + slices.duration[i], to) - Math.max(slices.start[i], from), 0);
        ++count;
        add(sums.op, slices.op[i], time);
        add(sums.device, device.name, time);
        add(sums.scope, slices.scope[i], time);
      });
    }
  }
  return { count, sums };
}
