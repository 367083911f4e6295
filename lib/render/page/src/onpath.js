// SPDX-License-Identifier: Apache-2.0
import { records } from './data.js';

// Operations of the critical path, by node name and start, of the timeline's step.
export function pathOf(app, timeline) {
  if (timeline.onPath) return timeline.onPath;
  timeline.onPath = new Set();
  if (timeline.step !== app.data.median(app.data.warm)) return timeline.onPath;
  const { slices, devices } = timeline;
  // Each host's path counts from its own first operation.
  const hostOf = devices.map((device) => /^(.*\/task:\d+)\//.exec(device)?.[1] ?? '');
  const rows = records(app.data.table('path'));
  const keyOf = (host, at, node) => `${rows[0]?.host ? host : ''} ${at} ${node}`;
  const firstOf = new Map();
  slices.start.forEach((start, i) => {
    const host = rows[0]?.host ? hostOf[slices.device[i]] : '';
    firstOf.set(host, Math.min(firstOf.get(host) ?? Infinity, start));
  });
  const starts = new Set();
  for (const row of rows) {
    const at = Math.floor(row.start / 1000);
    for (const near of [at - 1, at, at + 1]) starts.add(keyOf(row.host, near, row.node));
  }
  slices.name.forEach((name, i) => {
    const host = rows[0]?.host ? hostOf[slices.device[i]] : '';
    if (starts.has(keyOf(host, slices.start[i] - firstOf.get(host), name))) timeline.onPath.add(i);
  });
  return timeline.onPath;
}
