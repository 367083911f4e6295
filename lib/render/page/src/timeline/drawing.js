// SPDX-License-Identifier: Apache-2.0
// What lanes look like on a canvas.
import { css, cut } from '../canvas.js';
import { FAMILIES, format, lastPart } from '../format.js';
import { ticks } from '../time.js';
import { HEAD, ROW, arrange, inView, yOf } from './lanes.js';

export const AXIS = 22;

export function drawAxis(context, pixels, [from, to]) {
  context.fillStyle = css('--text');
  for (const t of ticks(from, to, Math.max(Math.floor(pixels / 110), 2))) {
    const at = (t - from) / (to - from) * pixels;
    context.fillRect(at, AXIS - 5, 1, 5);
    const words = format(t, 'us');
    const wide = context.measureText(words).width;
    context.fillText(words, Math.min(Math.max(at - wide / 2, 1), pixels - wide - 1), 13);
  }
}

export function drawHeads(context, pixels, placed, isClosed) {
  for (const { device, y } of placed.heads) {
    context.fillStyle = css('--raised');
    context.fillRect(0, y, pixels, HEAD);
    context.fillStyle = css('--text');
    context.fillText(`${isClosed(device) ? '▸' : '▾'} ${device.name}${device.repeats ? ' (repeats what other lines show; not counted)' : ''}`, 4, y + 16);
  }
}

// Operations in view, those between `top` and `bottom` of the lanes. Several in
// one pixel are one mark, those that are hits one above the others: how many
// were `drawn` and `merged`, also of lanes above and below.
export function drawLanes(context, pixels, timeline, placed, { from, to, top, bottom, hits, labelOf }) {
  const { slices } = timeline;
  const { family, first, isOnPath } = arrange(timeline);
  const scale = pixels / (to - from);
  const colors = FAMILIES.map((_, i) => css(`--c${i}`));
  const [inFrame, mark, path, plain] = ['--frame-text', '--mark', '--worse', '--plain'].map(css);
  const counts = { drawn: 0, merged: 0 };

  function draw(i, y, left, wide) {
    const isHit = hits?.is[i];
    context.globalAlpha = hits?.isSearch && !isHit ? 0.35 : 1;
    context.fillStyle = family[i] < 0 ? plain : colors[family[i]];
    context.fillRect(left, y, Math.max(wide - (wide > 3 ? 0.5 : 0), 1), ROW - 2);
    if (isOnPath[i]) {
      context.fillStyle = path;
      context.fillRect(left, y + ROW - 5, wide, 3);
    }
    if (isHit) {
      context.strokeStyle = mark;
      context.lineWidth = 2;
      context.strokeRect(left + 1, y + 1, Math.max(wide - 2, 1), ROW - 4);
    }
    if (wide <= 34) return;
    context.fillStyle = inFrame;
    context.fillText(cut(context, labelOf(i), wide - 6), left + 3, y + 12);
  }

  for (const { lane, y } of placed.rows) {
    const isSeen = y + ROW > top && y < bottom;
    let end = -1; // pixels that are taken
    let hitEnd = -1; // by hits
    let lit = -1;
    inView(lane, slices, first + from, first + to, (i) => {
      const start = slices.start[i] - first - from;
      const left = Math.max(start * scale, 0);
      const right = Math.min((start + slices.duration[i]) * scale, pixels);
      const isHit = hits?.is[i];
      if (right <= (isHit ? hitEnd : end) + 0.5) {
        ++counts.merged;
        if (isSeen && isOnPath[i] && lit < end) {
          lit = end;
          context.fillStyle = path;
          context.fillRect(end - 1, y + ROW - 5, 1, 3);
        }
        return;
      }
      end = Math.max(right, left + 1);
      if (isHit) hitEnd = end;
      ++counts.drawn;
      if (isSeen) draw(i, y, left, Math.max(right - left, 1));
    });
  }
  context.globalAlpha = 1;
  return counts;
}

// From an operation's inputs to it, and from it to its consumers.
export function drawArrows(context, pixels, timeline, placed, { from, to, row }) {
  const { slices } = timeline;
  const arranged = arrange(timeline);
  const x = (t) => (t - arranged.first - from) / (to - from) * pixels;
  const middleOf = (i) => yOf(placed, arranged, i) + ROW / 2;
  context.strokeStyle = context.fillStyle = css('--accent');
  context.lineWidth = 1.5;
  const arrow = (a, b) => {
    const [x1, y1, x2, y2] = [x(slices.start[a] + slices.duration[a]), middleOf(a), x(slices.start[b]), middleOf(b)];
    if (Number.isNaN(y1 + y2)) return;
    context.beginPath();
    context.moveTo(x1, y1);
    context.bezierCurveTo(x1 + 20, y1, x2 - 20, y2, x2, y2);
    context.stroke();
    context.beginPath();
    context.moveTo(x2, y2);
    context.lineTo(x2 - 7, y2 - 4);
    context.lineTo(x2 - 7, y2 + 4);
    context.fill();
  };
  slices.inputs[row].forEach((up) => arrow(row - up, row));
  arranged.consumers.get(row)?.forEach((i) => arrow(row, i));
}

// What an operation is called in its bar.
export const labels = {
  name: ({ slices }) => (i) => lastPart(slices.name[i]),
  type: ({ slices }) => (i) => slices.op[i],
};
