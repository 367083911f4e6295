// SPDX-License-Identifier: Apache-2.0
// A table that sorts by its headings, shows the rows that hold some text, and
// has more columns than fit: a picker chooses them.
import { breakable, element, field, link } from './dom.js';
import { format, signed } from './format.js';
import { matcher } from './match.js';

const PAGE = 100;
const FIRST_COLUMNS = 6;
const NARROW = [700, 4]; // fewer columns in windows of less than so many pixels

// The first `limit` of rows in an order, without sorting all of them.
function leading(rows, limit, compare) {
  let kept = [];
  let last = null;
  for (const row of rows) {
    if (last !== null && compare(last, row) <= 0) continue;
    kept.push(row);
    if (kept.length < 4 * limit) continue;
    kept = kept.sort(compare).slice(0, limit);
    last = kept.at(-1);
  }
  return kept.sort(compare).slice(0, limit);
}

// `columns`: {title, unit, at, isNumber}, where at(row) is a value; without
// `isNumber` the values tell. `count` rows. `onrow(row)` makes first cells links;
// `order`: {column, descending}; `isTitled`: the caption stands above it already.
export function table(columns, count, { onrow, order, caption = 'Table', isTitled = false, isSigned = () => false } = {}) {
  const hasNumber = (at) => {
    for (let row = 0; row < count; ++row) if (typeof at(row) === 'number') return true;
    return false;
  };
  const isNumber = columns.map((column) => column.isNumber ?? hasNumber(column.at));
  const first = window.innerWidth < NARROW[0] ? NARROW[1] : FIRST_COLUMNS;
  const isShown = columns.map((_, i) => i < first);
  let rows = Array.from({ length: count }, (_, i) => i);
  let limit = PAGE;
  let sorted = order ?? null;
  const head = element('tr');
  const body = element('tbody');
  const more = element('button', { class: 'more', onclick: () => { limit *= 4; draw(); } });
  const counted = element('span', { class: 'count', role: 'status' });

  // The first `limit` rows in the order that is asked for.
  function firstRows() {
    if (!sorted) return rows.slice(0, limit);
    const { at } = columns[sorted.column];
    const sign = sorted.descending ? -1 : 1;
    if (!isNumber[sorted.column]) {
      const text = (row) => String(at(row) ?? '');
      return leading(rows, limit, (a, b) => (text(a) < text(b) ? -sign : text(a) > text(b) ? sign : a - b));
    }
    // What is not known stands last, whichever way.
    const key = (row) => (typeof at(row) === 'number' ? sign * at(row) : Infinity);
    return leading(rows, limit, (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b));
  }

  function heading(column, i) {
    const isSorted = sorted?.column === i;
    return element('th', { scope: 'col', class: isNumber[i] ? 'number' : null, 'aria-sort': !isSorted ? 'none' : sorted.descending ? 'descending' : 'ascending' },
      element('button', { onclick: () => {
        sorted = { column: i, descending: isSorted ? !sorted.descending : isNumber[i] };
        draw();
        head.querySelectorAll('button')[shownColumns().indexOf(i)].focus();
      } }, column.title));
  }

  const shownColumns = () => columns.map((_, i) => i).filter((i) => isShown[i]);

  function cell(row, i) {
    const { at, unit } = columns[i];
    const value = at(row);
    const text = isSigned(i) && typeof value === 'number' ? signed(value, unit) : format(value, unit);
    if (i === 0) {
      return element('th', { scope: 'row', class: isNumber[0] ? 'number' : 'text' }, onrow ? link(text, () => onrow(row), { tabindex: '-1' }) : breakable(text));
    }
    const isShare = unit === 'share' && value > 0 && !isSigned(i);
    return element('td', { class: isNumber[i] ? 'number' : 'text', 'data-value': typeof value === 'number' ? value : null },
      isShare ? element('span', { class: 'bar', style: `--part:${Math.min(value, 1)}` }, text) : text);
  }

  function draw() {
    const shown = shownColumns();
    head.replaceChildren(...shown.map((i) => heading(columns[i], i)));
    body.replaceChildren(...firstRows().map((row) => element('tr', {}, shown.map((i) => cell(row, i)))));
    body.querySelector('button')?.setAttribute('tabindex', '0');
    more.hidden = rows.length <= limit;
    more.textContent = `Show more of ${rows.length} rows`;
    counted.textContent = `${rows.length === count ? '' : `${rows.length} of `}${count} ${count === 1 ? 'row' : 'rows'}`;
  }

  // One Tab stop for all rows: arrows go from one to the next.
  body.addEventListener('keydown', (event) => {
    const buttons = [...body.querySelectorAll('button.link')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = buttons[buttons.indexOf(document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    document.activeElement.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });

  function filter(text) {
    const matches = matcher(text);
    rows = Array.from({ length: count }, (_, i) => i);
    if (matches) rows = rows.filter((row) => columns.some(({ at }, i) => !isNumber[i] && matches(String(at(row) ?? ''))));
    limit = PAGE;
    draw();
  }

  function copy() {
    const quoted = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
    const lines = [columns.map((c) => (c.unit ? `${c.title} (${c.unit})` : c.title)), ...rows.map((row) => columns.map((c) => c.at(row) ?? ''))];
    navigator.clipboard?.writeText(lines.map((line) => line.map((value) => quoted(String(value))).join(',')).join('\n') + '\n')
      .then(() => { counted.textContent = `${rows.length} rows copied`; }, () => { counted.textContent = 'The browser does not let this page copy.'; });
  }

  const picker = columns.length <= first ? null : element('details', { class: 'picker' }, element('summary', {}, 'Columns'),
    element('div', {}, columns.map((column, i) => i > 0 && element('label', {}, element('input', { type: 'checkbox', checked: isShown[i], onchange: (event) => {
      isShown[i] = event.target.checked;
      draw();
    } }), ` ${column.title}`))));
  draw();
  return element('div', { class: 'table' },
    element('div', { class: 'controls' }, count < 8 ? null : field('Filter', '', filter), counted, picker,
      count ? element('button', { class: 'copy', onclick: copy }, 'Copy as CSV') : null),
    element('div', { class: 'scroll rows', tabindex: '0', role: 'region', 'aria-label': caption }, element('table', {}, element('caption', { class: isTitled ? 'hidden' : null }, caption), element('thead', {}, head), body)),
    more);
}

// The column that names what a row is about, "node" before "name".
export const nameColumn = (section) => ['node', 'name'].map((title) => section.columns.findIndex((column) => column.title === title)).find((i) => i >= 0) ?? 0;

// A table section under its heading.
export function sectionTable(section, options) {
  const columns = section.columns.map((column, i) => ({ ...column, at: (row) => section.rows[row][i] }));
  return table([...columns.splice(nameColumn(section), 1), ...columns], section.rows.length, { caption: section.heading, isTitled: true, ...options });
}

// The same from rows of values.
export function rowsTable(columns, rows, options) {
  return table(columns.map((column, i) => ({ ...column, at: (row) => rows[row][i] })), rows.length, options);
}
