// SPDX-License-Identifier: Apache-2.0
#include "commands/gate_runs.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "analysis/gate/run_records_sink.h"
#include "analysis/gate/sample_steps.h"
#include "analysis/memory/handle_bytes.h"
#include "base/strings.h"
#include "commands/gate_rows.h"
#include "commands/recorded_runs.h"
#include "load.h"
#include "view/build_tree.h"

namespace tfprof {

namespace {

constexpr size_t kStepsAtATime = 16;
constexpr size_t kMostSteps = 256;  // whose rows are kept, of a run

// Whether a single file, or one a host, has all steps.
bool IsSaved(const std::vector<PickedFile>& files) {
  return HasRole(files, Role::kProfile) || HasRole(files, Role::kXSpace);
}

// The rows that runs have in a view.
struct ViewOfRuns {
  const View* view = nullptr;
  std::unique_ptr<RowIndex> rows;
};

class RunReader {
 public:
  RunReader(const GateQuestion& question, const Arguments& arguments,
            Selection selection, std::vector<ViewOfRuns>& views,
            Diagnostics& diagnostics)
      : question_(question),
        arguments_(arguments),
        selection_(std::move(selection)),
        views_(views),
        diagnostics_(diagnostics) {
    measures_.set(IndexOf(kNoisyMeasure));
    for (const Measure measure : kExactMeasures) {
      measures_.set(IndexOf(measure));
    }
    if (!question.budget.empty()) measures_.set();
    selection_.columns = measures_;
  }

  // Nobody asks of runs that are not compared where their nodes ran.
  Result<OpenRun> Read(const std::string& dump, Placement* placement);

 private:
  Status ReadPiece(const std::vector<PickedFile>& files, bool has_all_steps,
                   DumpSink* records, OpenRun& open);
  Status AddRows(const Profile& profile, size_t view,
                 const std::vector<int64_t>& steps, OpenRun& open);
  Result<VariableBytes> ReadVariables(
      const std::vector<PickedFile>& files) const;
  void LookAtKnowledge(const Profile& profile,
                       const std::vector<PickedFile>& files,
                       OpenRun& open) const;
  StepRows RowsOfStep(const ViewTree& tree, int64_t step, RowIndex& rows) const;
  std::vector<int64_t> Sample(std::vector<int64_t> steps) const;
  Status Finish(OpenRun& open) const;
  Result<ChosenSteps> Choose(const StepTable& table,
                             const std::string& name) const;

