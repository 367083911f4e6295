// SPDX-License-Identifier: Apache-2.0
// The answer, when the page opens: how long steps are, what takes them, what is
// in memory, what to look at. What the dump is made of stands last.
import { bar, bars } from '../bars.js';
import { records } from '../data.js';
import { element, fill, link, notes } from '../dom.js';
import { format, lastPart, signed } from '../format.js';
import { chooseNode } from '../selection.js';
import * as state from '../state.js';
import { sectionTable } from '../table.js';
import { lineLink, linked, waits } from './advice.js';

export const id = 'summary';
export const title = 'Summary';

const MOST = 8;
const ELSEWHERE = ['step lengths', 'allocators', 'alive at the peak', 'alive by scope', 'alive by type', 'alive by code', 'memory over time', 'buffers', 'findings', 'work',
  'step lengths of the old dump', 'step lengths by device of the old dump'];

const median = (values) => [...values].sort((a, b) => a - b)[(values.length - 1) >> 1];

// How long a step was in the older of two dumps.
function before(app, now) {
  const old = records(app.data.table('step lengths of the old dump')).filter((row) => row.length !== null && row['is used'] !== 'no').map((row) => row.length);
  if (!old.length || !now) return null;
  const was = median(old);
  return element('p', { class: 'before' }, `It was ${format(was, 'us')} in ${app.data.dumps[0]}, at the median of its steps: ${signed(now - was, 'us')}, ${signed((now - was) / was, 'share')}. `,
    link('What changed', () => state.write({ tab: 'diff' })));
}

function lengths(app) {
  const known = app.data.lengths.filter((row) => row.length !== null);
  if (!known.length) return null;
  const chosen = new Set(app.steps().steps);
  // A first step that takes many times as long is cut, so that others are seen.
  const counted = known.filter((row) => row['is used'] !== 'no');
  const most = Math.min(Math.max(...known.map((row) => row.length)), 1.5 * Math.max(...(counted.length ? counted : known).map((row) => row.length)));
  const of = known.filter((row) => chosen.has(row.step));
  const middle = of.length ? of.find((row) => row.length === median(of.map((r) => r.length))) : null;
  const sums = (key) => of.reduce((sum, row) => sum + row[key], 0);
  return element('section', { class: 'answer' }, element('h2', {}, 'Step'),
    middle ? element('p', { class: 'figure' }, element('strong', { 'data-value': middle.length }, format(middle.length, 'us')),
      of.length > 1 ? ` at the median, ${format(Math.min(...of.map((r) => r.length)), 'us')} to ${format(Math.max(...of.map((r) => r.length)), 'us')}` : '',
      sums('length') > 0 ? `; busy ${format(sums('busy') / sums('length'), 'share')}, idle ${format(sums('idle') / sums('length'), 'share')}` : '',
      sums('busy') > 0 ? `, ${(sums('sum') / sums('busy')).toFixed(1)} operations at a time` : '', `: ${app.steps().label}`) : null,
    before(app, middle?.length),
    element('div', { class: `steps${known.length > 40 ? ' many' : ''}`, role: 'group', 'aria-label': 'Lengths of steps; each chooses its step' }, known.map((row) => {
      const words = `step ${row.step}: ${format(row.length, 'us')}, busy ${format(row.busy, 'us')}${row['is used'] === 'no' ? ', warm-up or not chosen' : ''}`;
      return element('button', { class: `step${chosen.has(row.step) ? ' chosen' : ''}${row['is used'] === 'no' ? ' warm-up' : ''}`, title: words, 'aria-label': words, 'aria-pressed': chosen.has(row.step),
        onclick: () => state.write({ steps: row.step }) },
        element('span', { class: 'column', style: `--part:${Math.min(row.length / most, 1)}` }, row.length > most ? element('span', { class: 'cut' }, '⋮') : null, element('span', { class: 'busy', style: `--part:${row.length ? row.busy / row.length : 0}` })),
        element('span', { class: 'number' }, String(row.step)));
    })),
    element('p', { class: 'about' }, 'A bar is a step: its height the length, of which the strong part is busy. Hatched ones are not counted: they warm up or were not chosen.' + (known.some((row) => row.length > most) ? ' A bar with ⋮ is longer than it is drawn.' : '')),
    work(app));
}

// Where it is, what it is, and the line that it is there for.
function partOf(app, { name, type, code }) {
  return [app.data.tree('scope')?.find(name) > 0 ? link(name, () => chooseNode(app, name, { tab: 'flame', view: 'scope' })) : name || '(no scope)', ` ${type ?? ''} `, lineLink(app, code, lastPart(code ?? ''))];
}

