// SPDX-License-Identifier: Apache-2.0
// Opens pages of --output=html in a headless Chromium and uses them as people
// do: tabs, search, zoom, metrics, addresses.
//
// usage: node open_page.cjs CHROMIUM PAGE EXPECTED
//
// EXPECTED is a JSON file: {totals: {view: {metric key: total of the root}},
// tabs: [...], has: {tab: text in it}}. Exit code 1 with a message when something
// else is seen, when the page says anything on its console or asks the network
// for anything.
const assert = require('assert');
const fs = require('fs');
const { chromium } = require('playwright-core');

const WAIT_MS = 20000;

async function openPage(browser, file, hash, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  const wrong = [];
  page.on('console', (message) => wrong.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => wrong.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) wrong.push(`request: ${request.url()}`);
  });
  await page.goto(`file://${file}${hash}`);
  await page.waitForFunction(() => document.body.dataset.ready);
  assert.equal(await page.evaluate(() => document.body.dataset.ready), 'yes');
  return { page, wrong, close: () => context.close() };
}

const openTab = (page) => page.locator('.panel.open');

// The first cell of the first row, and its numbers by heading.
async function rootRow(page) {
  return openTab(page).locator('table').last().evaluate((table) => {
    const titles = [...table.querySelectorAll('th')].map((th) => th.textContent);
    const root = [...table.querySelectorAll('tbody tr')].find((tr) => tr.cells[0].textContent === '_TFProfRoot');
    return Object.fromEntries(titles.map((title, i) => [title, root.cells[i].dataset.value === undefined ? root.cells[i].textContent : +root.cells[i].dataset.value]));
  });
}

async function checkTotals(page, totals) {
  for (const [view, measures] of Object.entries(totals)) {
    await openTab(page).getByLabel('View').selectOption(view);
    const row = await rootRow(page);
    for (const [label, total] of Object.entries(measures)) {
      if (total === 0 && !(label in row) && !(`${label}: total` in row)) continue; // nothing costs any
      const shown = row[`${label}: total`] ?? row[label];
      assert.equal(shown, total, `${view}: ${label} of the root`);
    }
  }
  await openTab(page).getByLabel('View').selectOption(Object.keys(totals)[0]);
}

async function useFlames(page) {
  const tab = openTab(page);
  const frames = tab.locator('.flame g.frame');
  const count = await frames.count();
  assert(count > 0, 'no frames are drawn');
  // Search marks the frames that hold the text, and no others.
  const marked = () => tab.locator('.flame g.frame').evaluateAll((all) => all.map((g) => [g.__data__.data.name, g.querySelector('rect').getAttribute('fill') === 'var(--mark)']));
  await tab.getByLabel('Search').fill('TFProfRoot');
  for (const [name, isMarked] of await marked()) assert.equal(isMarked, name === '_TFProfRoot', `${name} is marked: ${isMarked}`);
  await tab.getByLabel('Search').fill('');
  assert((await marked()).every(([, isMarked]) => !isMarked), 'marks are gone');
  const metrics = await tab.getByLabel('Metric').locator('option').evaluateAll((all) => all.map((o) => o.value));
  for (const metric of metrics) {
    await tab.getByLabel('Metric').selectOption(metric);
    assert((await page.evaluate(() => location.hash)).includes(`metric=${metric}`), `the address does not hold ${metric}`);
  }
  await tab.getByLabel('Metric').selectOption(metrics[0]);
  await tab.getByLabel('Width').selectOption('self');
  await tab.getByLabel('Width').selectOption('total');
  // Zoom by the keyboard, and back.
  const inner = frames.nth(count > 1 ? 1 : 0);
  await inner.focus();
  await page.keyboard.press('Enter');
  await page.waitForTimeout(300);
  const details = await tab.locator('.details').first().textContent();
  assert(details.includes('total'), details);
  await tab.getByRole('button', { name: 'Reset zoom' }).click();
  // A row of the table zooms, and is in the address; sorting and filtering.
  const rows = tab.locator('tbody tr');
  if ((await rows.count()) > 1) {
    const name = await rows.nth(1).locator('button').textContent();
    await rows.nth(1).locator('button').click();
    const node = await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('node'));
    assert.equal(node, name);
    await tab.locator('th button').first().click();
    const ordered = await rows.locator('td:first-child').allTextContents();
    assert.deepEqual(ordered, [...ordered].sort((a, b) => a.localeCompare(b)), 'sorted by name');
    const filter = tab.getByLabel('Filter');
    if (await filter.count()) {
      await filter.fill(name);
      assert((await rows.count()) >= 1);
      await filter.fill('no such row anywhere');
      assert.equal(await rows.count(), 0);
      await filter.fill('');
    }
  }
}

