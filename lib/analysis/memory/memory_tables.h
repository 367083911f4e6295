// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/memory/live_memory.h"
#include "model/code_lines.h"
#include "model/trace.h"
#include "report/report.h"
#include "report/row_format.h"

namespace tfprof {

// The allocators of a step: their peaks, what was alive then, by node, scope,
// op type and code line, and for programs what they held over time. The tables
// of RowFormat::makes_rows borrow records, memory and code.
std::vector<Section> MemoryTables(const StepRecords& records,
                                  const std::vector<AllocatorMemory>& memory,
                                  const CodeLines& code,
                                  const RowFormat& format);

// What can be drawn over time: the bytes held, and the largest buffers with
// when they were there. At most so many rows each, and what is left out is
// said.
std::vector<Section> MemoryOverTime(const StepRecords& records,
                                    const std::vector<AllocatorMemory>& memory,
                                    const CodeLines& code, size_t most_levels,
                                    size_t most_buffers);

// The first start of an operation of a step; 0 if none has one.
int64_t FirstStartUs(const StepRecords& records);

// What each allocator held over time, for a trace: all, where what it held
// before the step is known, else what the step allocated.
std::vector<Trace::Curve> CurvesOf(const StepRecords& records,
                                   const std::vector<AllocatorMemory>& memory);

// The most that any allocator held in the step, as far as it is known.
int64_t GreatestPeak(const std::vector<AllocatorMemory>& memory);

}  // namespace tfprof
