// SPDX-License-Identifier: Apache-2.0
#include "commands/gate_runs.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "analysis/gate/allocators.h"
#include "base/heap.h"
#include "base/strings.h"
#include "commands/gate_rows.h"
#include "commands/recorded_runs.h"
#include "commands/run_reader.h"

namespace tfprof {

namespace {

// The selection without limits, which restrict the text, not the comparison.
Result<Selection> WholeSelection(const ViewOptions& options) {
  TFPROF_ASSIGN_OR_RETURN(Selection selection, MakeSelection(options));
  TFPROF_ASSIGN_OR_RETURN(const Selection everything,
                          MakeSelection(ViewOptions()));
  selection.max_depth = INT32_MAX;
  selection.minimum = everything.minimum;
  selection.show = everything.show;
  selection.hide = everything.hide;
  selection.account_displayed_only = false;
  selection.columns.set();
  selection.is_unordered = true;
  return selection;
}

// The error with the side, and the dump unless the error names it.
Failure OfSide(std::string_view side, const std::string& dump, Error error) {
  const bool is_named = error.message.find(dump) != std::string::npos;
  error.message = fmt::format(
      "{}{}: {}", side, is_named ? "" : " " + Printable(dump), error.message);
  return Failure(std::move(error));
}

// Fails if a candidate is in the history: it would be compared with itself.
Status CheckNotRecorded(const std::vector<OpenRun>& recorded,
                        const std::vector<OpenRun>& runs) {
  for (const OpenRun& run : runs) {
    for (const OpenRun& known : recorded) {
      if (run.run.recorded_as != known.run.recorded_as) continue;
      return Fail(ErrorCode::kInvalidArgument,
                  "{} is recorded already, as {}: judge runs before they are "
                  "recorded",
                  Printable(run.run.name), Printable(known.run.name));
    }
  }
  return {};
}

}  // namespace

Result<std::vector<GateInput>> LoadGateInputs(
    const GateQuestion& question, const Arguments& arguments,
    const std::vector<const View*>& views, Diagnostics& diagnostics) {
  TFPROF_ASSIGN_OR_RETURN(Selection selection,
                          WholeSelection(question.view_options));
  std::vector<GateInput> inputs(views.size());
  std::vector<ViewOfRuns> of_runs;
  for (size_t i = 0; i < views.size(); ++i) {
    inputs[i].view = views[i]->name;
    of_runs.push_back(
        {views[i], std::make_unique<RowIndex>(inputs[i].rows, true)});
  }
  std::vector<OpenRun> recorded;
  if (question.IsAgainstHistory()) {
    const auto scope = std::find(views.begin(), views.end(), &DefaultView());
    Result<std::vector<OpenRun>> read = ReadRecordedRuns(
        question, *of_runs[static_cast<size_t>(scope - views.begin())].rows);
    if (!read) {
      return OfSide("baseline", question.history, std::move(read).error());
    }
    recorded = *std::move(read);
  }
  RunReader reader(question, arguments, std::move(selection), of_runs,
                   diagnostics);
  ShareHeap();  // what one run frees serves the next
  std::vector<OpenRun> runs;
  Placement placement[2];
  size_t baseline = 0;
  for (const auto* const dumps : {&question.baseline, &question.candidate}) {
    const bool is_candidate = dumps == &question.candidate;
    if (!is_candidate && question.IsAgainstHistory()) continue;
    Placement* const of_side =
        question.IsComparison() ? &placement[is_candidate] : nullptr;
    for (const std::string& dump : *dumps) {
      Result<OpenRun> read = reader.Read(dump, of_side);
      if (!read) {
        return OfSide(is_candidate ? "candidate" : "baseline", dump,
                      std::move(read).error());
      }
      OpenRun open = *std::move(read);
      open.rows.clear();
      if (!runs.empty()) ShareEqual(runs.back(), open);
      runs.push_back(std::move(open));
      GiveBackFreed();
      baseline += is_candidate ? 0 : 1;
    }
  }
  TFPROF_RETURN_IF_ERROR(CheckDistinct(runs));
  TFPROF_RETURN_IF_ERROR(CheckNotRecorded(recorded, runs));
  baseline += recorded.size();
  runs.insert(runs.begin(), std::make_move_iterator(recorded.begin()),
              std::make_move_iterator(recorded.end()));
  AddPeaks(runs);
  const std::vector<MovedNode> moved = MovedNodes(placement[0], placement[1]);
  for (size_t view = 0; view < views.size(); ++view) {
    GateInput& input = inputs[view];
    for (size_t i = 0; i < runs.size(); ++i) {
      // A history has rows of scopes only.
      if (runs[i].is_recorded && views[view] != &DefaultView()) continue;
      auto& side = i < baseline ? input.baseline : input.candidate;
      side.push_back(TakeView(runs[i], runs[i].is_recorded ? 0 : view));
    }
    input.moved = moved;
    input.is_against_history = question.IsAgainstHistory();
    MatchRenamedRows(input);
    MatchStepMeasures(input);
  }
  return inputs;
}

Result<OpenRun> ReadRunByScope(const std::string& dump,
                               const StepSelection& steps,
                               const Arguments& arguments, GateRows& rows,
                               Diagnostics& diagnostics) {
  GateQuestion question;
  question.steps = steps;
  TFPROF_ASSIGN_OR_RETURN(Selection selection,
                          WholeSelection(question.view_options));
  std::vector<ViewOfRuns> views;
  views.push_back({&DefaultView(), std::make_unique<RowIndex>(rows, false)});
  return RunReader(question, arguments, std::move(selection), views,
                   diagnostics)
      .Read(dump, nullptr);
}

}  // namespace tfprof
