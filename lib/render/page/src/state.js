// SPDX-License-Identifier: Apache-2.0
// What is shown, in one place: the address behind '#', so that it can be sent to
// others and Back works. #tab=flame&view=scope&metric=micros&node=dense/MatMul
//
// node   what is selected, of the view `of`, or else of `view`
// zoom   the row that the flame graph is zoomed to; without it what is selected
// host   of recordings, whose events the timeline shows
// from, to   the span of the timeline and of the memory, in us of the step

const KEYS = ['tab', 'steps', 'view', 'metric', 'node', 'of', 'zoom', 'search', 'focus', 'hide', 'frames', 'color', 'from', 'to', 'at', 'depth', 'target', 'host', 'theme'];

const listeners = [];
let shownHash = location.hash;

export function read() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

export function unknownKeys() {
  return Object.keys(read()).filter((key) => !KEYS.includes(key));
}

// Has everything drawn anew.
export function changed() {
  shownHash = location.hash;
  listeners.forEach((listener) => listener(read()));
}

// Changes some keys; null removes one. Continuous movements, such as panning and
// typing, do not add a step for the browser's Back each (`isMove`).
export function write(changes, { isMove = false } = {}) {
  const now = read();
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === '') delete now[key];
    else now[key] = String(value);
  }
  const hash = '#' + new URLSearchParams(now).toString();
  if (hash === (location.hash || '#')) return;
  history[isMove ? 'replaceState' : 'pushState'](null, '', hash);
  changed();
}

export function onChange(listener) {
  listeners.push(listener);
}

// The browser went back, or somebody wrote into the address.
const follow = () => location.hash !== shownHash && changed();
window.addEventListener('popstate', follow);
window.addEventListener('hashchange', follow);
