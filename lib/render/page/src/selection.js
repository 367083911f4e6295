// SPDX-License-Identifier: Apache-2.0
// What is selected, the same in all tabs.
import { lastPart } from './format.js';
import * as state from './state.js';

// {tree, row} of what the address says is selected, or null.
export function selected(app) {
  const { node, of, view } = state.read();
  if (!node) return null;
  const tree = app.data.tree(of ?? view ?? 'scope') ?? app.data.trees[0];
  const row = tree ? tree.find(node) : -1;
  return row >= 0 ? { tree, row } : null;
}

export function choose(tree, row, more = {}) {
  state.write({ node: row ? tree.keyOf(row) : null, of: row ? tree.view : null, zoom: null, ...more });
}

// A row of the scopes by the name of a node or of a scope, in whichever tab.
export function chooseNode(app, name, more = {}) {
  const tree = app.data.tree('scope');
  const row = tree?.find(name) ?? -1;
  if (row > 0) choose(tree, row, more);
  return row > 0;
}

// A row of the code by its line, "train.py:41".
export function chooseLine(app, line) {
  const tree = app.data.tree('code');
  const row = tree?.findCode(line) ?? -1;
  if (row > 0) choose(tree, row, { tab: 'flame', view: 'code' });
}

// Whether an operation that ran is of what is selected: by node name and type.
export function isSelected(app) {
  const of = selected(app);
  if (!of || !of.row) return null;
  const name = of.tree.name[of.row];
  if (of.tree.view === 'op') return (node, op) => op === name;
  const inside = `${name}/`;
  if (of.tree.view === 'scope') return (node) => node === name || node.startsWith(inside);
  const nodes = nodesOfLine(app, name);
  return nodes ? (node) => nodes.has(node) : null;
}

let lastLine = {};

// Names of the nodes that are there for a row of code, "train.py:41:main".
function nodesOfLine(app, name) {
  const tree = app.data.tree('scope');
  const line = /^(.+:\d+):/.exec(name)?.[1];
  if (!line || !tree?.lines) return null;
  if (lastLine.line !== line) {
    const isOfLine = tree.lines.map((text) => lastPart(text) === line);
    lastLine = { line, nodes: new Set(tree.name.filter((_, row) => isOfLine[tree.line[row]])) };
  }
  return lastLine.nodes;
}

// The rows that use a row's outputs, by row.
export function consumers(tree) {
  if (!tree.consumers && tree.inputs) {
    tree.consumers = new Map();
    tree.inputs.forEach((inputs, row) => inputs.forEach((up) => {
      const source = row - up;
      if (!tree.consumers.has(source)) tree.consumers.set(source, []);
      tree.consumers.get(source).push(row);
    }));
  }
  return tree.consumers ?? new Map();
}