function path(app) {
  const section = app.data.table('path by scope');
  if (!section) return null;
  const all = records(section).map((row) => ({ ...row, ns: row['path ns'], share: row.path }));
  // Clocks of hosts do not agree: the one that took longest stands for all.
  const lengthOf = (row) => (row.share ? row.ns / row.share : 0);
  const longest = all.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a), all[0]);
  const named = all.filter((row) => row.host === longest?.host);
  const totals = app.data.sections.find((s) => s.heading === 'path totals');
  const rows = records(app.data.table('path by part'));
  const gaps = Math.round(1000 * (rows.at(-1)?.path ?? 0));
  const parts = rows.slice(0, -1).slice(0, MOST).map((row) => [partOf(app, row), Math.round(1000 * row.path)]);
  const whole = named[0]?.share ? named[0].ns / named[0].share : gaps;
  const rest = Math.round(whole) - gaps - parts.reduce((sum, [, ns]) => sum + ns, 0);
  // Steps of recordings last longer than their operations.
  const step = app.data.lengths.find((row) => row.step === app.data.median(app.data.warm));
  const isPart = step && Math.abs(step.length * 1000 - whole) > 0.01 * whole;
  return element('section', { class: 'answer' }, element('h2', {}, 'What keeps it waiting'),
    element('p', { class: 'about' }, `The critical path of step ${app.data.median(app.data.warm)}, the step of median length${longest?.host ? `; of ${longest.host}, the host that took longest` : ''}${isPart ? `; shares are of ${format(whole, 'ns')}, from the start of its first operation to the end of the last` : ''}.`),
    bars('Critical path by operations', [...parts.map(([name, ns]) => bar(name, ns, 'ns', whole ? ns / whole : 0)),
      rest > 0 && rows.length > MOST ? bar('the rest', rest, 'ns', rest / whole) : null,
      whole ? bar('gaps: nothing of it ran', gaps, 'ns', gaps / whole) : null]),
    element('details', {}, element('summary', {}, 'More about the path'), notes(totals?.notes),
      ['path by scope', 'path by code', 'path by type', 'path by node', 'path'].map((heading) => app.data.table(heading)).filter(Boolean).map((s) => element('section', {}, element('h3', {}, s.heading), notes(s.notes), sectionTable(s)))));
}

function memory(app) {
  const allocators = records(app.data.table('allocators'));
  if (!allocators.length) return null;
  const greatest = allocators.reduce((a, b) => ((b.peak ?? b['of the step']) > (a.peak ?? a['of the step']) ? b : a));
  const alive = records(app.data.table('alive at the peak')).filter((row) => row.allocator === greatest.allocator);
  const bytes = greatest.peak ?? greatest['of the step'];
  if (!bytes) return element('section', { class: 'answer' }, element('h2', {}, 'Memory'), element('p', {}, 'No record of the step says that it held anything.'));
  return element('section', { class: 'answer' }, element('h2', {}, 'Memory'),
    element('p', { class: 'figure' }, element('strong', { 'data-value': bytes }, format(bytes, 'bytes')), ` at the peak of ${greatest.allocator || '(unnamed allocator)'}${greatest.peak === null ? ', of the step alone: what was held before is not known' : ''}${greatest.at === null ? '' : ', '}`,
      greatest.at === null ? null : link(`${format(greatest.at, 'us')} into step ${app.data.median(app.data.warm)}`, () => state.write({ tab: 'memory', at: greatest.at }))),
    alive.length ? bars('Largest tensors at the peak', alive.slice(0, 5).map((row) => bar([link(row.node, () => chooseNode(app, row.node, { tab: 'memory', at: greatest.at })), ` ${row.type ?? ''}`], row.bytes, 'bytes', row.bytes / bytes))) : null);
}

// How much was computed, and of how much of the time that is known.
function work(app) {
  const [known] = records(app.data.table('work'));
  if (!known) return null;
  const { 'float ops': ops, 'flops per s': rate, 'known time': counted } = known;
  return element('p', { class: 'figure work' }, element('strong', { 'data-value': ops }, format(ops, 'count')), ` float operations in step ${app.data.median(app.data.warm)}`,
    rate === null ? '' : `, ${format(rate, 'count')}FLOP/s`, counted === null ? '' : `; counted for ${format(counted, 'share')} of the time of its operations`);
}

function findings(app) {
  const found = (app.data.of('advice')[0]?.entries ?? []).flatMap((entry) => entry.statements.filter((s) => s.finding).map((s) => [entry.checker, s.text]));
  if (!app.data.of('advice').length) return null;
  const waiting = waits(app);
  return element('section', { class: 'answer' }, element('h2', {}, 'Look at'),
    found.length || waiting.length ? element('ul', { class: 'findings' }, waiting, found.slice(0, Math.max(6 - waiting.length, 2)).map(([checker, text]) => element('li', { class: 'finding' }, element('pre', {}, linked(app, text.trim(), { tab: 'flame', view: 'scope' })), link(checker, () => state.write({ tab: 'advice' })))))
      : element('p', {}, 'The checkers found nothing to mend. ', link('What they looked at', () => state.write({ tab: 'advice' }))));
}

// Tables and notes that no other tab shows.
function rest(app) {
  const isElsewhere = (s) => app.data.isReport && (ELSEWHERE.includes(s.heading) || s.heading.startsWith('path'));
  return app.data.sections.filter((s) => (s.kind === 'table' || (s.kind === 'notes' && !['scope', 'op', 'code', 'timeline'].includes(s.heading))) && !isElsewhere(s));
}

export function make(app) {
  const others = rest(app);
  const answer = element('div', { class: 'answers' });
  const panel = element('div', {}, answer);
  if (!others.length && !app.data.isReport) return null;
  let isMade = false;
  const draw = () => {
    if (app.data.isReport) fill(answer, ...[lengths(app), path(app), memory(app), findings(app)].filter(Boolean));
    if (isMade) return;
    isMade = true;
    const byStep = app.data.isReport ? [app.data.table('step lengths')].filter(Boolean) : [];
    panel.append(...[...byStep, ...others].map((section) => element('section', {}, element('h2', { class: 'heading' }, section.heading || 'Result'), notes(section.notes), section.kind === 'table' ? sectionTable(section) : null)));
  };
  return { panel, draw };
}
