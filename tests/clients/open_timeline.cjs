// SPDX-License-Identifier: Apache-2.0
// Opens a timeline in speedscope in a headless Chromium and holds what it shows
// against the file.
//
// usage: node open_timeline.cjs CHROMIUM TIMELINE
//
// Exit code 1 with a message when speedscope cannot open the file, or sees
// another number of slices than the file has.
const fs = require('fs');
const { chromium } = require('playwright-core');

const WAIT_MS = 20000;

// speedscope draws two slices of one name that touch as one, and none that takes
// no time.
function countSlices(file) {
  const lanes = new Map();
  for (const event of JSON.parse(fs.readFileSync(file, 'utf8')).traceEvents) {
    if (event.ph !== 'X') continue;
    const lane = `${event.pid} ${event.tid}`;
    if (!lanes.has(lane)) lanes.set(lane, []);
    if (event.dur > 0) lanes.get(lane).push(event);
  }
  let slices = 0;
  for (const lane of lanes.values()) {
    lane.sort((a, b) => a.ts - b.ts);
    lane.forEach((event, i) => {
      const before = lane[i - 1];
      const continues = before && before.name === event.name && before.ts + before.dur === event.ts;
      if (!continues) slices++;
    });
  }
  return { slices, lanes: lanes.size };
}

// What speedscope has when it has opened the file: it exports that itself.
async function open(page, file) {
  const refused = new Promise((_, reject) => {
    page.on('dialog', async (dialog) => {
      const message = dialog.message();
      await dialog.dismiss();
      reject(new Error(`speedscope refuses it: ${message}`));
    });
    page.on('pageerror', (error) => reject(new Error(`speedscope fails: ${error.message}`)));
  });
  const exported = (async () => {
    await page.goto('file://' + require.resolve('speedscope/dist/release/index.html'));
    await page.waitForSelector('input[type=file]', { state: 'attached', timeout: WAIT_MS });
    await page.setInputFiles('input[type=file]', file);
    const button = page.getByText('Export');
    await button.waitFor({ timeout: WAIT_MS });
    const [download] = await Promise.all([page.waitForEvent('download', { timeout: WAIT_MS }), button.click()]);
    return JSON.parse(fs.readFileSync(await download.path(), 'utf8'));
  })();
  return Promise.race([exported, refused]);
}

async function main(executablePath, file) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    const shown = await open(await browser.newPage({ acceptDownloads: true }), file);
    const seen = {
      slices: shown.profiles.flatMap((profile) => profile.events).filter((event) => event.type === 'O').length,
      lanes: shown.profiles.length,
    };
    const expected = countSlices(file);
    if (seen.slices !== expected.slices || seen.lanes !== expected.lanes) {
      throw new Error(`speedscope shows ${seen.slices} slices in ${seen.lanes} lanes, ` +
        `expected ${expected.slices} in ${expected.lanes}`);
    }
    console.log(`${file}: ${seen.slices} slices in ${seen.lanes} lanes`);
  } finally {
    await browser.close();
  }
}

main(...process.argv.slice(2)).catch((error) => {
  console.error(`${process.argv[3]}: ${error.message.split('\n')[0]}`);
  process.exit(1);
});
