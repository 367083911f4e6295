// SPDX-License-Identifier: Apache-2.0
// What an XSpace says that other dumps do not: operations as TensorFlow's
// profiler lists them, what steps were spent on, what allocators held.
#pragma once

#include <vector>

#include "base/regex_set.h"
#include "model/step_selection.h"
#include "model/xspace/recording_sink.h"
#include "report/report.h"
#include "report/row_format.h"

namespace tfprof {

// What a selection of operations is by.
struct OperationFilter {
  const RegexSet* names = nullptr;   // in full; null: all
  const RegexSet* places = nullptr;  // "Host" or "Device"
};

// A row an operation of the chosen steps; of the whole file also what its
// threads and devices had no operation for.
Section OperationsSection(const Recordings& hosts, const ChosenSteps& chosen,
                          const OperationFilter& filter,
                          const RowFormat& format);

// Of each chosen step what its time went into, in milliseconds. Without steps
// no rows and a note. People do not see parts that took no time in any step.
Section BreakdownSection(const Recordings& hosts, const ChosenSteps& chosen,
                         const RowFormat& format);

// Allocators and what was alive at the peak of each.
std::vector<Section> AllocatorSections(const Recordings& hosts,
                                       const RowFormat& format);

// Hosts, planes, how steps were found and what the profiler said.
std::vector<Section> RecordingSections(const Recordings& hosts);

}  // namespace tfprof
