// SPDX-License-Identifier: Apache-2.0
#include "commands/step_insight.h"

#include <utility>

namespace tfprof {

Status StepInsight::Add(Sinks& sinks, Diagnostics& diagnostics) {
  std::optional<StepRecords> records = sinks.records.Finish();
  if (!records) return {};
  const Result<std::vector<StepTasks>> hosts = TasksByHost(*records);
  if (!hosts) {
    if (hosts.error().code != ErrorCode::kNotFound) {
      return Failure(hosts.error());
    }
    diagnostics.Warn("steps without times", hosts.error().message);
    refused_ = hosts.error();
    return {};
  }
  has_any_ = true;
  if (account_) account_->AddStep(*hosts);
  if (work_) work_->AddStep(*hosts, sinks.ran, std::move(*records));
  return {};
}

Status StepInsight::CheckAny() const {
  if (has_any_ || !refused_) return {};
  return Failure(*refused_);
}

}  // namespace tfprof
