// SPDX-License-Identifier: Apache-2.0
// A program with a very long name, which all of its instructions refer to.
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/make_xspace.h"
#include "wire/recording/read_recorded_host.h"

namespace tfprof {

TEST_CASE("a long module is not kept with each of its instructions") {
  constexpr int64_t kMany = 400;
  const std::string module(100'000, 'm');
  MakePlane host("/host:CPU");
  std::vector<std::string> events;
  for (int64_t i = 0; i < kMany; ++i) {
    const std::string name = "dot." + std::to_string(i);
    events.push_back(
        host.Event(name, 10 * i, 5,
                   {{"hlo_op", name}, {"hlo_module", MakePlane::Ref{module}}}));
  }
  host.Line(1, "t", 0, events);
  const std::string path = "long.xplane.pb";
  const Bytes bytes{MakeXSpace({host})};
  Diagnostics diagnostics;
  const auto read = ReadRecordedHost({path, bytes}, {}, diagnostics);
  REQUIRE(read.has_value());
  REQUIRE((*read)->nodes.size() == kMany);
  size_t size = 0;
  for (const RecordedNode& node : (*read)->nodes) {
    size += (*read)->Text(node.name).size();
  }
  CHECK(size < 34'000'000);
}

}  // namespace tfprof
