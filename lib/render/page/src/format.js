// SPDX-License-Identifier: Apache-2.0
// How numbers, names and kinds of operations look, the same in all tabs.

// Three digits tell enough; data-value has all of them.
const scaled = (value, steps) => {
  const size = Math.abs(value);
  const [least, unit] = steps.find(([from]) => size >= from) ?? steps.at(-1);
  const part = value / least;
  const digits = least === 1 && Number.isInteger(part) ? 0 : Math.abs(part) >= 100 ? 1 : 2;
  return `${part.toFixed(digits)}${unit}`;
};

const SCALES = {
  count: [[1e9, ' G'], [1e6, ' M'], [1e3, ' k'], [1, '']],
  us: [[1e6, ' s'], [1e3, ' ms'], [1, ' µs']],
  ns: [[1e9, ' s'], [1e6, ' ms'], [1e3, ' µs'], [1, ' ns']],
  bytes: [[1e9, ' GB'], [1e6, ' MB'], [1e3, ' kB'], [1, ' B']],
};

export function format(value, unit) {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'number') return String(value);
  if (unit === 'share') return `${(100 * value).toFixed(1)} %`;
  if (SCALES[unit]) return scaled(value, SCALES[unit]);
  return Number.isInteger(value) ? String(value) : value.toPrecision(4);
}

export function share(part, whole) {
  return whole ? `${((100 * part) / whole).toFixed(1)} %` : '';
}

export function signed(value, unit) {
  return `${value > 0 ? '+' : ''}${format(value, unit)}`;
}

const ROOT = '_TFProfRoot';

export const isRoot = (name) => name === ROOT;
export const shown = (name) => (name === ROOT ? '(all)' : name);
export const lastPart = (name) => name.slice(name.lastIndexOf('/') + 1) || name;

// "1-3, 5"
export function ranges(numbers) {
  const parts = [];
  for (const n of numbers) {
    const last = parts.at(-1);
    if (last && n === last[1] + 1) last[1] = n;
    else parts.push([n, n]);
  }
  return parts.map(([a, b]) => (a === b ? `${a}` : `${a}-${b}`)).join(', ');
}

// What kind of work an op type of TensorFlow, a primitive of JAX or an instruction
// of XLA is; page.css has a colour for each.
export const FAMILIES = [
  ['matrix products', /MatMul|Einsum|Gemm|Cholesky|MatrixSolve|TriangularSolve|Qr|Svd|^(dot|dot_general|triangular[-_]solve)$/i],
  ['convolution, pooling', /Conv(?!ert)|(?<!Thread)Pool|Depthwise|^(reduce|select_and_gather_add)[-_]window/i],
  ['normalisation, softmax, loss', /Norm|Softmax|CrossEntropy|L2Loss|Moments|LRN/i],
  ['variables, training', /Variable|Assign|Apply|Restore|Save|Scatter|CheckNumerics/i],
  ['input pipeline', /Iterator|Dataset|PyFunc|Decode|Parse|Queue|Reader|Example/i],
  ['transfer, communication', /Send|Recv|Nccl|All[-_]?(Reduce|Gather|To[-_]?All)|Collective|^(psum|ppermute|reduce[-_]scatter)|Memcpy|Memset|Copy/i],
  ['control flow', /^(Switch|Merge|Enter|Exit|NextIteration|LoopCond|While|StatelessWhile|If|StatelessIf|PartitionedCall|StatefulPartitionedCall|NoOp|Case|Stack)|TensorArray|TensorList|Barrier|Symbolic|^(while|cond|conditional|scan|call)$/],
  ['shapes, indices', /Reshape|Transpose|Concat|Split|Slice|Gather|Pack|Unpack|Tile|Pad|Shape|Squeeze|ExpandDims|Fill|Range|Const|Identity|Cast|OneHot|Where|Arg|Placeholder|Broadcast|Reverse|Rank|Size|Zeros|Ones|Unique|Segment|Select|^(reshape|transpose|concatenate|(dynamic[-_])?(update[-_])?slice|gather|pad|squeeze|broadcast|broadcast_in_dim|expand_dims|iota|select|select_n|rev|reverse|convert|convert_element_type|bitcast|bitcast_convert_type|constant|tuple|get-tuple-element)$/],
  ['sums and means', /^(Sum|Mean|Max|Min|Prod|All|Any|AddN)$|Reduc|^reduce|^add_any$|^cum|BiasAddGrad|Cum/],
  ['element by element', /./],
];

export function familyOf(op) {
  return op ? FAMILIES.findIndex(([, pattern]) => pattern.test(op)) : -1;
}
