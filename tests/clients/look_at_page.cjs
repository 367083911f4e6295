// SPDX-License-Identifier: Apache-2.0
// What people see of a page, and what they do without a mouse: functions as in
// use_*.cjs.
const assert = require('assert');
const { panel, hash, goTo, on } = require('./page_at_work.cjs');

// Luminance and contrast as WCAG counts them.
function luminance([r, g, b]) {
  const of = (c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * of(r) + 0.7152 * of(g) + 0.0722 * of(b);
}

const contrast = (a, b) => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

module.exports = {
  // Tab alone reaches every control of every tab and shows where it is; rows, and
  // nodes of the graph, open with keys. Nobody needs a mouse.
  reach: async (start) => {
    await on(start, '', async (page) => {
      for (const name of await page.getByRole('tab').allTextContents()) {
        await goTo(page, name);
        await page.evaluate(() => {
          document.body.tabIndex = -1; // where Tab starts from
          document.body.focus();
          // What the keyboard has to come to: all that is shown and not left out on purpose.
          window.wanted = [...document.querySelectorAll('button, select, input, summary, [tabindex="0"]')].filter((node) => node.checkVisibility() && node.tabIndex >= 0 && !node.disabled);
        });
        const count = await page.evaluate(() => window.wanted.length);
        for (let i = 0; i < 2 * count + 4; ++i) {
          await page.keyboard.press('Tab');
          const seen = await page.evaluate(() => {
            const node = document.activeElement;
            if (node === document.body) return null;
            window.wanted = window.wanted.filter((one) => one !== node);
            const drawn = node.classList.contains('flame') ? node.querySelector('.frame.active') : node.classList.contains('node') ? node.querySelector('rect') : node;
            const { outlineStyle, outlineWidth, stroke } = getComputedStyle(drawn);
            const box = node.getBoundingClientRect();
            return { words: `${node.tagName} ${node.getAttribute('aria-label') ?? node.textContent}`.slice(0, 60), isMarked: (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || (drawn !== node && stroke === getComputedStyle(document.querySelector('.link, a') ?? node).color),
              isInView: box.bottom > 0 && box.top < window.innerHeight && box.right > 0 && box.left < window.innerWidth };
          });
          if (!seen) {
            break; // all the way round
          }
          assert(seen.isMarked, `${name}: nothing shows that the keyboard is at ${seen.words}`);
          assert(seen.isInView, `${name}: ${seen.words} is out of view`);
        }
        const left = await page.evaluate(() => window.wanted.map((node) => `${node.tagName} ${node.getAttribute('aria-label') ?? node.textContent}`.slice(0, 60)));
        assert(!left.length, `${name}: Tab does not reach ${left.join('; ')}`);
      }
    });
    await on(start, '#tab=flame', async (page) => {
      // One stop for all rows, arrows from one to the next.
      await panel(page).locator('tbody button.link').first().focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      const name = await page.evaluate(() => document.activeElement.textContent);
      await page.keyboard.press('Enter');
      assert.equal((await hash(page)).node, name, 'Enter does not open a row');
      await goTo(page, 'Graph');
      const other = panel(page).locator('.node:not(.chosen)').first();
      if (await other.count()) {
        const wanted = await other.locator('title').textContent();
        await other.focus();
        await page.keyboard.press('Space');
        assert.equal((await hash(page)).node, wanted, 'Space does not choose a node of the graph');
      }
      // From the first tab to the last one and back.
      await page.getByRole('tab', { selected: true }).focus();
      await page.keyboard.press('Home');
      assert.equal((await hash(page)).tab, 'summary');
      await page.keyboard.press('End');
      const last = (await page.getByRole('tab').allTextContents()).at(-1);
      assert.equal(await page.getByRole('tab', { selected: true }).textContent(), last);
      assert.equal(await page.evaluate(() => document.activeElement.textContent), last, 'the keyboard is not at the tab that is open');
    });
  },

  // Nothing moves by itself; least of all for who asked for less motion.
  motion: (start) => on(start, '', async (page) => {
    const still = async (what) => assert.deepEqual(await page.evaluate(() => [...document.getAnimations().map((a) => a.transitionProperty ?? a.animationName),
      ...[...document.querySelectorAll('*')].filter((node) => {
        const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(node);
        return parseFloat(transitionDuration) > 0 || animationName !== 'none' || scrollBehavior === 'smooth';
      }).map((node) => node.className)]), [], `${what} moves`);
    for (const name of await page.getByRole('tab').allTextContents()) {
      await goTo(page, name);
      await still(name);
    }
    await goTo(page, 'Flame graph');
    await panel(page).getByRole('tree').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await still('zooming');
  }, { reducedMotion: 'reduce' }),

  // Graphs of the depth that the page chooses are as wide as the window.
  narrow: async (start) => {
    for (const width of [600, 1400]) {
      await on(start, '#tab=graph', async (page) => {
        const [wide, box] = await panel(page).locator('svg').evaluate((node) => [node.clientWidth, node.parentNode.clientWidth]);
        assert(wide <= box, `a graph of ${wide} pixels is cut at ${box}`);
        const least = await panel(page).locator('svg .small').first().evaluate((node) => node.getBoundingClientRect().height);
        assert(least >= 10, `texts of ${least} pixels`);
        // In a narrow window a table has fewer columns, and the others in its picker.
        await goTo(page, 'Flame graph');
        assert.equal(await panel(page).locator('.table').last().locator('thead th').count(), width < 700 ? 4 : 6);
        const [table, scroll] = await panel(page).locator('.rows table').last().evaluate((node) => [node.offsetWidth, node.parentNode.clientWidth]);
        assert(table <= scroll, `a table of ${table} pixels is cut at ${scroll}`);
      }, { viewport: { width, height: 900 } });
    }
  },

  // The answer names lines of code and leads to them; long names break after
  // their slashes.
  lines: (start) => on(start, '', async (page) => {
    const first = panel(page).locator('section', { hasText: /^What keeps it waiting/ }).locator('table.list tbody tr').first();
    const line = first.locator('.link', { hasText: /^\w+\.py:\d+/ });
    const words = await line.textContent();
    assert((await first.locator('.link').first().innerHTML()).includes('/<wbr>'), await first.innerHTML());
    await line.click();
    const { tab, view, node } = await hash(page);
    assert.deepEqual([tab, view], ['flame', 'code']);
    assert(node.includes(words.replace(/ \(gradient\)$/, '')), `${words} leads to ${node}`);
  }),

  // What is under the mouse is said at once; keys are explained to who looks.
  pointing: (start) => on(start, '#tab=flame', async (page) => {
    const frame = panel(page).locator('.frame[data-kind=row]').nth(1);
    await frame.hover();
    assert.equal(await page.locator('.hover').textContent(), await frame.getAttribute('aria-label'));
    await page.mouse.move(3, 3);
    assert(await page.locator('.hover').isHidden(), 'what was pointed at stays');
    for (const [name, key] of [['Flame graph', 'Escape'], ['Timeline', 'W and S']]) {
      await goTo(page, name);
      await panel(page).locator('.keys summary').click();
      assert((await panel(page).locator('.keys p').innerText()).includes(key));
    }
  }),

  // Who is alive at the peak adds up to what is held then.
  alive: (start) => on(start, '#tab=memory', async (page) => {
    const rows = await panel(page).locator('.alive tbody tr').evaluateAll((all) => all.map((tr) => [+tr.cells[1].dataset.value, parseFloat(tr.cells[2].textContent)]));
    assert(rows.length > 1);
    const [bytes, shares] = [0, 1].map((i) => rows.reduce((sum, row) => sum + row[i], 0));
    const held = await panel(page).locator('.allocator .details').first().textContent();
    assert(Math.abs(shares - 100) < 1, `what is alive is ${shares} % of what is held: ${bytes}, ${held}`);
  }),

  // Arrows go from what an operation takes to it, and from it to who takes what
  // it makes, also where a click chose it.
  arrows: (start) => on(start, '#tab=timeline', async (page) => {
    // Pixels of the lanes that have the colour of arrows.
    const drawn = () => panel(page).locator('.lanes').evaluate((canvas) => {
      const hex = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
      const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) count += Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 12;
      return count;
    });
    const before = await drawn();
    const box = await panel(page).locator('.lanes').boundingBox();
    let name;
    for (let x = 0.2; !name && x < 0.5; x += 0.02) {
      await page.mouse.click(box.x + box.width * x, box.y + 24 + 9);
      name = (await hash(page)).node;
    }
    assert(name, 'a click chooses no operation');
    assert.equal(await page.locator('.pane h2').textContent(), name);
    assert((await drawn()) > before + 20, `no arrows lead to or from ${name}`);
  }),

  // Nothing is cut off for no reason: what is chosen in a list can be read, and
  // names of nodes end within their boxes.
  cut: async (start) => {
    for (const width of [600, 1400]) {
      await on(start, '', async (page) => {
        for (const name of await page.getByRole('tab').allTextContents()) {
          await goTo(page, name);
          const lists = await panel(page).locator('select').evaluateAll((all) => all.map((list) => {
            const ruler = document.createElement('canvas').getContext('2d');
            ruler.font = getComputedStyle(list).font;
            const text = list.selectedOptions[0].textContent;
            return [text, ruler.measureText(text).width + 30 - list.clientWidth]; // 30: arrow and edges
          }));
          for (const [text, over] of lists) assert(over <= 0, `'${text}' is cut off by ${over} pixels at ${width}`);
          const texts = await panel(page).locator('.node').evaluateAll((all) => all.flatMap((g) => [...g.querySelectorAll('text')].map((text) => [text.textContent, text.getBBox().x + text.getBBox().width - g.querySelector('rect').getBBox().width])));
          for (const [text, over] of texts) assert(over <= 0, `'${text}' is ${over} pixels wider than its box at ${width}`);
        }
      }, { viewport: { width, height: 900 } });
    }
  },

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
