// SPDX-License-Identifier: Apache-2.0
#include "analysis/renames.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "base/hash.h"
#include "view/details.h"

namespace tfprof {

namespace {

uint64_t MixSignatures(uint64_t a, uint64_t b) {
  return (a ^ (b + 0x9e3779b97f4a7c15ULL + (a << 6) + (a >> 2))) *
         0xff51afd7ed558ccdULL;
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

std::vector<uint64_t> SignaturesOf(
    const Lists<uint32_t>& children,
    const std::vector<uint64_t>& types, const std::vector<uint64_t>& names) {
  std::vector<uint64_t> signatures(children.size());
  std::vector<uint64_t> below;
  for (auto row = static_cast<uint32_t>(children.size()); row-- > 0;) {
    below.clear();
    for (const uint32_t child : children[row]) {
      below.push_back(MixSignatures(names[child], signatures[child]));
    }
    // The order of the children does not matter.
    std::sort(below.begin(), below.end());
    signatures[row] = types[row];
    for (const uint64_t child : below) {
      signatures[row] = MixSignatures(signatures[row], child);
    }
  }
  return signatures;
}

std::vector<Rename> FindRenames(const std::vector<uint32_t>& gone,
                                const std::vector<uint64_t>& gone_signatures,
                                const std::vector<uint32_t>& added,
                                const std::vector<uint64_t>& added_signatures) {
  struct Alike {
    std::vector<uint32_t> gone, added;
  };

  std::map<uint64_t, Alike> by_signature;
  for (const uint32_t row : gone) {
    by_signature[gone_signatures[row]].gone.push_back(row);
  }
  for (const uint32_t row : added) {
    by_signature[added_signatures[row]].added.push_back(row);
  }
  std::vector<Rename> renames;
  for (const auto& [signature, alike] : by_signature) {
    if (alike.gone.size() == 1 && alike.added.size() == 1) {
      renames.push_back({alike.gone[0], alike.added[0]});
    }
  }
  // In an order that does not depend on hashes.
  std::ranges::sort(renames, {}, &Rename::from);
  return renames;
}

}  // namespace tfprof
