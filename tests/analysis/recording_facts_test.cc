// SPDX-License-Identifier: Apache-2.0
#include "analysis/recording_facts.h"

#include <string>
#include <vector>

#include "support/catch.h"

namespace tfprof {

using Words = std::vector<std::string>;

TEST_CASE("facts of recordings are compared if both sides have some") {
  RecordingFacts before, now;
  CHECK(OtherFacts(before, now).empty());
  before.versions = {"jax 0.10.2"};
  CHECK(OtherFacts(before, now).empty());
  now.versions = {"jax 0.10.2"};
  CHECK(OtherFacts(before, now).empty());
  now.versions = {"jax 0.11.0", "jaxlib 0.11.0"};
  CHECK(OtherFacts(before, now) ==
        Words{"other versions: jax 0.10.2 before, jax 0.11.0, jaxlib 0.11.0 "
              "now"});
  before.versions = {"jax 0.10.2", "libtpu 1"};
  now.versions = {"jax 0.11.0", "libtpu 1"};
  CHECK(OtherFacts(before, now) ==
        Words{"other versions: jax 0.10.2 before, jax 0.11.0 now"});
}

TEST_CASE("facts of several recordings add up") {
  RecordingFacts all, other;
  other.notices = {"python traced"};
  other.profiler_options = {"host_tracer_level 2"};
  all.versions = {"jax 0.10.2"};
  CHECK_FALSE(all.IsPythonTraced());
  all.Add(other);
  CHECK(all.IsPythonTraced());
  CHECK(all.versions.size() == 1);
  CHECK(all.profiler_options.size() == 1);
}

}  // namespace tfprof
