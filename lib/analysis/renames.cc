// SPDX-License-Identifier: Apache-2.0
#include "analysis/renames.h"

#include <algorithm>
#include <string_view>

#include "base/hash.h"
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
    const auto end =
        std::ranges::find_if_not(at, rows.end(), [&](uint32_t row) {
          return signatures[row] == signatures[*at];
        });
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
