// SPDX-License-Identifier: Apache-2.0
// scope, graph, op and code: one implementation, four names.
#include <algorithm>
#include <optional>

#include "analysis/report.h"
#include "base/strings.h"
#include "commands.h"
#include "load.h"
#include "output.h"
#include "view/build_tree.h"
#include "view/selection.h"
#include "wire/checkpoint_reader.h"

namespace tfprof {

namespace {

// Opens the checkpoint if the rows are to show its tensors.
Result<std::optional<CheckpointReader>> OpenCheckpoint(
    const std::vector<PickedFile>& files, const Selection& selection,
    const Arguments& arguments) {
  const auto picked = std::find_if(
      files.begin(), files.end(),
      [](const PickedFile& file) { return file.role == Role::kCheckpoint; });
  if (picked == files.end() || !selection.Selects(Detail::kTensorValue)) {
    return std::nullopt;
  }
  TFPROF_ASSIGN_OR_RETURN(
      CheckpointReader reader,
      CheckpointReader::Open(picked->path, arguments.inputs.limits));
  return reader;
}

Kept StepsFor(const Selection& selection) {
  if (!selection.step) return {Kept::Steps::kSumOfAll};
  return {Kept::Steps::kOnlyOne, *selection.step};
}

void WarnAboutSelection(const Profile& profile, const View& view,
                        const Selection& selection, Diagnostics& diagnostics) {
  if (selection.account_displayed_only && !view.policy.redo_totals) {
    diagnostics.Warn("ignored options",
                     "Note: code view ignores account_displayed_op_only");
  }
  if (!selection.Selects(Measure::kParameters)) return;
  for (size_t node = 0; node < profile.nodes.size(); ++node) {
    if (!IsIncompleteShape(profile.nodes.shape[node])) continue;
    diagnostics.Warn("nodes with an unknown dimension count no parameters",
                     fmt::format("{}: Incomplete shape.",
                                 Printable(profile.NameOf(NodeId(node)))));
  }
}

}  // namespace

Status RunView(const Command& command, const Arguments& arguments,
               CommandContext& context) {
  const View& view = FindView(command.name);
  TFPROF_ASSIGN_OR_RETURN(const Selection selection,
                          MakeSelection(arguments.view));
  TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                          PickFiles(arguments));
  TFPROF_ASSIGN_OR_RETURN(Output output,
                          OpenOutput(arguments.view.output, context.out));
  TFPROF_ASSIGN_OR_RETURN(const std::optional<CheckpointReader> checkpoint,
                          OpenCheckpoint(files, selection, arguments));
  TFPROF_ASSIGN_OR_RETURN(const Profile profile,
                          LoadProfile(files, arguments, StepsFor(selection),
                                      context.diagnostics, nullptr));
  TFPROF_RETURN_IF_ERROR(CheckStep(selection, profile));
  TFPROF_ASSIGN_OR_RETURN(const Forest forest,
                          view.build(profile, context.diagnostics));
  WarnAboutSelection(profile, view, selection, context.diagnostics);
  ViewTree tree = BuildTree(profile, view, forest,
                            std::make_shared<const StepValues>(
                                ComputeStepValues(profile, selection.step)),
                            selection);
  if (checkpoint) {
    tree.read_tensor = [&](std::string_view name) {
      return checkpoint->Read(name);
    };
  }
  Report report;
  report.sections.push_back({"", {}, std::move(tree)});
  return output.Render(report, context.diagnostics);
}

}  // namespace tfprof
