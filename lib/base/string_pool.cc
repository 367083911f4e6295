// SPDX-License-Identifier: Apache-2.0
#include "base/string_pool.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace tfprof {

namespace {

constexpr size_t kMostBlockBytes = size_t{1} << 18;

}  // namespace

StringPool::StringPool()
    : store_(std::make_unique<Store>()),
      index_(0, Hash{store_.get()}, Equal{store_.get()}) {}

size_t StringPool::Hash::operator()(std::string_view text) const {
  return std::hash<std::string_view>()(text);
}

StringId StringPool::Intern(std::string_view text) {
  const size_t hash = Hash{store_.get()}(text);
  if (auto found = index_.find(text, hash); found != index_.end()) {
    return StringId(*found);
  }
  const size_t row = store_->views.size();
  store_->views.push_back(store_->Keep(text));
  index_.insert(static_cast<uint32_t>(row));
  return StringId(row);
}

StringId StringPool::Find(std::string_view text) const {
  const auto found = index_.find(text);
  return found == index_.end() ? StringId() : StringId(*found);
}

std::string_view StringPool::Store::Keep(std::string_view text) {
  if (text.empty()) return {};
  if (text.size() > left) {
    const size_t bytes = std::max(block_bytes, text.size());
    block_bytes = std::min(2 * block_bytes, kMostBlockBytes);
    blocks.push_back(std::make_unique<char[]>(bytes));
    next = blocks.back().get();
    left = bytes;
  }
  std::memcpy(next, text.data(), text.size());
  const std::string_view kept(next, text.size());
  next += text.size();
  left -= text.size();
  return kept;
}

}  // namespace tfprof
