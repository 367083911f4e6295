// SPDX-License-Identifier: Apache-2.0
// Tables that only XSpaces have: operations as in TensorFlow's profiler, the
// breakdown of step time, allocators.
#pragma once

#include <vector>

#include "base/regex_set.h"
#include "model/step_selection.h"
#include "model/xspace/recording_sink.h"
#include "report/report.h"
#include "report/row_format.h"

namespace tfprof {

// The operations to show.
struct OperationFilter {
  const RegexSet* names = nullptr;   // match in full; null: all
  const RegexSet* places = nullptr;  // "Host" or "Device"
};

// A row per operation in the chosen steps. For the whole file also the time of
// threads and devices without an operation.
Section OperationsSection(const Recordings& hosts, const ChosenSteps& chosen,
                          const OperationFilter& filter,
                          const RowFormat& format);

// What each chosen step spent its time on, in ms. Without steps a note instead
// of rows. People do not see parts that are 0 in all steps. With
// RowFormat::makes_rows the hosts are borrowed until the rows are written.
Section BreakdownSection(const Recordings& hosts, const ChosenSteps& chosen,
                         const RowFormat& format);

// Allocators, and what was alive at their peaks. With RowFormat::makes_rows the
// hosts are borrowed, as above.
std::vector<Section> AllocatorSections(const Recordings& hosts,
                                       const RowFormat& format);

// Hosts, planes, how steps were found, and messages of the profiler.
std::vector<Section> RecordingSections(const Recordings& hosts);

}  // namespace tfprof
