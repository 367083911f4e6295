// SPDX-License-Identifier: Apache-2.0
// The pane beside all tabs: everything known of what is selected.
import { element, fill, link } from './dom.js';
import { format, isRoot, share, shown } from './format.js';
import { choose, chooseLine, consumers, selected } from './selection.js';
import * as state from './state.js';

const MOST_LINKS = 12;
const MOST_STEPS = 24;

function links(tree, title, rows) {
  if (!rows?.length) return [];
  const unique = [...new Set(rows)];
  return [element('dt', {}, `${title} (${unique.length})`), element('dd', {}, element('ul', {}, unique.slice(0, MOST_LINKS).map((row) => element('li', {}, link(tree.name[row], () => choose(tree, row)))),
    unique.length > MOST_LINKS ? element('li', {}, `and ${unique.length - MOST_LINKS} more`) : null))];
}

// By step, the times of a row: bars with numbers, of many steps the longest.
function spread(app, tree, row, measure) {
  const known = app.choices.filter((choice) => /^\d+$/.test(choice.name) && tree.choice(choice.source))
    .map((choice) => ({ choice, value: tree.totalOf(row, measure, choice.source) }));
  const values = known.map(({ value }) => value).sort((a, b) => a - b);
  const most = values.at(-1);
  if (known.length < 2 || most <= 0) return [];
  const shownSteps = known.length <= MOST_STEPS ? known : known.filter(({ value }) => value >= values.at(-MOST_STEPS)).slice(0, MOST_STEPS);
  return [element('dt', {}, `${measure.label} by step`), element('dd', {}, `${format(values[0], measure.unit)} to ${format(most, measure.unit)}, at the median ${format(values[(values.length - 1) >> 1], measure.unit)}`,
    element('table', { class: 'spread' }, shownSteps.length < known.length ? element('caption', {}, `the ${MOST_STEPS} longest of ${known.length}`) : null, element('tbody', {}, shownSteps.map(({ choice, value }) => element('tr', {},
      element('th', { scope: 'row' }, link(choice.label, () => state.write({ steps: choice.name }))),
      element('td', { class: 'number' }, element('span', { class: 'bar', style: `--part:${value / most}` }, format(value, measure.unit))))))))];
}

// The line of code that a node is there for, with its row of the code.
function codeLine(app, line) {
  if (!line) return [];
  const tree = app.data.tree('code');
  const row = tree ? tree.findCode(line) : -1;
  return [element('dt', {}, 'line of code'), element('dd', {}, row > 0 ? link(line, () => chooseLine(app, line)) : line)];
}

function facts(app, { tree, row }) {
  const { source } = app.steps();
  const main = tree.measure('micros');
  const rows = [main, ...tree.measures.filter((measure) => measure !== main)].filter(Boolean).flatMap((measure) => {
    const column = tree.column(measure, source);
    const [total, self] = [column.total[row], column.self[row]];
    if (!total && !self) return [];
    return [element('dt', {}, measure.label), element('dd', {}, `${format(total, measure.unit)}${total === self ? '' : `, self ${format(self, measure.unit)}`} (${share(total, column.total[0])})`)];
  });
  const op = tree.opOf(row);
  const floats = tree.measures.find((m) => m.key === 'float_ops');
  const micros = main?.key === 'exec_us' ? tree.column(main, source).total[row] : 0;
  const flops = floats ? tree.column(floats, source).total[row] : 0;
  return element('dl', {},
    op ? [element('dt', {}, 'op type'), element('dd', {}, tree.ranAs(row) === op ? op : `${op}, ran as ${tree.ranAs(row)}`)] : null,
    tree.deviceOf(row) ? [element('dt', {}, 'device'), element('dd', {}, tree.deviceOf(row))] : null,
    tree.shapesOf(row) ? [element('dt', {}, 'shapes of outputs'), element('dd', {}, tree.shapesOf(row))] : null,
    codeLine(app, tree.lineOf(row)),
    rows,
    flops && micros ? [element('dt', {}, 'rate'), element('dd', {}, `${format(flops / micros * 1e6, 'count')}FLOP/s`)] : null,
    main ? spread(app, tree, row, main) : null,
    tree.inputs ? links(tree, 'inputs', tree.inputs[row].map((up) => row - up)) : null,
    tree.inputs ? links(tree, 'consumers', consumers(tree).get(row)) : null);
}

// The pane beside all tabs.
export function detailsPane(app) {
  const pane = element('aside', { class: 'pane', 'aria-label': 'Details of what is selected' });
  let shownOf = null;
  const draw = () => {
    const of = selected(app);
    pane.hidden = !of;
    document.body.classList.toggle('has-pane', Boolean(of));
    // Panning draws everything anew, but not a pane whose row is still the same.
    const wanted = of ? [of.tree.view, of.row, app.steps().name].join(' ') : null;
    if (wanted === shownOf) return;
    shownOf = wanted;
    if (!of) return;
    const name = of.tree.name[of.row];
    const copied = element('span', { role: 'status' });
    fill(pane, 
      element('h2', {}, shown(name)),
      element('p', { class: 'about' }, `${of.tree.view}, ${app.steps().label}`),
      element('p', { class: 'controls' },
        app.tabs.filter((tab) => ['flame', 'timeline', 'memory', 'graph'].includes(tab.id)).map((tab) => element('button', { onclick: () => state.write({ tab: tab.id, zoom: null }) }, tab.title)),
        element('button', { onclick: () => navigator.clipboard?.writeText(name).then(() => { copied.textContent = 'copied'; }, () => { copied.textContent = 'cannot copy here'; }) }, 'Copy name'),
        element('button', { onclick: () => state.write({ node: null, of: null, zoom: null }) }, 'Close'), copied),
      isRoot(name) ? null : facts(app, of));
  };
  return { pane, draw };
}
