// SPDX-License-Identifier: Apache-2.0
// What is under the mouse, said beside it at once: a browser's own titles come
// late and go soon.
import { element } from './dom.js';

const AWAY = 14; // pixels from the mouse
let box = null;

function show(event, text) {
  box ??= document.body.appendChild(element('div', { class: 'hover', 'aria-hidden': 'true' }));
  box.hidden = !text;
  if (!text) return;
  box.textContent = text;
  const { width, height } = box.getBoundingClientRect();
  const left = Math.min(event.clientX + AWAY, document.documentElement.clientWidth - width - 4);
  const below = event.clientY + AWAY;
  box.style.left = `${Math.max(left, 4)}px`;
  box.style.top = `${below + height > window.innerHeight ? Math.max(event.clientY - AWAY - height, 0) : below}px`;
}

// `textAt(event)` says what is there; nothing hides it.
export function hover(node, textAt) {
  node.addEventListener('pointermove', (event) => show(event, event.pointerType === 'touch' ? '' : textAt(event)));
  for (const away of ['pointerleave', 'pointerdown']) node.addEventListener(away, (event) => show(event, ''));
}