  const GateQuestion& question_;
  const Arguments& arguments_;
  Selection selection_;
  std::vector<ViewOfRuns>& views_;
  Diagnostics& diagnostics_;
  std::bitset<kMeasureCount> measures_;  // that are asked for
  std::vector<int64_t> sample_;  // steps whose rows are kept, of this run
};

std::vector<int64_t> RunReader::Sample(std::vector<int64_t> steps) const {
  const auto which = question_.steps.which;
  const bool may_cut = which == StepSelection::Which::kWarm ||
                       which == StepSelection::Which::kAll;
  return SampleSteps(std::move(steps), may_cut ? kMostSteps : SIZE_MAX);
}

StepRows RunReader::RowsOfStep(const ViewTree& tree, int64_t step,
                               RowIndex& index) const {
  const std::vector<uint32_t> place = index.Place(tree);
  const bool is_flat = tree.view->policy.is_flat;
  const size_t rows = 1 + *std::max_element(place.begin(), place.end());
  StepRows of_step{.step = step, .has_row = std::vector<bool>(rows)};
  for (const uint32_t row : place) of_step.has_row[row] = true;
  for (const MeasureInfo& info : Measures()) {
    if (!measures_[IndexOf(info.id)]) continue;
    std::vector<double>& values = of_step.values[IndexOf(info.id)];
    values.resize(rows);
    const TreeColumn& column = tree[info.id];
    for (uint32_t row = 0; row < tree.size(); ++row) {
      // The totals of op are of all rows behind: a type's own is its cost.
      values[place[row]] = static_cast<double>(
          (is_flat && row != 0 ? column.self : column.total)[row]);
    }
  }
  return of_step;
}

void RunReader::LookAtKnowledge(const Profile& profile,
                                const std::vector<PickedFile>& files,
                                OpenRun& open) const {
  std::bitset<kMeasureCount>& knows = open.run.knows;
  const auto has = [](const std::vector<int64_t>& values) {
    return std::any_of(values.begin(), values.end(),
                       [](int64_t value) { return value != 0; });
  };
  const auto set = [&](Measure measure, bool is_known) {
    if (is_known) knows.set(IndexOf(measure));
  };
  const bool has_graph =
      HasRole(files, Role::kGraph) || HasRole(files, Role::kProfile);
  set(Measure::kParameters, has_graph);
  set(Measure::kDefinitionCount, has_graph);
  set(Measure::kFloatOps, has(profile.nodes.float_ops));
  const NodeStepTable& steps = profile.node_steps;
  const bool has_times = has(steps.all_start_us);
  for (const Measure measure :
       {Measure::kMicros, Measure::kCpuMicros, Measure::kAcceleratorMicros,
        Measure::kRunCount}) {
    set(measure, has_times);
  }
  const bool has_bytes = has(steps.requested_bytes) || has(steps.peak_bytes);
  for (const Measure measure : {Measure::kRequestedBytes, Measure::kPeakBytes,
                                Measure::kResidualBytes}) {
    set(measure, has_bytes);
  }
  set(Measure::kOutputBytes, has(steps.output_bytes));
}

Status RunReader::AddRows(const Profile& profile, size_t view,
                          const std::vector<int64_t>& steps, OpenRun& open) {
  const ViewOfRuns& of = views_[view];
  TFPROF_ASSIGN_OR_RETURN(const Forest forest,
                          of.view->build(profile, diagnostics_));
  of.rows->BeginForest(forest.size());
  for (const int64_t step : steps) {
    Selection selection = selection_;
    selection.step = step;
    const auto values =
        std::make_shared<const StepValues>(ComputeStepValues(profile, step));
    open.rows[view].push_back(
        RowsOfStep(BuildTree(profile, *of.view, forest, values, selection),
                   step, *of.rows));
  }
  return {};
}

Status RunReader::ReadPiece(const std::vector<PickedFile>& files,
                            bool has_all_steps, DumpSink* records,
                            OpenRun& open) {
  std::vector<DumpSink*> others;
  if (records != nullptr) others.push_back(records);
  TFPROF_ASSIGN_OR_RETURN(
      Profile profile, LoadProfile(files, arguments_, {.float_ops = true},
                                   diagnostics_, nullptr, std::move(others)));
  LookAtKnowledge(profile, files, open);
  AddFeeds(profile, open.run.feeds);
  std::vector<int64_t> kept = profile.steps;
  if (IsSaved(files)) {
    kept = Sample(kept);
  } else {
    std::erase_if(kept, [&](int64_t step) {
      return !std::binary_search(sample_.begin(), sample_.end(), step);
    });
  }
  // Rows of other steps are asked for by nobody.
  const auto chosen = Choose(profile.step_table, open.run.name);
  if (has_all_steps && chosen) {  // what is wrong is said when all is read
    std::erase_if(kept, [&](int64_t step) { return !chosen->Contains(step); });
  }
  for (size_t view = 0; view < views_.size(); ++view) {
    TFPROF_RETURN_IF_ERROR(AddRows(profile, view, kept, open));
  }
  open.table.is_whole = profile.step_table.is_whole;
  // Names of devices are rows of each piece's own.
  for (StepTable::Step& step : profile.step_table.steps) {
    for (StepTable::Device& device : step.devices) {
      const std::string& name = profile.step_table.device_names[device.name];
      auto& names = open.table.device_names;
      const auto found = std::find(names.begin(), names.end(), name);
      device.name = static_cast<uint32_t>(found - names.begin());
      if (found == names.end()) names.push_back(name);
    }
    open.table.steps.push_back(std::move(step));
  }
  return {};
}

// What variables hold is told by the graph, before any step is looked at.
Result<VariableBytes> RunReader::ReadVariables(
    const std::vector<PickedFile>& files) const {
  Diagnostics said_later;
  HandleBytesSink handles;
  TFPROF_RETURN_IF_ERROR(ReadInputs(OfRole(files, Role::kGraph),
                                    arguments_.inputs, handles, said_later));
  return handles.Finish();
}

Result<ChosenSteps> RunReader::Choose(const StepTable& table,
                                      const std::string& name) const {
  StepSelection asked = question_.steps;
  const int64_t warmup = question_.warmup_steps;
  if (warmup >= 0) asked = {StepSelection::Which::kAll, {}};
  auto chosen = ChooseSteps(asked, table);
  if (!chosen) {
    return Fail(chosen.error().code, "{}: {}", name, chosen.error().message);
  }
  if (warmup < 0) return chosen;
  if (static_cast<size_t>(warmup) >= chosen->numbers.size()) {
    return Fail(ErrorCode::kInvalidArgument,
                "{}: has {} steps, and --warmup_steps leaves out {}", name,
                table.steps.size(), warmup);
  }
  chosen->numbers.erase(chosen->numbers.begin(),
                        chosen->numbers.begin() + warmup);
  return chosen;
}

Status RunReader::Finish(OpenRun& open) const {
  GateRun& run = open.run;
  std::stable_sort(
      open.table.steps.begin(), open.table.steps.end(),
      [](const auto& a, const auto& b) { return a.step < b.step; });
  run.steps = open.table.steps.size();
  if (run.steps == 0) {
    return Fail(ErrorCode::kNotFound,
                "{}: no steps: there is no RunMetadata in it", run.name);
  }
  TFPROF_ASSIGN_OR_RETURN(ChosenSteps chosen, Choose(open.table, run.name));
  run.used = std::move(chosen.numbers);
  run.steps_are = chosen.are;
  if (SumUp(open, measures_)) return {};
  return Fail(ErrorCode::kNotFound, "{}: no step has step stats", run.name);
}

Result<OpenRun> RunReader::Read(const std::string& dump, Placement* placement) {
  OpenRun open;
  open.run.name = dump;
  open.rows.resize(views_.size());
  Arguments of_run = arguments_;
  of_run.inputs.dumps = {dump};
  TFPROF_ASSIGN_OR_RETURN(std::vector<PickedFile> files, PickFiles(of_run));
  std::vector<PickedFile> steps;
  std::vector<int64_t> numbers;
  for (PickedFile& file : files) {
    if (file.role != Role::kRunMetadata) continue;
    numbers.push_back(file.step);
    steps.push_back(file);
  }
  std::erase_if(files, [](const PickedFile& file) {
    return file.role == Role::kRunMetadata || file.role == Role::kIgnored;
  });
  if (IsSaved(files)) {
    TFPROF_RETURN_IF_ERROR(ReadPiece(files, true, nullptr, open));
  } else {
    sample_ = Sample(numbers);
    TFPROF_ASSIGN_OR_RETURN(const VariableBytes variables,
                            ReadVariables(files));
    RunRecordsSink records(variables, open, placement);
    for (size_t begin = 0; begin < steps.size(); begin += kStepsAtATime) {
      std::vector<PickedFile> piece = files;
      const size_t end = std::min(begin + kStepsAtATime, steps.size());
      piece.insert(piece.end(), steps.begin() + static_cast<long>(begin),
                   steps.begin() + static_cast<long>(end));
      TFPROF_RETURN_IF_ERROR(
          ReadPiece(piece, steps.size() <= kStepsAtATime, &records, open));
    }
  }
  TFPROF_RETURN_IF_ERROR(Finish(open));
  return open;
}

// Limits say what is shown, not what is compared.
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

// A candidate that is recorded would be compared with itself.
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
    of_runs.push_back({views[i], std::make_unique<RowIndex>(inputs[i].rows)});
  }
  std::vector<OpenRun> recorded;
  if (question.IsAgainstHistory()) {
    const auto scope = std::find(views.begin(), views.end(), &DefaultView());
    TFPROF_ASSIGN_OR_RETURN(
        recorded,
        ReadRecordedRuns(
            question,
            *of_runs[static_cast<size_t>(scope - views.begin())].rows));
  }
  RunReader reader(question, arguments, std::move(selection), of_runs,
                   diagnostics);
  std::vector<OpenRun> runs;
  Placement placement[2];
  size_t baseline = 0;
  for (const auto* const dumps : {&question.baseline, &question.candidate}) {
    const bool is_candidate = dumps == &question.candidate;
    if (!is_candidate && question.IsAgainstHistory()) continue;
    Placement* const of_side =
        question.IsComparison() ? &placement[is_candidate] : nullptr;
    for (const std::string& dump : *dumps) {
      TFPROF_ASSIGN_OR_RETURN(OpenRun open, reader.Read(dump, of_side));
      open.rows.clear();
      runs.push_back(std::move(open));
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
    MatchRenamedRows(input);
  }
  return inputs;
}

Result<OpenRun> ReadRunByScope(const std::string& dump,
                               const StepSelection& steps,
                               const Arguments& arguments,
                               std::vector<GateRow>& rows,
                               Diagnostics& diagnostics) {
  GateQuestion question;
  question.steps = steps;
  TFPROF_ASSIGN_OR_RETURN(Selection selection,
                          WholeSelection(question.view_options));
  std::vector<ViewOfRuns> views;
  views.push_back({&DefaultView(), std::make_unique<RowIndex>(rows)});
  return RunReader(question, arguments, std::move(selection), views,
                   diagnostics)
      .Read(dump, nullptr);
}

}  // namespace tfprof
