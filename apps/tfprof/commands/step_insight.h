// SPDX-License-Identifier: Apache-2.0
// The parts of `steps` that need all records of a step at once, one step at a
// time: the account of its time, and float operations.
#pragma once

#include <optional>
#include <vector>

#include "analysis/account/step_account.h"
#include "analysis/work/roofline.h"
#include "analysis/work/work_counter.h"
#include "base/error.h"
#include "model/step_records.h"
#include "report/report.h"

namespace tfprof {

class StepInsight {
 public:
  // Read one step file, beside other sinks.
  struct Sinks {
    explicit Sinks(bool with_shapes)
        : records({.memory = false, .shapes = with_shapes}) {}

    StepRecordSink records;
    RanNodesSink ran;
  };

  void WantAccount() { account_.emplace(); }

  // `defined` may be null; it must outlive this.
  void WantWork(const Graph* defined, LoggedFloatOps logged) {
    work_.emplace(defined, std::move(logged));
  }

  bool is_wanted() const { return account_ || work_; }

  Sinks NewSinks() const { return Sinks(work_.has_value()); }

  // Adds the step that `sinks` read. A step whose executions have no times is
  // left out, with a warning.
  Status Add(Sinks& sinks, Diagnostics& diagnostics);

  // An error if steps were read and none could be used.
  Status CheckAny() const;

  Section Account() const { return account_->Table(); }

  WorkReport Work() { return work_->Finish(); }

 private:
  std::optional<StepAccount> account_;
  std::optional<WorkCounter> work_;
  bool has_any_ = false;
  std::optional<Error> refused_;  // the last step that was left out
};

}  // namespace tfprof
