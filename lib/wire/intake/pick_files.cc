// SPDX-License-Identifier: Apache-2.0
// The second step: which of the files that were named or found are read, as
// what, in which order, as which steps.
#include <algorithm>

#include "wire/intake/find_files.h"
#include "wire/intake/input.h"
#include "wire/intake/natural_order.h"
#include "wire/intake/roles.h"

namespace tfprof {

namespace {

std::vector<std::string> PathsOf(const std::vector<Candidate>& files) {
  std::vector<std::string> paths;
  for (const Candidate& file : files) paths.push_back(file.path);
  return paths;
}

// Collects the answer of ResolveInputs.
class Picks {
 public:
  // The one file of a role: the flag's, else the only one that was found.
  Status PickOne(Role role, const std::string& flag_path,
                 const std::vector<Candidate>& found) {
    if (!flag_path.empty()) {
      Take({role, flag_path, 0, nullptr});
      Ignore(found);
      return {};
    }
    if (found.size() > 1) {
      return Fail(ErrorCode::kCorrupt,
                  "{} and {}: both could be the {}; decide with {}",
                  found[0].path, found[1].path, RoleWords(role),
                  RoleFlag(role));
    }
    if (!found.empty()) Take({role, found[0].path, 0, found[0].content});
    return {};
  }

  void PickSteps(const std::vector<std::string>& flag_paths,
                 const std::vector<Candidate>& found) {
    if (!flag_paths.empty()) {
      // tfprof: steps are numbered in the order of the flag.
      for (size_t i = 0; i < flag_paths.size(); ++i) {
        Take({Role::kRunMetadata, flag_paths[i], static_cast<int64_t>(i),
              nullptr});
      }
      Ignore(found);
      return;
    }
    const std::vector<int64_t> numbers = StepNumbers(PathsOf(found));
    std::vector<PickedFile> steps;
    for (size_t i = 0; i < found.size(); ++i) {
      steps.push_back(
          {Role::kRunMetadata, found[i].path, numbers[i], found[i].content});
    }
    std::stable_sort(steps.begin(), steps.end(),
                     [](const PickedFile& a, const PickedFile& b) {
                       return a.step < b.step;
                     });
    for (PickedFile& step : steps) Take(std::move(step));
  }

  // Files that belong together: the hosts of one recording.
  void PickAll(Role role, const std::vector<Candidate>& found) {
    for (const Candidate& file : found) {
      Take({role, file.path, 0, file.content});
    }
  }

  void Ignore(const std::vector<Candidate>& files) {
    for (const Candidate& file : files) {
      ignored_.push_back({Role::kIgnored, file.path, 0, nullptr});
    }
  }

  std::vector<PickedFile> Finish() && {
    // Listings name ignored files in one order, wherever they came from.
    std::stable_sort(ignored_.begin(), ignored_.end(),
                     [](const PickedFile& a, const PickedFile& b) {
                       return NaturallyBefore(a.path, b.path);
                     });
    for (PickedFile& file : ignored_) files_.push_back(std::move(file));
    return std::move(files_);
  }

 private:
  void Take(PickedFile file) { files_.push_back(std::move(file)); }

  std::vector<PickedFile> files_;
  std::vector<PickedFile> ignored_;
};

// How many inputs are "-", standard input.
int64_t CountStandardInput(const Inputs& inputs) {
  const auto in = [](const std::vector<std::string>& paths) {
    return std::count(paths.begin(), paths.end(), "-");
  };
  return in(inputs.dumps) + in(inputs.run_meta_paths) +
         in({inputs.graph_path, inputs.op_log_path, inputs.profile_path});
}

}  // namespace

Result<std::vector<PickedFile>> ResolveInputs(const Inputs& inputs) {
  if (!inputs.profile_path.empty() &&
      (!inputs.graph_path.empty() || !inputs.run_meta_paths.empty())) {
    return Fail(ErrorCode::kInvalidArgument,
                "--profile_path is set, do not set --graph_path or "
                "--run_meta_path");
  }
  if (CountStandardInput(inputs) > 1) {
    return Fail(ErrorCode::kInvalidArgument,
                "'-' stands for several inputs, but standard input can be read "
                "once; put the others in files");
  }
  TFPROF_ASSIGN_OR_RETURN(Offer offer, FindFiles(inputs.dumps, inputs.limits));
  using enum Role;
  const bool has_xspace = !offer.of(kXSpace).empty();
  if (has_xspace &&
      !(inputs.run_meta_paths.empty() && offer.of(kRunMetadata).empty())) {
    return Fail(ErrorCode::kInvalidArgument,
                "{}: an XSpace and run metadata are two recordings; give one",
                offer.of(kXSpace)[0].path);
  }
  const bool has_graph =
      !inputs.graph_path.empty() || !offer.of(kGraph).empty();
  const bool is_profile =
      !inputs.profile_path.empty() ||
      (!has_graph && !has_xspace && inputs.run_meta_paths.empty() &&
       !offer.of(kProfile).empty());
  Picks picks;
  if (is_profile) {
    // A profile holds the others already, merged.
    TFPROF_RETURN_IF_ERROR(
        picks.PickOne(kProfile, inputs.profile_path, offer.of(kProfile)));
    for (const Role role : {kGraph, kOpLog, kRunMetadata, kXSpace}) {
      picks.Ignore(offer.of(role));
    }
  } else {
    TFPROF_RETURN_IF_ERROR(
        picks.PickOne(kGraph, inputs.graph_path, offer.of(kGraph)));
    TFPROF_RETURN_IF_ERROR(
        picks.PickOne(kOpLog, inputs.op_log_path, offer.of(kOpLog)));
    picks.Ignore(offer.of(kProfile));
  }
  TFPROF_RETURN_IF_ERROR(picks.PickOne(kCheckpoint, inputs.checkpoint_path,
                                       offer.of(kCheckpoint)));
  if (!is_profile) {
    picks.PickSteps(inputs.run_meta_paths, offer.of(kRunMetadata));
    picks.PickAll(kXSpace, offer.of(kXSpace));
  }
  picks.Ignore(offer.of(kIgnored));
  return std::move(picks).Finish();
}

}  // namespace tfprof
