// SPDX-License-Identifier: Apache-2.0
// What is shown, in the address behind '#', so that it can be sent to others:
// #view=scope&metric=micros&node=dense/MatMul

const listeners = [];

export function read() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

// Changes some keys; null takes one away.
export function write(changes) {
  const now = read();
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') delete now[key];
    else now[key] = value;
  }
  const hash = '#' + new URLSearchParams(now).toString();
  if (hash !== location.hash) history.replaceState(null, '', hash);
}

export function onChange(listener) {
  listeners.push(listener);
}

window.addEventListener('hashchange', () => listeners.forEach((listener) => listener(read())));
