// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/find_files.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/strings.h"
#include "wire/intake/list_folder.h"
#include "wire/intake/natural_order.h"
#include "wire/intake/profiler_runs.h"
#include "wire/intake/recognise.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

// What a file of this format is for, if it is read.
Role RoleOf(const Format* format) {
  const bool is_read = format != nullptr && (format->read != nullptr ||
                                             format->role == Role::kCheckpoint);
  return is_read ? format->role : Role::kIgnored;
}

// Why a file is not read that was given as a dump, or is all that a folder has.
Failure RefusalOf(const std::string& path, const Format* format) {
  if (format == nullptr || format->advice.empty()) {
    return Fail(ErrorCode::kCorrupt,
                "{}: is {}; say what it is with --graph_path, --run_meta_path, "
                "--op_log_path or --profile_path",
                path, WordsOf(format));
  }
  std::string original;
  if (!format->original_suffix.empty()) {
    original = FindBeside(path, format->original_suffix);
  }
  return Fail(ErrorCode::kCorrupt, "{}: is {}{}{}{}", path, format->words,
              format->advice, original.empty() ? "" : ": ", original);
}

// A checkpoint is known by its prefix.
Candidate AsCheckpoint(std::string_view path) {
  for (const std::string_view suffix : {".gz", ".index"}) {
    if (path.ends_with(suffix)) path.remove_suffix(suffix.size());
  }
  return {std::string(path), nullptr};
}

// The files of one folder. Names decide where they are given by convention,
// content decides about the others.
class FolderSearch {
 public:
  FolderSearch(std::string folder, const ReadLimits& limits)
      : folder_(std::move(folder)), limits_(limits) {}

  // Adds what is found to `offer`.
  Status Run(Offer& offer) {
    TFPROF_ASSIGN_OR_RETURN(const Listing listing, ListFolder(folder_));
    const bool has_xspace =
        std::any_of(listing.files.begin(), listing.files.end(), IsXSpaceName);
    for (const std::string& name : listing.files) {
      const std::string path = folder_ + "/" + name;
      if (IsEmptyMark(name) || (has_xspace && IsMadeFromXSpace(name))) {
        found_.of(Role::kIgnored).push_back({path, nullptr});
      } else {
        TFPROF_RETURN_IF_ERROR(Add(path));
      }
    }
    if (IsEmpty()) TFPROF_RETURN_IF_ERROR(AddProfilerRun());
    if (IsEmpty()) return NothingFound();
    DropCheckpointData();
    auto& graphs = named_graphs_.empty() ? other_graphs_ : named_graphs_;
    auto& rest = named_graphs_.empty() ? named_graphs_ : other_graphs_;
    Append(graphs, found_.of(Role::kGraph));
    Append(rest, found_.of(Role::kIgnored));
    for (size_t role = 0; role < kRoleCount; ++role) {
      Append(found_.candidates[role], offer.candidates[role]);
    }
    return {};
  }

 private:
  static void Append(std::vector<Candidate>& from, std::vector<Candidate>& to) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
  }

  Status Add(const std::string& path) {
    const std::string_view name = PlainName(path);
    if (name == "graph.pb" || name == "graph.pbtxt") {
      named_graphs_.push_back({path, nullptr});
    } else if (name == "op_log" || name == "tfprof_log") {
      found_.of(Role::kOpLog).push_back({path, nullptr});
    } else if (name.starts_with("run_meta")) {
      found_.of(Role::kRunMetadata).push_back({path, nullptr});
    } else if (name.ends_with(".index")) {
      found_.of(Role::kCheckpoint).push_back(AsCheckpoint(path));
    } else {
      return AddByContent(path);
    }
    return {};
  }

  Status AddByContent(const std::string& path) {
    TFPROF_ASSIGN_OR_RETURN(const Bytes bytes, Bytes::Open(path, limits_));
    const Format* const format = Recognise(bytes.view());
    Role role = RoleOf(format);
    if (role == Role::kGraph) {
      other_graphs_.push_back({path, nullptr});
      return {};
    }
    // By convention an op log has its name, a checkpoint its suffix.
    if (role == Role::kOpLog || role == Role::kCheckpoint) {
      role = Role::kIgnored;
    } else if (role == Role::kIgnored && format != nullptr &&
               !format->advice.empty() && refused_path_.empty()) {
      refused_path_ = path;
      refused_format_ = format;
    }
    found_.of(role).push_back({path, nullptr});
    return {};
  }

  bool IsEmpty() {
    size_t found = named_graphs_.size() + other_graphs_.size();
    for (const auto& of_role : found_.candidates) found += of_role.size();
    return found == found_.of(Role::kIgnored).size();
  }

  // TensorBoard's log folders have their profiles further down.
  Status AddProfilerRun() {
    TFPROF_ASSIGN_OR_RETURN(const std::vector<std::string> hosts,
                            FindProfilerRun(folder_));
    for (const std::string& host : hosts) {
      TFPROF_RETURN_IF_ERROR(AddByContent(host));
    }
    return {};
  }

  Failure NothingFound() const {
    if (refused_format_ != nullptr) {
      return RefusalOf(refused_path_, refused_format_);
    }
    return Fail(ErrorCode::kNotFound,
                "{}: nothing to read in this folder; looked for a graph, run "
                "metadata, op_log, *.index and a saved profile",
                folder_);
  }

  // Data files of a checkpoint that was found belong to it.
  void DropCheckpointData() {
    std::erase_if(found_.of(Role::kIgnored), [&](const Candidate& file) {
      const auto& checkpoints = found_.of(Role::kCheckpoint);
      return std::any_of(
          checkpoints.begin(), checkpoints.end(),
          [&](const Candidate& checkpoint) {
            return file.path.starts_with(checkpoint.path + ".data-");
          });
    });
  }

  const std::string folder_;
  const ReadLimits& limits_;
  Offer found_;
  std::vector<Candidate> named_graphs_;
  std::vector<Candidate> other_graphs_;
  // The first file that is known and not read.
  std::string refused_path_;
  const Format* refused_format_ = nullptr;
};

// A file given by itself.
Status LookIntoFile(const std::string& path, const ReadLimits& limits,
                    Offer& offer) {
  TFPROF_ASSIGN_OR_RETURN(Bytes bytes, Bytes::Open(path, limits));
  const Format* const format = Recognise(bytes.view());
  const Role role = RoleOf(format);
  if (role == Role::kIgnored) return RefusalOf(path, format);
  Candidate file{path, nullptr};
  if (role == Role::kCheckpoint) file = AsCheckpoint(path);
  if (path == "-") {
    file.content = std::make_shared<const Bytes>(std::move(bytes));
  }
  offer.of(role).push_back(std::move(file));
  return {};
}

}  // namespace

Result<Offer> FindFiles(const std::vector<std::string>& dumps,
                        const ReadLimits& limits) {
  Offer offer;
  for (const std::string& dump : dumps) {
    std::error_code ignored;
    if (dump != "-" && !fs::exists(dump, ignored)) {
      return Fail(ErrorCode::kNotFound, "{}: no such file or folder", dump);
    }
    if (!fs::is_directory(dump, ignored)) {
      TFPROF_RETURN_IF_ERROR(LookIntoFile(dump, limits, offer));
      continue;
    }
    std::string folder = dump;
    while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    TFPROF_RETURN_IF_ERROR(FolderSearch(folder, limits).Run(offer));
  }
  return offer;
}

}  // namespace tfprof
