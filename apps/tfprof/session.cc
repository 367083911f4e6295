// SPDX-License-Identifier: Apache-2.0
#include "session.h"

#include <algorithm>

#include "base/parallel.h"
#include "load.h"
#include "view/build_tree.h"

namespace tfprof {

namespace {

// True if the selection shows, orders by or limits a measure.
bool LooksAt(const Selection& selection, Measure measure) {
  return selection.Shows(measure) || selection.order_by == measure ||
         selection.minimum[IndexOf(measure)] > 0;
}

bool Has(const LoadSpec& kept, const LoadSpec& wanted) {
  if (wanted.records && !kept.records) return false;
  if (wanted.float_ops && !kept.float_ops) return false;
  if (kept.steps == LoadSpec::Steps::kEach) return true;
  return kept.steps == wanted.steps && kept.only == wanted.only &&
         kept.chosen == wanted.chosen;
}

}  // namespace

LoadSpec LoadSpecFor(const Selection& selection) {
  LoadSpec kept;
  kept.float_ops = LooksAt(selection, Measure::kFloatOps);
  if (selection.step) {
    kept.steps = LoadSpec::Steps::kOnlyOne;
    kept.only = *selection.step;
  } else if (selection.chosen && !selection.chosen->numbers.empty()) {
    kept.steps = LoadSpec::Steps::kSumOfChosen;
    kept.chosen = selection.chosen->numbers;
  } else {
    kept.steps = LoadSpec::Steps::kSumOfAll;
  }
  return kept;
}

Result<Session> Session::Open(const Arguments& arguments) {
  TFPROF_ASSIGN_OR_RETURN(std::vector<PickedFile> files, PickFiles(arguments));
  return Session(arguments, std::move(files));
}

Result<ChosenSteps> Session::Choose(const StepSelection& asked) const {
  return ChooseStepsOf(files_, asked, arguments_);
}

void Session::ExpandGraphs() {
  for (PickedFile& file : files_) {
    if (file.expansion == Expansion::kForViews) {
      file.expansion = Expansion::kForAll;
    }
  }
}

void Session::SetFloatOps(const std::function<void(Profile&)>& set) {
  set(*profile_);
  kept_.float_ops = true;
}

Status Session::KeepOpen(Role role) {
  constexpr size_t kMostOpen = 1'000;
  size_t open = 0;
  for (PickedFile& file : files_) {
    if (file.role != role || file.content.is_open()) continue;
    if (++open > kMostOpen) break;
    TFPROF_RETURN_IF_ERROR(OpenContent(file, arguments_.inputs));
  }
  return {};
}

bool Session::ReadsStandardInput() const {
  return std::any_of(files_.begin(), files_.end(),
                     [](const PickedFile& file) { return file.path == "-"; });
}

Status Session::Load(const LoadSpec& wanted, Diagnostics& diagnostics) {
  if (profile_ != nullptr && Has(kept_, wanted)) return {};
  return LoadFor(wanted, nullptr, {}, diagnostics);
}

Status Session::LoadFor(const LoadSpec& wanted, InventorySink::Counts* counts,
                        std::vector<DumpSink*> others,
                        Diagnostics& diagnostics) {
  forests_.clear();
  values_.clear();
  rows_by_step_ = RowsByStep();
  TFPROF_ASSIGN_OR_RETURN(Profile profile,
                          LoadProfile(files_, arguments_, wanted, diagnostics,
                                      counts, std::move(others)));
  profile_ = std::make_unique<Profile>(std::move(profile));
  kept_ = wanted;
  return {};
}

Rules Session::rules() const { return RulesFor(arguments_, files_); }

Status Session::OpenCheckpoint() {
  const auto picked = std::find_if(
      files_.begin(), files_.end(),
      [](const PickedFile& file) { return file.role == Role::kCheckpoint; });
  if (picked == files_.end() || checkpoint_ != nullptr) return {};
  TFPROF_ASSIGN_OR_RETURN(
      CheckpointReader reader,
      CheckpointReader::Open(picked->path, arguments_.inputs.limits));
  checkpoint_ = std::make_unique<const CheckpointReader>(std::move(reader));
  return {};
}

Result<const Forest*> Session::ForestOf(const View& view,
                                        Diagnostics& diagnostics) {
  auto forest = forests_.find(&view);
  if (forest == forests_.end()) {
    TFPROF_ASSIGN_OR_RETURN(Forest built, view.build(*profile_, diagnostics));
    forest = forests_.emplace(&view, std::move(built)).first;
  }
  return &forest->second;
}

std::shared_ptr<const StepValues> Session::ValuesOf(
    const Selection& selection) {
  const std::vector<int64_t> chosen =
      selection.chosen ? selection.chosen->numbers : std::vector<int64_t>();
  const auto known = values_.find(chosen);
  if (!selection.step && known != values_.end()) return known->second;
  if (selection.step && !profile_->node_steps_are_sums &&
      rows_by_step_.empty()) {
    rows_by_step_ = RowsByStep(*profile_);
  }
  auto values = std::make_shared<const StepValues>(
      chosen.empty()
          ? ComputeStepValues(*profile_, selection.step, &rows_by_step_)
          : ComputeChosenSums(*profile_, chosen));
  // Cached values of single steps would add up to a copy of the dump.
  if (!selection.step) values_.emplace(chosen, values);
  return values;
}

Result<ViewTree> Session::Build(const View& view, const Selection& selection,
                                Diagnostics& diagnostics) {
  Result<const Forest*> forest = nullptr;
  std::shared_ptr<const StepValues> values;
  const auto find_forest = [&] { forest = ForestOf(view, diagnostics); };
  const auto find_values = [&] { values = ValuesOf(selection); };
  if (ThreadsFor(profile_->nodes.size()) == 1) {
    find_forest();
    find_values();
  } else {
    RunBoth(find_forest, find_values);
  }
  if (!forest) return Failure(std::move(forest).error());
  ViewTree tree = BuildTree(*profile_, view, **forest, values, selection);
  if (selection.Selects(Detail::kTensorValue)) {
    TFPROF_RETURN_IF_ERROR(OpenCheckpoint());
    if (checkpoint_ != nullptr) {
      tree.read_tensor = [this](std::string_view name) {
        return checkpoint_->Read(name);
      };
    }
  }
  return tree;
}

}  // namespace tfprof
