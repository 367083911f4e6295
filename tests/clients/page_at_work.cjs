// SPDX-License-Identifier: Apache-2.0
// What habits of use_*.cjs and look_at_page.cjs share.
const assert = require('assert');

const panel = (page) => page.locator('.panel.open');
const hash = (page) => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.slice(1))));
const goTo = (page, name) => page.getByRole('tab', { name, exact: true }).click();

// Runs `use` on a page of its own and wants nothing on its console.
async function on(start, address, use, options) {
  const { page, wrong, close } = await start(address, options);
  await use(page);
  assert.deepEqual(wrong, []);
  await close();
}

// The frame of a row: {width, depth} of the graph, or null.
const frameOf = (page, name) => panel(page).locator('.flame').evaluate((flame, wanted) => {
  const frame = [...flame.querySelectorAll('.frame[data-kind=row]')].find((node) => node.ariaLabel.startsWith(`${wanted}: `));
  return frame ? { share: frame.getBoundingClientRect().width / flame.getBoundingClientRect().width, depth: +frame.getAttribute('aria-level') } : null;
}, name);

// Rows of the table under a heading, as objects of its columns: numbers as they
// are, not as they are shown.
async function rowsUnder(page, heading, level = 'h2') {
  const section = panel(page).locator('section', { has: page.locator(level, { hasText: new RegExp(`^${heading}$`) }) });
  if (!(await section.count())) return [];
  return section.last().locator('table').first().evaluate((table) => {
    const titles = [...table.querySelectorAll('thead th')].map((th) => th.textContent);
    return [...table.querySelectorAll('tbody tr')].map((tr) => Object.fromEntries(titles.map((title, i) => [title, tr.cells[i].dataset.value === undefined ? tr.cells[i].textContent : +tr.cells[i].dataset.value])));
  });
}

module.exports = { panel, hash, goTo, on, frameOf, rowsUnder };
