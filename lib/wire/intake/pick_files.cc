// SPDX-License-Identifier: Apache-2.0
// The second step: decides which files are read, their roles, their order and
// their steps.
#include <algorithm>
#include <iterator>
#include <numeric>

#include "wire/checkpoint/checkpoint_files.h"
#include "wire/intake/find_files.h"
#include "wire/intake/hlo_dumps.h"
#include "wire/intake/input.h"
#include "wire/intake/natural_order.h"
#include "wire/intake/roles.h"
#include "wire/intake/same_steps.h"

namespace tfprof {

namespace {

// Collects the answer of ResolveInputs.
class Picks {
 public:
  Picks(ExpandFunctions expand, bool has_xspace)
      : expand_(expand), has_xspace_(has_xspace) {}

  // The single file of a role: the flag's, else the only one found.
  Status PickOne(Role role, const std::vector<FoundFile>& of_flag,
                 const std::vector<FoundFile>& found) {
    const std::vector<FoundFile>& files = of_flag.empty() ? found : of_flag;
    if (files.size() > 1 && AreHloDumps(files)) return AskForProgram(files);
    if (files.size() > 1) {
      return Fail(ErrorCode::kCorrupt,
                  "{} and {}: both could be the {}; decide with {}",
                  files[0].path, files[1].path, RoleWords(role),
                  RoleFlag(role));
    }
    if (!files.empty()) Take(role, files[0], 0);
    if (!of_flag.empty()) Ignore(found);
    return {};
  }

  // By value, since there may be very many steps.
  void PickSteps(std::vector<FoundFile> of_flag, std::vector<FoundFile> found) {
    std::vector<FoundFile>& files = of_flag.empty() ? found : of_flag;
    const std::vector<int64_t> numbers = NumbersOf(files, !of_flag.empty());
    const size_t first = files_.size();
    files_.reserve(first + files.size());
    for (size_t i = 0; i < files.size(); ++i) {
      Take(Role::kRunMetadata, std::move(files[i]), numbers[i]);
    }
    std::stable_sort(files_.begin() + static_cast<int64_t>(first), files_.end(),
                     [](const PickedFile& a, const PickedFile& b) {
                       return a.step < b.step;
                     });
    if (!of_flag.empty()) Ignore(found);
  }

  // Files that belong together, such as the hosts of one recording.
  void PickAll(Role role, const std::vector<FoundFile>& found) {
    for (const FoundFile& file : found) Take(role, file, 0);
  }

  void Ignore(const std::vector<FoundFile>& files) {
    for (const FoundFile& file : files) {
      ignored_.push_back({Role::kIgnored, file.path, 0, file.part});
    }
  }

  std::vector<PickedFile> Finish() && {
    const bool has_op_log = HasRole(files_, Role::kOpLog);
    for (PickedFile& file : files_) {
      file.marks_trainable = file.role == Role::kGraph && !has_op_log;
    }
    // Listings name ignored files in one order, regardless of their source.
    std::stable_sort(ignored_.begin(), ignored_.end(),
                     [](const PickedFile& a, const PickedFile& b) {
                       return NaturallyBefore(a.path, b.path);
                     });
    for (PickedFile& file : ignored_) files_.push_back(std::move(file));
    return std::move(files_);
  }

 private:
  void Take(Role role, FoundFile file, int64_t step) {
    const Expansion expansion = ExpansionOf(role, file);
    files_.push_back({role, std::move(file.path), step, std::move(file.part),
                      std::move(file.step_name), std::move(file.content),
                      std::move(file.notes), expansion,
                      role == Role::kGraph && has_xspace_});
  }

  Expansion ExpansionOf(Role role, const FoundFile& file) const {
    if (role != Role::kGraph || expand_ == ExpandFunctions::kNever) {
      return Expansion::kNone;
    }
    if (expand_ == ExpandFunctions::kAlways) return Expansion::kAlways;
    return file.expands_functions || has_xspace_ ? Expansion::kForViews
                                                 : Expansion::kNone;
  }

