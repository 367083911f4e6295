// SPDX-License-Identifier: Apache-2.0
#include "analysis/renames.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "base/hash.h"
#include "base/strings.h"
#include "view/details.h"

namespace tfprof {

namespace {

uint64_t MixSignatures(uint64_t a, uint64_t b) {
  return (a ^ (b + 0x9e3779b97f4a7c15ULL + (a << 6) + (a >> 2))) *
         0xff51afd7ed558ccdULL;
}

// Leaves the rows whose signature no other has, in order of it.
void KeepUnique(std::vector<uint32_t>& rows,
                const std::vector<uint64_t>& signatures) {
  const auto signature = [&](uint32_t row) { return signatures[row]; };
  std::ranges::sort(rows, {}, signature);
  auto kept = rows.begin();
  for (auto at = rows.begin(); at != rows.end();) {
    const auto end = std::ranges::find_if_not(
        at, rows.end(),
        [&](uint32_t row) { return signatures[row] == signatures[*at]; });
    if (end - at == 1) *kept++ = *at;
    at = end;
  }
  rows.erase(kept, rows.end());
}

}  // namespace

uint64_t HashOfTypes(const ViewTree& tree, uint32_t row) {
  StoredHash types;
  for (const std::string_view type : RowTypes(tree, row)) {
    types.Add(type);
    types.Add("\n");
  }
  return types.value();
}

std::vector<uint64_t> SignaturesOf(const Lists<uint32_t>& children,
                                   const HashOfRow& types_of,
                                   const HashOfRow& name_of) {
  std::vector<uint64_t> signatures(children.size());
  std::vector<uint64_t> below;
  for (auto row = static_cast<uint32_t>(children.size()); row-- > 0;) {
    below.clear();
    for (const uint32_t child : children[row]) {
      below.push_back(MixSignatures(name_of(child), signatures[child]));
    }
    // The order of the children does not matter.
    std::sort(below.begin(), below.end());
    signatures[row] = types_of(row);
    for (const uint64_t child : below) {
      signatures[row] = MixSignatures(signatures[row], child);
    }
  }
  return signatures;
}

std::string LayoutKeyOf(std::string_view name) {
  constexpr std::string_view kSuffix = "-LayoutOptimizer";
  if (!name.ends_with(kSuffix)) return {};
  name.remove_suffix(kSuffix.size());
  // Without a word the node itself was copied.
  const size_t dash = name.rfind('-');
  std::string_view word;
  if (dash != std::string_view::npos && !IsNumber(name.substr(dash + 1))) {
    word = name.substr(dash);
    name = name.substr(0, dash);
  }
  for (size_t at = name.rfind('-');
       at != std::string_view::npos && IsNumber(name.substr(at + 1));
       at = name.rfind('-')) {
    name = name.substr(0, at);
  }
  return std::string(name) + std::string(word);
}

std::string KernelKeyOf(std::string_view name) {
  constexpr std::string_view kLibraries[] = {
      "ada",    "ampere", "blackwell", "cublas",  "cudnn", "cutlass",
      "hopper", "kepler", "maxwell",   "pascal",  "turing", "volta",
      "xmma"};
  // Names of kernels have several words and no folders.
  if (name.find('/') != std::string_view::npos) return {};
  std::string key;
  bool has_left_out = false;
  size_t words = 0;
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find_first_of("_ ", begin), name.size());
    const std::string_view word = name.substr(begin, end - begin);
    begin = end + 1;
    if (word.empty()) continue;
    const bool is_left_out =
        word.find_first_of("0123456789") != std::string_view::npos ||
        std::ranges::find(kLibraries, word) != std::end(kLibraries);
    has_left_out |= is_left_out;
    if (is_left_out) continue;
    ++words;
    if (!key.empty()) key += ' ';
    key += word;
  }
  return has_left_out && words >= 2 ? key : std::string();
}

std::vector<Rename> FindKeyedRenames(
    const std::vector<uint32_t>& gone, const std::vector<uint32_t>& added,
    const std::function<std::string(uint32_t row)>& key_of) {
  std::map<std::string, std::pair<std::vector<uint32_t>, std::vector<uint32_t>>>
      by_key;
  for (const uint32_t row : gone) by_key[key_of(row)].first.push_back(row);
  for (const uint32_t row : added) by_key[key_of(row)].second.push_back(row);
  std::vector<Rename> renames;
  for (const auto& [key, rows] : by_key) {
    if (key.empty() || rows.first.size() != rows.second.size()) continue;
    for (size_t i = 0; i < rows.first.size(); ++i) {
      renames.push_back({rows.first[i], rows.second[i]});
    }
  }
  std::ranges::sort(renames, {}, &Rename::from);
  return renames;
}

std::vector<Rename> FindLayoutRenames(
    const std::vector<uint32_t>& gone, const std::vector<uint32_t>& added,
    const std::function<std::string_view(uint32_t row)>& gone_name,
    const std::function<std::string_view(uint32_t row)>& added_name,
    const std::function<uint64_t(uint32_t row)>& gone_types,
    const std::function<uint64_t(uint32_t row)>& added_types) {
  struct Pair {
    std::vector<uint32_t> from;
    std::vector<uint32_t> to;
    bool has_layout = false;  // else the same name on both sides
  };

  std::map<std::pair<std::string, uint64_t>, Pair> pairs;
  const auto add = [&](const std::vector<uint32_t>& rows, const auto& name_of,
                       const auto& types_of,
                       std::vector<uint32_t> Pair::*side) {
    for (const uint32_t row : rows) {
      const std::string_view name = name_of(row);
      std::string key = LayoutKeyOf(name);
      const bool has_layout = !key.empty();
      if (!has_layout) key = name;
      Pair& pair = pairs[{std::move(key), types_of(row)}];
      (pair.*side).push_back(row);
      pair.has_layout = pair.has_layout || has_layout;
    }
  };
  const auto has_layout = [](const auto& name_of) {
    return
        [&name_of](uint32_t row) { return !LayoutKeyOf(name_of(row)).empty(); };
  };
  // Most graphs have no such nodes.
  if (!std::ranges::any_of(gone, has_layout(gone_name)) &&
      !std::ranges::any_of(added, has_layout(added_name))) {
    return {};
  }
  add(gone, gone_name, gone_types, &Pair::from);
  add(added, added_name, added_types, &Pair::to);
  std::vector<Rename> renames;
  for (const auto& [key, pair] : pairs) {
    if (!pair.has_layout || pair.from.size() != pair.to.size()) continue;
    for (size_t i = 0; i < pair.from.size(); ++i) {
      renames.push_back({pair.from[i], pair.to[i]});
    }
  }
  std::ranges::sort(renames, {}, &Rename::from);
  return renames;
}

std::vector<Rename> FindRenames(std::vector<uint32_t> gone,
                                const std::vector<uint64_t>& gone_signatures,
                                std::vector<uint32_t> added,
                                const std::vector<uint64_t>& added_signatures) {
  KeepUnique(gone, gone_signatures);
  KeepUnique(added, added_signatures);
  std::vector<Rename> renames;
  auto to = added.begin();
  for (const uint32_t from : gone) {
    const uint64_t signature = gone_signatures[from];
    while (to != added.end() && added_signatures[*to] < signature) ++to;
    if (to == added.end()) break;
    if (added_signatures[*to] == signature) renames.push_back({from, *to});
  }
  // In an order that does not depend on hashes.
  std::ranges::sort(renames, {}, &Rename::from);
  return renames;
}

}  // namespace tfprof
