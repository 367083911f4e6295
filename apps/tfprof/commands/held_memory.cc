// SPDX-License-Identifier: Apache-2.0
#include "commands/held_memory.h"

#include <optional>
#include <vector>

#include "analysis/memory/held_sections.h"
#include "wire/pprof/held_memory_reader.h"

namespace tfprof {

Result<bool> ShowHeldMemory(const StepSelection& steps, int64_t row_limit,
                            const Arguments& arguments, Outputs& outputs,
                            CommandContext& context) {
  const std::vector<std::string>& dumps = arguments.inputs.dumps;
  std::optional<HeldMemory> held;
  for (const std::string& dump : dumps) {
    TFPROF_ASSIGN_OR_RETURN(
        held, LoadHeldMemory(dump, arguments.inputs, arguments.FilesOfFrames(),
                             context.diagnostics));
    if (!held) continue;
    if (dumps.size() == 1) break;
    return Fail(ErrorCode::kInvalidArgument,
                "{}: a device memory profile is shown alone; tfprof diff OLD "
                "NEW compares two",
                dump);
  }
  if (!held) return false;
  if (steps.which != StepSelection::Which::kAll) {
    return Fail(ErrorCode::kInvalidArgument,
                "--steps: a device memory profile is one moment, and has no "
                "steps; leave it out");
  }
  const auto make = [&](const Renderer& renderer) {
    Report report;
    report.sections = HeldSections(
        *held, {renderer.is_for_people, row_limit, renderer.makes_rows});
    return report;
  };
  TFPROF_RETURN_IF_ERROR(outputs.RenderEach(make, context.diagnostics));
  return true;
}

Result<bool> ShowHeldDifference(
    const std::pair<std::string, std::string>& dumps, const LeastChange& least,
    const Arguments& arguments, CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(
      const std::optional<HeldMemory> before,
      LoadHeldMemory(dumps.first, arguments.inputs, arguments.FilesOfFrames(),
                     context.diagnostics));
  TFPROF_ASSIGN_OR_RETURN(
      const std::optional<HeldMemory> after,
      LoadHeldMemory(dumps.second, arguments.inputs, arguments.FilesOfFrames(),
                     context.diagnostics));
  if (!before && !after) return false;
  if (!before || !after) {
    return Fail(ErrorCode::kCorrupt,
                "{}: is no device memory profile of JAX, but {} is; diff "
                "compares two of one kind",
                before ? dumps.second : dumps.first,
                before ? dumps.first : dumps.second);
  }
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kTables, context));
  const auto make = [&](const Renderer& renderer) {
    Report report;
    report.sections = HeldDifference(
        *before, *after, least,
        {renderer.is_for_people, /*row_limit=*/20, renderer.makes_rows});
    return report;
  };
  TFPROF_RETURN_IF_ERROR(outputs.RenderEach(make, context.diagnostics));
  return true;
}

}  // namespace tfprof
