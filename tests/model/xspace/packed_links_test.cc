// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/packed_links.h"

#include <random>
#include <vector>

#include "support/catch.h"

namespace tfprof {

namespace {

constexpr uint32_t kNothing = Id<void>::kNone;

}  // namespace

TEST_CASE("nodes of a line come back with what they lie in") {
  const NodeList::Node nodes[] = {{kNothing, 0}, {0, 1},        {1, 200},
                                  {0, 3},        {kNothing, 7}, {3, 1}};
  NodeList list;
  for (const NodeList::Node& node : nodes) list.Push(node);
  size_t i = 0;
  list.ForEach([&](const NodeList::Node& node) {
    CHECK(node.parent == nodes[i].parent);
    CHECK(node.distance == nodes[i].distance);
    ++i;
  });
  CHECK(i == std::size(nodes));
}

TEST_CASE("contexts of a line come back, keys of 64 bits too") {
  const InContext contexts[] = {
      {UINT64_MAX, UINT32_MAX, 0}, {0, 3, 1}, {7, 0, 1}, {UINT64_MAX, 1, 900}};
  ContextList list;
  for (const InContext& context : contexts) list.Push(context);
  CHECK(list.size() == std::size(contexts));
  size_t i = 0;
  list.ForEach([&](const InContext& context) {
    CHECK(context.key == contexts[i].key);
    CHECK(context.type == contexts[i].type);
    CHECK(context.node == contexts[i].node);
    ++i;
  });
  CHECK(i == std::size(contexts));
}

TEST_CASE("the iteration of an executor is found by its node") {
  for (const size_t size : {0, 1, 127, 128, 129, 1000}) {
    INFO(size);
    std::mt19937 random(1);
    ExecutorList list;
    std::vector<ExecutorList::Stretch> all;
    uint32_t node = 0;
    for (size_t i = 0; i < size; ++i) {
      node += static_cast<uint32_t>(random() % 3) + (i > 0 ? 1 : 0);
      all.push_back({node, static_cast<uint32_t>(random() % 5),
                     static_cast<int64_t>(random()) - 1'000'000'000});
      list.Push(all.back());
    }
    size_t next = 0;
    list.ForEach([&](const ExecutorList::Stretch& stretch) {
      CHECK(stretch.begin_ps == all[next].begin_ps);
      CHECK(stretch.iteration == all[next].iteration);
      CHECK(stretch.node == all[next++].node);
    });
    CHECK(next == size);
    next = 0;
    for (uint32_t i = 0; i < node + 3; ++i) {
      const bool is_one = next < size && all[next].node == i;
      const auto found = list.IterationOf(i);
      CHECK(found.has_value() == is_one);
      if (is_one) CHECK(found == all[next++].iteration);
    }
  }
}

}  // namespace tfprof
