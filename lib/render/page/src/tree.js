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
    const of = this.choice(choiceName)?.measures.find((m) => m.key === measure.key);
    if (!of) return measure.total[row];
    const at = this.#placeOf(row);
    return at < 0 ? 0 : of.total[at];
  }

  // The index of a row in the numbers of single steps, which leave out rows that
  // no step has numbers for: -1 for these.
  #placeOf(row) {
    if (!this.places) {
      this.places = new Int32Array(this.size).fill(-1);
      let at = 0;
      (this.step_rows ?? []).forEach((gap, i) => {
        at += gap;
        this.places[at] = i;
      });
    }
    return this.places[row];
  }

  // By row, numbers of a choice of steps, or of the page's own.
  #byRow(numbers, isOfChoice) {
    if (!isOfChoice) return Float64Array.from(numbers);
    const result = new Float64Array(this.size);
    let row = 0;
    this.step_rows.forEach((gap, i) => {
      row += gap;
      result[row] = numbers[i];
    });
    return result;
  }

  // {label, unit, total, self} of a measure for a choice of steps.
  column(measure, choiceName) {
    const id = `${measure.key} ${choiceName}`;
    if (!this.columns.has(id)) {
      const of = this.choice(choiceName)?.measures.find((m) => m.key === measure.key);
      const total = this.#byRow((of ?? measure).total, of);
      // Left out of the page where it is the total less those below.
      const self = (of ?? measure).self ? this.#byRow((of ?? measure).self, of) : this.#selfOf(total);
      this.columns.set(id, { key: measure.key, label: measure.label, unit: measure.unit, total, self });
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
    this.#learnLines();
    return this.rowOfLine.get(lastPart(line)) ?? -1;
  }

  #learnLines() {
    if (this.rowOfLine) return;
    this.rowOfLine = new Map();
    const { total } = this.measure('micros') ?? { total: [] };
    this.name.forEach((name, row) => {
      const line = /^.+?:\d+(?=:)/.exec(name)?.[0];
      const best = this.rowOfLine.get(line);
      if (line && (best === undefined || total[row] > total[best])) this.rowOfLine.set(line, row);
    });
  }

  // Does what find() and findCode() need once.
  learn() {
    this.#learnNames();
    this.#learnLines();
  }

  #learnNames() {
    if (this.rowOfName) return;
    this.rowOfName = new Map();
    const twice = new Set();
    this.name.forEach((name, row) => {
      if (this.rowOfName.has(name)) twice.add(name);
      else this.rowOfName.set(name, row);
    });
    for (const name of twice) this.rowOfName.delete(name);
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

  // The type as that it ran, or that of the graph.
  ranAs(row) {
    return this.ran?.[row] || this.opOf(row);
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
    if (this.ownFamilies) return this.ownFamilies;
    const known = new Map();
    const family = (op) => {
      if (!known.has(op)) known.set(op, familyOf(op));
      return known.get(op);
    };
    this.ownFamilies = this.view === 'op' ? Int8Array.from(this.name, (name) => familyOf(lastPart(name)))
      : Int8Array.from(this.parent, (_, row) => family(this.ranAs(row)));
    return this.ownFamilies;
  }

  // By row, the kind of work that takes most of its time, and which there are.
  dominant(column) {
    if (this.dominantOf?.column === column) return this.dominantOf;
    const count = FAMILIES.length;
    const own = this.#familyOfRows();
    const sums = new Float64Array(this.size * count);
    const families = new Int8Array(this.size).fill(-1);
    const present = new Uint8Array(count);
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
      if (families[row] >= 0) present[families[row]] = 1;
    }
    this.dominantOf = { column, families, present };
    return this.dominantOf;
  }
}
