// SPDX-License-Identifier: Apache-2.0
#include "commands/gate_runs.h"

#include <algorithm>
#include <optional>
#include <random>

#include "analysis/gate/open_run.h"
#include "analysis/memory/handle_bytes.h"
#include "base/strings.h"
#include "commands/gate_rows.h"
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

class RunReader {
 public:
  RunReader(const GateQuestion& question, const Arguments& arguments,
            const View& view, Selection selection, RowIndex& rows,
            Diagnostics& diagnostics)
      : question_(question),
        arguments_(arguments),
        view_(view),
        selection_(std::move(selection)),
        rows_(rows),
        diagnostics_(diagnostics) {
    measures_.set(IndexOf(kNoisyMeasure));
    for (const Measure measure : kExactMeasures) {
      measures_.set(IndexOf(measure));
    }
    if (!question.budget.empty()) measures_.set();
  }

  Result<OpenRun> Read(const std::string& dump, Placement& placement);

 private:
  Status ReadPiece(const std::vector<PickedFile>& files, OpenRun& open);
  Status ReadRecords(const std::vector<PickedFile>& files,
                     const std::vector<PickedFile>& steps, OpenRun& open,
                     Placement& placement);
  void LookAtKnowledge(const Profile& profile,
                       const std::vector<PickedFile>& files,
                       OpenRun& open) const;
  void AddStep(const ViewTree& tree, int64_t step, OpenRun& open);
  std::vector<int64_t> Sample(std::vector<int64_t> steps) const;
  Status Finish(OpenRun& open) const;
  Result<ChosenSteps> Choose(const StepTable& table,
                             const std::string& name) const;

  const GateQuestion& question_;
  const Arguments& arguments_;
  const View& view_;
  const Selection selection_;
  RowIndex& rows_;
  Diagnostics& diagnostics_;
  std::bitset<kMeasureCount> measures_;  // that are asked for
  std::vector<int64_t> sample_;  // steps whose rows are kept, of this run
};

// Of many steps a sample: at equal distances it would miss what comes at such.
std::vector<int64_t> RunReader::Sample(std::vector<int64_t> steps) const {
  std::sort(steps.begin(), steps.end());
  const auto which = question_.steps.which;
  const bool may_cut = which == StepSelection::Which::kWarm ||
                       which == StepSelection::Which::kAll;
  if (!may_cut || steps.size() <= kMostSteps) return steps;
  std::mt19937_64 random(steps.size());
  for (size_t i = 0; i < kMostSteps; ++i) {
    std::swap(steps[i], steps[i + random() % (steps.size() - i)]);
  }
  steps.resize(kMostSteps);
  std::sort(steps.begin(), steps.end());
  return steps;
}

