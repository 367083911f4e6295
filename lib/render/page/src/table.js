// SPDX-License-Identifier: Apache-2.0
// A table that sorts by its headings and shows the rows that hold some text.
import { element, search } from './dom.js';
import { format } from './format.js';

const PAGE = 200;

// `columns`: {title, unit}; `rows`: arrays of values. `onrow(row)` makes rows buttons.
export function table(columns, rows, { onrow, order, caption } = {}) {
  let shown = rows;
  let limit = PAGE;
  let sorted = order ?? null; // {column, descending}
  const isNumber = (i) => rows.some((row) => typeof row[i] === 'number');
  const numeric = columns.map((_, i) => isNumber(i));
  const body = element('tbody');
  const more = element('button', { class: 'more', onclick: () => { limit *= 4; draw(); } });
  const count = element('span', { class: 'count', role: 'status' });
  const headings = columns.map((column, i) => element('th', { scope: 'col', class: numeric[i] ? 'number' : null },
    element('button', { onclick: () => sortBy(i) }, column.title)));

  function sortBy(column) {
    sorted = { column, descending: sorted?.column === column ? !sorted.descending : numeric[column] };
    draw();
  }

  function draw() {
    headings.forEach((heading, i) => {
      heading.setAttribute('aria-sort', sorted?.column !== i ? 'none' : sorted.descending ? 'descending' : 'ascending');
    });
    let ordered = shown;
    if (sorted) {
      const { column, descending } = sorted;
      const sign = descending ? -1 : 1;
      ordered = [...shown].sort((a, b) => {
        const [x, y] = [a[column], b[column]];
        if (x === y) return 0;
        if (x === null || x === undefined) return 1;
        if (y === null || y === undefined) return -1;
        return sign * (typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y)));
      });
    }
    body.replaceChildren(...ordered.slice(0, limit).map((row) => element('tr', {}, row.slice(0, columns.length).map((value, i) => {
      const text = format(value, columns[i].unit);
      const content = onrow && i === 0 ? element('button', { class: 'link', onclick: () => onrow(row) }, text) : text;
      return element('td', { class: numeric[i] ? 'number' : 'text', 'data-value': typeof value === 'number' ? value : null }, content);
    }))));
    more.hidden = ordered.length <= limit;
    more.textContent = `Show more of ${ordered.length} rows`;
    count.textContent = shown.length === rows.length ? `${rows.length} rows` : `${shown.length} of ${rows.length} rows`;
  }

  const filter = rows.length < 8 ? null : search('Filter', (text) => {
    const wanted = text.toLowerCase();
    shown = rows.filter((row) => row.slice(0, columns.length).some((value) => String(value ?? '').toLowerCase().includes(wanted)));
    limit = PAGE;
    draw();
  });
  draw();
  return element('div', { class: 'table' },
    filter ? element('div', { class: 'controls' }, filter, count) : null,
    element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption ?? 'Table' },
      element('table', {}, caption ? element('caption', {}, caption) : null, element('thead', {}, element('tr', {}, headings)), body)),
    more);
}
