// SPDX-License-Identifier: Apache-2.0
// A tree as the page has it in columns, and as drawings need it.

export class Tree {
  constructor(section) {
    Object.assign(this, section);
    this.children = this.parent.map(() => []);
    for (let row = 1; row < this.parent.length; ++row) this.children[this.parent[row]].push(row);
    // Left out of the page where it is the total less those below.
    for (const measure of this.measures.filter((m) => m.total)) {
      measure.self ??= measure.total.map((total, row) => this.children[row].reduce((left, child) => left - measure.total[child], total));
    }
  }

  measure(word) {
    return this.measures.find((m) => m.word === word || m.key === word) ?? this.measures.find((m) => m.word === 'micros') ?? this.measures[0];
  }

  find(name) {
    return this.name.indexOf(name);
  }

  // What a name adds to that of its parent.
  label(row) {
    const [name, above] = [this.name[row], this.name[this.parent[row]]];
    return row && name.startsWith(above + '/') ? name.slice(above.length + 1) : name;
  }

  // Nested, as flame graphs take it. Without recursion: some trees are deep.
  nested(value, extra = () => ({})) {
    const nodes = this.name.map((name, row) => ({ name: this.label(row), full: name, row, value: Math.max(value(row), 0), children: [], ...extra(row) }));
    for (let row = 1; row < nodes.length; ++row) nodes[this.parent[row]].children.push(nodes[row]);
    return nodes[0];
  }
}
