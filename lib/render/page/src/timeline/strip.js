// SPDX-License-Identifier: Apache-2.0
// The whole step, small: it shows what is in view, and sets it.
import { css, prepare } from '../canvas.js';
import { element } from '../dom.js';
import { FAMILIES } from '../format.js';
import { bounds } from '../time.js';
import { arrange } from './lanes.js';

const HEIGHT = 36;

// Each operation of a timeline, on a canvas that is drawn once for each width and
// theme.
function drawWhole(canvas, timeline, pixels) {
  const key = [timeline.step, timeline.host, pixels, css('--ground')].join(' ');
  if (canvas.dataset.key === key) return;
  canvas.dataset.key = key;
  const { slices } = timeline;
  const { devices, family, first } = arrange(timeline);
  const [, last] = bounds(timeline);
  const context = prepare(canvas, pixels, HEIGHT);
  const colors = FAMILIES.map((_, i) => css(`--c${i}`));
  const plain = css('--plain');
  const lanes = devices.filter((device) => !device.repeats).flatMap((device) => device.lanes);
  const high = (HEIGHT - 6) / Math.max(lanes.length, 5);
  lanes.forEach((lane, k) => {
    let end = -1;
    for (const i of lane) {
      const left = (slices.start[i] - first) / (last - first) * pixels;
      const wide = Math.max(slices.duration[i] / (last - first) * pixels, 0.7);
      if (left + wide <= end + 0.5) continue;
      end = left + wide;
      context.fillStyle = family[i] < 0 ? plain : colors[family[i]];
      context.fillRect(left, 3 + k * high, wide, Math.max(high - 0.5, 1));
    }
  });
}

export function makeStrip(look) {
  const node = element('canvas', { class: 'strip', 'aria-hidden': 'true' });
  const whole = element('canvas');
  let width = 1;

  function draw(timeline, pixels) {
    width = pixels;
    drawWhole(whole, timeline, pixels);
    const context = prepare(node, pixels, HEIGHT);
    context.drawImage(whole, 0, 0, pixels, HEIGHT);
    const [from, to] = look.span();
    const [a, b] = [from / look.length() * pixels, to / look.length() * pixels];
    context.fillStyle = css('--shade');
    context.fillRect(0, 0, a, HEIGHT);
    context.fillRect(b, 0, pixels - b, HEIGHT);
    context.strokeStyle = css('--accent');
    context.lineWidth = 2;
    context.strokeRect(a + 1, 1, Math.max(b - a - 2, 2), HEIGHT - 2);
    node.dataset.from = from;
    node.dataset.to = to;
  }

  // A span that is drawn is what is in view then; a click moves it there.
  let mark = null;
  const timeAt = (event) => event.offsetX / width * look.length();
  node.addEventListener('pointerdown', (event) => {
    mark = { t: timeAt(event), x: event.offsetX };
    node.setPointerCapture(event.pointerId);
  });
  node.addEventListener('pointermove', (event) => {
    if (mark && Math.abs(event.offsetX - mark.x) > 3) look.set(Math.min(mark.t, timeAt(event)), Math.max(mark.t, timeAt(event)));
  });
  node.addEventListener('pointerup', (event) => {
    if (mark && Math.abs(event.offsetX - mark.x) <= 3) {
      const [from, to] = look.span();
      look.set(timeAt(event) - (to - from) / 2, timeAt(event) + (to - from) / 2);
    }
    mark = null;
  });
  return { node, draw };
}
