// SPDX-License-Identifier: Apache-2.0
// How long a page of --output=html takes for what people do with it, in a
// headless Chromium: processor time of its scripts and, until it can be used, of
// its thread, the least of a few loads, so that other work on the machine does not
// count.
//
// usage: node measure_page.cjs CHROMIUM PAGE...
const { chromium } = require('playwright-core');

const LOADS = 3;
const IDLE_MS = 2500; // in which the page makes ready what tabs need

// In the page: does everything once, and returns [what, scripts, all] in ms, where
// `all` has the layout, too.
async function useAll() {
  const times = [];
  const run = async (what, act) => {
    const before = await window.spent();
    if (act() === false) return;
    const scripts = await window.spent();
    document.body.getBoundingClientRect();
    const all = await window.spent();
    times.push([what, scripts.script - before.script, all.task - before.task]);
    await new Promise((resolve) => { setTimeout(resolve, 30); });
  };
  const panel = () => document.querySelector('.panel.open');
  const controlOf = (label) => {
    const found = [...document.querySelectorAll('header label, .panel.open label')].find((node) => node.textContent === label);
    return found?.htmlFor ? document.getElementById(found.htmlFor) : null;
  };
  const tab = (id) => () => document.getElementById(`tab-${id}`)?.click() ?? Boolean(document.getElementById(`tab-${id}`));
  const choose = (label, value) => () => {
    const control = controlOf(label);
    if (![...control?.options ?? []].some((option) => option.value === value)) return false;
    control.value = value;
    return control.dispatchEvent(new Event('change'));
  };
  const type = (label, value) => () => {
    const control = controlOf(label);
    if (!control) return false;
    control.value = value;
    return control.dispatchEvent(new Event('input'));
  };
  const click = (selector, i = 0) => () => {
    const node = panel().querySelectorAll(selector)[i];
    if (!node) return false;
    node.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return true;
  };
  const key = (selector, value) => () => panel().querySelector(selector)?.dispatchEvent(new KeyboardEvent('keydown', { key: value })) !== undefined;
  const move = (selector, x, y) => () => {
    const node = panel().querySelector(selector);
    const box = node?.getBoundingClientRect();
    return node ? node.dispatchEvent(new PointerEvent('pointermove', { clientX: box.left + x, clientY: box.top + y, bubbles: true })) : false;
  };
  const optionsOf = (label) => [...controlOf(label)?.options ?? []].map((option) => option.value);

  const tabs = ['flame', 'timeline', 'memory', 'graph', 'advice', 'diff', 'summary'];
  for (const id of [...tabs, ...tabs]) await run(`tab ${id}`, tab(id));
  await run('tab flame', tab('flame'));
  for (const steps of optionsOf('Steps')) await run(`flame, steps ${steps}`, choose('Steps', steps));
  for (const view of ['op', 'code', 'scope']) {
    await run(`flame, view ${view}`, choose('View', view));
    for (const metric of optionsOf('Metric')) await run(`flame, ${view} by ${metric}`, choose('Metric', metric));
    await run(`flame, ${view}, first metric`, choose('Metric', optionsOf('Metric')[0]));
  }
  for (const color of ['device', 'self', 'family']) await run(`flame, colour ${color}`, choose('Colour', color));
  for (const text of ['M', 'MatMul', '/^m.*Mat/', '']) await run(`flame, search '${text}'`, type('Search', text));
  for (const label of ['Focus', 'Hide', 'Filter']) for (const text of ['grad', '']) await run(`flame, ${label} '${text}'`, type(label, text));
  for (const i of [0, 3]) await run(`flame, table by column ${i}`, click('thead button', i));
  for (const i of [3, 5, 0]) await run(`flame, frame ${i}`, click('.frame', i));
  await run('flame, row', click('tbody button.link', 5));
  for (const id of ['timeline', 'graph', 'memory']) await run(`tab ${id}, with a selection`, tab(id));
  await run('tab timeline', tab('timeline'));
  for (const steps of optionsOf('Steps')) await run(`timeline, steps ${steps}`, choose('Steps', steps));
  for (const text of ['M', '']) await run(`timeline, search '${text}'`, type('Search', text));
  await run('timeline, labels', choose('Labels', 'type'));
  for (const value of ['f', 'w', 'w', 'd', 's', 'Escape', 'w', 'd', 'a', 'n', 'n']) await run(`timeline, key ${value}`, key('.timeline', value));
  for (let i = 0; i < 2; ++i) await run('timeline, fold a device', click('.picker input'));
  await run('timeline, mouse', move('canvas.lanes', 300, 60));
  await run('tab memory', tab('memory'));
  for (const value of ['ArrowLeft', 'Home']) await run(`memory, key ${value}`, key('.chart', value));
  await run('memory, mouse', move('.chart', 400, 60));
  await run('tab graph', tab('graph'));
  await run("graph, node 'M'", type('Node', 'M'));
  await run('graph, first found', click('.found button'));
  for (const depth of ['4', '6', '2']) await run(`graph, depth ${depth}`, choose('Depth', depth));
  await run("graph, way to 'a'", type('Way to', 'a'));
  await run('graph, first found', click('.found button'));
  await run('tab difference', tab('diff'));
  for (const metric of document.getElementById('tab-diff') ? optionsOf('Metric') : []) await run(`difference by ${metric}`, choose('Metric', metric));
  await run('theme', () => document.querySelector('.theme').click());
  return times;
}

async function measure(browser, file) {
  const least = new Map();
  let [ready, busy, heap] = [Infinity, Infinity, 0];
  for (let load = 0; load < LOADS; ++load) {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Performance.enable', { timeDomain: 'threadTicks' });
    const spent = async () => {
      const { metrics } = await client.send('Performance.getMetrics');
      const of = (name) => 1000 * metrics.find((metric) => metric.name === name).value;
      return { script: of('ScriptDuration'), task: of('TaskDuration'), heap: of('JSHeapUsedSize') / 1000 };
    };
    await page.exposeFunction('spent', spent);
    await page.goto(`file://${file}`);
    await page.waitForFunction(() => document.body.dataset.ready);
    ready = Math.min(ready, await page.evaluate(() => performance.now()));
    busy = Math.min(busy, (await spent()).task);
    await page.waitForTimeout(IDLE_MS);
    const seen = new Map();
    for (const [what, scripts, all] of await page.evaluate(useAll)) {
      seen.set(what, (seen.get(what) ?? 0) + 1);
      const name = seen.get(what) > 1 ? `${what}, again` : what;
      const known = least.get(name);
      if (!known || scripts < known.scripts) least.set(name, { scripts, all });
    }
    heap = Math.max(heap, (await spent()).heap);
    await context.close();
  }
  const slowest = [...least].sort(([, a], [, b]) => b.scripts - a.scripts);
  console.log(`${file}: interactive after ${ready.toFixed(0)} ms, ${busy.toFixed(0)} ms of them the page's own, heap ${(heap / 1e6).toFixed(0)} MB, ${least.size} interactions of at most ${slowest[0][1].scripts.toFixed(0)} ms of scripts`);
  for (const [what, { scripts, all }] of slowest.slice(0, 8)) console.log(`  ${scripts.toFixed(0).padStart(4)} ms, ${all.toFixed(0).padStart(4)} ms with layout: ${what}`);
}

(async ([executablePath, ...files]) => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  for (const file of files) await measure(browser, file);
  await browser.close();
})(process.argv.slice(2));
