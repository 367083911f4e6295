// SPDX-License-Identifier: Apache-2.0
// Events that let a thread of a recording continue.
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/make_xspace.h"
#include "wire/xspace/xspace_reader.h"

namespace tfprof {

TEST_CASE("the end of an instruction of XLA is told from other hand-overs") {
  using Stats = MakePlane::Stats;
  const Stats gives = {{"_pt", int64_t{0}}, {"_p", int64_t{7}}};
  const Stats takes = {{"_ct", int64_t{0}}, {"_c", int64_t{7}}};
  Stats runs = gives;
  runs.emplace_back("hlo_op", std::string("dot.1"));
  runs.emplace_back("hlo_module", std::string("jit_f"));
  MakePlane host("/host:CPU");
  host.Line(1, "a", 0, {host.Event("dot.1", 0, 100, runs)});
  host.Line(2, "b", 0,
            {host.Event("Region", 50, 0, takes),
             host.Event("end: dot.1", 100, 1, takes)});
  const std::string bytes = MakeXSpace({host});
  const std::string path = "a.xplane.pb";
  const Bytes owned{std::string(bytes)};
  RecordingOptions options;
  options.stretches_of = Recording::kNoStep;
  Diagnostics diagnostics;
  const auto recording =
      ReadXSpace({path, owned, 0, {}, {}, 1}, options, diagnostics);
  REQUIRE(recording.has_value());
  std::vector<bool> at_end;
  recording->hand_overs.ForEach(
      [&](const Handoff& one) { at_end.push_back(one.at_end); });
  CHECK(at_end == std::vector<bool>{false, false, true});
}

}  // namespace tfprof
