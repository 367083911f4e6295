// SPDX-License-Identifier: Apache-2.0
// Numbers in words, with their units.

const scaled = (value, steps) => {
  const size = Math.abs(value);
  for (const [least, unit] of steps) {
    if (size >= least) return `${(value / least).toFixed(least === 1 ? 0 : 2)}${unit}`;
  }
  return `${value}${steps[steps.length - 1][1]}`;
};

const COUNTS = [[1e9, ' G'], [1e6, ' M'], [1e3, ' k'], [1, '']];
const TIMES = [[1e6, ' s'], [1e3, ' ms'], [1, ' µs']];
const BYTES = [[1e9, ' GB'], [1e6, ' MB'], [1e3, ' kB'], [1, ' B']];

export function format(value, unit) {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'number') return String(value);
  if (unit === 'us') return scaled(value, TIMES);
  if (unit === 'bytes') return scaled(value, BYTES);
  if (unit === 'count') return scaled(value, COUNTS);
  if (unit === 'share') return `${(100 * value).toFixed(1)} %`;
  return Number.isInteger(value) ? String(value) : value.toPrecision(4);
}

export function share(part, whole) {
  return whole ? `${((100 * part) / whole).toFixed(1)} %` : '';
}
