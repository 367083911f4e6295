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
#include "load.h"
#include "output.h"
#include "recorded/capture_sink.h"

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
  CaptureSink sink;
  TFPROF_RETURN_IF_ERROR(ReadInputs(OfRole(files, Role::kXSpace),
                                    arguments.inputs, sink,
                                    context.diagnostics));
  if (sink.capture() == nullptr) {
    return Fail(ErrorCode::kUnsupported,
                "--rules=reference has no account of a recording: leave it "
                "out");
  }
  TFPROF_ASSIGN_OR_RETURN(const CaptureChoice choice,
                          sink.capture()->Choose(steps));
  std::shared_ptr<const RecordedWaiting> waiting;
  if (options.show_account || options.needs_recording()) {
    waiting = std::make_shared<const RecordedWaiting>(
        FindWaiting(sink.capture(), choice.steps));
  }
  if (!choice.note.empty()) context.diagnostics.Warn("steps", choice.note);
  const auto make = [&](const Renderer& renderer) {
    const RowFormat format{renderer.is_for_people, options.format.time_limit,
                           renderer.makes_rows};
    Report report;
    report.steps = StepsOfCapture(*sink.capture(), choice);
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
    if (options.show_roofline) AddRoofs(*sink.capture(), options.peaks, report);
    return report;
  };
  return outputs.RenderEach(make, context.diagnostics);
}

}  // namespace tfprof
