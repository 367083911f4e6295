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

TEST_CASE("kinds are found by what they can say, in the order of the table") {
  const auto kinds = KindsOf(ResultKind::kGraph);
  CHECK(std::is_sorted(kinds.begin(), kinds.end(), [](auto a, auto b) {
    const auto place = [](std::string_view kind) {
      return std::ranges::find(Renderers(), kind, &Renderer::kind);
    };
    return place(a) < place(b);
  }));
  for (const Renderer& renderer : Renderers()) {
    CAPTURE(renderer.kind);
    CHECK(CanSay(renderer, ResultKind::kGraph) ==
          (std::ranges::count(kinds, renderer.kind) == 1));
  }
  CHECK(std::ranges::count(kinds, "pbtxt") == 1);
  CHECK(std::ranges::count(kinds, "csv") == 0);
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