void RunReader::AddStep(const ViewTree& tree, int64_t step, OpenRun& open) {
  const std::vector<uint32_t> place = rows_.Place(tree);
  const bool is_flat = tree.view->policy.is_flat;
  const size_t rows = 1 + *std::max_element(place.begin(), place.end());
  StepRows& of_step = open.rows.emplace_back();
  of_step.step = step;
  of_step.has_row.resize(rows);
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

Status RunReader::ReadPiece(const std::vector<PickedFile>& files,
                            OpenRun& open) {
  TFPROF_ASSIGN_OR_RETURN(Profile profile, LoadProfile(files, arguments_, {},
                                                       diagnostics_, nullptr));
  TFPROF_ASSIGN_OR_RETURN(const Forest forest,
                          view_.build(profile, diagnostics_));
  rows_.BeginForest(forest.size());
  LookAtKnowledge(profile, files, open);
  AddFeeds(profile, open.run.feeds);
  std::vector<int64_t> wanted = profile.steps;
  if (IsSaved(files)) wanted = Sample(wanted);
  for (const int64_t step : wanted) {
    const bool is_kept =
        IsSaved(files) ||
        std::binary_search(sample_.begin(), sample_.end(), step);
    if (!is_kept) continue;
    Selection selection = selection_;
    selection.step = step;
    const auto values =
        std::make_shared<const StepValues>(ComputeStepValues(profile, step));
    AddStep(BuildTree(profile, view_, forest, values, selection), step, open);
  }
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

// What is asked of records one by one: memory, placement, what was fed.
Status RunReader::ReadRecords(const std::vector<PickedFile>& files,
                              const std::vector<PickedFile>& steps,
                              OpenRun& open, Placement& placement) {
  Diagnostics said_before;
  HandleBytesSink handles;
  for (const PickedFile& file : files) {
    if (file.role != Role::kGraph) continue;
    TFPROF_RETURN_IF_ERROR(
        ReadInputs({file}, arguments_.inputs, handles, said_before));
  }
  const VariableBytes variables = handles.Finish();
  for (const PickedFile& file : steps) {
    StepRecordSink sink({.memory = true, .shapes = true});
    TFPROF_RETURN_IF_ERROR(
        ReadInputs({file}, arguments_.inputs, sink, said_before));
    const std::optional<StepRecords> records = sink.Finish();
    if (!records) continue;
    AddPlacement(*records, placement);
    AddFeeds(*records, open.run.feeds);
    if (auto memory = LiveMemory(*records, variables)) {
      open.peaks[file.step] = PeaksOf(*records, *memory);
    }
  }
  return {};
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
  std::stable_sort(open.table.steps.begin(), open.table.steps.end(),
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

Result<OpenRun> RunReader::Read(const std::string& dump,
                                Placement& placement) {
  OpenRun open;
  open.run.name = dump;
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
    TFPROF_RETURN_IF_ERROR(ReadPiece(files, open));
  } else {
    sample_ = Sample(numbers);
    for (size_t begin = 0; begin < steps.size(); begin += kStepsAtATime) {
      std::vector<PickedFile> piece = files;
      const size_t end = std::min(begin + kStepsAtATime, steps.size());
      piece.insert(piece.end(), steps.begin() + static_cast<long>(begin),
                   steps.begin() + static_cast<long>(end));
      TFPROF_RETURN_IF_ERROR(ReadPiece(piece, open));
    }
    TFPROF_RETURN_IF_ERROR(ReadRecords(files, steps, open, placement));
  }
  TFPROF_RETURN_IF_ERROR(Finish(open));
  return open;
}

}  // namespace

Result<GateInput> LoadGateInput(const GateQuestion& question,
                                const Arguments& arguments, const View& view,
                                Diagnostics& diagnostics) {
  TFPROF_ASSIGN_OR_RETURN(Selection selection,
                          MakeSelection(question.view_options));
  // Limits say what is shown, not what is compared.
  TFPROF_ASSIGN_OR_RETURN(const Selection everything,
                          MakeSelection(ViewOptions()));
  selection.max_depth = INT32_MAX;
  selection.minimum = everything.minimum;
  selection.show = everything.show;
  selection.hide = everything.hide;
  selection.account_displayed_only = false;
  selection.columns.set();
  selection.is_unordered = true;
  GateInput input;
  input.view = view.name;
  RowIndex rows(input.rows);
  RunReader reader(question, arguments, view, std::move(selection), rows,
                   diagnostics);
  std::vector<OpenRun> runs;
  Placement placement[2];
  for (const auto* const dumps : {&question.baseline, &question.candidate}) {
    for (const std::string& dump : *dumps) {
      const bool is_candidate = dumps == &question.candidate;
      TFPROF_ASSIGN_OR_RETURN(OpenRun open,
                              reader.Read(dump, placement[is_candidate]));
      open.rows.clear();
      runs.push_back(std::move(open));
    }
  }
  TFPROF_RETURN_IF_ERROR(CheckDistinct(runs));
  AddPeaks(runs);
  for (size_t i = 0; i < runs.size(); ++i) {
    auto& side = i < question.baseline.size() ? input.baseline : input.candidate;
    side.push_back(std::move(runs[i].run));
  }
  input.moved = MovedNodes(placement[0], placement[1]);
  MatchRenamedRows(input);
  return input;
}

}  // namespace tfprof
