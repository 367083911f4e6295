// SPDX-License-Identifier: Apache-2.0
// The page: reads what it was given, makes a tab for each part, and says why
// parts are missing. A new tab is a module in tabs/ and a row here.
import { Data } from './data.js';
import { detailsPane } from './details.js';
import { element, fill, select } from './dom.js';
import * as state from './state.js';
import * as advice from './tabs/advice.js';
import * as diff from './tabs/diff.js';
import * as flame from './tabs/flame.js';
import * as graph from './tabs/graph.js';
import * as memory from './tabs/memory.js';
import * as summary from './tabs/summary.js';
import * as timeline from './tabs/timeline.js';

// Each has {id, title, make}: make(app) gives {panel, draw}, or null without
// anything to show. draw() is called when the tab is open and the state changed;
// `prepare` are functions that spare the first draw() some of its work.
const TABS = [summary, flame, timeline, memory, graph, advice, diff];

// What the address asks for and this page does not have, in words.
function unknown(app) {
  const { tab, view, metric, node, of, steps, theme, host, color, frames, depth, target, from, to, at } = state.read();
  const wrong = state.unknownKeys().map((key) => `'${key}'`);
  const check = (key, value, isKnown) => value !== undefined && !isKnown(value) && wrong.push(`${key} '${value}'`);
  check('tab', tab, (value) => app.tabs.some((t) => t.id === value));
  check('view', view, (value) => app.data.tree(value));
  check('metric', metric, (value) => app.data.trees.some((tree) => tree.measures.some((m) => m.word === value || m.key === value)));
  check('steps', steps, (value) => app.choices.some((choice) => choice.name === value));
  check('host', host, (value) => app.data.timelines.some((timeline) => timeline.host === value));
  check('theme', theme, (value) => ['light', 'dark'].includes(value));
  check('of', of, (value) => app.data.tree(value));
  check('color', color, (value) => ['family', 'device', 'self'].includes(value));
  check('frames', frames, (value) => ['mine', 'all'].includes(value));
  check('depth', depth, (value) => /^[1-6]$/.test(value));
  check('target', target, (value) => app.data.tree('scope')?.find(value) >= 0);
  for (const [key, value] of Object.entries({ from, to, at })) check(key, value, (time) => Number.isFinite(Number(time)));
  check('node', node, (value) => (app.data.tree(of ?? view ?? 'scope') ?? app.data.trees[0])?.find(value) >= 0);
  return wrong;
}

function makeApp(data) {
  const choices = data.choices();
  const app = { data, choices };
  app.steps = () => choices.find((choice) => choice.name === state.read().steps) ?? choices[0];
  app.tabs = TABS.map(({ id, title, make }) => ({ id, title, ...make(app) })).filter((tab) => tab.panel);
  return app;
}

function themeButton() {
  return element('button', { class: 'theme', title: 'Light or dark', 'aria-label': 'Light or dark', onclick: () => {
    const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark';
    state.write({ theme: isDark ? 'light' : 'dark' });
  } }, '◐');
}

function header(app, tablist) {
  const { dumps, version } = app.data;
  const steps = element('div', { class: 'choice' });
  if (app.choices.length > 1) fill(steps, select('Steps', app.choices.map((choice) => [choice.name, choice.label]), app.steps().name, (name) => state.write({ steps: name })));
  else if (app.data.isReport) fill(steps, app.steps().label);
  const name = dumps.join(' and ');
  const draw = () => {
    const chosen = steps.querySelector('select');
    if (chosen) chosen.value = app.steps().name;
    document.title = [name, app.data.isReport ? app.steps().label : '', `tfprof ${version}`.trim()].filter(Boolean).join(' · ');
  };
  return { draw, node: element('header', {}, element('h1', {}, dumps.length === 2 ? `${dumps[0]} → ${dumps[1]}` : name || 'tfprof', element('small', {}, `${name ? 'tfprof ' : ''}${version}`)), steps, tablist, themeButton()) };
}

function show(page, app) {
  const { tabs } = app;
  const buttons = tabs.map((tab) => element('button', { role: 'tab', id: `tab-${tab.id}`, 'aria-controls': tab.id, onclick: () => state.write({ tab: tab.id }) }, tab.title));
  tabs.forEach((tab) => {
    tab.panel.id = tab.id;
    tab.panel.setAttribute('role', 'tabpanel');
    tab.panel.setAttribute('aria-labelledby', `tab-${tab.id}`);
    tab.panel.classList.add('panel');
  });
  const tablist = element('div', { role: 'tablist', 'aria-label': 'Parts of the report', onkeydown: (event) => {
    const at = buttons.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = buttons.at(to % buttons.length);
    next.focus();
    next.click();
  } }, buttons);
  const head = header(app, tablist);
  const pane = detailsPane(app);
  const said = element('p', { class: 'unknown', role: 'alert', hidden: true });
  page.before(head.node);
  fill(page, said, element('div', { class: 'columns' }, element('div', { class: 'tabs' }, tabs.map((tab) => tab.panel)), pane.pane));

  function follow() {
    const asked = state.read();
    document.documentElement.dataset.theme = asked.theme ?? '';
    const wrong = unknown(app);
    said.hidden = !wrong.length;
    said.textContent = wrong.length ? `The address asks for what this page does not have: ${wrong.join(', ')}.` : '';
    const open = tabs.find((tab) => tab.id === (asked.tab ?? (asked.view ? 'flame' : ''))) ?? tabs[0];
    tabs.forEach((tab, i) => {
      buttons[i].setAttribute('aria-selected', tab === open);
      buttons[i].tabIndex = tab === open ? 0 : -1;
      tab.panel.classList.toggle('open', tab === open);
    });
    head.draw();
    pane.draw();
    open.draw();
  }

  state.onChange(follow);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', follow);
  follow();
}

// Does what tabs will need, a piece at a time, while nobody waits.
function prepare(tabs) {
  const pieces = tabs.flatMap((tab) => tab.prepare ?? []);
  const later = window.requestIdleCallback ?? ((piece) => setTimeout(piece, 50));
  const next = () => {
    if (!pieces.length) return;
    pieces.shift()();
    later(next);
  };
  later(next);
}

const page = document.getElementById('page');
Data.load().then((data) => {
  const app = makeApp(data);
  if (app.tabs.length) show(page, app);
  else fill(page, 'Nothing to show.');
  document.body.dataset.ready = 'yes';
  prepare(app.tabs);
}).catch((error) => {
  fill(page, `This page cannot be shown: ${error.message}`);
  document.body.dataset.ready = 'no';
});
