// SPDX-License-Identifier: Apache-2.0
// The operations of a step as lanes of devices, ready to be drawn: what stands
// where, what of it is in view, what is too narrow.
import { familyOf } from './format.js';
import { bounds } from './time.js';

export const ROW = 18;
export const HEAD = 24;

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
// rowOf: first operation by name, consumers: by operation}
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
  for (const device of devices) {
    device.numbers = Object.keys(device.lanes).map(Number);
    device.lanes = device.lanes.filter(Boolean);
    for (const lane of device.lanes) {
      const isOrdered = lane.every((i, k) => !k || slices.start[lane[k - 1]] <= slices.start[i]);
      if (!isOrdered) lane.sort((a, b) => slices.start[a] - slices.start[b]);
    }
  }
  const known = new Map();
  const family = slices.op.map((op) => {
    if (!known.has(op)) known.set(op, familyOf(op));
    return known.get(op);
  });
  const rowOf = new Map();
  slices.name.forEach((name, i) => rowOf.has(name) || rowOf.set(name, i));
  timeline.arranged = { devices: devices.filter((device) => device.count), family, first, rowOf, consumers: consumersOf(slices) };
  return timeline.arranged;
}

// Where an operation stands, or nothing while its device is folded.
export function yOf(placed, slices, devices, i) {
  return placed.rows.find(({ device, number }) => number === slices.lane[i] && device.name === devices[slices.device[i]])?.y;
}

// Where each lane stands: {device, lane, number, y}, and heads {device, y}.
export function place(devices, isClosed) {
  const heads = [];
  const rows = [];
  let y = 0;
  for (const device of devices) {
    heads.push({ device, y });
    y += HEAD;
    if (isClosed(device)) continue;
    device.lanes.forEach((lane, k) => {
      rows.push({ device, lane, number: device.numbers[k], y });
      y += ROW;
    });
  }
  return { heads, rows, height: y };
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
        add(sums.scope, slices.name[i].includes('/') ? slices.name[i].slice(0, slices.name[i].indexOf('/')) : '(no scope)', time);
      });
    }
  }
  return { count, sums };
}
