// SPDX-License-Identifier: Apache-2.0
// A program with a very long name, which all of its instructions refer to.
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/make_xspace.h"
#include "wire/xspace/xspace_reader.h"

namespace tfprof {

TEST_CASE("a long module is not kept with each of its instructions") {
  constexpr int64_t kMany = 400;
  const std::string module(100'000, 'm');
  MakePlane host("/host:CPU");
  std::vector<std::string> events;
  for (int64_t i = 0; i < kMany; ++i) {
    const std::string name = "dot." + std::to_string(i);
    events.push_back(host.Event(
        name, 10 * i, 5,
        {{"hlo_op", name}, {"hlo_module", MakePlane::Ref{module}}}));
  }
  host.Line(1, "t", 0, events);
  const std::string path = "long.xplane.pb";
  const Bytes bytes{MakeXSpace({host})};
  Diagnostics diagnostics;
  const auto recording =
      ReadXSpace({path, bytes}, RecordingOptions(), diagnostics);
  REQUIRE(recording.has_value());
  REQUIRE(recording->rows.size() == kMany);
  size_t size = 0;
  for (const Recording::Row& row : recording->rows) {
    size += recording->strings[row.name].size();
  }
  CHECK(size < 5'000'000);
  CHECK(recording->strings[recording->rows[0].name] == module + "/dot.0");
  CHECK(recording->strings[recording->rows[kMany - 1].name] == "dot.399");
}

}  // namespace tfprof
