// SPDX-License-Identifier: Apache-2.0
// What allocators held over the time of a step, and what was there at the peak
// or at any other instant. The axis is that of the timeline.
import { records } from '../data.js';
import { element, notes } from '../dom.js';
import { allocatorChart } from '../memory/chart.js';
import { chooseNode } from '../selection.js';
import { nameColumn, sectionTable } from '../table.js';

export const id = 'memory';
export const title = 'Memory';

// {name, at, bytes, buffers} of each allocator, times from the start of the step.
function allocators(app) {
  const levels = records(app.data.table('memory over time'));
  const buffers = records(app.data.table('buffers'));
  const names = [...new Set(levels.map((level) => level.allocator))];
  if (names.length) {
    return names.map((name) => {
      const of = levels.filter((level) => level.allocator === name);
      return { name, at: of.map((l) => l.at), bytes: of.map((l) => l.step),
        buffers: buffers.filter((b) => b.allocator === name).map((b) => ({ bytes: b.bytes, from: b.since, to: b.freed ?? Infinity, type: b.type, node: b.node })) };
    });
  }
  return app.data.timelines.flatMap((section) => section.allocators.map((allocator) => {
    const first = Math.min(section.slices.start.reduce((a, b) => Math.min(a, b), Infinity), allocator.at[0]);
    return { name: allocator.name, at: allocator.at.map((t) => t - first), bytes: allocator.bytes,
      buffers: section.tensors.filter((t) => t.allocator === allocator.name).map((t) => ({ bytes: t.bytes, from: t.created - first, to: t.released - first, type: '', node: t.name })) };
  }));
}

export function make(app) {
  const of = allocators(app);
  const panel = element('div');
  const reasons = app.data.reasons('allocators');
  if (!of.length) {
    if (!app.data.timelines.length) return null;
    panel.append(notes(reasons.length ? reasons : ['No record of the step says what it allocated.']));
    return { panel, draw: () => {} };
  }
  const charts = of.map((allocator) => allocatorChart(app, allocator));
  const step = app.data.isReport ? app.data.median(app.data.warm) : null;
  const about = app.data.timelines[0]?.host ? 'Of the whole recording, whoever allocated it and when. Times of the curve count from the first event, as in the timeline, those of the tables from the start of the recording.'
    : step === null || step === undefined ? null : `Of step ${step}, the step of median length; what the step itself allocated and had not released.`;
  panel.append(...[about && element('p', { class: 'about' }, about)].filter(Boolean), ...charts.map(({ holder }) => holder));
  for (const heading of app.data.isReport ? ['allocators', 'alive at the peak', 'alive by scope', 'alive by type', 'alive by code'] : []) {
    const section = app.data.table(heading);
    if (!section) continue;
    const name = nameColumn(section);
    const isOfNodes = section.columns[name].title === 'node';
    panel.append(element('section', {}, element('h2', { class: 'heading' }, heading), notes(section.notes),
      sectionTable(section, isOfNodes ? { onrow: (row) => chooseNode(app, section.rows[row][name]) } : {})));
  }
  return { panel, draw: () => charts.forEach(({ draw }) => draw()) };
}
