// SPDX-License-Identifier: Apache-2.0
// A tree as the page has it in columns: rows, parents before children, with
// measures for each choice of steps.
import { familyOf, FAMILIES, isRoot, lastPart } from './format.js';

export class Tree {
  constructor(section) {
    Object.assign(this, section);
    this.size = this.parent.length;
    this.#index();
    this.columns = new Map();
    this.families = (this.ops ?? []).map(familyOf);
    this.choiceOf = new Map((this.choices ?? []).map((choice) => [choice.name, choice]));
  }

  // Children of a row stand together: child[first[row] .. first[row + 1]).
  #index() {
    const count = new Uint32Array(this.size + 1);
    for (let row = 1; row < this.size; ++row) ++count[this.parent[row] + 1];
    for (let row = 0; row < this.size; ++row) count[row + 1] += count[row];
    this.first = count.slice();
    this.child = new Uint32Array(Math.max(this.size - 1, 0));
    for (let row = 1; row < this.size; ++row) this.child[count[this.parent[row]]++] = row;
  }

  children(row) {
    return this.child.subarray(this.first[row], this.first[row + 1]);
  }

  measure(word) {
    return this.measures.find((m) => m.word === word || m.key === word) ?? this.measures.find((m) => m.word === 'micros') ?? this.measures[0];
  }

  choice(name) {
    return this.choiceOf.get(name);
  }

  // What a row costs in all, without the column of all rows.
  totalOf(row, measure, choiceName) {
    return (this.choice(choiceName)?.measures.find((m) => m.key === measure.key) ?? measure).total[row];
  }

  // {label, unit, total, self} of a measure for a choice of steps.
  column(measure, choiceName) {
    const id = `${measure.key} ${choiceName}`;
    if (!this.columns.has(id)) {
      const source = this.choice(choiceName)?.measures.find((m) => m.key === measure.key) ?? measure;
      // Left out of the page where it is the total less those below.
      source.self ??= this.#selfOf(source.total);
      this.columns.set(id, { key: measure.key, label: measure.label, unit: measure.unit, total: source.total, self: source.self });
    }
    return this.columns.get(id);
  }

  #selfOf(total) {
    const self = total.slice();
    for (let row = 1; row < this.size; ++row) self[this.parent[row]] -= total[row];
    return self;
  }

  // Rows are known by their names, or where several have the same by their path.
  keyOf(row) {
    this.#learnNames();
    return this.rowOfName.get(this.name[row]) === row ? this.name[row] : this.path(row).map((r) => this.name[r]).join(' > ');
  }

  find(key) {
    if (isRoot(key) || key === '(all)') return 0;
    this.#learnNames();
    const row = this.rowOfName.get(key);
    if (row !== undefined) return row;
    let at = 0;
    for (const name of key.split(' > ')) {
      const next = [...this.children(at)].find((child) => this.name[child] === name);
      if (next === undefined) return -1;
      at = next;
    }
    return at || -1;
  }

  // The costliest row of a line of code: of "src/train.py:41" one that begins
  // with "train.py:41:"; -1 if there is none.
  findCode(line) {
    const wanted = `${lastPart(line)}:`;
    const { total } = this.measure('micros') ?? { total: [] };
    let best = -1;
    this.name.forEach((name, row) => {
      if (name.startsWith(wanted) && (best < 0 || total[row] > total[best])) best = row;
    });
    return best;
  }

  #learnNames() {
    if (this.rowOfName) return;
    this.rowOfName = new Map();
    for (let row = 0; row < this.size; ++row) {
      const name = this.name[row];
      this.rowOfName.set(name, this.rowOfName.has(name) ? -1 : row);
    }
    for (const [name, row] of this.rowOfName) if (row === -1) this.rowOfName.delete(name);
  }

  // From the row below the root to the row.
  path(row) {
    const rows = [];
    for (; row !== 0; row = this.parent[row]) rows.push(row);
    return rows.reverse();
  }

  // What a name adds to that of its parent.
  label(row) {
    const [name, above] = [this.name[row], this.name[this.parent[row]]];
    return row && name.startsWith(above + '/') ? name.slice(above.length + 1) : name;
  }

  opOf(row) {
    return this.ops?.[this.op[row]] || '';
  }

  deviceOf(row) {
    return this.devices?.[this.device[row]] || '';
  }

  // Of the outputs of a node: "[32,128] [32]".
  shapesOf(row) {
    return this.shapes?.[this.shape[row]] || '';
  }

  // The line of the user's code that a node is there for.
  lineOf(row) {
    return this.lines?.[this.line[row]] || '';
  }

  // By row, the kind of the operation that it is.
  #familyOfRows() {
    this.ownFamilies ??= this.view === 'op' ? Int8Array.from(this.name, (name) => familyOf(lastPart(name)))
      : Int8Array.from(this.op ?? this.parent, (op) => (this.op ? this.families[op] : -1));
    return this.ownFamilies;
  }

  // By row, the kind of work that takes most of its time.
  dominant(column) {
    if (this.dominantOf?.column === column) return this.dominantOf.families;
    const count = FAMILIES.length;
    const own = this.#familyOfRows();
    const sums = new Float64Array(this.size * count);
    const families = new Int8Array(this.size).fill(-1);
    for (let row = this.size - 1; row >= 0; --row) {
      const at = row * count;
      if (own[row] >= 0) sums[at + own[row]] += Math.max(column.self[row], 0) || 1e-9;
      const above = this.parent[row] * count;
      let most = 0;
      for (let family = 0; family < count; ++family) {
        const sum = sums[at + family];
        if (sum > most) {
          most = sum;
          families[row] = family;
        }
        if (row) sums[above + family] += sum;
      }
    }
    this.dominantOf = { column, families };
    return families;
  }
}
