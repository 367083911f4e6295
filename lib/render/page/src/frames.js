// SPDX-License-Identifier: Apache-2.0
// A flame graph: rows as frames under those that they are parts of. Frames are
// elements with shares of the width, so they follow it and print as they are.
import { element } from './dom.js';
import { shown } from './format.js';
import { hover } from './hover.js';

const LEAST = 2; // pixels of a frame; what is narrower is added up
const MOST_DEPTH = 200;

// Frames of `tree` under `zoom`, each {row, x, width, depth, label, kind}: a row
// (with the chain of single children that it ends), what a row costs `self`,
// or `more` small ones. `value[row]` is what is drawn, `isFolded(row)` rows
// whose children stand in their place.
export function layout(tree, value, zoom, pixels, { isFolded = () => false, isMerged = true } = {}) {
  const frames = [];
  const above = zoom ? [0, ...tree.path(zoom)] : [0];
  above.forEach((row, depth) => frames.push({ row, x: 0, width: 1, depth, label: shown(tree.label(row)), kind: 'row' }));
  const parts = (row) => {
    const result = [];
    for (const child of tree.children(row)) {
      if (value[child] <= 0) continue;
      if (isFolded(child)) result.push(...parts(child));
      else result.push(child);
    }
    return result;
  };
  const open = [{ row: zoom, x: 0, width: 1, depth: above.length }];
  while (open.length) {
    const { row, x, width, depth } = open.pop();
    if (depth > MOST_DEPTH) continue;
    const children = parts(row).sort((a, b) => value[b] - value[a]);
    const sum = children.reduce((total, child) => total + value[child], 0);
    const whole = Math.max(value[row], sum);
    if (!children.length || whole <= 0) continue;
    let at = x;
    let small = 0;
    let smallSum = 0;
    for (const child of children) {
      const wide = (width * value[child]) / whole;
      if (wide * pixels < LEAST) {
        small += 1;
        smallSum += value[child];
        continue;
      }
      const chain = [child];
      for (let only = parts(child); isMerged && only.length === 1 && value[only[0]] === value[child]; only = parts(only[0])) chain.push(only[0]);
      const last = chain.at(-1);
      frames.push({ row: last, x: at, width: wide, depth, label: chain.map((r) => shown(tree.label(r))).join('/'), kind: 'row' });
      open.push({ row: last, x: at, width: wide, depth: depth + 1 });
      at += wide;
    }
    const rest = (kind, sumOf, label) => {
      const wide = (width * sumOf) / whole;
      if (wide * pixels >= LEAST) frames.push({ row, x: at, width: wide, depth, label, kind, value: sumOf });
      at += wide;
    };
    const own = row === 0 ? '(in no row below)' : 'self';
    const isWide = (sumOf) => (width * sumOf) / whole * pixels >= LEAST;
    // Two frames, each too narrow to be drawn, share one.
    if (isWide(smallSum) && isWide(whole - sum)) {
      rest('more', smallSum, `${small} more`);
      rest('self', whole - sum, own);
    } else if (smallSum > whole - sum) {
      rest('more', smallSum + whole - sum, `${small} more`);
    } else {
      rest('self', smallSum + whole - sum, own);
    }
  }
  return frames;
}

export const FRAME_KEYS = 'Arrows move from frame to frame, Enter or a click zooms, Space chooses, Escape goes back. The table below holds the same rows.';

// What is left of each total when only rows that `focus` accepts count, with
// what is above and below them, and none that `hide` accepts.
export function restricted(tree, total, focus, hide) {
  if (!focus && !hide) return total.map((v) => Math.max(v, 0));
  const result = new Float64Array(tree.size);
  const isIn = new Uint8Array(tree.size); // 1: in focus by itself or a row above, 2: hidden
  for (let row = 0; row < tree.size; ++row) {
    const above = row ? isIn[tree.parent[row]] : 0;
    isIn[row] = above === 2 || hide?.(tree.name[row]) ? 2 : above === 1 || !focus || focus(tree.name[row]) ? 1 : 0;
  }
  for (let row = tree.size - 1; row >= 0; --row) {
    if (isIn[row] === 1) result[row] += Math.max(total[row], 0);
    if (isIn[row] === 2) result[row] = 0;
    if (row === 0) break;
    const parent = tree.parent[row];
    if (isIn[parent] === 0) result[parent] += result[row];
    else if (isIn[parent] === 1) result[parent] -= Math.max(total[row], 0) - result[row];
  }
  return result.map((v) => Math.max(v, 0));
}

// The element that frames are drawn into.
export function framesHolder(id) {
  const holder = element('div', { class: 'flame', id });
  hover(holder, (event) => event.target.closest('.frame')?.getAttribute('aria-label'));
  return holder;
}

// Draws frames into `holder`: `paint(frame)` gives {className, style, title}.
export function drawFrames(holder, frames, { pixels, paint, words, onchoose, onzoom, onback, selected, label }) {
  const depth = frames.reduce((most, frame) => Math.max(most, frame.depth), 0) + 1;
  holder.replaceChildren();
  holder.style.height = `calc(${depth} * var(--row))`;
  holder.setAttribute('role', 'tree');
  holder.setAttribute('aria-label', `${label}. ${FRAME_KEYS}`);
  holder.tabIndex = 0;
  const nodes = frames.map((frame, i) => {
    const { className = '', style = '', title = '' } = paint(frame);
    const isSelected = frame.row === selected && frame.kind === 'row';
    return element('div', { id: `${holder.id}-${i}`, class: `frame ${className}${isSelected ? ' selected' : ''}`, role: 'treeitem', 'aria-level': frame.depth + 1, 'aria-selected': String(isSelected), 'aria-label': title,
      'data-row': frame.row, 'data-kind': frame.kind, style: `left:${100 * frame.x}%;width:${100 * frame.width}%;top:calc(${frame.depth} * var(--row));${style}` }, frame.width * pixels > 22 ? words(frame) : '');
  });
  holder.append(...nodes);
  let active = Math.max(frames.findIndex((frame) => frame.row === selected && frame.kind === 'row'), 0);
  const mark = (i) => {
    nodes[active]?.classList.remove('active');
    active = i;
    nodes[active].classList.add('active');
    holder.setAttribute('aria-activedescendant', nodes[active].id);
  };
  const near = (isWanted) => {
    const from = frames[active];
    const middle = from.x + from.width / 2;
    let best = -1;
    frames.forEach((frame, i) => {
      if (i !== active && isWanted(frame, from) && (best < 0 || Math.abs(frame.x + frame.width / 2 - middle) < Math.abs(frames[best].x + frames[best].width / 2 - middle))) best = i;
    });
    if (best >= 0) mark(best);
  };
  const keys = {
    ArrowDown: () => near((f, from) => f.depth === from.depth + 1 && f.x < from.x + from.width && f.x + f.width > from.x),
    ArrowUp: () => near((f, from) => f.depth === from.depth - 1 && f.x <= from.x + from.width / 2 && f.x + f.width >= from.x + from.width / 2),
    ArrowRight: () => near((f, from) => f.depth === from.depth && f.x > from.x),
    ArrowLeft: () => near((f, from) => f.depth === from.depth && f.x < from.x),
    Enter: () => onzoom(frames[active]),
    ' ': () => onchoose(frames[active]),
    Escape: () => onback(),
  };
  holder.onkeydown = (event) => {
    if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  };
  holder.onclick = (event) => {
    const node = event.target.closest('.frame');
    if (node) onzoom(frames[nodes.indexOf(node)]);
  };
  mark(active);
}
