// SPDX-License-Identifier: Apache-2.0
// What habits of use_page.cjs and look_at_page.cjs share.
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

module.exports = { panel, hash, goTo, on };
