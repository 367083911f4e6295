// SPDX-License-Identifier: Apache-2.0
// What the page was given, by what it is: tables by heading, trees by view.
import { ranges } from './format.js';
import { Tree } from './tree.js';

async function load() {
  const text = document.getElementById('data').textContent;
  const packed = atob(text);
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; ++i) bytes[i] = packed.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json();
}

// Rows of a table as objects: {title: value}; of two columns of one title the
// second is "title unit".
export function records(section) {
  const titles = [];
  for (const { title, unit } of section?.columns ?? []) titles.push(titles.includes(title) ? `${title} ${unit}` : title);
  return (section?.rows ?? []).map((row) => Object.fromEntries(titles.map((title, i) => [title, row[i]])));
}

// Timelines with the names and types of operations as texts: the first one has
// the names, of others a number says how many operations before it one stands.
function withNames(timelines) {
  const names = timelines.find(({ slices }) => slices.name.length)?.slices.name;
  for (const { slices } of timelines) {
    slices.name = slices.name.map((name, i) => (typeof name === 'number' ? names[i - name] : name));
    slices.op = slices.op.map((id) => slices.ops[id]);
  }
  return timelines;
}

// Nodes may run as another type than the graph says: fused with others, or as one
// that a library has. The timelines know; what they know is the kind of work that
// a row is. Nodes that no graph defines have their own name as type, until then.
function learnTypes(tree, timelines) {
  if (!tree.ops || !timelines.length) return;
  const types = new Map();
  for (const { slices } of timelines) slices.name.forEach((name, i) => types.set(name, slices.op[i]));
  tree.ran = tree.name.map((name) => types.get(name) ?? '');
  const ids = new Map(tree.ops.map((op, id) => [op, id]));
  tree.name.forEach((name, row) => {
    const type = tree.ran[row];
    if (!type || tree.ops[tree.op[row]] !== name) return;
    if (!ids.has(type)) ids.set(type, tree.ops.push(type) - 1);
    tree.op[row] = ids.get(type);
  });
}

export class Data {
  constructor(page) {
    this.dumps = page.dumps ?? [];
    this.version = page.version ?? '';
    this.isReport = this.dumps.length > 0;
    this.sections = page.sections;
    this.warm = page.steps ?? [];
    this.warmIs = page.steps_are ?? 'all';
    this.trees = this.of('tree').map((section) => new Tree(section));
    this.timelines = withNames(this.of('timeline'));
    if (this.tree('scope')) learnTypes(this.tree('scope'), this.timelines);
    this.lengths = records(this.table('step lengths'));
  }

  static async load() {
    return new Data(await load());
  }

  of(kind) {
    return this.sections.filter((section) => section.kind === kind);
  }

  table(heading) {
    return this.sections.find((section) => section.kind === 'table' && section.heading === heading);
  }

  tree(view) {
    return this.trees.find((tree) => tree.view === view);
  }

  // A part that could not be made is a section with notes alone, under its name.
  reasons(heading) {
    return this.sections.filter((s) => s.kind === 'notes' && s.heading === heading).flatMap((s) => s.notes);
  }

  // The step of median length among some, of two the lower, then the earlier.
  median(steps) {
    const known = this.lengths.filter((row) => steps.includes(row.step) && row.length !== null).sort((a, b) => a.length - b.length || a.step - b.step);
    return known.length ? known[(known.length - 1) >> 1].step : steps.at(-1);
  }

  // What can be chosen: {name, steps, label}. `average` is what the views print
  // without --steps: of each node over the steps in which it ran.
  choices() {
    this.known ??= this.#findChoices();
    return this.known;
  }

  #findChoices() {
    const all = this.lengths.map((row) => row.step);
    if (all.length < 2) return [{ name: 'average', steps: all, label: all.length ? `step ${all[0]}` : 'no steps', source: 'average' }];
    const asked = this.trees[0]?.step;
    const median = this.median(this.warm.length ? this.warm : all);
    const warmWords = this.warmIs === 'warm' ? 'warm steps' : this.warmIs === 'all' ? 'all steps' : 'chosen steps';
    const one = this.warm.length === 1 ? `step ${this.warm[0]}, the only ${warmWords.slice(0, -1)}` : null;
    const result = [{ name: 'warm', steps: this.warm, label: one ?? `mean of the ${warmWords} ${ranges(this.warm)}`, source: 'warm' },
      { name: 'median', steps: [median], label: `step ${median}, of median length`, source: String(median) },
      ...all.map((step) => ({ name: String(step), steps: [step], label: `step ${step}`, source: String(step) })),
      { name: 'all', steps: all, label: `mean of all steps ${ranges(all)}`, source: 'all' }];
    if (asked === null || asked === undefined) result.push({ name: 'average', steps: all, label: 'average of each node over the steps in which it ran, as tfprof scope prints', source: 'average' });
    return result.filter((choice) => this.has(choice));
  }

  // Whether the trees have columns for it.
  has(choice) {
    const tree = this.trees[0];
    if (!tree || choice.source === 'average') return true;
    return Boolean(tree.choice(choice.source)) || String(tree.step) === choice.source;
  }
}
