// SPDX-License-Identifier: Apache-2.0
#include "commands/step_runs.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace tfprof {

Result<std::optional<RegexSet>> OptionalPattern(const std::string& pattern) {
  if (pattern.empty()) return std::nullopt;
  TFPROF_ASSIGN_OR_RETURN(RegexSet set, RegexSet::Compile({pattern}));
  return set;
}

Result<std::vector<PickedFile>> PickRuns(const std::vector<PickedFile>& picked,
                                         std::vector<PickedFile> files,
                                         const StepsOptions& options,
                                         const Arguments& arguments,
                                         ChosenSteps& chosen) {
  const auto at = [&](int64_t count) {
    return files.begin() +
           std::clamp<int64_t>(count, 0, static_cast<int64_t>(files.size()));
  };
  const int64_t most = options.max_num_runs;
  const size_t given = files.size();
  if (options.steps && (most > 0 || options.warmup_runs > 0)) {
    return Fail(ErrorCode::kInvalidArgument,
                "--steps chooses the steps: leave out --warmup_runs and "
                "--max_num_runs");
  }
  if (options.steps) {
    TFPROF_ASSIGN_OR_RETURN(chosen,
                            ChooseStepsOf(picked, *options.steps, arguments));
    std::erase_if(files, [&](const PickedFile& file) {
      return !chosen.Contains(file.step);
    });
    return files;
  }
  files.erase(files.begin(), at(options.warmup_runs));
  if (most > 0) files.erase(at(most), files.end());
  if (files.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--warmup_runs leaves out all of {} step files", given);
  }
  chosen.are = files.size() == given ? "all" : "listed";
  for (const PickedFile& file : files) chosen.numbers.push_back(file.step);
  return files;
}

}  // namespace tfprof
