// SPDX-License-Identifier: Apache-2.0
// What people do with rows: in the flame graph, the tables and the graph, one habit a
// function: (start, expected), where start(hash, options) opens the page anew.
// Used by open_page.cjs.
const assert = require('assert');

const { panel, hash, goTo, on, frameOf } = require('./page_at_work.cjs');

module.exports = {
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

  // A row is of the kind as which it ran: the graph says Relu, a matrix product was
  // fused into it. So it looks in all tabs, and the details say both.
  ran: (start) => on(start, '#tab=flame&of=scope&node=hidden1/Relu', async (page) => {
    const wanted = 'matrix products';
    const kind = async (className) => panel(page).locator(`.legend .${className}`).locator('xpath=..').textContent();
    const frame = panel(page).locator('.frame.selected');
    assert.equal((await kind(/\bc\d\b/.exec(await frame.getAttribute('class'))[0])).trim(), wanted, 'in the flame graph');
    assert((await page.locator('.pane').textContent()).includes('Relu, ran as _MklNativeFusedMatMul'), 'the details do not say as what it ran');
    await goTo(page, 'Graph');
    const families = await panel(page).locator('.node').evaluateAll((all) => Object.fromEntries(all.map((g) => [g.querySelector('title').textContent, g.getAttribute('class')])));
    assert(/family-0\b/.test(families['hidden1/Relu']), `in the graph it is ${families['hidden1/Relu']}`);
  }),

  // What is too narrow to be drawn is added up and counted.
  more: (start) => on(start, '#tab=flame', async (page) => {
    const said = await panel(page).locator('.frame[data-kind=more]').evaluateAll((all) => all.map((f) => f.ariaLabel));
    assert(said.length > 0 && said.every((label) => /^\d+ more of .*: \d/.test(label)), `what is too narrow is not added up: ${said.slice(0, 3)}`);
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
};
