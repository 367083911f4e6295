// SPDX-License-Identifier: Apache-2.0
// What drawings on a canvas share.

// Canvases draw in pixels of the screen.
export function prepare(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  // Another size makes the canvas anew, which takes longer than to draw.
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext('2d');
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.globalAlpha = 1;
  context.clearRect(0, 0, width, height);
  context.font = '12px system-ui, sans-serif';
  return context;
}

// As much of a text as is so wide.
export function cut(context, text, wide) {
  const all = context.measureText(text).width;
  return all <= wide ? text : `${text.slice(0, Math.floor(text.length * Math.max(wide - 10, 0) / all))}…`;
}

let ruler = null;

export function textWidth(text, pixels) {
  ruler ??= document.createElement('canvas').getContext('2d');
  ruler.font = `${pixels}px system-ui, sans-serif`;
  return ruler.measureText(text).width;
}

// The end of a text, which tells more than its beginning, as far as it is so wide
// in letters of such a size.
export function ending(text, wide, pixels) {
  const fits = (words) => textWidth(words, pixels) <= wide;
  if (fits(text)) return text;
  let [least, most] = [0, text.length];
  while (most - least > 1) {
    const middle = (least + most) >> 1;
    if (fits(`…${text.slice(-middle)}`)) least = middle;
    else most = middle;
  }
  return `…${least ? text.slice(-least) : ''}`;
}

export const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
