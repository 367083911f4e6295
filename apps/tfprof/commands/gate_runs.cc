// SPDX-License-Identifier: Apache-2.0
#include "commands/gate_runs.h"

#include <algorithm>
#include <bitset>
#include <map>
#include <optional>

#include "analysis/code_location.h"
#include "base/median.h"
#include "base/strings.h"
#include "load.h"
#include "view/build_tree.h"

namespace tfprof {

namespace {

constexpr size_t kStepsAtATime = 16;
constexpr size_t kMostSteps = 256;  // of a run; more do not make it surer

bool IsSaved(const std::vector<PickedFile>& files) {
  return std::any_of(files.begin(), files.end(), [](const PickedFile& file) {
    return file.role == Role::kProfile;
  });
}

// The rows of all runs, by path.
class RowIndex {
 public:
  explicit RowIndex(std::vector<GateRow>& rows) : rows_(rows) {}

  // Trees of another forest follow.
  void BeginForest(size_t rows) { of_forest_.assign(rows, kUnknown); }

  // By row of the tree, its row among all.
  std::vector<uint32_t> Place(const ViewTree& tree) {
    // The rows of op are a chain by order: they are all under the root here.
    const bool is_flat = tree.view->policy.is_flat;
    std::vector<uint32_t> place(tree.size());
    for (uint32_t row = 0; row < tree.size(); ++row) {
      // The steps of a forest have the same rows, so names are looked up once.
      uint32_t* const known =
          is_flat ? nullptr : &of_forest_[tree.forest_row[row]];
      if (known != nullptr && *known != kUnknown) {
        place[row] = *known;
        continue;
      }
      const uint32_t parent = row == 0 ? TestedRow::kNoParent
                                       : place[is_flat ? 0 : tree.parent[row]];
      const auto [found, is_new] =
          row_of_.try_emplace({parent, tree.NameOf(row).str()},
                              static_cast<uint32_t>(rows_.size()));
      if (is_new) {
        CodeLocation location = LocationOf(tree, row);
        rows_.push_back({tree.NameOf(row).str(), parent,
                         std::move(location.file), location.line});
      }
      place[row] = found->second;
      if (known != nullptr) *known = found->second;
    }
    return place;
  }

 private:
  static constexpr uint32_t kUnknown = UINT32_MAX;

  std::vector<GateRow>& rows_;
  std::vector<uint32_t> of_forest_;
  std::map<std::pair<uint32_t, std::string>, uint32_t> row_of_;
};

class RunReader {
 public:
  RunReader(const GateQuestion& question, const Arguments& arguments,
            const View& view, const Selection& selection, RowIndex& rows,
            Diagnostics& diagnostics)
      : question_(question),
        arguments_(arguments),
        view_(view),
        selection_(selection),
        rows_(rows),
        diagnostics_(diagnostics) {
    measures_.set(IndexOf(kNoisyMeasure));
    for (const Measure measure : kExactMeasures) {
      measures_.set(IndexOf(measure));
    }
    if (!question.budget.empty()) measures_.set();
  }

  Result<GateRun> Read(const std::string& dump);

 private:
  Status ReadPiece(const std::vector<PickedFile>& files, GateRun& run);
  Status ReadSteps(const std::vector<PickedFile>& files,
                   std::vector<PickedFile> steps, GateRun& run);
  void AddStep(const ViewTree& tree);
  size_t WarmupOf(size_t steps) const;
  template <typename Step>
  Status Choose(std::vector<Step>& steps, GateRun& run) const;

