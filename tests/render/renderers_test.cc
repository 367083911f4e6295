// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "render/renderer.h"
#include "support/catch.h"

namespace tfprof {

TEST_CASE("every kind has a word of its own and can say something") {
  std::set<std::string_view> words;
  for (const Renderer& renderer : Renderers()) {
    CAPTURE(renderer.kind);
    CHECK(words.insert(renderer.kind).second);
    CHECK_FALSE(renderer.summary.empty());
    CHECK_FALSE(renderer.results.empty());
    // Either for readers of any kind, or made to fit a screen.
    CHECK((renderer.render == nullptr) != (renderer.render_sized == nullptr));
    // Bytes do not go to a terminal: they can go to a file.
    CHECK((!renderer.is_binary || renderer.outfile != Outfile::kNone));
  }
}

TEST_CASE("kinds are found by what they can say") {
  CHECK(KindsOf(ResultKind::kProfile) ==
        std::vector<std::string_view>{"profile"});
  CHECK(KindsOf(ResultKind::kGraph) ==
        std::vector<std::string_view>{"dot", "pbtxt", "pb", "events"});
  for (const Renderer& renderer : Renderers()) {
    const auto kinds = KindsOf(ResultKind::kView);
    CHECK(
        CanSay(renderer, ResultKind::kView) ==
        (std::find(kinds.begin(), kinds.end(), renderer.kind) != kinds.end()));
  }
}

TEST_CASE("every result can be read by people, and by programs") {
  for (const ResultKind result : {ResultKind::kView, ResultKind::kTables,
                                  ResultKind::kAdvice, ResultKind::kVerdict}) {
    const auto kinds = KindsOf(result);
    const std::set<std::string_view> words(kinds.begin(), kinds.end());
    CHECK(words.contains("stdout"));
    CHECK(words.contains("json"));
  }
}

}  // namespace tfprof
