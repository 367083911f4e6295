// SPDX-License-Identifier: Apache-2.0
import { element } from './dom.js';

// What colours mean, as [class in page.css, words] pairs; words alone without a
// class.
export function legend(entries) {
  return element('ul', { class: 'legend', 'aria-label': 'Colours' }, entries.map(([className, text]) => element('li', {}, className ? element('span', { class: `swatch ${className}` }) : null, text)));
}