  // Steps with a number in their file keep it.
  static std::vector<int64_t> NumbersOf(const std::vector<FoundFile>& files,
                                        bool are_of_flag) {
    std::vector<int64_t> numbers;
    for (const FoundFile& file : files) {
      if (file.step) numbers.push_back(*file.step);
    }
    if (numbers.size() == files.size()) return numbers;
    if (!are_of_flag) {
      std::vector<std::string> paths;
      for (const FoundFile& file : files) paths.push_back(file.path);
      return StepNumbers(paths);
    }
    // tfprof: steps are numbered in the order of the flag.
    numbers.resize(files.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
  }

  const ExpandFunctions expand_;
  const bool has_xspace_;  // so nodes have the names of expanded functions
  std::vector<PickedFile> files_;
  std::vector<PickedFile> ignored_;
};

// The number of inputs that are "-", standard input.
int64_t CountStandardInput(const Inputs& inputs) {
  const auto in = [](const std::vector<std::string>& paths) {
    return std::count(paths.begin(), paths.end(), "-");
  };
  return in(inputs.dumps) + in(inputs.run_meta_paths) +
         in({inputs.graph_path, inputs.op_log_path, inputs.profile_path});
}

std::vector<FoundFile> Named(const std::string& path) {
  if (path.empty()) return {};
  return {{path}};
}

// The content of a flag's files for its role.
Result<std::vector<FoundFile>> OfFlag(Role role,
                                      const std::vector<std::string>& paths,
                                      const Inputs& inputs) {
  std::vector<FoundFile> files;
  for (const std::string& path : paths) {
    if (path.empty()) continue;
    TFPROF_ASSIGN_OR_RETURN(std::vector<FoundFile> held,
                            FindForRole(role, path, inputs));
    std::move(held.begin(), held.end(), std::back_inserter(files));
  }
  return files;
}

}  // namespace

std::vector<PickedFile> OfRole(const std::vector<PickedFile>& files,
                               Role role) {
  std::vector<PickedFile> of_role;
  std::copy_if(files.begin(), files.end(), std::back_inserter(of_role),
               [&](const PickedFile& file) { return file.role == role; });
  return of_role;
}

std::vector<PickedFile> OfRole(std::vector<PickedFile>&& files, Role role) {
  std::erase_if(files,
                [&](const PickedFile& file) { return file.role != role; });
  return std::move(files);
}

bool HasRole(const std::vector<PickedFile>& files, Role role) {
  return std::any_of(files.begin(), files.end(),
                     [&](const PickedFile& file) { return file.role == role; });
}

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
  if (!inputs.checkpoint_path.empty()) {
    TFPROF_RETURN_IF_ERROR(CheckNoneIsStream(inputs.checkpoint_path));
  }
  TFPROF_ASSIGN_OR_RETURN(Offer offer, FindFiles(inputs.dumps, inputs));
  TFPROF_ASSIGN_OR_RETURN(const auto graphs,
                          OfFlag(Role::kGraph, {inputs.graph_path}, inputs));
  TFPROF_ASSIGN_OR_RETURN(
      auto steps, OfFlag(Role::kRunMetadata, inputs.run_meta_paths, inputs));
  using enum Role;
  const bool has_xspace = !offer.of(kXSpace).empty();
  if (has_xspace && !(steps.empty() && offer.of(kRunMetadata).empty())) {
    return Fail(ErrorCode::kInvalidArgument,
                "{}: an XSpace and run metadata are two recordings; give one",
                offer.of(kXSpace)[0].path);
  }
  const bool has_graph = !graphs.empty() || !offer.of(kGraph).empty();
  const bool is_profile = !inputs.profile_path.empty() ||
                          (!has_graph && !has_xspace && steps.empty() &&
                           !offer.of(kProfile).empty());
  Picks picks(inputs.expand_functions, has_xspace);
  if (is_profile) {
    // A profile already contains the other files, merged.
    TFPROF_RETURN_IF_ERROR(picks.PickOne(kProfile, Named(inputs.profile_path),
                                         offer.of(kProfile)));
    for (const Role role : {kGraph, kOpLog, kRunMetadata, kXSpace}) {
      picks.Ignore(offer.of(role));
    }
  } else {
    const bool may_take_all =
        inputs.all_programs && graphs.empty() && !has_xspace && steps.empty() &&
        offer.of(kRunMetadata).empty() && offer.of(kOpLog).empty() &&
        AreHloDumps(offer.of(kGraph));
    if (may_take_all) {
      picks.PickAll(kGraph, offer.of(kGraph));
    } else {
      TFPROF_RETURN_IF_ERROR(picks.PickOne(kGraph, graphs, offer.of(kGraph)));
    }
    TFPROF_RETURN_IF_ERROR(
        picks.PickOne(kOpLog, Named(inputs.op_log_path), offer.of(kOpLog)));
    picks.Ignore(offer.of(kProfile));
  }
  TFPROF_RETURN_IF_ERROR(picks.PickOne(
      kCheckpoint, Named(inputs.checkpoint_path), offer.of(kCheckpoint)));
  if (!is_profile) {
    DropSameSteps(inputs, offer.of(kRunMetadata), offer.of(kIgnored));
    picks.PickSteps(std::move(steps), std::move(offer.of(kRunMetadata)));
    picks.PickAll(kXSpace, offer.of(kXSpace));
  }
  picks.Ignore(offer.of(kIgnored));
  return std::move(picks).Finish();
}

}  // namespace tfprof
