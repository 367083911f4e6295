// SPDX-License-Identifier: Apache-2.0
#include "load_parts.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "analysis/difference/difference_terms.h"
#include "load.h"
#include "support/catch.h"
#include "support/paths.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

Result<RunParts> PartsOfDump(const std::string& dump) {
  Arguments arguments;
  arguments.inputs.dumps = {dump};
  RecordingFacts facts;
  Diagnostics diagnostics;
  return PickFiles(arguments).and_then(
      [&](const std::vector<PickedFile>& files) {
        return LoadParts(files, StepSelection(), arguments, facts, diagnostics);
      });
}

// The folders with step files that can be read.
std::vector<RunParts> AllRuns() {
  std::set<std::string> dumps;
  for (const auto& entry : fs::recursive_directory_iterator(TFPROF_TESTDATA)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("run_meta")) {
      dumps.insert(entry.path().parent_path().string());
    }
  }
  std::vector<RunParts> runs;
  for (const std::string& dump : dumps) {
    Result<RunParts> parts = PartsOfDump(dump);
    if (parts) runs.push_back(*std::move(parts));
  }
  return runs;
}

// Sums of each host are exact; changes are off by less than a nanosecond.
void CheckCloses(const Difference& difference) {
  const DifferenceTerms terms = TermsOf(difference);
  for (size_t i = 0; i < difference.before.size(); ++i) {
    const std::string& host = difference.before[i].host;
    int64_t before_ps = 0, after_ps = 0;
    double of_rows_ps = 0, of_terms_ps = 0;
    for (const DifferenceRow& row : difference.rows) {
      if (row.host != host) continue;
      if (row.before) before_ps += row.before->sum_ps;
      if (row.after) after_ps += row.after->sum_ps;
      of_rows_ps += row.change_ps;
    }
    for (const DifferenceTerm& term : terms.terms) {
      if (term.host == host) of_terms_ps += term.change_ps();
    }
    CHECK(before_ps == difference.before[i].length_sum_ps);
    CHECK(after_ps == difference.after[i].length_sum_ps);
    const double change_ps =
        difference.after[i].mean_ps() - difference.before[i].mean_ps();
    CHECK(std::abs(of_rows_ps - change_ps) < 1000);
    CHECK(std::abs(of_terms_ps - change_ps) < 1000);
  }
}

}  // namespace

TEST_CASE("terms of any two dumps add up to the change of the mean step") {
  const std::vector<RunParts> runs = AllRuns();
  REQUIRE(runs.size() >= 30);
  for (const RunParts& before : runs) {
    for (const RunParts& after : runs) CheckCloses(DifferenceOf(before, after));
  }
}

TEST_CASE("instructions of a recording have the line of the program") {
  const Result<RunParts> parts =
      PartsOfDump(TFPROF_TESTDATA "/xspace/jax_new");
  REQUIRE(parts);
  REQUIRE(parts->processes.size() == 1);
  size_t computes = 0;
  for (const auto& [key, side] : parts->processes.begin()->second.sums) {
    if (key.first != "compute") continue;
    ++computes;
    CHECK(side.line == "jaxrec.py:11");
  }
  CHECK(computes == 3);
}

}  // namespace tfprof
