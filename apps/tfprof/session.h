// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/inventory.h"
#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/profile_builder.h"
#include "model/step_selection.h"
#include "model/step_values.h"
#include "view/forest.h"
#include "view/view_tree.h"
#include "wire/checkpoint/checkpoint_reader.h"
#include "wire/intake/input.h"

namespace tfprof {

// The data to load for `selection`, if no records are needed.
LoadSpec LoadSpecFor(const Selection& selection);

// A dump and its intermediate results, for one question or many. Trees borrow
// from the session.
class Session {
 public:
  // Finds the files of `arguments`.
  static Result<Session> Open(const Arguments& arguments);

  // The steps of the dump that `asked` selects.
  Result<ChosenSteps> Choose(const StepSelection& asked) const;

  // Loads the profile, unless the loaded one has everything in `wanted`.
  Status Load(const LoadSpec& wanted, Diagnostics& diagnostics);

  // The same, with `counts` and `others` as in LoadProfile.
  Status LoadFor(const LoadSpec& wanted, InventorySink::Counts* counts,
                 std::vector<DumpSink*> others, Diagnostics& diagnostics);

  // Shows graphs to sinks that ask for definitions as the views see them, with
  // the bodies of functions.
  void ExpandGraphs();

  // For float operations that were counted from the records of LoadFor's
  // `others`, not loaded. REQUIRES: loaded.
  void SetFloatOps(const std::function<void(Profile&)>& set);

  // Opens the files of a role and keeps them open for later reads; the first
  // ones if there are very many.
  Status KeepOpen(Role role);

  const std::vector<PickedFile>& files() const { return files_; }

  // True if one of the files is standard input.
  bool ReadsStandardInput() const;

  Rules rules() const;

  // True for the first call with this text.
  bool IsFirstOf(std::string_view text) {
    return said_.insert(std::string(text)).second;
  }

  // REQUIRES: loaded.
  const Profile& profile() const { return *profile_; }

  // The rows of each step; empty before Build() of a single step.
  const RowsByStep& rows_by_step() const { return rows_by_step_; }

  // The tree of a view. REQUIRES: the selected step is loaded.
  Result<ViewTree> Build(const View& view, const Selection& selection,
                         Diagnostics& diagnostics);

 private:
  Session(const Arguments& arguments, std::vector<PickedFile> files)
      : arguments_(arguments), files_(std::move(files)) {}

  Status OpenCheckpoint();
  Result<const Forest*> ForestOf(const View& view, Diagnostics& diagnostics);
  std::shared_ptr<const StepValues> ValuesOf(const Selection& selection);

  Arguments arguments_;
  std::vector<PickedFile> files_;
  LoadSpec kept_;
  std::unique_ptr<Profile> profile_;
  std::unique_ptr<const CheckpointReader> checkpoint_;
  std::map<const View*, Forest> forests_;
  std::set<std::string> said_;
  RowsByStep rows_by_step_;  // after a question about a single step
  // By the steps of a mean; empty: all steps.
  std::map<std::vector<int64_t>, std::shared_ptr<const StepValues>> values_;
};

}  // namespace tfprof
