// SPDX-License-Identifier: Apache-2.0
#include "commands/gate_rows.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/renames.h"
#include "base/hash.h"
#include "base/strings.h"
#include "store/database.h"

namespace tfprof {

namespace {

// Hashes names that usually share a prefix with the previous name, such as
// nested scopes and frames of one file: only the bytes after the last common
// block are hashed.
class NameHasher {
 public:
  uint64_t Of(const RowName& name) {
    const std::string_view first = name.head.empty() ? name.tail : name.head;
    if (first.data() != begin_) {
      begin_ = first.data();
      of_blocks_.resize(1);
    }
    const size_t blocks = first.size() / kBlockBytes;
    while (of_blocks_.size() <= blocks) {
      const size_t known = of_blocks_.size() - 1;
      StoredHash& next = of_blocks_.emplace_back(of_blocks_[known]);
      next.Add(first.substr(known * kBlockBytes, kBlockBytes));
    }
    StoredHash whole = of_blocks_[blocks];
    whole.Add(first.substr(blocks * kBlockBytes));
    if (!name.head.empty()) whole.Add(name.tail);
    return whole.value();
  }

 private:
  static constexpr size_t kBlockBytes = 512;

  const char* begin_ = nullptr;
  std::vector<StoredHash> of_blocks_ = {{}};  // by number of blocks from begin_
};

// The names that identify the rows of a tree across runs. A long name that is
// the prefix of many rows is stored whole, once; other long names as both ends
// and a hash.
class RowNames {
 public:
  explicit RowNames(const ViewTree& tree) : tree_(tree) {}

  RowText Of(uint32_t row) {
    const RowName name = tree_.NameOf(row);
    if (name.size() <= RowText::kMost) return name.str();
    const uint64_t hash = hasher_.Of(name);
    if (name.head.empty()) {
      if (texts_.empty()) FindTexts();
      const Text& text = texts_[name.tail.data()];
      if (text.all != nullptr) return {text.all, name.size(), hash};
    }
    return RowText::Ends(name.Short(), hash);
  }

 private:
  struct Text {
    size_t size = 0;  // of the longest name with this prefix
    size_t rows = 0;
    std::shared_ptr<const std::string> all;
  };

  void FindTexts() {
    for (uint32_t row = 0; row < tree_.size(); ++row) {
      const RowName name = tree_.NameOf(row);
      if (!name.head.empty() || name.size() <= RowText::kMost) continue;
      Text& text = texts_[name.tail.data()];
      text.size = std::max(text.size, name.size());
      ++text.rows;
    }
    for (auto& [begin, text] : texts_) {
      if (text.size > text.rows * RowText::kMost) continue;
      text.all = std::make_shared<const std::string>(begin, text.size);
    }
  }

  const ViewTree& tree_;
  NameHasher hasher_;
  std::unordered_map<const char*, Text> texts_;
};

}  // namespace

// HashOfTypes; rows of a single node share it by list of types, of which there
// are usually few.
class RowIndex::TypeHashes {
 public:
  uint64_t Of(const ViewTree& tree, uint32_t row) {
    const auto members = tree.MembersOf(row);
    if (members.size() != 1) return HashOfTypes(tree, row);
    const TypeList types = tree.profile->nodes.TypesOf(members[0].value);
    std::string key(reinterpret_cast<const char*>(types.begin()),
                    types.size() * sizeof(StringId));
    const auto known = hashes_.find(key);
    if (known != hashes_.end()) return known->second;
    const uint64_t hash = HashOfTypes(tree, row);
    if (hashes_.size() < kMost) hashes_.emplace(std::move(key), hash);
    return hash;
  }

 private:
  static constexpr size_t kMost = 10'000;

  std::unordered_map<std::string, uint64_t> hashes_;
};

size_t RowIndex::PathHash::operator()(const Path& path) const {
  // There is one root, whatever its name.
  const bool is_root = path.parent == TestedRow::kNoParent;
  const size_t of_name =
      is_root ? 0 : path.name->Hash();
  return IntHash()(of_name + path.parent);
}

size_t RowIndex::PathHash::operator()(uint32_t row) const {
  return (*this)(Path{(*rows)[row].parent, &(*rows)[row].name});
}

bool RowIndex::SamePath::operator()(const Path& a, uint32_t b) const {
  const GateRow& other = (*rows)[b];
  return a.parent == other.parent &&
         (a.parent == TestedRow::kNoParent || *a.name == other.name);
}

bool RowIndex::SamePath::operator()(uint32_t a, uint32_t b) const {
  return (*this)(Path{(*rows)[a].parent, &(*rows)[a].name}, b);
}

uint32_t RowIndex::RowAt(uint32_t parent, RowText name, bool& is_new) {
  for (; indexed_ < rows_.size(); ++indexed_) by_path_.insert(indexed_);
  const auto found = by_path_.find(Path{parent, &name});
  is_new = found == by_path_.end();
  return is_new ? AddRow(parent, std::move(name)) : *found;
}

uint32_t RowIndex::AddRow(uint32_t parent, RowText name) {
  rows_.push_back({.name = std::move(name), .parent = parent});
  return static_cast<uint32_t>(rows_.size() - 1);
}

void RowIndex::AddDetail(const ViewTree& tree, uint32_t tree_row,
                         std::optional<CodeLines>& lines, TypeHashes& types,
                         GateRow& row) const {
  row.types = types.Of(tree, tree_row);
  if (!with_code_) return;
  if (!lines) lines = CodeLinesOf(*tree.profile);
  const CodeLocation location = OwnLocationOf(tree, tree_row, *lines);
  row.file = location.file;
  row.line = location.line;
  row.is_gradient = location.is_gradient;
}

std::vector<uint32_t> RowIndex::Place(const ViewTree& tree) {
  // The op view stores its rows as a chain; here all are under the root.
  const bool is_flat = tree.view->policy.is_flat;
  std::vector<uint32_t> place(tree.size());
  std::optional<CodeLines> lines;  // made for the first new row
  TypeHashes types;
  RowNames names(tree);
  // Scopes have unique names, so in the first tree all rows are new.
  const bool all_are_new = rows_.empty() && tree.view == &DefaultView();
  for (uint32_t row = 0; row < tree.size(); ++row) {
    // Trees of one forest share its rows, so each name is looked up once.
    uint32_t& known = of_forest_[tree.ForestRow(row)];
    if (known != kUnknown) {
      place[row] = known;
      continue;
    }
    const uint32_t parent =
        row == 0 ? TestedRow::kNoParent : place[is_flat ? 0 : tree.parent[row]];
    RowText name = names.Of(row);
    // A history stores names that are not UTF-8 in a readable form.
    if (!recorded_.empty()) name = ReadableText(name.str());
    bool is_new = all_are_new;
    place[row] = all_are_new ? AddRow(parent, std::move(name))
                             : RowAt(parent, std::move(name), is_new);
    GateRow& placed = rows_[place[row]];
    const bool is_recorded =
        place[row] < recorded_.size() && recorded_[place[row]];
    if (is_new || is_recorded) {
      if (is_recorded) recorded_[place[row]] = false;
      if (row == 0) placed.name = tree.NameOf(0).str();
      AddDetail(tree, row, lines, types, placed);
    }
    known = place[row];
  }
  return place;
}

uint32_t RowIndex::PlaceRecorded(uint32_t parent, const std::string& name,
                                 uint64_t types) {
  bool is_new = false;
  const uint32_t row = RowAt(parent, name, is_new);
  if (is_new) {
    rows_[row].types = types;
    recorded_.resize(row + 1);
    recorded_[row] = true;
  }
  return row;
}

}  // namespace tfprof
