// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/find_files.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "base/strings.h"
#include "wire/intake/hlo_dumps.h"
#include "wire/intake/list_folder.h"
#include "wire/intake/natural_order.h"
#include "wire/intake/profiler_runs.h"
#include "wire/intake/recognise.h"
#include "wire/intake/refusal.h"
#include "wire/intake/roles.h"
#include "wire/intake/saver_folder.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

bool IsRead(const Format* format) {
  return format != nullptr &&
         (format->read != nullptr || format->unpack != nullptr ||
          format->role == Role::kCheckpoint);
}

// The kind of a file, by its first MiB. The file stays open for its reader.
Result<const Format*> LookAhead(const std::string& path, const Inputs& inputs) {
  TFPROF_ASSIGN_OR_RETURN(const Bytes beginning,
                          inputs.streams->LookAhead(path, inputs.limits));
  const Format* format = Recognise(beginning.view());
  if (format != nullptr && format->needs_end &&
      beginning.view().size() >= Bytes::kBeginning) {
    inputs.streams->Forget(path);
    TFPROF_ASSIGN_OR_RETURN(const auto content,
                            inputs.streams->Open(path, inputs.limits, nullptr));
    return Recognise(content->view());
  }
  const bool is_read_by_streams =
      format == nullptr ||
      (IsRead(format) && format->role != Role::kCheckpoint);
  if (is_read_by_streams) {
    inputs.streams->KeepAside(path);
  } else {
    inputs.streams->Forget(path);
  }
  return format;
}

bool IsEventFileName(std::string_view name) {
  return name.find(".tfevents.") != std::string_view::npos &&
         !IsEmptyMark(name);
}

// True if a folder was given for its graph: a SavedModel's, or one with event
// files.
bool IsGraphFolder(const std::string& folder) {
  std::error_code ignored;
  if (fs::exists(folder + "/saved_model.pb", ignored) ||
      fs::exists(folder + "/saved_model.pbtxt", ignored)) {
    return true;
  }
  const auto listing = ListFolder(folder);
  return listing && std::any_of(listing->files.begin(), listing->files.end(),
                                IsEventFileName);
}

// Checkpoints are named by their prefix.
FoundFile AsCheckpoint(std::string_view path) {
  for (const std::string_view suffix : {".gz", ".index"}) {
    if (path.ends_with(suffix)) path.remove_suffix(suffix.size());
  }
  return {std::string(path)};
}

// Adds a file to the role of its format.
void Take(const std::string& path, const Format& format, Offer& offer) {
  if (format.unpack != nullptr) {
    offer.packed.emplace_back(&format, path);
  } else if (format.role == Role::kCheckpoint) {
    offer.of(Role::kCheckpoint).push_back(AsCheckpoint(path));
  } else {
    auto& list =
        format.is_spare ? offer.spare_of(format.role) : offer.of(format.role);
    FoundFile& file = list.emplace_back();
    file.path = path;
    file.expands_functions = format.expands_functions;
    if (format.is_spare) {
      file.notes = std::make_shared<const std::vector<std::string>>(
          1, fmt::format("{}: is {}, and is used as the {}", path, format.words,
                         RoleWords(format.role)));
    }
  }
}

void Append(std::vector<FoundFile>& from, std::vector<FoundFile>& to) {
  if (to.empty()) return to.swap(from);
  std::move(from.begin(), from.end(), std::back_inserter(to));
  from.clear();
}

// The role of a file in a folder, if its name alone decides it.
std::optional<Role> RoleOfName(std::string_view name) {
  if (name == "graph.pb" || name == "graph.pbtxt") return Role::kGraph;
  if (name == "op_log" || name == "tfprof_log") return Role::kOpLog;
  if (name.starts_with("run_meta")) return Role::kRunMetadata;
  if (name.ends_with(".index")) return Role::kCheckpoint;
  return std::nullopt;
}

// Searches one folder. Conventional names decide, and content decides about all
// other files.
class FolderSearch {
 public:
  FolderSearch(std::string folder, const Inputs& inputs)
      : folder_(std::move(folder)), inputs_(inputs) {}

