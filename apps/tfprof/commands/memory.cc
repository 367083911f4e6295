// SPDX-License-Identifier: Apache-2.0
// memory: what was alive when an allocator held the most.
#include "analysis/memory/memory_tables.h"
#include "command.h"
#include "load_step.h"
#include "output.h"
#include "steps_flag.h"

namespace tfprof {

namespace {

struct MemoryOptions {
  StepSelection steps{.which = StepSelection::Which::kAll, .ranges = {}};
  int64_t row_limit = 20;
};

void AddMemoryFlags(FlagSet& flags, MemoryOptions& options) {
  AddStepsFlag(flags, options.steps);
  flags.Whole("row_limit", options.row_limit, {}, "rows of a table; 0 is all");
}

std::string WordsOfPick(const MemoryOfDump& found) {
  if (found.chosen.numbers.size() < 2) {
    return fmt::format("numbers are of step {}", found.records.step);
  }
  return fmt::format("numbers are of step {}: of {} the one of greatest peak",
                     found.records.step, WordsOfSteps(found.chosen.numbers));
}

Status RunMemory(const MemoryOptions& options, const Arguments& arguments,
                 CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(
      Output output,
      OpenOutput(arguments.output, ResultKind::kTables, context));
  TFPROF_ASSIGN_OR_RETURN(const MemoryOfDump found,
                          LoadMemory(options.steps, arguments,
                                     context.diagnostics));
  if (found.memory.empty()) {
    return Fail(ErrorCode::kNotFound,
                "step {}: no allocator left records; trace with FULL_TRACE or "
                "SOFTWARE_TRACE",
                found.records.step);
  }
  Report report;
  report.steps = {{{found.records.step}}, "greatest"};
  report.sections =
      MemoryTables(found.records, found.memory, found.code,
                   {output.renderer().is_for_people, options.row_limit});
  std::vector<std::string>& notes = report.sections.front().notes;
  notes.insert(notes.begin(), WordsOfPick(found));
  if (found.is_first) {
    notes.emplace_back(
        "this is the first step, which fills caches and sets up what later "
        "ones use");
  }
  return output.Render(report, context.diagnostics);
}

}  // namespace

Command MemoryCommand() {
  return {.name = "memory",
          .summary = "what was alive when an allocator held the most",
          .examples =
              "  tfprof memory DUMP\n"
              "  tfprof memory DUMP --output=json\n",
          .result = ResultKind::kTables,
          .prepare = Prepare(AddMemoryFlags, RunMemory)};
}

}  // namespace tfprof
