// SPDX-License-Identifier: Apache-2.0
// What people do with a page, one habit a function: (start, expected), where
// start(hash, options) opens the page anew. Used by open_page.cjs.
const assert = require('assert');

const { panel, hash, goTo, on } = require('./page_at_work.cjs');

// The frame of a row: {width, depth} of the graph, or null.
const frameOf = (page, name) => panel(page).locator('.flame').evaluate((flame, wanted) => {
  const frame = [...flame.querySelectorAll('.frame[data-kind=row]')].find((node) => node.ariaLabel.startsWith(`${wanted}: `));
  return frame ? { share: frame.getBoundingClientRect().width / flame.getBoundingClientRect().width, depth: +frame.getAttribute('aria-level') } : null;
}, name);

// Luminance and contrast as WCAG counts them.
function luminance([r, g, b]) {
  const of = (c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * of(r) + 0.7152 * of(g) + 0.0722 * of(b);
}

const contrast = (a, b) => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

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

module.exports = {
  // Numbers of all tabs are those that the commands print for the same steps.
  numbers: (start, { numbers }) => on(start, '', async (page) => {
    if (!numbers) return;
    for (const row of await rowsUnder(page, 'step lengths')) assert.deepEqual(['length', 'busy', 'idle', 'sum'].map((key) => row[key]), numbers.lengths[row.step], `step ${row.step}`);
    const waiting = panel(page).locator('section', { hasText: /^What keeps it waiting/ });
    const parts = await waiting.locator('table.list tbody tr').evaluateAll((all) => all.map((tr) => [tr.cells[0].textContent, +tr.cells[1].dataset.value]));
    assert(parts.length || !Object.keys(numbers.path).length, 'the summary has no path');
    for (const [i, [name, type, ns]] of numbers.parts.slice(0, 8).entries()) {
      assert(parts[i][0].startsWith(`${name} ${type ?? ''} `), `${parts[i][0]} is not ${name}, ${type}`);
      assert.equal(parts[i][1], ns, `${name} on the path`);
    }
    await waiting.locator('details').first().evaluate((node) => { node.open = true; });
    for (const row of await rowsUnder(page, 'path by scope', 'h3')) assert.equal(row.path, numbers.path[row.name], `${row.name} on the path`);
    const peak = panel(page).locator('section', { hasText: /^Memory/ }).locator('strong').first();
    if (numbers.peak !== null) assert.equal(+(await peak.getAttribute('data-value')), numbers.peak, 'peak');

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

  // Tables keep their head and first column in view, show six columns and the
  // others when they are picked, and can be taken as CSV.
  tables: (start) => on(start, '#tab=flame', async (page) => {
    const table = panel(page).locator('.table').last();
    assert.equal(await table.locator('thead th').count(), 6);
    await table.locator('.picker summary').click();
    await table.locator('.picker input').last().check();
    assert.equal(await table.locator('thead th').count(), 7);
    const box = table.locator('.scroll');
    await box.evaluate((node) => { node.style.width = '300px'; node.style.maxHeight = '200px'; node.scrollTo(200, 200); });
    const [outer, head, first] = await Promise.all([box, table.locator('thead th').nth(1), table.locator('tbody th').nth(12)].map((node) => node.boundingBox()));
    assert(Math.abs(head.y - outer.y) < 3, 'the head scrolls away');
    assert(Math.abs(first.x - outer.x) < 3, 'the first column scrolls away');
    await page.evaluate(() => { Object.defineProperty(navigator, 'clipboard', { value: { writeText: (text) => { window.copied = text; return Promise.resolve(); } } }); });
    await table.getByRole('button', { name: 'Copy as CSV' }).click();
    const lines = (await page.evaluate(() => window.copied)).trim().split('\n');
    assert.equal(`${lines.length - 1} rows copied`, await table.locator('.count').textContent());
    assert(lines[0].startsWith('name,'), lines[0]);
    const small = await page.locator('button:visible, select:visible, input:visible:not([type=checkbox])').evaluateAll((all) => all.map((node) => [node.textContent, node.getBoundingClientRect()]).filter(([, box]) => box.width && (box.height < 24 || box.width < 24)).map(([text]) => text));
    assert.deepEqual(small, [], 'targets of less than 24 pixels');
  }),

  // Events of a recording, on which the path is lit, of the host that is chosen.
  recording: (start, { hosts }) => on(start, '#tab=timeline', async (page) => {
    const legend = await panel(page).locator('.legend').allTextContents();
    assert(legend[0].includes('other events') && !legend[0].includes('convolution'), `events that are no operations are called ${legend}`);
    await goTo(page, 'Summary');
    assert(/shares are of [\d.]+ .s, from the start of its first operation/.test(await panel(page).textContent()), 'shares of what the path is are not said');
    await goTo(page, 'Timeline');
    const choice = panel(page).getByLabel('Host', { exact: true });
    assert.equal(await choice.count(), hosts > 1 ? 1 : 0);
    const words = () => panel(page).locator('.details').first().textContent();
    // From operation to operation with the keyboard, to one of the path.
    await panel(page).getByRole('application').focus();
    let said = '';
    for (let i = 0; i < 2000 && !said.includes('on the critical path'); ++i) {
      await page.keyboard.press('n');
      said = await words();
    }
    assert(/on the critical path$/.test(said), `no event is on the path: ${said}`);
    // Steps are short beside what came before them: there is a way to them.
    await page.keyboard.press('Escape');
    const span = () => panel(page).locator('.timeline').evaluate((node) => [+node.dataset.from, +node.dataset.to]);
    const [from, to] = await span();
    await panel(page).getByRole('button', { name: 'Critical path' }).click();
    const [first, last] = await span();
    assert(last - first < (to - from) / 2 && first > from, `the critical path is shown from ${first} to ${last}`);
    if (hosts < 2) return;
    const options = await choice.locator('option').allTextContents();
    assert.equal(options.length, hosts);
    await choice.selectOption(options[1]);
    assert.equal((await hash(page)).host, options[1]);
    assert((await panel(page).textContent()).includes(`All events of ${options[1]}`));
  }),

  // Lanes further down are drawn when people scroll to them.
  scroll: (start) => on(start, '#tab=timeline', async (page) => {
    const lanes = panel(page).locator('.lanes');
    const stage = await panel(page).locator('.timeline').boundingBox();
    assert(stage.height > 40000, `lanes of ${stage.height} pixels`);
    for (const y of [stage.y + stage.height - 600, stage.y + stage.height / 2]) {
      await page.evaluate((to) => window.scrollTo(0, to), y);
      await page.waitForTimeout(100);
      const box = await lanes.boundingBox();
      assert(box.y <= 0 && box.y + box.height >= Math.min(900, stage.y + stage.height - y), `the canvas stands at ${box.y}`);
      await page.mouse.move(box.x + box.width / 2, 300);
      assert(/^n\d+ \(MatMul\): 9/.test(await page.locator('.hover').textContent()), await page.locator('.hover').textContent());
    }
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

  // A row of the table zooms, also one that was too small to be drawn; so does an
  // address. Frames cover what they stand under.
  zoom: (start) => on(start, '#tab=flame', async (page) => {
    await panel(page).locator('thead button').first().click();
    const rows = panel(page).locator('tbody tr');
    const count = Math.min(await rows.count(), 60);
    for (let i = 1; i < count; i += 7) {
      const link = rows.nth(i).locator('button');
      const name = await link.textContent();
      if (name === '(all)' || name.endsWith('smaller rows)')) continue;
      await link.click();
      const frame = await frameOf(page, name);
      assert(frame && frame.share > 0.99 && frame.depth > 1, `${name} was not zoomed to: ${JSON.stringify(frame)}`);
      await on(start, `#view=scope&metric=micros&node=${encodeURIComponent(name)}`, async (other) => {
        assert((await frameOf(other, name))?.share > 0.99, `the address of ${name} does not zoom`);
      });
    }
    await panel(page).getByRole('button', { name: 'Reset zoom' }).click();
    const blank = await panel(page).locator('.flame').evaluate((flame) => {
      const frames = [...flame.querySelectorAll('.frame')].map((node) => ({ left: parseFloat(node.style.left), width: parseFloat(node.style.width), depth: +node.getAttribute('aria-level') }));
      const gaps = frames.map((above) => {
        const below = frames.filter((f) => f.depth === above.depth + 1 && f.left >= above.left - 1e-3 && f.left + f.width <= above.left + above.width + 1e-3);
        return below.length ? above.width - below.reduce((sum, f) => sum + f.width, 0) : 0;
      });
      return Math.max(...gaps) * flame.clientWidth / 100;
    });
    assert(blank < 2.5, `${blank} pixels under a frame are blank`);
  }),

  // One Tab stop, arrows, Enter and Escape; few stops on the way to the table.
  keyboard: (start) => on(start, '#tab=flame', async (page) => {
    const tree = panel(page).getByRole('tree');
    await tree.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const { node } = await hash(page);
    assert(node, 'Enter does not zoom');
    assert((await frameOf(page, node)).share > 0.99, `Enter does not zoom to ${node}`);
    await tree.focus();
    await page.keyboard.press('Escape');
    assert((await frameOf(page, node)).share <= 1);
    await tree.focus();
    let stops = 0;
    while (!(await page.evaluate(() => document.activeElement.closest('.rows')))) {
      await page.keyboard.press('Tab');
      assert(++stops < 12, 'too many Tab stops between the flame graph and its table');
    }
  }),

  // Part of a name, whatever its case, and text that is no pattern.
  search: (start) => on(start, '#tab=flame', async (page) => {
    const field = panel(page).getByLabel('Search', { exact: true });
    const hits = async (text) => {
      await field.fill(text);
      return Number(/; (\d+) rows match/.exec(await panel(page).locator('.details').first().textContent())?.[1] ?? NaN);
    };
    const names = await panel(page).locator('tbody tr th').allTextContents();
    const name = names.find((n) => n.includes('/')) ?? names[1];
    assert((await hits(name.toUpperCase())) >= 1, `${name} is not found in capitals`);
    assert((await hits(name.slice(1, -1))) >= 1, `the middle of ${name} is not found`);
    assert.equal(await hits('Conv2D('), 0);
    assert((await hits(`/^${name.replace(/[^\w/]/g, '.')}$/`)) >= 1, 'a pattern finds nothing');
    await hits('/(/');
    assert((await panel(page).locator('.details').first().textContent()).includes('not a pattern'));
    await hits(name);
    assert((await panel(page).locator('.frame.hit').count()) + 1 >= 1);
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

  // What is in view is one state: strip, keys, address. No wheel without Ctrl.
  timeline: (start, expected) => on(start, '#tab=timeline', async (page) => {
    const view = () => panel(page).evaluate((p) => {
      const [strip, stage] = [p.querySelector('.strip').dataset, p.querySelector('.timeline').dataset];
      return { strip: [+strip.from, +strip.to], stage: [+stage.from, +stage.to] };
    });
    const status = () => panel(page).locator('.details').first().textContent();
    const whole = await view();
    assert.deepEqual(whole.strip, whole.stage);
    const [, count, drawn, merged] = /In view: (\d+) .* (\d+) drawn(?:, (\d+) narrower)?/.exec(await status());
    if (expected.operations) assert.equal(+count, expected.operations, 'operations in view');
    assert((await panel(page).locator('.lanes').boundingBox()).height < 10500, 'more than every browser draws');
    assert(+drawn + +(merged ?? 0) >= +count, `${await status()}: operations are missing`);
    await panel(page).locator('.timeline').focus();
    await page.keyboard.press('+');
    const zoomed = await view();
    assert.deepEqual(zoomed.strip, zoomed.stage);
    assert(zoomed.stage[1] - zoomed.stage[0] < whole.stage[1] - whole.stage[0], '+ does not zoom');
    await panel(page).locator('.strip').scrollIntoViewIfNeeded();
    const strip = await panel(page).locator('.strip').boundingBox();
    await page.mouse.move(strip.x + strip.width * 0.25, strip.y + 10);
    await page.mouse.down();
    await page.mouse.move(strip.x + strip.width * 0.5, strip.y + 10, { steps: 4 });
    await page.mouse.up();
    const chosen = await view();
    const size = whole.stage[1];
    assert.deepEqual(chosen.strip, chosen.stage);
    assert(Math.abs(chosen.stage[0] - size * 0.25) < size * 0.02 && Math.abs(chosen.stage[1] - size * 0.5) < size * 0.02, `the strip chose ${chosen.stage} of ${size}`);
    assert.equal(+(await hash(page)).from, chosen.stage[0]);
    await panel(page).locator('.lanes').hover({ position: { x: 100, y: 30 } });
    await page.mouse.wheel(0, 120);
    assert.deepEqual(await view(), chosen, 'the wheel zooms without Ctrl');
    // The keyboard chooses operations and folds devices.
    await panel(page).locator('.timeline').focus();
    const byKey = new Set();
    for (let i = 0; i < 9 && byKey.size < 2; ++i) {
      await page.keyboard.press('n');
      byKey.add((await hash(page)).node);
    }
    byKey.delete(undefined); // of what is added up in large pages
    assert(byKey.size !== 1, 'N does not choose one operation after the other');
    await panel(page).locator('.picker summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    assert(/lanes of 1 devices? (is|are) folded/.test(await status()), await status());
    const before = await panel(page).locator('.lanes').evaluate((c) => c.width);
    await page.setViewportSize({ width: 900, height: 900 });
    await page.waitForFunction((w) => document.querySelector('.lanes').width < w, before);
  }),

  // Opening the graph does not select; what is found stands by cost; edges stand
  // above boxes; a choice there is the choice everywhere.
  graph: (start) => on(start, '#tab=flame&view=scope', async (page) => {
    await goTo(page, 'Graph');
    assert.equal((await hash(page)).node, undefined, 'opening the graph selects');
    const order = await panel(page).locator('svg > *').evaluateAll((all) => all.map((node) => node.getAttribute('class') ?? ''));
    assert(order.lastIndexOf(order.findLast((c) => c.startsWith('node'))) < order.indexOf('edge'), 'edges stand behind boxes');
    assert((await panel(page).locator('path.edge').first().getAttribute('marker-end')).includes('arrow'));
    const [wide, box] = [await panel(page).locator('svg').evaluate((node) => node.clientWidth), await panel(page).locator('.scroll').evaluate((node) => node.clientWidth)];
    assert(wide <= box || (await panel(page).locator('.details').first().textContent()).includes('wider than the window'), `a graph of ${wide} pixels is cut at ${box} without a word`);
    await panel(page).getByLabel('Node').fill('e');
    const costs = (await panel(page).locator('.found li').allTextContents()).map((text) => / ([\d.]+) (µs|ms|s)$/.exec(text)).filter(Boolean)
      .map(([, n, unit]) => n * { µs: 1, ms: 1e3, s: 1e6 }[unit]);
    assert(costs.length > 1);
    costs.slice(1).forEach((cost, i) => assert(cost <= costs[i] * 1.01, `results do not stand by cost: ${costs}`));
    await panel(page).locator('.found button').first().click();
    const { node } = await hash(page);
    assert.equal(await panel(page).locator('h2').textContent(), node);
    assert.equal(await page.locator('.pane h2').textContent(), node);
    await goTo(page, 'Flame graph');
    assert.equal(await panel(page).locator('.frame.selected').count(), 1);
  }),

  // Rows of one name have addresses of their own.
  code: (start) => on(start, '#tab=flame&view=code&frames=all', async (page) => {
    const names = await panel(page).locator('tbody tr th').allTextContents();
    const twice = names.find((name, i) => names.indexOf(name) !== i && !name.startsWith('('));
    assert(twice, 'no two rows have one name');
    const addresses = new Set();
    for (const [i, name] of names.entries()) {
      if (name !== twice) continue;
      await panel(page).locator('tbody tr').nth(i).locator('button').click();
      const { node } = await hash(page);
      addresses.add(node);
      const row = await panel(page).locator('.frame.selected').first().getAttribute('data-row');
      await page.reload();
      await page.waitForFunction(() => document.body.dataset.ready);
      assert.equal(await panel(page).locator('.frame.selected').first().getAttribute('data-row'), row, `${node} leads to another row`);
    }
    assert(addresses.size > 1);
  }),

  // Print shows what the tab shows, flame graphs too.
  print: (start) => on(start, '#tab=flame', async (page) => {
    await page.emulateMedia({ media: 'print' });
    assert(await panel(page).locator('.flame .frame').first().isVisible());
    assert((await panel(page).locator('.flame').boundingBox()).height > 40);
    assert.equal(await page.locator('.panel:visible').count(), 1);
    assert(!(await page.getByRole('tablist').isVisible()));
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

  // A GPU's streams and the line that sums them up are the same work.
  gpu: (start, expected) => on(start, '#tab=timeline', async (page) => {
    assert((await panel(page).locator('.details').first().textContent()).startsWith(`In view: ${expected.operations} `), await panel(page).locator('.details').first().textContent());
    const devices = await panel(page).locator('table').last().locator('tbody tr').count();
    assert.equal(devices, expected.devices, 'devices that are counted');
    await goTo(page, 'Memory');
    const chart = await panel(page).locator('.area').boundingBox();
    assert(chart.width > 300 && chart.height > 50, 'the chart of an allocator without a name is empty');
    await page.setViewportSize({ width: 700, height: 900 });
    await page.waitForFunction((w) => document.querySelector('.panel.open .chart svg').clientWidth < w, chart.width);
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

  // What a page of 100,000 nodes takes: see docs/testing.md for times; this only
  // sees that no interaction takes many times what it took there.
  quick: (start) => on(start, '#tab=timeline', async (page) => {
    const spent = await page.evaluate(async () => {
      const stage = document.querySelector('.timeline');
      stage.dispatchEvent(new KeyboardEvent('keydown', { key: 'w' }));
      const times = [];
      for (let i = 0; i < 20; ++i) {
        const begin = performance.now();
        stage.dispatchEvent(new KeyboardEvent('keydown', { key: i % 2 ? 'a' : 'd' }));
        times.push(performance.now() - begin);
      }
      return times.sort((a, b) => a - b)[10];
    });
    assert(spent < 1000, `a step of panning takes ${spent} ms`);
  }),

  // No tab is wider than the window.
  widths: async (start) => {
    for (const [width, colorScheme] of [[600, 'dark'], [1400, 'light']]) {
      await on(start, '', async (page) => {
        for (const tab of await page.getByRole('tab').all()) {
          await tab.click();
          const over = await page.evaluate(() => document.scrollingElement.scrollWidth - window.innerWidth);
          assert(over <= 0, `${await tab.textContent()} is ${over} pixels too wide at ${width}`);
          if (process.env.TFPROF_SHOTS) await page.screenshot({ path: `${process.env.TFPROF_SHOTS}-${await tab.textContent()}-${width}-${colorScheme}.png` });
        }
      }, { viewport: { width, height: 900 }, colorScheme });
    }
  },

  // The answer leads to where each thing can be seen.
  leads: (start) => on(start, '', async (page) => {
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

  // Colours, focus, hide and folding of a flame graph, and what they say.
  flame: (start) => on(start, '#tab=flame', async (page) => {
    const kinds = async () => [...new Set(await panel(page).locator('.frame[data-kind=row]').evaluateAll((all) => all.map((f) => f.className.split(' ').find((c) => /^c\d$|^by-self$|^plain$/.test(c)))))];
    const legend = () => panel(page).locator('.legend').innerText();
    for (const kind of await kinds()) assert(kind === 'plain' || (await panel(page).locator(`.legend .${kind}`).count()) === 1, `the legend does not explain ${kind}`);
    assert((await legend()).includes('matrix products'));
    await panel(page).getByLabel('Colour', { exact: true }).selectOption('device');
    assert(/cpu:0/i.test(await legend()), await legend());
    await panel(page).getByLabel('Colour', { exact: true }).selectOption('self');
    assert.deepEqual(await kinds(), ['by-self']);
    const names = () => panel(page).locator('.frame[data-kind=row]').evaluateAll((all) => all.map((f) => f.ariaLabel));
    await panel(page).getByLabel('Focus').fill('GRADIENTS');
    const focused = await names();
    assert(focused.length > 1 && focused.every((label) => /^\(all\)|gradients/.test(label)), `beside the focus there is ${focused}`);
    await panel(page).getByLabel('Focus').fill('');
    await panel(page).getByLabel('Hide').fill('gradients');
    assert((await names()).every((label) => !label.includes('gradients')), 'what is hidden is there');
    await panel(page).getByLabel('Hide').fill('');
    assert((await panel(page).locator('.frame[data-kind=row]').allTextContents()).some((text) => text.includes('/')), 'chains of single children are not merged');
    await panel(page).getByLabel('View', { exact: true }).selectOption('code');
    assert((await names()).every((label) => !label.includes('site-packages')), 'frames of frameworks are not folded');
  }),

  // What is too narrow to be drawn is added up and counted.
  more: (start) => on(start, '#tab=flame', async (page) => {
    const said = await panel(page).locator('.frame[data-kind=more]').evaluateAll((all) => all.map((f) => f.ariaLabel));
    assert(said.length > 0 && said.every((label) => /^\d+ more of .*: \d/.test(label)), `what is too narrow is not added up: ${said.slice(0, 3)}`);
  }),

  // Keys, wheel with Ctrl and drag of the timeline; its axis stays.
  hands: (start) => on(start, '#tab=timeline', async (page) => {
    const stage = panel(page).locator('.timeline');
    const span = () => stage.evaluate((node) => [+node.dataset.from, +node.dataset.to]);
    const size = ([from, to]) => to - from;
    const whole = await span();
    await stage.focus();
    const after = {};
    for (const key of ['w', 'd', 'a', 's']) {
      await page.keyboard.press(key);
      after[key] = await span();
    }
    assert(size(after.w) < size(whole) && after.d[0] > after.w[0] && after.a[0] < after.d[0] && size(after.s) > size(after.a), JSON.stringify(after));
    await page.keyboard.press('Escape');
    assert.deepEqual(await span(), whole);
    const box = await panel(page).locator('.lanes').boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + 40);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await page.waitForFunction((to) => +document.querySelector('.timeline').dataset.to - document.querySelector('.timeline').dataset.from < to, size(whole));
    const zoomed = await span();
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 200, box.y + 40, { steps: 4 });
    await page.mouse.up();
    const dragged = await span();
    assert(dragged[0] > zoomed[0] && Math.abs(size(dragged) - size(zoomed)) < 1, `dragging goes from ${zoomed} to ${dragged}`);
    await stage.focus();
    await page.keyboard.press('n');
    await page.keyboard.press('f');
    assert(size(await span()) < size(whole), 'F does not fit to what is selected');
    assert((await page.locator('.pane').innerText()).length > 20, 'what was chosen has no details');
    assert.equal(await panel(page).locator('.pinned').evaluate((node) => getComputedStyle(node).position), 'sticky');
    await panel(page).getByLabel('Labels').selectOption('type');
    await panel(page).getByLabel('Search', { exact: true }).fill('MATMUL');
    await panel(page).getByLabel('Search', { exact: true }).fill('');
    // Operations of another step are there, too, and say whose they are.
    await page.getByLabel('Steps', { exact: true }).selectOption('0');
    assert((await panel(page).textContent()).startsWith('Operations of step 0.'), (await panel(page).textContent()).slice(0, 80));
  }),

  // Who is alive at the instant that the mouse or a key points at.
  memory: (start) => on(start, '#tab=memory', async (page) => {
    const chart = panel(page).locator('.chart').first();
    const said = () => panel(page).locator('.allocator .details').first().textContent();
    const atPeak = await said();
    assert(/By scope: .*By op type: /.test(atPeak), atPeak);
    const box = await chart.boundingBox();
    await page.mouse.move(box.x + box.width - 30, box.y + 60);
    assert.notEqual(await said(), atPeak, 'the mouse shows no other instant');
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    assert((await hash(page)).at !== undefined, 'a key does not choose an instant');
    await chart.focus();
    await page.keyboard.press('Home');
    assert.equal(await said(), atPeak);
    // What timeline and memory show is one span.
    await goTo(page, 'Timeline');
    await panel(page).getByRole('button', { name: 'Zoom in' }).click();
    const { from, to } = await hash(page);
    assert(from && to);
    await goTo(page, 'Memory');
    assert.equal((await hash(page)).from, from);
    const first = await panel(page).locator('.tick').allTextContents();
    assert(!first.includes('0 µs'), `the axis of the memory is another one: ${first}`);
  }),

  // The way between two nodes, and more or less of the neighbourhood.
  way: (start) => on(start, '#tab=graph', async (page) => {
    const nodes = () => panel(page).locator('.node').count();
    const few = await nodes();
    await panel(page).getByLabel('Depth').selectOption('4');
    assert((await nodes()) > few, 'more depth has no more nodes');
    await panel(page).getByLabel('Depth').selectOption('1');
    const [name] = await panel(page).locator('.node:not(.chosen) title').allTextContents();
    await panel(page).getByLabel('Way to').fill(name);
    await panel(page).locator('.found button').first().click();
    assert(/^\d+ edges? from /.test(await panel(page).locator('.details').first().textContent()), await panel(page).locator('.details').first().textContent());
    await panel(page).getByRole('button', { name: 'Neighbours again' }).click();
    await panel(page).locator('.node:not(.chosen)').first().focus();
    await page.keyboard.press('Enter');
    assert.equal(await panel(page).locator('h2').textContent(), (await hash(page)).node);
  }),

  // The path of each host is lit on its own operations.
  hosts: (start) => on(start, '#tab=timeline', async (page) => {
    const said = [];
    for (const y of [30, 106]) {
      const box = await panel(page).locator('.lanes').boundingBox();
      await page.mouse.move(box.x + (y < 50 ? 3 : box.width - 20), box.y + y + 4);
      said.push(await page.locator('.hover').textContent());
    }
    assert(/^n0_0 .*on the critical path$/.test(said[0]) && /^n1_1 .*on the critical path$/.test(said[1]), said.join('; '));
  }),

  // axe-core has nothing to say that is serious or moderate; text has contrast.
  axe: async (start) => {
    const source = require.resolve('axe-core/axe.min.js');
    for (const colorScheme of ['light', 'dark']) {
      await on(start, '', async (page) => {
        await page.evaluate(require('fs').readFileSync(source, 'utf8'));
        for (const name of await page.getByRole('tab').allTextContents()) {
          await goTo(page, name);
          const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
          const bad = violations.filter((v) => v.impact !== 'minor').map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(' ')}`);
          assert(!bad.length, `${name}, ${colorScheme}: ${bad.join('; ')}`);
          const pairs = await panel(page).locator('.frame').evaluateAll((all) => all.map((f) => [f.ariaLabel, ...['color', 'backgroundColor'].map((key) => getComputedStyle(f)[key].match(/[\d.]+/g).slice(0, 3).map(Number))]));
          for (const [title, ink, paper] of pairs) assert(paper.every((c) => c <= 1) || contrast(ink, paper) >= 4.5, `${title} has a contrast of ${contrast(ink, paper)}`);
        }
      }, { colorScheme });
    }
  },
};