async function useTimeline(page) {
  const tab = openTab(page);
  if (!(await tab.locator('svg.timeline').count())) return;
  const status = tab.locator('[role=status]').first();
  const before = await status.textContent();
  assert(/In view: [1-9]/.test(before), before);
  await tab.locator('svg.timeline').first().focus();
  await page.keyboard.press('+');
  await page.waitForTimeout(400);
  assert.notEqual(await status.textContent(), before, 'zooming changes what is in view');
  await page.keyboard.press('ArrowRight');
}

async function useGraph(page) {
  const tab = openTab(page);
  if (!(await tab.locator('g.node').count())) return;
  const before = await tab.locator('h3').textContent();
  const others = tab.locator('g.node:not(.chosen)');
  if (await others.count()) {
    await others.first().click();
    assert.notEqual(await tab.locator('h3').textContent(), before, 'a neighbour becomes the middle');
  }
  await tab.getByLabel('Node').fill(before.slice(0, 30));
  await tab.locator('.found button').first().click();
}

async function main(executablePath, file, expectedFile) {
  const expected = JSON.parse(fs.readFileSync(expectedFile, 'utf8'));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const { page, wrong, close } = await openPage(browser, file, '');
    const tabs = await page.getByRole('tab').allTextContents();
    assert.deepEqual(tabs, expected.tabs);
    for (const name of tabs) {
      await page.getByRole('tab', { name, exact: true }).click();
      assert.equal(await page.getByRole('tab', { name, exact: true }).getAttribute('aria-selected'), 'true');
      const text = await openTab(page).textContent();
      assert(text.length > 0, `${name} is empty`);
      for (const words of expected.has?.[name] ?? []) assert(text.includes(words), `${name} does not say '${words}': ${text.slice(0, 500)}`);
      if (name === 'Flame graph' && expected.totals) await checkTotals(page, expected.totals);
      if (name === 'Flame graph' && expected.totals) await useFlames(page);
      if (name === 'Timeline') await useTimeline(page);
      if (name === 'Graph') await useGraph(page);
    }
    // The keyboard goes from tab to tab.
    await page.getByRole('tab').first().focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.getByRole('tab').nth(1 % tabs.length).getAttribute('aria-selected'), 'true');
    assert.equal(await page.evaluate(() => window.hacked), undefined, 'a name was run');
    assert.deepEqual(wrong, []);
    await close();
    if (expected.link) {
      const link = await openPage(browser, file, expected.link.hash);
      assert((await openTab(link.page).textContent()).includes(expected.link.shows), `${expected.link.hash} does not show ${expected.link.shows}`);
      await link.close();
    }
    for (const [width, colorScheme] of [[600, 'dark'], [1400, 'dark'], [600, 'light']]) {
      const narrow = await openPage(browser, file, '', { viewport: { width, height: 900 }, colorScheme });
      for (const tab of await narrow.page.getByRole('tab').all()) {
        await tab.click();
        const over = await narrow.page.evaluate(() => document.scrollingElement.scrollWidth - window.innerWidth);
        assert(over <= 0, `${await tab.textContent()} is ${over} pixels too wide at ${width}`);
      }
      if (process.env.TFPROF_SHOTS) await narrow.page.screenshot({ path: `${process.env.TFPROF_SHOTS}-${width}-${colorScheme}.png` });
      assert.deepEqual(narrow.wrong, []);
      await narrow.close();
    }
    console.log(`${file}: ${tabs.join(', ')}`);
  } finally {
    await browser.close();
  }
}

main(...process.argv.slice(2)).catch((error) => {
  console.error(`${process.argv[3]}: ${error.message}`);
  process.exit(1);
});
