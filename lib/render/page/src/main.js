// SPDX-License-Identifier: Apache-2.0
// The page: reads what it was given, makes a tab for each part, and says why
// parts are missing.
import { element, notes } from './dom.js';
import { diff } from './diff.js';
import { flame } from './flame.js';
import { graph } from './graph.js';
import { memory } from './memory.js';
import * as state from './state.js';
import { table } from './table.js';
import { timeline } from './timeline.js';
import { Tree } from './tree.js';

async function load() {
  const text = document.getElementById('data').textContent;
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(stream).json()).sections;
}

function facts(sections) {
  const panel = element('div');
  const draw = () => panel.replaceChildren(...sections.map((section) => element('section', {}, element('h3', {}, section.heading), notes(section.notes),
    section.kind === 'table' ? table(section.columns, section.rows) : null)));
  return { panel, draw };
}

function advice(section) {
  const panel = element('div');
  const draw = () => panel.replaceChildren(...section.entries.map((entry) => element('section', {}, element('h3', {}, entry.checker),
    entry.statements.length
      ? element('ul', {}, entry.statements.map((s) => element('li', { class: s.finding ? 'finding' : null }, element('pre', {}, s.text))))
      : element('p', {}, 'Nothing to say.'))));
  return { panel, draw };
}

function missing(reasons) {
  const panel = element('div', {}, notes(reasons));
  return { panel, draw: () => {} };
}

function parts(sections) {
  const of = (kind) => sections.filter((s) => s.kind === kind);
  const trees = of('tree').map((s) => new Tree(s));
  const scope = trees.find((t) => t.view === 'scope');
  const timelines = of('timeline');
  // A part that could not be made is a section with notes alone, under its name.
  const reasons = (heading) => sections.filter((s) => s.kind === 'notes' && s.heading === heading).flatMap((s) => s.notes);
  const facing = sections.filter((s) => s.kind === 'table' || (s.kind === 'notes' && !['scope', 'op', 'code', 'timeline'].includes(s.heading)));
  const made = [];
  const add = (id, title, part) => made.push({ id, title, ...part });
  if (facing.length) add('summary', 'Summary', facts(facing));
  if (trees.length) {
    trees[0].notes.push(...['scope', 'op', 'code'].flatMap((view) => reasons(view).map((why) => `No ${view} view: ${why}`)));
    add('flame', 'Flame graph', flame(trees));
  }
  if (timelines.length) add('timeline', 'Timeline', timeline(timelines));
  else if (reasons('timeline').length) add('timeline', 'Timeline', missing(reasons('timeline')));
  if (timelines.some((t) => t.allocators.length)) add('memory', 'Memory', memory(timelines));
  else if (timelines.length) add('memory', 'Memory', missing(['No record of the step says what it allocated.']));
  if (scope?.inputs.some((inputs) => inputs.length)) add('graph', 'Graph', graph(scope));
  else if (scope) add('graph', 'Graph', missing(['No graph: inputs of nodes are not known.']));
  for (const section of of('advice')) add('advice', 'Advice', advice(section));
  for (const section of of('diff')) add('diff', 'Difference', diff(section));
  return made;
}

function show(page, made) {
  const tabs = made.map((part) => element('button', { role: 'tab', id: `tab-${part.id}`, 'aria-controls': part.id, onclick: () => open(part, true) }, part.title));
  made.forEach((part) => {
    part.panel.id = part.id;
    part.panel.setAttribute('role', 'tabpanel');
    part.panel.setAttribute('aria-labelledby', `tab-${part.id}`);
    part.panel.classList.add('panel');
  });

  function open(part, isAsked) {
    made.forEach((other, i) => {
      const isOpen = other === part;
      tabs[i].setAttribute('aria-selected', isOpen);
      tabs[i].tabIndex = isOpen ? 0 : -1;
      other.panel.classList.toggle('open', isOpen);
    });
    if (isAsked) state.write({ tab: part.id });
    part.draw();
  }

  const list = element('div', { role: 'tablist', 'aria-label': 'Parts of the report', onkeydown: (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length;
    tabs[next].focus();
    tabs[next].click();
  } }, tabs);
  const theme = element('button', { class: 'theme', onclick: () => {
    const isDark = getComputedStyle(document.documentElement).getPropertyValue('--is-dark').trim() === '1';
    document.documentElement.dataset.theme = isDark ? 'light' : 'dark';
  } }, 'Light or dark');
  page.replaceChildren(element('header', {}, element('h1', {}, 'tfprof'), list, theme), ...made.map((part) => part.panel));

  const follow = () => {
    const asked = state.read();
    const wanted = asked.tab ?? (asked.view ? 'flame' : null);
    open(made.find((part) => part.id === wanted) ?? made[0], false);
  };
  state.onChange(follow);
  window.addEventListener('beforeprint', () => made.forEach((part) => part.draw()));
  follow();
}

const page = document.getElementById('page');
load().then((sections) => {
  const made = parts(sections);
  if (made.length) show(page, made);
  else page.replaceChildren('Nothing to show.');
  document.body.dataset.ready = 'yes';
}).catch((error) => {
  page.replaceChildren(`This page cannot be shown: ${error.message}`);
  document.body.dataset.ready = 'no';
});