  // Adds the findings to `offer`.
  Status Run(Offer& offer) {
    TFPROF_ASSIGN_OR_RETURN(const Listing listing, ListFolder(folder_));
    for (const std::string& name : listing.others) {
      if (!RoleOfName(PlainName(name)) && !IsXSpaceName(name)) continue;
      return Fail(ErrorCode::kNotFound,
                  "{}/{}: is a pipe, a device or a dangling link, not a file; "
                  "give the files one by one, or remove it",
                  folder_, name);
    }
    const bool has_xspace =
        std::any_of(listing.files.begin(), listing.files.end(), IsXSpaceName);
    for (const std::string& name : listing.files) {
      const std::string path = folder_ + "/" + name;
      if (IsEmptyMark(name) || (has_xspace && IsMadeFromXSpace(name))) {
        found_.of(Role::kIgnored).push_back({path});
      } else {
        TFPROF_RETURN_IF_ERROR(Add(path));
      }
    }
    if (!HasTimes()) TFPROF_RETURN_IF_ERROR(AddProfilerRun());
    if (IsEmpty()) return NothingFound();
    TFPROF_RETURN_IF_ERROR(LookForGraphInSteps());
    if (named_graphs_.empty()) {
      TFPROF_RETURN_IF_ERROR(KeepNamedByCheckpoint(folder_, inputs_, found_));
    }
    DropCheckpointData();
    if (!named_graphs_.empty()) {
      Append(found_.of(Role::kGraph), found_.of(Role::kIgnored));
      Append(named_graphs_, found_.of(Role::kGraph));
    }
    for (size_t role = 0; role < kRoleCount; ++role) {
      Append(found_.files[role], offer.files[role]);
      Append(found_.spare[role], offer.spare[role]);
    }
    offer.packed.insert(offer.packed.end(), found_.packed.begin(),
                        found_.packed.end());
    return {};
  }

 private:
  Status Add(const std::string& path) {
    const std::optional<Role> role = RoleOfName(PlainName(path));
    if (!role) return AddByContent(path);
    auto& files = *role == Role::kGraph ? named_graphs_ : found_.of(*role);
    files.push_back(*role == Role::kCheckpoint ? AsCheckpoint(path)
                                               : FoundFile{path});
    return {};
  }

  Status AddByContent(const std::string& path) {
    TFPROF_ASSIGN_OR_RETURN(const Format* const format,
                            LookAhead(path, inputs_));
    // By convention an op log is known by its name, a checkpoint by its suffix.
    const bool is_used = IsRead(format) && format->role != Role::kOpLog &&
                         format->role != Role::kCheckpoint;
    if (is_used) {
      Take(path, *format, found_);
      return {};
    }
    inputs_.streams->Forget(path);
    const bool is_empty = format == &kEmptyFile && IsXSpaceName(path);
    const bool is_known =
        format != nullptr && (is_empty || !format->advice.empty());
    if (refused_path_.empty() && (is_known || IsRefusedByName(path))) {
      refused_path_ = path;
      refused_format_ = format;
    }
    found_.of(Role::kIgnored).push_back({path});
    return {};
  }

  bool HasTimes() {
    return !found_.of(Role::kRunMetadata).empty() ||
           !found_.of(Role::kXSpace).empty() ||
           !found_.of(Role::kProfile).empty();
  }

  bool IsEmpty() {
    size_t found = named_graphs_.size() + found_.packed.size();
    for (size_t role = 0; role < kRoleCount; ++role) {
      if (static_cast<Role>(role) == Role::kIgnored) continue;
      found += found_.files[role].size() + found_.spare[role].size();
    }
    return found == 0;
  }

  // TensorBoard's log folders have profiles in subfolders.
  Status AddProfilerRun() {
    ProfilerRun run = FindProfilerRun(folder_);
    const size_t before = found_.of(Role::kXSpace).size();
    for (const std::string& host : run.hosts) {
      TFPROF_RETURN_IF_ERROR(AddByContent(host));
    }
    auto& recordings = found_.of(Role::kXSpace);
    if (!run.note.empty() && recordings.size() > before) {
      recordings[before].notes =
          std::make_shared<const std::vector<std::string>>(1,
                                                           std::move(run.note));
    }
    return {};
  }

  // A file with the name of a step may hold only graphs of functions.
  Status LookForGraphInSteps() {
    if (!named_graphs_.empty() || !found_.of(Role::kGraph).empty() ||
        !found_.packed.empty()) {
      return {};
    }
    std::vector<FoundFile> steps = std::move(found_.of(Role::kRunMetadata));
    found_.of(Role::kRunMetadata).clear();
    for (FoundFile& step : steps) {
      TFPROF_ASSIGN_OR_RETURN(const Format* const format,
                              LookAhead(step.path, inputs_));
      if (format != nullptr && format->is_spare) {
        Take(step.path, *format, found_);
      } else {
        found_.of(Role::kRunMetadata).push_back(std::move(step));
      }
    }
    return {};
  }

  Failure NothingFound() const {
    if (!refused_path_.empty()) {
      return RefusalOf(refused_path_, refused_format_);
    }
    return Fail(ErrorCode::kNotFound,
                "{}: nothing to read in this folder; looked for a graph, run "
                "metadata, op_log, *.index, a saved profile, event files and "
                "*.xplane.pb{}",
                folder_, FoldersWithEvents());
  }

