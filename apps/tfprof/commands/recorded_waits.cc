// SPDX-License-Identifier: Apache-2.0
#include "commands/recorded_waits.h"

#include <memory>
#include <utility>

#include "analysis/programs/device_roofs.h"
#include "analysis/programs/instruction_sections.h"
#include "analysis/programs/precision_rows.h"
#include "analysis/recording/capture_sections.h"
#include "analysis/waiting/account_sections.h"
#include "analysis/waiting/idle_sections.h"
#include "analysis/waiting/program_sections.h"
#include "analysis/waiting/recorded_waiting.h"
#include "commands/work_file.h"
#include "load_recordings.h"
#include "output.h"

namespace tfprof {

namespace {

void AddOrSay(std::vector<Section> sections, std::string_view if_none,
              Report& report) {
  if (sections.empty()) report.remarks.emplace_back(if_none);
  for (Section& section : sections) {
    report.sections.push_back(std::move(section));
  }
}

void AddRoofs(const Capture& capture, const Peaks& given, Report& report) {
  Section roofs = RoofsSection(capture, given);
  if (std::get<Table>(roofs.block).RowCount() > 0) {
    report.sections.push_back(std::move(roofs));
  } else {
    report.remarks.emplace_back("no GPU or TPU says what it can do");
  }
}

void AddPrograms(
    const StepsOptions& options,
    const std::shared_ptr<const RecordedInstructions>& instructions,
    std::string_view path, const RowFormat& format, Report& report) {
  if (options.show_flops) {
    AddOrSay(MatrixSections(instructions, format),
             "no matrix product and no convolution of a known program ran",
             report);
  }
  if (options.show_precision) {
    AddOrSay(PrecisionSections(instructions, format),
             "no instruction computes in wide types or only moves data",
             report);
  }
  if (options.show_roofline) {
    AddOrSay(InstructionSections(instructions, format),
             WordsWithoutInstructions(path), report);
    AddRoofs(*instructions->capture, options.peaks, report);
  }
}

}  // namespace

Status RunRecordedWaits(const StepsOptions& options, const StepSelection& steps,
                        const std::vector<PickedFile>& files,
                        const Arguments& arguments, CommandContext& context) {
  const std::string_view other = SectionOfStepFiles(
      options, {"account", "waits", "regions", "compiles", "collectives",
                "roofline", "flops", "precision"});
  if (!other.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--show={}: an XSpace does not have the data for this; give "
                "RunMetadata",
                other);
  }
  TFPROF_ASSIGN_OR_RETURN(const GivenWork work, GivenWorkOf(arguments.work));
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kTables, context));
  Arguments reading = arguments;
  const bool needs_programs = options.needs_work() || options.show_precision;
  reading.inputs.with_programs = needs_programs;
  TFPROF_ASSIGN_OR_RETURN(
      const ChosenCapture found,
      LoadChosenCapture(files, steps, "account", reading, context.diagnostics));
  std::shared_ptr<const RecordedWaiting> waiting;
  const bool needs_waiting = options.show_account || options.show_waits ||
                             options.show_regions || options.show_compiles ||
                             options.show_collectives;
  if (needs_waiting) {
    waiting = std::make_shared<const RecordedWaiting>(FindWaiting(
        found.capture, found.choice.steps, arguments.FilesOfFrames()));
  }
  std::shared_ptr<const RecordedInstructions> instructions;
  if (needs_programs) {
    instructions =
        std::make_shared<const RecordedInstructions>(FindInstructions(
            found.capture, found.choice.steps, options.peaks, work));
  }
  const auto make = [&](const Renderer& renderer) {
    const RowFormat format{renderer.is_for_people, options.format.time_limit,
                           renderer.makes_rows};
    Report report;
    report.steps = StepsOfCapture(*found.capture, found.choice);
    const auto add = [&](std::vector<Section> sections) {
      for (Section& section : sections) {
        report.sections.push_back(std::move(section));
      }
    };
    if (options.show_account) add(AccountSections(waiting, format));
    if (options.show_waits) add(IdleSections(waiting, format));
    if (options.show_regions) add(RegionSections(waiting, format));
    if (options.show_compiles) {
      report.sections.push_back(CompileSection(waiting, format));
    }
    if (options.show_collectives) {
      report.sections.push_back(CollectiveSection(waiting, format));
    }
    if (instructions != nullptr) {
      AddPrograms(options, instructions, files.front().path, format, report);
    }
    return report;
  };
  return outputs.RenderEach(make, context.diagnostics);
}

}  // namespace tfprof
