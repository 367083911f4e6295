// SPDX-License-Identifier: Apache-2.0
// Opens a page of --output=html in a headless Chromium and uses it as people do.
//
// usage: node open_page.cjs CHROMIUM PAGE EXPECTED
//
// EXPECTED is a JSON file: {tabs: [...], has: {tab: [text in it, ...]}, totals:
// {choice of steps: {view: {title of a column: total of the root}}}, do: [names of
// what use_*.cjs and look_at_page.cjs do more]}. Exit code 1 with a message when something else
// is seen, when the page says anything on its console or asks the network for
// anything.
const assert = require('assert');
const fs = require('fs');
const { chromium } = require('playwright-core');
const uses = Object.assign({}, ...['use_page', 'use_rows', 'use_times', 'look_at_page'].map((name) => require(`./${name}.cjs`)));

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

// Every number of the first row, by the title of its column.
async function rootRow(page) {
  const tab = openTab(page);
  if (await tab.locator('.picker').count()) {
    await tab.locator('.picker summary').click();
    for (const box of await tab.locator('.picker input').all()) await box.check();
    await tab.locator('.picker summary').click();
  }
  return tab.locator('table').last().evaluate((table) => {
    const titles = [...table.querySelectorAll('thead th')].map((th) => th.textContent);
    const root = [...table.querySelectorAll('tbody tr')].find((tr) => tr.cells[0].textContent === '(all)');
    return Object.fromEntries(titles.map((title, i) => [title, root.cells[i].dataset.value === undefined ? root.cells[i].textContent : +root.cells[i].dataset.value]));
  });
}

// The totals of each view for each choice of steps are those of JSON.
async function checkTotals(page, totals) {
  for (const [choice, views] of Object.entries(totals)) {
    const steps = page.getByLabel('Steps', { exact: true });
    if (await steps.count()) await steps.selectOption(choice);
    for (const [view, measures] of Object.entries(views)) {
      await openTab(page).getByLabel('View', { exact: true }).selectOption(view);
      const row = await rootRow(page);
      for (const [label, total] of Object.entries(measures)) {
        if (total === 0 && !(label in row) && !(`${label}: total` in row)) continue; // nothing costs any
        assert.equal(row[`${label}: total`] ?? row[label], total, `${view}, steps ${choice}: ${label} of the root`);
      }
    }
    await openTab(page).getByLabel('View', { exact: true }).selectOption(Object.keys(views)[0]);
  }
}

async function main(executablePath, file, expectedFile) {
  const expected = JSON.parse(fs.readFileSync(expectedFile, 'utf8'));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  const start = (hash = '', options = {}) => openPage(browser, file, hash, options);
  try {
    const { page, wrong, close } = await start();
    const tabs = await page.getByRole('tab').allTextContents();
    assert.deepEqual(tabs, expected.tabs);
    for (const name of tabs) {
      await page.getByRole('tab', { name, exact: true }).click();
      assert.equal(await page.getByRole('tab', { name, exact: true }).getAttribute('aria-selected'), 'true');
      const text = await openTab(page).textContent();
      assert(text.length > 0, `${name} is empty`);
      for (const words of expected.has?.[name] ?? []) assert(text.includes(words), `${name} does not say '${words}': ${text.slice(0, 800)}`);
      if (name === 'Flame graph' && expected.totals) await checkTotals(page, expected.totals);
    }
    assert(!/\b(undefined|null|NaN)\b/.test(await page.locator('body').innerText()), 'a value is missing');
    // The keyboard goes from tab to tab.
    await page.getByRole('tab').first().focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.getByRole('tab').nth(1 % tabs.length).getAttribute('aria-selected'), 'true');
    assert.equal(await page.evaluate(() => window.hacked), undefined, 'a name was run');
    assert.deepEqual(wrong, []);
    await close();
    for (const name of expected.do ?? []) {
      try {
        await uses[name](start, expected);
      } catch (error) {
        throw new Error(`${name}: ${error.message}`);
      }
    }
    console.log(`${file}: ${tabs.join(', ')}; ${(expected.do ?? []).join(', ')}`);
  } finally {
    await browser.close();
  }
}

main(...process.argv.slice(2)).catch((error) => {
  console.error(`${process.argv[3]}: ${error.message}`);
  process.exit(1);
});
