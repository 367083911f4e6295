// SPDX-License-Identifier: Apache-2.0
// Large buffers at an allocator's peak that need not be there.
#include <fmt/format.h>

#include "analysis/advise/checker.h"
#include "analysis/memory/memory_of_dump.h"
#include "base/strings.h"
#include "report/table.h"

namespace tfprof {

namespace {

std::string SizeText(int64_t bytes) {
  return TextOf(Cell(bytes), Unit::kBytes);
}

// The complaint about a buffer; may be empty.
std::string_view ComplaintOn(const AliveRow& row) {
  if (row.kind == AliveKind::kTemporary) {
    return "scratch memory of one operation";
  }
  const bool is_of_step =
      row.kind == AliveKind::kOutput || row.kind == AliveKind::kOther;
  if (is_of_step && !row.freed_us) return "not released within the step";
  return {};
}

}  // namespace

Statements CheckPeakMemory(const CheckerInput& input, Diagnostics&) {
  const MemoryOfDump& dump = *input.memory;
  const StringPool& strings = dump.records.strings;
  Statements statements;
  for (const AllocatorMemory& memory : dump.memory) {
    const int64_t peak = memory.peak_bytes.value_or(memory.step_peak_bytes);
    for (const AliveRow& row : memory.alive) {
      const std::string_view complaint = ComplaintOn(row);
      if (complaint.empty() ||
          static_cast<double>(row.bytes) <
              input.Option("share") * static_cast<double>(peak)) {
        continue;
      }
      const std::string_view node = strings[dump.records.node[row.record]];
      const std::string_view line = dump.code.Of(node);
      statements.push_back(
          {fmt::format("step {}: {}{}{}: {} of {} that {} holds at its peak "
                       "are {}; without it the peak is {} lower",
                       dump.records.step, Printable(node),
                       line.empty() ? "" : ", ", Printable(line),
                       SizeText(row.bytes), SizeText(peak),
                       Printable(strings[memory.allocator]), complaint,
                       SizeText(SavedWithout(memory, row))),
           true});
    }
  }
  return statements;
}

}  // namespace tfprof
