// SPDX-License-Identifier: Apache-2.0
// Short lists of what costs how much: names with a number and a bar.
import { element } from './dom.js';
import { format } from './format.js';

// A row: `part` is the share that the bar shows.
export const bar = (name, value, unit, part, attributes = {}) => element('tr', attributes, element('th', { scope: 'row' }, name),
  element('td', { class: 'number', 'data-value': value }, format(value, unit)),
  element('td', { class: 'number' }, element('span', { class: 'bar', style: `--part:${Math.min(part, 1)}` }, format(part, 'share'))));

export const bars = (caption, rows) => element('table', { class: 'list' }, element('caption', { class: 'hidden' }, caption), element('tbody', {}, rows));
