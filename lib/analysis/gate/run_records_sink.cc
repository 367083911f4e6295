// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/run_records_sink.h"

#include <optional>

namespace tfprof {

void RunRecordsSink::Renew() {
  step_ = std::make_unique<StepRecordSink>(
      StepRecordSink::Wanted{.memory = true, .shapes = true});
}

void RunRecordsSink::EndStep() {
  const std::optional<StepRecords> records = step_->Finish();
  if (records) {
    AddPlacement(*records, placement_);
    AddFeeds(*records, open_.run.feeds);
    if (auto memory = LiveMemory(*records, variables_)) {
      open_.peaks[records->step] = PeaksOf(*records, *memory);
    }
  }
  Renew();
}

}  // namespace tfprof
