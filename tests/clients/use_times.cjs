// SPDX-License-Identifier: Apache-2.0
// What people do with the timeline and with memory over time, one habit a
// function: (start, expected), where start(hash, options) opens the page anew.
// Used by open_page.cjs.
const assert = require('assert');

const { panel, hash, goTo, on } = require('./page_at_work.cjs');

module.exports = {
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

  // Events of a recording, on which the path is lit, of the host that is chosen.
  recording: (start, { hosts }) => on(start, '#tab=timeline', async (page) => {
    const legend = await panel(page).locator('.legend').allTextContents();
    assert(legend[0].includes('other events') && !legend[0].includes('convolution'), `events that are no operations are called ${legend}`);
    await goTo(page, 'Summary');
    // The path fills the step, so that its shares need no length of their own.
    assert(!(await panel(page).textContent()).includes('shares are of'), 'the path of a recording is not as long as its step');
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
};
