// SPDX-License-Identifier: Apache-2.0
#include "commands/recorded_waits.h"

#include <memory>
#include <utility>

#include "analysis/programs/device_roofs.h"
#include "analysis/recording/capture_sections.h"
#include "analysis/waiting/account_sections.h"
#include "analysis/waiting/idle_sections.h"
#include "analysis/waiting/program_sections.h"
#include "analysis/waiting/recorded_waiting.h"
#include "load_recordings.h"
#include "output.h"

namespace tfprof {

namespace {

void AddRoofs(const Capture& capture, const Peaks& given, Report& report) {
  Section roofs = RoofsSection(capture, given);
  if (std::get<Table>(roofs.block).RowCount() > 0) {
    report.sections.push_back(std::move(roofs));
  } else {
    report.remarks.emplace_back("no GPU or TPU says what it can do");
  }
}

}  // namespace

Status RunRecordedWaits(const StepsOptions& options, const StepSelection& steps,
                        const std::vector<PickedFile>& files,
                        const Arguments& arguments, CommandContext& context) {
  const std::string_view other = SectionOfStepFiles(
      options,
      {"account", "waits", "regions", "compiles", "collectives", "roofline"});
  if (!other.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--show={}: an XSpace does not have the data for this; give "
                "RunMetadata",
                other);
  }
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kTables, context));
  TFPROF_ASSIGN_OR_RETURN(const ChosenCapture found,
                          LoadChosenCapture(files, steps, "account", arguments,
                                            context.diagnostics));
  std::shared_ptr<const RecordedWaiting> waiting;
  if (options.show_account || options.needs_recording()) {
    waiting = std::make_shared<const RecordedWaiting>(
        FindWaiting(found.capture, found.choice.steps,
                    arguments.FilesOfFrames()));
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
    if (options.show_roofline) AddRoofs(*found.capture, options.peaks, report);
    return report;
  };
  return outputs.RenderEach(make, context.diagnostics);
}

}  // namespace tfprof
