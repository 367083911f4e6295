// SPDX-License-Identifier: Apache-2.0
// What people do with a page as a whole, one habit a
// function: (start, expected), where start(hash, options) opens the page anew.
// Used by open_page.cjs.
const assert = require('assert');

const { panel, hash, goTo, on, frameOf, rowsUnder } = require('./page_at_work.cjs');

module.exports = {
  // Numbers of all tabs are those that the commands print for the same steps.
  numbers: (start, { numbers }) => on(start, '', async (page) => {
    if (!numbers) return;
    for (const row of await rowsUnder(page, 'step lengths')) {
      // A table of a recording has more columns than the page shows at first, and its sum is among them.
      const shown = ['length', 'busy', 'idle', 'sum'].filter((key) => key !== 'sum' || row.sum !== undefined);
      assert.deepEqual(shown.map((key) => row[key]), numbers.lengths[row.step].slice(0, shown.length), `step ${row.step}`);
    }
    const waiting = panel(page).locator('section', { hasText: /^What keeps it waiting/ });
    const parts = await waiting.locator('table.list tbody tr').evaluateAll((all) => all.map((tr) => [tr.cells[0].textContent, +tr.cells[1].dataset.value]));
    assert(parts.length || !Object.keys(numbers.path).length, 'the summary has no path');
    for (const [i, [name, type, ns]] of numbers.parts.slice(0, 8).entries()) {
      assert(parts[i][0].startsWith(`${name} ${type ?? ''} `), `${parts[i][0]} is not ${name}, ${type}`);
      assert.equal(parts[i][1], ns, `${name} on the path`);
    }
    await waiting.locator('details').first().evaluate((node) => { node.open = true; });
    for (const { kind, name, path } of await rowsUnder(page, 'path by scope', 'h3')) {
      // The table of several hosts hides its kinds at first.
      if (numbers.has_kinds && kind === undefined) continue;
      const key = numbers.has_kinds ? `${kind} ${name}` : name;
      assert.equal(path, numbers.path[key], `${key} on the path`);
    }
    const peak = panel(page).locator('section', { hasText: /^Memory/ }).locator('strong').first();
    if (numbers.peak !== null) assert.equal(+(await peak.getAttribute('data-value')), numbers.peak, 'peak');
    const work = await panel(page).locator('.work strong').evaluateAll((all) => all.map((part) => +part.dataset.value));
    assert.deepEqual(work, numbers.work, 'float operations');

    await goTo(page, 'Flame graph');
    for (const choice of Object.keys(numbers.scope)) {
      if (await page.getByLabel('Steps', { exact: true }).count()) await page.getByLabel('Steps', { exact: true }).selectOption(choice);
      const rows = await panel(page).locator('table').last().locator('tbody tr').evaluateAll((all) => all.map((tr) => [tr.cells[0].textContent, +tr.cells[1].dataset.value, +tr.cells[3].dataset.value]));
      for (const [name, total, self] of rows) {
        if (rows.filter((row) => row[0] === name).length === 1 && numbers.scope[choice][name]) assert.deepEqual([total, self], numbers.scope[choice][name], `${name}, steps ${choice}`);
      }
    }
    if (await page.getByRole('tab', { name: 'Graph' }).count()) {
      await goTo(page, 'Graph');
      const choice = (await hash(page)).steps ?? Object.keys(numbers.scope)[0];
      for (const [name, self] of await panel(page).locator('.node[data-value]').evaluateAll((all) => all.map((g) => [g.querySelector('title').textContent, +g.dataset.value]))) {
        assert.equal(self, numbers.scope[choice][name]?.[1] ?? 0, `${name} in the graph`);
      }
    }
    for (const [step, sums] of Object.entries(numbers.timeline)) {
      await goTo(page, 'Timeline');
      if (await page.getByLabel('Steps', { exact: true }).count()) await page.getByLabel('Steps', { exact: true }).selectOption(step);
      await page.waitForTimeout(300);
      for (const [by, table] of [['op', panel(page).locator('table').first()], ['device', panel(page).locator('table').last()]]) {
        if (!Object.keys(sums[by]).length) continue;
        const rows = await table.locator('tbody tr').evaluateAll((all) => all.map((tr) => [tr.cells[0].textContent, +tr.cells[1].dataset.value, +tr.cells[2].dataset.value]));
        assert(rows.length > 0, 'the timeline has no sums');
        if (by === 'device') assert.equal(rows.length, Object.keys(sums[by]).length, 'devices of the timeline');
        for (const [name, time, count] of rows) assert.deepEqual([time, count], sums[by][name] && [Math.round(sums[by][name][0]), sums[by][name][1]], `${name} in the timeline`);
      }
    }
    if (await page.getByRole('tab', { name: 'Memory' }).count()) {
      await goTo(page, 'Memory');
      for (const [heading, bytes] of Object.entries(numbers.alive)) assert.deepEqual((await rowsUnder(page, heading)).map((row) => row.bytes), bytes.slice(0, 100), heading);
    }
    await goTo(page, 'Advice');
    const advice = await panel(page).locator('pre').allTextContents();
    assert.deepEqual(advice.map((text) => text.trim()), numbers.advice.map((text) => text.trim()));
    const about = await panel(page).locator('.of-steps').allTextContents();
    const count = Object.keys(numbers.lengths).length;
    assert.equal(about.length, count > 1 ? 1 : 0, 'the advice does not say which steps it is about');
    const saves = await panel(page).locator('.saves').evaluateAll((all) => all.map((node) => +node.dataset.value));
    assert.deepEqual(saves, numbers.saves.filter((value) => value !== null), 'what findings save');
    if (!numbers.difference) return;
    await goTo(page, 'Difference');
    const changed = (await Promise.all(['Changed', 'New in .*', 'Gone since .*'].map((heading) => rowsUnder(page, heading)))).flat();
    assert(changed.length > 0);
    for (const { name, change, ...row } of changed) {
      const [wanted, before, now] = numbers.difference[name === '(all)' ? '_TFProfRoot' : name];
      assert.deepEqual([change, ...Object.values(row).slice(1, 3)], [wanted, before, now], `${name} in the difference`);
    }
  }),

  // The answer leads to where each thing can be seen.
  leads: (start) => on(start, '', async (page) => {
    // What to mend is seen without scrolling.
    assert((await panel(page).getByRole('heading', { name: 'Look at' }).boundingBox()).y < 800, 'what to look at is further down');
    const row = panel(page).locator('section', { hasText: /^What keeps it waiting/ }).locator('.link').first();
    const name = await row.textContent();
    await row.click();
    assert.deepEqual([(await hash(page)).tab, (await hash(page)).node], ['flame', name]);
    assert((await frameOf(page, name)).share > 0.99, `${name} of the path is not zoomed to`);
    await page.goBack();
    await panel(page).getByRole('button', { name: / into step / }).click();
    const { tab, at } = await hash(page);
    assert.equal(tab, 'memory');
    const [cursor, peak] = await Promise.all(['.cursor', '.peak'].map((line) => panel(page).locator(line).first().getAttribute('x1')));
    assert.equal(cursor, peak, `the memory is not shown at its peak, ${at}`);
  }),

  // Numbers say which steps they are of.
  steps: (start) => on(start, '#tab=flame', async (page) => {
    const status = panel(page).locator('.details').first();
    for (const option of await page.getByLabel('Steps', { exact: true }).locator('option').all()) {
      await page.getByLabel('Steps', { exact: true }).selectOption(await option.getAttribute('value'));
      const words = await option.textContent();
      assert((await status.textContent()).includes(words), `the flame graph does not say '${words}'`);
      assert((await panel(page).locator('caption').last().textContent()).includes(words), `the table does not say '${words}'`);
    }
    const median = await page.evaluate(() => document.title);
    assert(/tfprof \d/.test(median), `the title of the document is '${median}'`);
  }),

  // Tab, metric, theme and selection are in the address; Back and reload keep them.
  history: (start) => on(start, '', async (page) => {
    await goTo(page, 'Flame graph');
    await panel(page).getByLabel('View', { exact: true }).selectOption('op');
    await panel(page).getByLabel('Metric').selectOption({ index: 1 });
    const { metric } = await hash(page);
    assert(metric, 'the metric is not in the address');
    await goTo(page, 'Timeline');
    await goTo(page, 'Flame graph');
    assert.equal((await hash(page)).view, 'op');
    assert.equal((await hash(page)).metric, metric);
    await page.goBack();
    assert.equal((await hash(page)).tab, 'timeline');
    assert.equal(await page.getByRole('tab', { name: 'Timeline' }).getAttribute('aria-selected'), 'true');
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const before = await ground();
    await page.getByRole('button', { name: 'Light or dark' }).click();
    const after = await ground();
    assert.notEqual(before, after, 'the theme does not change');
    await page.reload();
    await page.waitForFunction(() => document.body.dataset.ready);
    assert.equal(await ground(), after, 'the theme is lost on reload');
    assert.equal(await page.getByRole('tab', { name: 'Timeline' }).getAttribute('aria-selected'), 'true');
  }),

  // What the address asks for and the page does not have is said.
  unknown: (start) => on(start, '#tab=nonsense&bogus=1&metric=micro&from=noon&color=red&depth=9&target=nowhere', async (page) => {
    const said = await page.getByRole('alert').textContent();
    for (const words of ["tab 'nonsense'", "'bogus'", "metric 'micro'", "from 'noon'", "color 'red'", "depth '9'", "target 'nowhere'"]) assert(said.includes(words), said);
  }),

  // Whoever chooses a step with the keyboard stays where he is, and the title of
  // the document follows.
  focus: (start) => on(start, '', async (page) => {
    await page.getByLabel('Steps', { exact: true }).selectOption('all');
    assert(/all steps/.test(await page.title()), `the title is '${await page.title()}'`);
    await page.locator('.step').nth(1).focus();
    const label = await page.locator('.step').nth(1).getAttribute('aria-label');
    await page.keyboard.press('Enter');
    assert.equal(await page.getByLabel('Steps', { exact: true }).inputValue(), (await hash(page)).steps);
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), label, 'the keyboard lost its place');
  }),

  // All that is known of a node, in one pane; panning leaves it as it is.
  pane: (start) => on(start, '#tab=timeline&of=scope&node=gradients/hidden1/MatMul_grad/MatMul_1', async (page) => {
    const text = await page.locator('.pane').innerText();
    for (const words of ['op type', 'MatMul', 'device', 'shapes of outputs', '[784,128]', 'line of code', 'models.py:21', 'by step', 'at the median', 'inputs (', 'consumers (']) assert(text.includes(words), `the pane does not say '${words}': ${text}`);
    const changes = await page.evaluate(async () => {
      let count = 0;
      new MutationObserver((records) => { count += records.length; }).observe(document.querySelector('.pane'), { childList: true, subtree: true });
      const stage = document.querySelector('.timeline');
      for (const key of 'wdddda') stage.dispatchEvent(new KeyboardEvent('keydown', { key }));
      await new Promise((resolve) => { setTimeout(resolve, 50); });
      return count;
    });
    assert.equal(changes, 0, 'panning makes the pane anew');
    await page.evaluate(() => { Object.defineProperty(navigator, 'clipboard', { value: { writeText: (name) => { window.copied = name; return Promise.resolve(); } } }); });
    await page.locator('.pane').getByRole('button', { name: 'Copy name' }).click();
    assert.equal(await page.evaluate(() => window.copied), 'gradients/hidden1/MatMul_grad/MatMul_1');
    const input = page.locator('.pane dd ul .link').first();
    const name = await input.textContent();
    await input.click();
    assert.equal(await page.locator('.pane h2').textContent(), name);
    await page.goBack();
    await page.locator('.pane').getByRole('button', { name: /models\.py:21/ }).click();
    assert.equal((await hash(page)).of, 'code');
    assert((await page.locator('.pane h2').textContent()).startsWith('models.py:21:'));
  }),

  // Findings say what they would save and lead to their nodes and lines.
  saves: (start) => on(start, '#tab=advice', async (page) => {
    const saved = panel(page).locator('.saves').first();
    assert(/saves up to [\d.]+ (µs|ms|s) a step/.test(await saved.textContent()));
    assert(+(await saved.getAttribute('data-value')) > 0);
    await panel(page).locator('.finding .link', { hasText: 'models.py:' }).first().click();
    assert.equal((await hash(page)).of, 'code');
    await goTo(page, 'Summary');
    assert((await panel(page).locator('.saves').count()) > 0, 'the summary does not say what would be saved');
  }),

  // Two dumps are both named, and colours explained.
  difference: (start, expected) => on(start, '#tab=diff', async (page) => {
    const text = await panel(page).textContent();
    for (const words of [...expected.dumps, 'worse: ', 'better: ', 'only in', 'Changed']) assert(text.includes(words), `the difference does not say '${words}'`);
    assert(!(await panel(page).locator('.details').first().textContent()).includes('(same)'), 'a row that changed is called the same');
    await goTo(page, 'Summary');
    assert((await panel(page).textContent()).includes('No record of the step says that it held anything'), 'no memory is known, and the summary says 0 B');
    assert(/^It was 9\.90 ms in before_0, at the median of its steps: \+1\.10 ms, \+11\.1 %\. What changed$/.test(await panel(page).locator('.before').textContent()), await panel(page).locator('.before').textContent());
    await panel(page).getByRole('button', { name: 'What changed' }).click();
    assert.equal((await hash(page)).tab, 'diff');
    for (const dump of expected.dumps) assert((await page.title()).includes(dump), await page.title());
    await panel(page).locator('tbody button').nth(1).click();
    assert((await panel(page).locator('.details').first().textContent()).includes('%'));
    const node = (await hash(page)).node;
    assert((await panel(page).locator('.flame').evaluate((flame, name) => [...flame.querySelectorAll('.frame')].some((f) => f.ariaLabel.startsWith(name) && parseFloat(f.style.width) > 99), node)), 'a row does not zoom');
  }),
};
