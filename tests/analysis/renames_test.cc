// SPDX-License-Identifier: Apache-2.0
#include "analysis/renames.h"

#include <vector>

#include "support/catch.h"
#include "support/whole_view.h"

namespace tfprof {

namespace {

using Rows = std::vector<uint32_t>;
using Hashes = std::vector<uint64_t>;

// "from>to" of each.
std::vector<std::pair<uint32_t, uint32_t>> Found(const Rows& gone,
                                                 const Rows& added,
                                                 const Hashes& signatures) {
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  for (const Rename& rename :
       FindRenames(gone, signatures, added, signatures)) {
    pairs.emplace_back(rename.from, rename.to);
  }
  return pairs;
}

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

}  // namespace

TEST_CASE("signatures are of types and of what is below, not of the own name") {
  // Two rows with two children each, and a leaf.
  const Lists<uint32_t> children({1, 4, 7, 2, 3, 5, 6},
                                 {3, 5, 5, 5, 7, 7, 7, 7});
  const auto signatures = [&](const Hashes& types, const Hashes& names) {
    return SignaturesOf(
        children, [&](uint32_t row) { return types[row]; },
        [&](uint32_t row) { return names[row]; });
  };
  const Hashes types = {0, 7, 8, 9, 7, 8, 9, 7};
  Hashes all = signatures(types, {0, 1, 2, 3, 4, 2, 3, 5});
  CHECK(all[1] == all[4]);
  CHECK(all[1] != all[7]);
  // In whatever order they stand.
  all = signatures({0, 7, 8, 9, 7, 9, 8, 7}, {0, 1, 2, 3, 4, 3, 2, 5});
  CHECK(all[1] == all[4]);
  // Another name below, another type of it or of its own.
  CHECK(signatures(types, {0, 1, 2, 3, 4, 2, 6, 5})[4] != all[1]);
  CHECK(signatures({0, 7, 8, 9, 7, 8, 6, 7}, {0, 1, 2, 3, 4, 2, 3, 5})[4] !=
        all[1]);
  CHECK(signatures({0, 7, 8, 9, 6, 8, 9, 7}, {0, 1, 2, 3, 4, 2, 3, 5})[4] !=
        all[1]);
  // Types that change places under two names are others, too.
  CHECK(signatures({0, 7, 8, 9, 7, 9, 8, 7}, {0, 1, 2, 3, 4, 2, 3, 5})[4] !=
        all[1]);
}

TEST_CASE("what is gone and what is new with one signature was renamed") {
  const Hashes signatures = {0, 11, 12, 13, 12, 11};
  CHECK(Found({1, 2, 3}, {4, 5}, signatures) == Pairs{{1, 5}, {2, 4}});
  CHECK(Found({1}, {}, signatures).empty());
  CHECK(Found({}, {}, signatures).empty());
}

TEST_CASE("of several that are alike none was renamed") {
  const Hashes signatures = {0, 11, 11, 12, 11, 12};
  CHECK(Found({1, 2}, {4}, signatures).empty());
  CHECK(Found({1}, {2, 4}, signatures).empty());
  // The others still are.
  CHECK(Found({1, 2, 3}, {4, 5}, signatures) == Pairs{{3, 5}});
}

TEST_CASE("types of a row are those of its own nodes") {
  const WholeView view("a MatMul\nb MatMul\nc Add\nd/x MatMul\n", "scope");
  const auto types = [&](uint32_t row) { return HashOfTypes(view.tree, row); };
  // _TFProfRoot, a, b, c, d, d/x
  REQUIRE(view.tree.size() == 6);
  CHECK(types(1) == types(2));
  CHECK(types(1) == types(5));
  CHECK(types(1) != types(3));
  CHECK(types(4) != types(5));
}

}  // namespace tfprof
