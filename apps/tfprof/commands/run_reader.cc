// SPDX-License-Identifier: Apache-2.0
#include "commands/run_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/gate/run_records_sink.h"
#include "analysis/gate/sample_steps.h"
#include "load.h"
#include "load_recordings.h"
#include "recorded/capture_sink.h"
#include "view/build_tree.h"

namespace tfprof {

namespace {

constexpr size_t kStepsAtATime = 16;
constexpr size_t kMostSteps = 256;  // of a run; rows are kept for these only

// True if all steps are in a saved profile or in XSpaces, not in step files.
bool IsSaved(const std::vector<PickedFile>& files) {
  return HasRole(files, Role::kProfile) || HasRole(files, Role::kXSpace);
}

// Releases of JAX call one operation differently.
Arguments WithCanonicalNames(Arguments arguments) {
  arguments.inputs.canonical_names = true;
  return arguments;
}

}  // namespace

RunReader::RunReader(const GateQuestion& question, const Arguments& arguments,
                     Selection selection, std::vector<ViewOfRuns>& views,
                     Diagnostics& diagnostics)
    : question_(question),
      arguments_(WithCanonicalNames(arguments)),
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

std::vector<int64_t> RunReader::Sample(std::vector<int64_t> steps) const {
  const auto which = question_.steps.which;
  const bool may_cut = which == StepSelection::Which::kWarm ||
                       which == StepSelection::Which::kAll;
  return SampleSteps(std::move(steps), may_cut ? kMostSteps : SIZE_MAX);
}

StepRows RunReader::RowsOfStep(const ViewTree& tree, int64_t step,
                               RowIndex& index, const StepRows* before) const {
  const std::vector<uint32_t> place = index.Place(tree);
  const bool is_flat = tree.view->policy.is_flat;
  const size_t rows = 1 + *std::max_element(place.begin(), place.end());
  std::vector<bool> has_row(rows);
  for (const uint32_t row : place) has_row[row] = true;
  const bool has_same = before != nullptr && *before->has_row == has_row;
  StepRows of_step{.step = step,
                   .has_row = has_same
                                  ? before->has_row
                                  : std::make_shared<const std::vector<bool>>(
                                        std::move(has_row))};
  for (const MeasureInfo& info : Measures()) {
    if (!measures_[IndexOf(info.id)]) continue;
    Column<int64_t> values(rows);
    const TreeColumn& column = tree[info.id];
    for (uint32_t row = 0; row < tree.size(); ++row) {
      // In op a total includes all rows after it: use self.
      const bool is_self = is_flat && row != 0;
      values.Set(place[row], (is_self ? column.self : column.total)[row]);
    }
    of_step.values[IndexOf(info.id)] = std::move(values);
  }
  return of_step;
}

void RunReader::LookAtKnowledge(const Profile& profile,
                                const std::vector<PickedFile>& files,
                                OpenRun& open) const {
  std::bitset<kMeasureCount>& knows = open.run.knows;
  const auto set = [&](Measure measure, bool is_known) {
    if (is_known) knows.set(IndexOf(measure));
  };
  const bool has_graph =
      HasRole(files, Role::kGraph) || HasRole(files, Role::kProfile);
  set(Measure::kParameters, has_graph);
  set(Measure::kDefinitionCount, has_graph);
  set(Measure::kFloatOps, profile.nodes.float_ops.HasValues());
  const NodeStepTable& steps = profile.node_steps;
  const bool has_times = steps.all_start_us.HasValues();
  for (const Measure measure :
       {Measure::kMicros, Measure::kCpuMicros, Measure::kAcceleratorMicros,
        Measure::kRunCount}) {
    set(measure, has_times);
  }
  const bool has_bytes =
      steps.requested_bytes.HasValues() || steps.peak_bytes.HasValues();
  for (const Measure measure : {Measure::kRequestedBytes, Measure::kPeakBytes,
                                Measure::kResidualBytes}) {
    set(measure, has_bytes);
  }
  set(Measure::kOutputBytes, steps.output_bytes.HasValues());
}

Status RunReader::AddRows(const Profile& profile, size_t view,
                          const std::vector<int64_t>& steps, OpenRun& open) {
  const ViewOfRuns& of = views_[view];
  TFPROF_ASSIGN_OR_RETURN(const Forest forest,
                          of.view->build(profile, diagnostics_));
  of.rows->BeginForest(forest.size());
  const auto tree_of = [&](int64_t step) {
    Selection selection = selection_;
    selection.step = step;
    return BuildTree(
        profile, *of.view, forest,
        std::make_shared<const StepValues>(ComputeStepValues(profile, step)),
        selection);
  };
  const auto add = [&](const ViewTree& tree, int64_t step) {
    std::vector<StepRows>& rows = open.rows[view];
    const StepRows* const before = rows.empty() ? nullptr : &rows.back();
    rows.push_back(RowsOfStep(tree, step, *of.rows, before));
  };
  // Rows get their numbers in the order of the steps, on one thread or two.
  for (size_t i = 0; i < steps.size(); i += 2) {
    std::optional<ViewTree> first;
    std::optional<ViewTree> second;
    const bool has_second = i + 1 < steps.size();
    InBoth([&] { first = tree_of(steps[i]); },
           [&] {
             if (has_second) second = tree_of(steps[i + 1]);
           });
    add(*first, steps[i]);
    if (has_second) add(*second, steps[i + 1]);
  }
  return {};
}

// Step files are read twice, for sums and for single records: two threads, one
// for each, are faster than one that does both.
Status RunReader::ReadPiece(const std::vector<PickedFile>& files,
                            bool has_all_steps, DumpSink* records,
                            OpenRun& open) {
  Feeds feeds;
  Status account;
  Status heard;
  InBoth([&] { account = ReadAccount(files, has_all_steps, feeds, open); },
         [&] {
           if (records != nullptr) heard = ReadRecords(files, *records);
         });
  TFPROF_RETURN_IF_ERROR(std::move(account));
  for (auto& [name, shapes] : feeds) {
    open.run.feeds.Own()[name].merge(shapes);
  }
  return heard;
}

Status RunReader::ReadRecords(const std::vector<PickedFile>& files,
                              DumpSink& records) const {
  Inputs inputs = arguments_.inputs;
  inputs.meter = nullptr;  // the other thread reports the progress
  Diagnostics said_by_the_other;
  return ReadInputs(OfRole(files, Role::kRunMetadata), inputs, records,
                    said_by_the_other);
}

Status RunReader::ReadAccount(const std::vector<PickedFile>& files,
                              bool has_all_steps, Feeds& feeds, OpenRun& open) {
  Diagnostics of_run;
  CaptureSink capture;
  std::vector<DumpSink*> others;
  Arguments reading = arguments_;
  // A history does not keep what programs do.
  const bool is_judged =
      !question_.baseline.empty() || !question_.candidate.empty();
  reading.inputs.with_programs = AreRecordings(files) && is_judged;
  if (AreRecordings(files)) others.push_back(&capture);
  Result<Profile> loaded = LoadProfile(files, reading, {.float_ops = true},
                                       of_run, nullptr, others);
  diagnostics_.Append(of_run);
  TFPROF_ASSIGN_OR_RETURN(Profile profile, std::move(loaded));
  open.run.facts.Add(of_run);
  if (capture.capture() != nullptr) {
    open.run.facts.Add(*capture.capture());
    if (reading.inputs.with_programs) {
      open.run.programs = SumsOfPrograms(ProgramsOf(*capture.capture()));
    }
  }
  LookAtKnowledge(profile, files, open);
  AddFeeds(profile, feeds);
  std::vector<int64_t> kept = profile.steps;
  if (IsSaved(files)) {
    kept = Sample(kept);
  } else {
    std::erase_if(kept, [&](int64_t step) {
      return !std::binary_search(sample_.begin(), sample_.end(), step);
    });
  }
  // Keep the rows of the chosen steps only.
  const auto chosen = Choose(profile.step_table, open.run.name);
  if (has_all_steps && chosen) {  // errors are reported at the end
    std::erase_if(kept, [&](int64_t step) { return !chosen->Contains(step); });
  }
  for (size_t view = 0; view < views_.size(); ++view) {
    TFPROF_RETURN_IF_ERROR(AddRows(profile, view, kept, open));
  }
  open.table.is_whole = profile.step_table.is_whole;
  open.table.series = profile.step_table.series;
  open.run.is_whole = profile.step_table.is_whole;
  // Number the devices of this piece as in the table of the whole run.
  for (StepTable::Step step : profile.step_table.steps) {
    for (StepTable::Device& device : step.devices) {
      const std::string& name = profile.step_table.device_names[device.name];
      auto& names = open.table.device_names;
      const auto [found, is_new] = open.device_of_name.try_emplace(
          name, static_cast<uint32_t>(names.size()));
      device.name = found->second;
      if (is_new) names.push_back(name);
    }
    open.table.steps.push_back(std::move(step));
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
  open.table.steps.SortByKey();
  run.steps = open.table.steps.size();
  if (run.steps == 0) {
    return Fail(ErrorCode::kNotFound,
                "{}: no steps, because it has no RunMetadata", run.name);
  }
  TFPROF_ASSIGN_OR_RETURN(ChosenSteps chosen, Choose(open.table, run.name));
  run.used = std::move(chosen.numbers);
  run.steps_are = chosen.are;
  if (SumUp(open, measures_)) {
    AddPrograms(run);
    return {};
  }
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
    RunRecordsSink records(open, placement);
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

}  // namespace tfprof
