// SPDX-License-Identifier: Apache-2.0
// What mouse and keyboard do on the lanes.
import { hover } from '../hover.js';

export const HANDS = 'A and D or arrows move, W and S or + and - zoom, N and P choose the operation after and before, F fits to what is selected, Escape shows all. Dragging moves, Ctrl and the wheel zoom, a click on a device folds it; dragging in the strip above chooses what is in view.';

// `at(event)` is {head} or {i: operation} of a point of the canvas.
export function hands(node, canvas, { at, fold, look, width, say }) {
  let drag = null;
  canvas.addEventListener('pointerdown', (event) => {
    drag = { x: event.clientX, span: look.span(), isMoved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!drag) return;
    const moved = (drag.x - event.clientX) / width();
    const [from, to] = drag.span;
    drag.isMoved ||= Math.abs(drag.x - event.clientX) > 3;
    if (drag.isMoved) look.set(from + moved * (to - from), to + moved * (to - from));
  });
  canvas.addEventListener('pointercancel', () => { drag = null; });
  canvas.addEventListener('pointerup', (event) => {
    const isClick = drag && !drag.isMoved;
    drag = null;
    if (!isClick) return;
    const { head, i } = at(event);
    if (head) fold(head.device);
    else if (i >= 0) say.clicked(i);
  });
  hover(canvas, (event) => {
    const { i } = drag ? {} : at(event);
    return i >= 0 ? say.words(i) : '';
  });
  // Without Ctrl the wheel scrolls the page, as everywhere.
  node.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    look.zoom(1.0015 ** event.deltaY, event.offsetX / width());
  }, { passive: false });
  const keys = { a: () => look.move(-0.1), d: () => look.move(0.1), w: () => look.zoom(0.7), s: () => look.zoom(1.4), ArrowLeft: () => look.move(-0.1), ArrowRight: () => look.move(0.1),
    '+': () => look.zoom(0.5), '-': () => look.zoom(2), f: look.fit, n: () => say.next(1), p: () => say.next(-1), Escape: look.all };
  node.addEventListener('keydown', (event) => {
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
}
