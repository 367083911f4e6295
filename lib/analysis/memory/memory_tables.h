// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/memory/live_memory.h"
#include "model/code_lines.h"
#include "model/trace.h"
#include "report/report.h"
#include "report/row_format.h"

namespace tfprof {

// The allocators of a step: peaks, live memory by node, scope, op type and code
// line, and for programs the bytes over time. Tables with RowFormat::makes_rows
// borrow `records`, `memory` and `code`.
std::vector<Section> MemoryTables(const StepRecords& records,
                                  const std::vector<AllocatorMemory>& memory,
                                  const CodeLines& code,
                                  const RowFormat& format);

// Data for a drawing: the bytes over time, and the largest buffers with their
// lifetimes. At most `most_levels` and `most_buffers` rows; notes say how many
// are left out.
std::vector<Section> MemoryOverTime(const StepRecords& records,
                                    const std::vector<AllocatorMemory>& memory,
                                    const CodeLines& code, size_t most_levels,
                                    size_t most_buffers);

// The first start of an operation of a step; 0 if none has one.
int64_t FirstStartUs(const StepRecords& records);

// The bytes of each allocator over time, for a trace; with those held before
// the step if these are known.
std::vector<Trace::Curve> CurvesOf(const StepRecords& records,
                                   const std::vector<AllocatorMemory>& memory);

// The greatest peak of any allocator in the step, as far as known.
int64_t GreatestPeak(const std::vector<AllocatorMemory>& memory);

}  // namespace tfprof
