// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/column.h"
#include "view/view_tree.h"

namespace tfprof {

// The part of a name after its parent's name. Rows in a renamed scope keep this
// part.
std::string_view NameBelow(std::string_view name, std::string_view above);

// A row's name within its parent, as a number for the name's head and the tail:
// heads may be long and are shared. Borrows from the tree.
struct RowKey {
  uint32_t head = 0;
  std::string_view tail;

  friend bool operator==(const RowKey&, const RowKey&) = default;

  size_t Hash() const {
    return 31 * size_t{head} + std::hash<std::string_view>()(tail);
  }
};

// The keys of a tree's rows, and their hashes. Borrows from the tree.
class RowKeys {
 public:
  size_t size() const { return hashes_.size(); }

  RowKey operator[](uint32_t row) const;

  size_t HashOf(uint32_t row) const { return hashes_[row]; }

 private:
  friend class RowKeyMaker;

  explicit RowKeys(const ViewTree& tree) : tree_(&tree) {}

  const ViewTree* tree_;
  Column<uint32_t> heads_;
  std::vector<size_t> hashes_;
};

// Makes the keys of trees that are compared. Each head is hashed once.
class RowKeyMaker {
 public:
  RowKeys Of(const ViewTree& tree);

 private:
  uint32_t NumberOfHead(std::string_view head);

  std::map<std::pair<const char*, size_t>, uint32_t> by_place_;
  std::unordered_map<std::string_view, uint32_t> by_text_;
};

}  // namespace tfprof