  const GateQuestion& question_;
  const Arguments& arguments_;
  const View& view_;
  const Selection& selection_;
  RowIndex& rows_;
  Diagnostics& diagnostics_;
  std::optional<Profile> first_;  // of the first run, which others are held to
  // Of the run being read: by measure and step, the values of its rows.
  std::array<std::vector<std::vector<double>>, kMeasureCount> values_;
  size_t seen_ = 0;
  std::bitset<kMeasureCount> measures_;  // that are asked for
};

size_t RunReader::WarmupOf(size_t steps) const {
  const int64_t asked = question_.warmup_steps;
  if (asked < 0) return steps > 1 ? 1 : 0;
  return static_cast<size_t>(asked);
}

// Leaves out the first steps, and of too many takes some at equal distances.
template <typename Step>
Status RunReader::Choose(std::vector<Step>& steps, GateRun& run) const {
  run.steps = steps.size();
  run.warmup = WarmupOf(steps.size());
  if (steps.empty()) {
    return Fail(ErrorCode::kNotFound,
                "{}: no steps: there is no RunMetadata in it", run.name);
  }
  if (run.warmup >= steps.size()) {
    return Fail(ErrorCode::kInvalidArgument,
                "{}: has {} steps, and --warmup_steps leaves out {}", run.name,
                steps.size(), run.warmup);
  }
  const size_t left = steps.size() - run.warmup;
  const size_t stride = (left + kMostSteps - 1) / kMostSteps;
  std::vector<Step> chosen;
  for (size_t i = run.warmup; i < steps.size(); i += stride) {
    chosen.push_back(std::move(steps[i]));
  }
  steps = std::move(chosen);
  return {};
}

void RunReader::AddStep(const ViewTree& tree) {
  const std::vector<uint32_t> place = rows_.Place(tree);
  const bool is_flat = tree.view->policy.is_flat;
  const size_t rows = 1 + *std::max_element(place.begin(), place.end());
  for (const MeasureInfo& info : Measures()) {
    if (!measures_[IndexOf(info.id)]) continue;
    std::vector<double>& values = values_[IndexOf(info.id)].emplace_back(rows);
    const TreeColumn& column = tree[info.id];
    for (uint32_t row = 0; row < tree.size(); ++row) {
      // The totals of op are of all rows behind: a type's own is its cost.
      values[place[row]] = static_cast<double>(
          (is_flat && row != 0 ? column.self : column.total)[row]);
    }
  }
  ++seen_;
}

Status RunReader::ReadPiece(const std::vector<PickedFile>& files,
                            GateRun& run) {
  TFPROF_ASSIGN_OR_RETURN(Profile profile, LoadProfile(files, arguments_, {},
                                                       diagnostics_, nullptr));
  TFPROF_ASSIGN_OR_RETURN(const Forest forest,
                          view_.build(profile, diagnostics_));
  rows_.BeginForest(forest.size());
  std::vector<int64_t> steps = profile.steps;
  const bool is_saved = IsSaved(files);
  // Of step files those that are wanted were chosen before they were read.
  if (is_saved) TFPROF_RETURN_IF_ERROR(Choose(steps, run));
  for (const int64_t step : steps) {
    Selection selection = selection_;
    selection.step = step;
    const auto values =
        std::make_shared<const StepValues>(ComputeStepValues(profile, step));
    AddStep(BuildTree(profile, view_, forest, values, selection));
  }
  if (!first_) {
    first_ = std::move(profile);
  } else if (run.differs.empty() && run.used == 0) {
    // The number of steps is compared over the whole run.
    Parity parity = CompareDumps(*first_, profile);
    std::erase_if(parity.differences, [](const Parity::Difference& d) {
      return d.what == "steps more or less";
    });
    run.differs = parity.Words();
  }
  run.used = seen_;
  return {};
}

// By row; a step that does not have a row has nothing of it.
std::vector<double> MediansOf(const std::vector<std::vector<double>>& steps) {
  size_t rows = 0;
  for (const auto& step : steps) rows = std::max(rows, step.size());
  std::vector<double> medians(rows);
  std::vector<double> of_row(steps.size());
  for (size_t row = 0; row < rows; ++row) {
    for (size_t step = 0; step < steps.size(); ++step) {
      of_row[step] = row < steps[step].size() ? steps[step][row] : 0;
    }
    medians[row] = MedianInPlace(of_row);
  }
  return medians;
}

Status RunReader::ReadSteps(const std::vector<PickedFile>& files,
                            std::vector<PickedFile> steps, GateRun& run) {
  TFPROF_RETURN_IF_ERROR(Choose(steps, run));
  for (size_t begin = 0; begin < steps.size(); begin += kStepsAtATime) {
    std::vector<PickedFile> piece = files;
    const size_t end = std::min(begin + kStepsAtATime, steps.size());
    piece.insert(piece.end(), steps.begin() + static_cast<long>(begin),
                 steps.begin() + static_cast<long>(end));
    TFPROF_RETURN_IF_ERROR(ReadPiece(piece, run));
  }
  return {};
}

Result<GateRun> RunReader::Read(const std::string& dump) {
  GateRun run;
  run.name = dump;
  Arguments of_run = arguments_;
  of_run.inputs.dumps = {dump};
  TFPROF_ASSIGN_OR_RETURN(std::vector<PickedFile> files, PickFiles(of_run));
  std::vector<PickedFile> steps;
  for (PickedFile& file : files) {
    if (file.role == Role::kRunMetadata) steps.push_back(file);
  }
  std::erase_if(files, [](const PickedFile& file) {
    return file.role == Role::kRunMetadata || file.role == Role::kIgnored;
  });
  for (auto& of_measure : values_) of_measure.clear();
  seen_ = 0;
  const bool is_saved = IsSaved(files);
  TFPROF_RETURN_IF_ERROR(is_saved ? ReadPiece(files, run)
                                  : ReadSteps(files, std::move(steps), run));
  if (seen_ == 0) {
    return Fail(ErrorCode::kNotFound, "{}: no step has step stats", run.name);
  }
  for (size_t measure = 0; measure < kMeasureCount; ++measure) {
    run.medians[measure] = MediansOf(values_[measure]);
  }
  return run;
}

void NoteSteps(const GateRun& first, GateRun& run) {
  if (run.steps == first.steps) return;
  run.differs +=
      fmt::format("{}{} steps against {}", run.differs.empty() ? "" : "; ",
                  run.steps, first.steps);
}

}  // namespace

Result<GateInput> LoadGateInput(const GateQuestion& question,
                                const Arguments& arguments, const View& view,
                                Diagnostics& diagnostics) {
  TFPROF_ASSIGN_OR_RETURN(Selection selection,
                          MakeSelection(question.view_options));
  selection.columns.set();
  selection.is_unordered = true;
  GateInput input;
  RowIndex rows(input.rows);
  RunReader reader(question, arguments, view, selection, rows, diagnostics);
  for (const auto& [dumps, runs] :
       {std::pair(&question.baseline, &input.baseline),
        std::pair(&question.candidate, &input.candidate)}) {
    for (const std::string& dump : *dumps) {
      TFPROF_ASSIGN_OR_RETURN(GateRun run, reader.Read(dump));
      runs->push_back(std::move(run));
    }
  }
  const GateRun& first =
      input.baseline.empty() ? input.candidate[0] : input.baseline[0];
  for (auto* const runs : {&input.baseline, &input.candidate}) {
    for (GateRun& run : *runs) NoteSteps(first, run);
  }
  return input;
}

}  // namespace tfprof
