// SPDX-License-Identifier: Apache-2.0
// memory: shows the tensors that were alive at an allocator's peak.
#include <algorithm>

#include "analysis/memory/memory_tables.h"
#include "analysis/programs/planned_sections.h"
#include "analysis/recording/recording_tables.h"
#include "command.h"
#include "commands/held_memory.h"
#include "commands/lone_programs.h"
#include "load.h"
#include "load_recordings.h"
#include "load_step.h"
#include "output.h"
#include "recorded/capture.h"
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
  return fmt::format(
      "numbers are of step {}, the one with the greatest peak "
      "of {}",
      found.records.step, WordsOfSteps(found.chosen.numbers));
}

void AddPlanned(const std::shared_ptr<const Planned>& planned,
                const RowFormat& format, Report& report) {
  for (Section& section : PlannedSections(planned, format)) {
    report.sections.push_back(std::move(section));
  }
}

// The planned memory of compiled programs that are files of their own. False if
// there is none.
Result<bool> ShowPrograms(const MemoryOptions& options,
                          const std::vector<PickedFile>& files,
                          const Arguments& arguments, Outputs& outputs,
                          CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(
      const std::vector<PlannedProgram> programs,
      LoadLonePrograms(files, arguments, context.diagnostics));
  if (programs.empty()) return false;
  const auto planned = std::make_shared<const Planned>(PlanOf(programs));
  if (planned->rows.empty() && planned->too_large.empty()) {
    return Fail(ErrorCode::kNotFound,
                "{}: {} no buffer assignment; give the file that XLA wrote "
                "after its optimizations, or the XSpace that ran it",
                files.front().path,
                programs.size() > 1 ? "this and the other programs have"
                                    : "the program has");
  }
  const auto make = [&](const Renderer& renderer) {
    Report report;
    AddPlanned(planned,
               {renderer.is_for_people, options.row_limit, renderer.makes_rows},
               report);
    return report;
  };
  TFPROF_RETURN_IF_ERROR(outputs.RenderEach(make, context.diagnostics));
  return true;
}

Status ShowRecordedMemory(const MemoryOptions& options,
                          const std::vector<PickedFile>& files,
                          const Arguments& arguments, Outputs& outputs,
                          CommandContext& context) {
  using Which = StepSelection::Which;
  if (options.steps.which != Which::kAll &&
      options.steps.which != Which::kWhole) {
    return Fail(ErrorCode::kInvalidArgument,
                "--steps: memory of an XSpace covers the whole recording; "
                "tfprof scope --select=bytes --steps=... has the bytes of "
                "nodes in a step");
  }
  Arguments reading = arguments;
  reading.inputs.with_programs = true;
  TFPROF_ASSIGN_OR_RETURN(
      const ChosenRecordings found,
      LoadRecordings(files, {StepSelection::Which::kAll, {}}, reading,
                     context.diagnostics));
  const bool has_any =
      std::any_of(found.hosts.begin(), found.hosts.end(),
                  [](const auto& host) { return !host->allocators.empty(); });
  const auto planned = std::make_shared<const Planned>(
      found.capture == nullptr ? Planned()
                               : PlanOf(ProgramsOf(*found.capture)));
  if (!has_any && planned->rows.empty() && planned->too_large.empty()) {
    return Fail(ErrorCode::kNotFound,
                "{}: no allocator reported; TensorFlow on a CPU does with "
                "TF_CPU_ALLOCATOR_USE_BFC=true",
                files.front().path);
  }
  const auto make = [&](const Renderer& renderer) {
    const RowFormat format{renderer.is_for_people, options.row_limit,
                           renderer.makes_rows};
    Report report;
    if (has_any) report.sections = AllocatorSections(found.hosts, format);
    AddPlanned(planned, format, report);
    if (!has_any) report.remarks.emplace_back("no allocator recorded anything");
    return report;
  };
  return outputs.RenderEach(make, context.diagnostics);
}

// Keeps the largest of `memory`, which outlives the report.
Report ReportOf(const MemoryOptions& options, const MemoryOfDump& found,
                std::vector<AllocatorMemory>& memory,
                const Renderer& renderer) {
  const RowFormat format{renderer.is_for_people, options.row_limit,
                         renderer.makes_rows};
  const size_t left_out = KeepLargest(format.Shown(memory.size()), memory);
  Report report;
  report.steps = {{{found.records.step}}, "greatest"};
  report.sections = MemoryTables(found.records, memory, found.code, format);
  std::vector<std::string>& notes = report.sections.front().notes;
  notes.insert(notes.begin(), WordsOfPick(found));
  if (left_out > 0) {
    notes.push_back(fmt::format(
        "{} more allocators, with smaller peaks; --row_limit=0 shows all",
        left_out));
  }
  if (found.is_first) {
    notes.emplace_back(
        "this is the first step, which fills caches and sets up state for "
        "later steps");
  }
  return report;
}

Status RunMemory(const MemoryOptions& options, const Arguments& arguments,
                 CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kTables, context));
  TFPROF_ASSIGN_OR_RETURN(const bool is_held,
                          ShowHeldMemory(options.steps, options.row_limit,
                                         arguments, outputs, context));
  if (is_held) return {};
  {
    // There may be very many steps; they are filtered once more below.
    TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                            PickFiles(WithAllPrograms(arguments)));
    if (AreRecordings(files)) {
      return ShowRecordedMemory(options, files, arguments, outputs, context);
    }
    TFPROF_ASSIGN_OR_RETURN(
        const bool is_shown,
        ShowPrograms(options, files, arguments, outputs, context));
    if (is_shown) return {};
  }
  TFPROF_ASSIGN_OR_RETURN(
      MemoryOfDump found,
      LoadMemory(options.steps, arguments, context.diagnostics));
  if (found.memory.empty()) {
    return Fail(ErrorCode::kNotFound,
                "step {}: no allocator left records; trace with FULL_TRACE or "
                "SOFTWARE_TRACE",
                found.records.step);
  }
  for (Output& output : outputs) {
    const bool is_last = &output == &outputs.back();
    std::vector<AllocatorMemory> memory =
        is_last ? std::move(found.memory) : found.memory;
    const Report report = ReportOf(options, found, memory, output.renderer());
    TFPROF_RETURN_IF_ERROR(output.Render(report, context.diagnostics));
  }
  return {};
}

}  // namespace

Command MemoryCommand() {
  return {.name = "memory",
          .summary = "the tensors that were alive at an allocator's peak",
          .examples =
              "  tfprof memory DUMP\n"
              "  tfprof memory memory.prof    (of JAX: which lines hold what)\n"
              "  tfprof memory DUMP --output=json\n",
          .result = ResultKind::kTables,
          .prepare = Prepare(AddMemoryFlags, RunMemory)};
}

}  // namespace tfprof
