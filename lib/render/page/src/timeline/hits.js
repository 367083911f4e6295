// SPDX-License-Identifier: Apache-2.0
import { matcher } from '../match.js';
import { isSelected } from '../selection.js';
import * as state from '../state.js';
import { arrange } from './lanes.js';

let last = {};

// Operations that match the search or the selection: {is: by operation, isSearch},
// or null. The last answer is kept: panning asks for the same one again and again.
export function hits(app, timeline) {
  const { search, node, of } = state.read();
  const key = [search, node, of].join('\n');
  if (last.key === key && last.timeline === timeline) return last.found;
  const { slices } = timeline;
  const { op } = arrange(timeline);
  const matches = matcher(search);
  const isOurs = isSelected(app);
  const types = matches && op.texts.map(matches);
  const isHit = (name, i) => isOurs?.(name, slices.op[i]) || types?.[op.of[i]] || matches?.(name);
  const is = matches || isOurs ? Uint8Array.from(slices.name, (name, i) => Boolean(isHit(name, i))) : null;
  last = { key, timeline, found: is && { is, isSearch: Boolean(matches) } };
  return last.found;
}
