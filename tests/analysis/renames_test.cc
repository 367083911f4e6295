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

TEST_CASE("the layout optimizer's names are compared without their numbers") {
  CHECK(LayoutKeyOf("conv1-2-1-TransposeNCHWToNHWC-LayoutOptimizer") ==
        "conv1-TransposeNCHWToNHWC");
  CHECK(LayoutKeyOf("Conv2D-0-TransposeNHWCToNCHW-LayoutOptimizer") ==
        "Conv2D-TransposeNHWCToNCHW");
  CHECK(LayoutKeyOf("Conv2DBackpropInput-0-LayoutOptimizer") ==
        "Conv2DBackpropInput");
  CHECK(LayoutKeyOf("PermConstNCHWToNHWC-LayoutOptimizer") ==
        "PermConstNCHWToNHWC");
  CHECK(LayoutKeyOf("conv1-2").empty());
}

TEST_CASE("rows that the layout optimizer renamed are pairs, in their order") {
  const std::vector<std::string> names = {
      "c-1-1-TransposeNCHWToNHWC-LayoutOptimizer",
      "c-2-1-TransposeNCHWToNHWC-LayoutOptimizer",
      "d-0-LayoutOptimizer",
      "c-3-1-TransposeNCHWToNHWC-LayoutOptimizer",
      "c-4-1-TransposeNCHWToNHWC-LayoutOptimizer",
      "d",
      "e-1-0-TransposeNCHWToNHWC-LayoutOptimizer",
  };
  const auto name = [&](uint32_t row) -> std::string_view {
    return names[row];
  };
  const auto found = [&](const Rows& gone, const Rows& added,
                         const Hashes& types) {
    const auto type = [&](uint32_t row) { return types[row]; };
    Pairs pairs;
    for (const Rename& rename :
         FindLayoutRenames(gone, added, name, name, type, type)) {
      pairs.emplace_back(rename.from, rename.to);
    }
    return pairs;
  };
  const Hashes alike(7, 1);
  CHECK(found({0, 1, 2}, {3, 4, 5, 6}, alike) == Pairs{{0, 3}, {1, 4}, {2, 5}});
  // Nobody knows which of two became the one.
  CHECK(found({0, 1}, {3}, alike).empty());
  // Another type is another node.
  CHECK(found({2}, {5}, {1, 1, 1, 1, 1, 2, 1}).empty());
  CHECK(found({5}, {5}, alike).empty());
}

TEST_CASE("kernels of other libraries have one key") {
  CHECK(KernelKeyOf("ampere_sgemm_128x64_nn") == "sgemm nn");
  CHECK(KernelKeyOf("volta_sgemm_32x32_nn") == "sgemm nn");
  CHECK(KernelKeyOf("sgemm_nn").empty());
  CHECK(KernelKeyOf("dense_1").empty());
  CHECK(KernelKeyOf("a/ampere_sgemm_128x64_nn").empty());
}

}  // namespace tfprof
