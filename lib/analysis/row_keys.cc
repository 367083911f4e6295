// SPDX-License-Identifier: Apache-2.0
#include "analysis/row_keys.h"

namespace tfprof {

namespace {

RowName NameWithin(const ViewTree& tree, uint32_t row) {
  RowName whole = tree.NameOf(row);
  const bool is_path =
      row != 0 && !tree.view->policy.is_flat && whole.head.empty();
  if (is_path) whole.tail = NameBelow(whole.tail, tree.TailOf(tree.parent[row]));
  return whole;
}

}  // namespace

std::string_view NameBelow(std::string_view name, std::string_view above) {
  // Most names share their text with the parent's name.
  const bool is_one_text = name.data() == above.data();
  if (name.size() > above.size() && name[above.size()] == '/' &&
      (is_one_text || name.starts_with(above))) {
    name.remove_prefix(above.size() + 1);
  }
  return name;
}

RowKey RowKeys::operator[](uint32_t row) const {
  return {heads_[row], NameWithin(*tree_, row).tail};
}

RowKeys RowKeyMaker::Of(const ViewTree& tree) {
  RowKeys keys(tree);
  keys.hashes_.reserve(tree.size());
  for (uint32_t row = 0; row < tree.size(); ++row) {
    const RowName name = NameWithin(tree, row);
    const uint32_t head = NumberOfHead(name.head);
    keys.heads_.push_back(head);
    keys.hashes_.push_back(RowKey{head, name.tail}.Hash());
  }
  return keys;
}

uint32_t RowKeyMaker::NumberOfHead(std::string_view head) {
  const auto [known, is_new] =
      by_place_.try_emplace({head.data(), head.size()}, 0);
  if (is_new) {
    known->second =
        by_text_.try_emplace(head, static_cast<uint32_t>(by_text_.size()))
            .first->second;
  }
  return known->second;
}

}  // namespace tfprof