  // Keras writes event files for training and for validation into two folders.
  std::string FoldersWithEvents() const {
    std::string names;
    const auto here = ListFolder(folder_);
    if (!here) return names;
    for (const std::string& name : here->folders) {
      const auto listing = ListFolder(folder_ + "/" + name);
      const bool has_events =
          listing && std::any_of(listing->files.begin(), listing->files.end(),
                                 IsEventFileName);
      if (has_events) names += (names.empty() ? "" : ", ") + name;
    }
    return names.empty() ? names : "; there are event files in " + names;
  }

  // Drops data files that belong to a checkpoint that was found.
  void DropCheckpointData() {
    std::erase_if(found_.of(Role::kIgnored), [&](const FoundFile& file) {
      const auto& checkpoints = found_.of(Role::kCheckpoint);
      return std::any_of(
          checkpoints.begin(), checkpoints.end(),
          [&](const FoundFile& checkpoint) {
            return file.path.starts_with(checkpoint.path + ".data-");
          });
    });
  }

  const std::string folder_;
  const Inputs& inputs_;
  Offer found_;
  std::vector<FoundFile> named_graphs_;
  // The first file of a known, unsupported kind.
  std::string refused_path_;
  const Format* refused_format_ = nullptr;
};

// The format of a file that was given itself. Its end is only read if the
// beginning does not decide.
Result<const Format*> FormatOf(const std::string& path, const Inputs& inputs) {
  if (!StreamIdOf(path)) {
    TFPROF_ASSIGN_OR_RETURN(const Format* const format,
                            LookAhead(path, inputs));
    if (format != nullptr) return format;
  }
  TFPROF_ASSIGN_OR_RETURN(const auto content,
                          inputs.streams->Open(path, inputs.limits, nullptr));
  return Recognise(content->view());
}

Status LookIntoFile(const std::string& path, const Inputs& inputs,
                    Offer& offer) {
  if (IsRefusedByName(path)) return RefusalOf(path, nullptr);
  TFPROF_ASSIGN_OR_RETURN(const Format* const format, FormatOf(path, inputs));
  if (format == nullptr && !StreamIdOf(path)) {
    TFPROF_ASSIGN_OR_RETURN(const Bytes beginning,
                            inputs.streams->LookAhead(path, inputs.limits));
    if (WasConvertedAsText(beginning.view())) return ConvertedAsText(path);
  }
  if (!IsRead(format)) return RefusalOf(path, format);
  if (format->role == Role::kCheckpoint && StreamIdOf(path)) {
    return Fail(ErrorCode::kCorrupt,
                "{}: is the index of a checkpoint, whose other files are in "
                "the same folder; give its prefix, not a pipe",
                path);
  }
  Take(path, *format, offer);
  return {};
}

// Adds the parts of container files, all files of a format at once.
Status Unpack(const Inputs& inputs, Offer& offer) {
  for (const Format& format : Formats()) {
    std::vector<std::string> paths;
    for (const auto& [of_file, path] : offer.packed) {
      if (of_file == &format) paths.push_back(path);
    }
    if (paths.empty()) continue;
    TFPROF_RETURN_IF_ERROR(format.unpack(paths, inputs, offer));
  }
  return {};
}

}  // namespace

Result<Offer> FindFiles(const std::vector<std::string>& dumps,
                        const Inputs& inputs) {
  Offer offer;
  for (const std::string& dump : dumps) {
    std::error_code ignored;
    if (dump != "-" && !fs::exists(dump, ignored)) {
      return Fail(ErrorCode::kNotFound, "{}: no such file or folder", dump);
    }
    if (!fs::is_directory(dump, ignored)) {
      TFPROF_RETURN_IF_ERROR(LookIntoFile(dump, inputs, offer));
      continue;
    }
    std::string folder = dump;
    while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    TFPROF_RETURN_IF_ERROR(FolderSearch(folder, inputs).Run(offer));
  }
  TFPROF_RETURN_IF_ERROR(Unpack(inputs, offer));
  KeepCompiledPrograms(offer.spare_of(Role::kGraph), offer.of(Role::kIgnored));
  for (size_t role = 0; role < kRoleCount; ++role) {
    auto& instead = offer.files[role].empty() ? offer.files[role]
                                              : offer.of(Role::kIgnored);
    Append(offer.spare[role], instead);
  }
  return offer;
}

Result<std::vector<FoundFile>> FindForRole(Role role, const std::string& path,
                                           const Inputs& inputs) {
  std::vector<FoundFile> itself = {{path}};
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    if (role != Role::kGraph || !IsGraphFolder(path)) return itself;
  } else {
    const Result<const Format*> format = FormatOf(path, inputs);
    const bool is_packed = format && *format && (*format)->unpack != nullptr;
    if (!is_packed) return itself;
  }
  TFPROF_ASSIGN_OR_RETURN(Offer offer, FindFiles({path}, inputs));
  if (offer.of(role).empty()) {
    return Fail(ErrorCode::kNotFound, "{}: holds no {}", path, RoleWords(role));
  }
  return std::move(offer.of(role));
}

}  // namespace tfprof
