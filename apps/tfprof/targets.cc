// SPDX-License-Identifier: Apache-2.0
#include "targets.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

#include "base/file_id.h"
#include "base/folder.h"
#include "base/strings.h"
#include "output.h"
#include "store/database_path.h"
#include "store/history.h"
#include "wire/checkpoint/checkpoint_files.h"
#include "wire/intake/expand_runs.h"
#include "wire/intake/profiler_runs.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

// A file that would be written.
struct Target {
  std::string what;  // "--output" or "standard output"
  std::string path;  // as given; empty for streams
  std::optional<FileId> file;
};

// The names in a folder; none if it cannot be listed.
std::vector<std::string> EntriesOf(const std::string& folder) {
  std::vector<std::string> names;
  auto entries = EntriesIn(folder);
  if (!entries) return names;
  for (FolderEntry& entry : *entries) names.push_back(std::move(entry.name));
  return names;
}

std::string FolderOf(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

// A timeline is a file per step, whose name ends in the step's number.
void AddTimelines(const std::string& path, std::vector<Target>& targets) {
  const std::string folder = FolderOf(path);
  const std::string start = fs::path(path).filename().string() + "_";
  for (const std::string& name : EntriesOf(folder)) {
    if (!name.starts_with(start) || !ParseInt64(name.substr(start.size()))) {
      continue;
    }
    const std::string file = (fs::path(folder) / name).string();
    targets.push_back({"--output", file, FileIdOf(file)});
  }
}

void AddOutput(std::string_view output, std::vector<Target>& targets) {
  const std::string path = OutfileOf(output);
  if (path.empty()) return;
  if (output.starts_with("timeline:")) return AddTimelines(path, targets);
  targets.push_back({"--output", path, FileIdOf(path)});
}

// True if the dump in `folder` includes its file `name`, or if the dump cannot
// be read: that is an error later, before anything is written.
bool IsPicked(const std::string& folder, const std::string& name,
              const ReadLimits& limits) {
  Inputs inputs;
  inputs.dumps = {folder};
  inputs.limits = limits;
  const auto files = ResolveInputs(inputs);
  if (!files) return true;
  return std::any_of(files->begin(), files->end(), [&](const auto& file) {
    const std::string picked = fs::path(file.path).filename().string();
    if (file.role == Role::kIgnored) return false;
    return file.role == Role::kCheckpoint ? name.starts_with(picked + ".")
                                          : name == picked;
  });
}

std::vector<std::string> InputsOf(const Inputs& inputs) {
  std::vector<std::string> paths = {inputs.graph_path, inputs.op_log_path,
                                    inputs.profile_path};
  for (const auto* more : {&inputs.dumps, &inputs.run_meta_paths}) {
    paths.insert(paths.end(), more->begin(), more->end());
  }
  if (!inputs.checkpoint_path.empty()) {
    const auto files = FilesOfCheckpoint(inputs.checkpoint_path);
    paths.insert(paths.end(), files.begin(), files.end());
  }
  std::erase(paths, "");
  return paths;
}

// Commands other than `record` only read their store.
bool IsOutputFlag(const Flag& flag, const Command& command) {
  return flag.name.starts_with("write_") ||
         (flag.name == "store" && command.name == "record");
}

// True if the flag's value names files or folders.
bool StandsForFiles(const Flag& flag) {
  return flag.value.starts_with("FILE") || flag.value.starts_with("DUMP") ||
         flag.value.starts_with("RUN");
}

std::vector<std::string> InputsOf(const Invocation& invocation) {
  std::vector<std::string> paths = InputsOf(invocation.arguments().inputs);
  for (const auto& [flag, value] : invocation.given()) {
    const bool is_output = IsOutputFlag(*flag, invocation.command());
    if (is_output || !StandsForFiles(*flag)) continue;
    if (!flag->value.ends_with(",...")) {
      paths.push_back(value);
      continue;
    }
    for (std::string& path : SplitNonEmpty(value, ',')) {
      paths.push_back(std::move(path));
    }
  }
  return paths;
}

// The paths of DUMP words: NAME=DUMP, patterns, folders of dumps, any file of a
// checkpoint. Words that match nothing are an error later.
std::vector<std::string> Expanded(const std::vector<std::string>& words) {
  std::vector<std::string> paths;
  std::set<std::string> checkpoints;  // their prefixes
  const auto append = [&](const std::vector<std::string>& more) {
    paths.insert(paths.end(), more.begin(), more.end());
  };
  for (const std::string& word : words) {
    std::error_code unknown;
    const size_t equals = word.find('=');
    const std::string path =
        equals == std::string::npos || fs::exists(word, unknown)
            ? word
            : word.substr(equals + 1);
    auto runs = ExpandRuns({&path, 1});
    if (!runs) continue;
    for (const std::string& run : *runs) {
      paths.push_back(run);
      const auto prefix = CheckpointPrefixOf(run);
      if (prefix && checkpoints.insert(*prefix).second) {
        append(FilesOfCheckpoint(*prefix));
      }
      append(FindProfilerRun(run).hosts);
    }
  }
  return paths;
}

// The files that SQLite keeps beside an open history, and removes at the end.
void AddBeside(const Flag& flag, const std::string& history,
               std::vector<Target>& targets) {
  const std::string file = DatabasePath(history);
  for (const char* const end : {"-wal", "-shm", "-journal"}) {
    const std::string what = fmt::format("the {} of {}", end, flag.Dashed());
    const std::string path = file + end;
    // One history may be named twice.
    std::erase_if(targets, [&](const auto& old) {
      return old.what == what && old.path == path;
    });
    targets.push_back({what, path, FileIdOf(path)});
  }
}

// A store is one file, a baseline a list of runs and histories.
Status AddBesideHistory(const Flag& flag, const std::string& value,
                        std::vector<Target>& targets) {
  if (flag.name == "store") {
    AddBeside(flag, value, targets);
    return {};
  }
  for (const std::string& path : Expanded(SplitNonEmpty(value, ','))) {
    TFPROF_ASSIGN_OR_RETURN(const bool is_history, History::IsHistory(path));
    if (is_history) AddBeside(flag, path, targets);
  }
  return {};
}

Failure IsInput(const Target& target, const std::string& input) {
  return Fail(ErrorCode::kInvalidArgument,
              "{}: {} is the input {}, which would be overwritten; write to "
              "another file",
              target.what, target.path.empty() ? "it" : Printable(target.path),
              Printable(input));
}

Status CheckAgainst(const Target& target, const std::string& input,
                    const ReadLimits& limits) {
  const auto is_it = [&](const std::optional<FileId>& file) {
    return file && file == target.file;
  };
  if (is_it(input == "-" ? FileIdOf(STDIN_FILENO) : FileIdOf(input))) {
    return IsInput(target, input);
  }
  std::error_code unknown;
  if (input == "-" || !fs::is_directory(input, unknown)) return {};
  for (const std::string& name : EntriesOf(input)) {
    const std::string path = (fs::path(input) / name).string();
    if (is_it(FileIdOf(path)) && IsPicked(input, name, limits)) {
      return IsInput(target, path);
    }
  }
  return {};
}

// The full path of a file that may not exist yet.
std::string PlaceOf(const std::string& path) {
  std::error_code unknown;
  const fs::path folder = fs::canonical(FolderOf(path), unknown);
  return (folder / fs::path(path).filename()).string();
}

bool IsSameFile(const Target& a, const Target& b) {
  if (a.file || b.file) return a.file == b.file;
  return !a.path.empty() && !b.path.empty() &&
         PlaceOf(a.path) == PlaceOf(b.path);
}

// None of `others` is the file `target`.
Status CheckApart(const Target& target, std::span<const Target> others) {
  for (const Target& other : others) {
    if (!IsSameFile(target, other)) continue;
    return Fail(ErrorCode::kInvalidArgument,
                "{} and {} are the same file; give each a name of its own",
                other.what, target.what);
  }
  return {};
}

Status CheckAll(const std::vector<Target>& targets,
                const std::vector<std::string>& words,
                const ReadLimits& limits) {
  const bool has_old =
      std::any_of(targets.begin(), targets.end(),
                  [](const auto& target) { return target.file.has_value(); });
  const std::vector<std::string> inputs =
      has_old ? Expanded(words) : std::vector<std::string>();
  for (size_t i = 0; i < targets.size(); ++i) {
    TFPROF_RETURN_IF_ERROR(CheckApart(targets[i], std::span(targets).first(i)));
    if (!targets[i].file) continue;
    for (const std::string& input : inputs) {
      TFPROF_RETURN_IF_ERROR(CheckAgainst(targets[i], input, limits));
    }
  }
  return {};
}

// The outputs of the command besides standard output and error.
Result<std::vector<Target>> FilesWritten(const Invocation& invocation) {
  std::vector<Target> targets;
  for (const std::string& output : invocation.arguments().outputs) {
    AddOutput(output, targets);
  }
  for (const auto& [flag, value] : invocation.given()) {
    if (flag->name == "store" || flag->name == "baseline") {
      TFPROF_RETURN_IF_ERROR(AddBesideHistory(*flag, value, targets));
    }
    if (!IsOutputFlag(*flag, invocation.command())) continue;
    targets.push_back({flag->Dashed(), value, FileIdOf(value)});
  }
  return targets;
}

}  // namespace

Status CheckTargets(const Invocation& invocation, const Writer& out,
                    const Writer& err) {
  const Arguments& arguments = invocation.arguments();
  TFPROF_RETURN_IF_ERROR(CheckOutputs(arguments.outputs));
  const ReadLimits& limits = arguments.inputs.limits;
  const std::vector<std::string> inputs = InputsOf(invocation);
  const Target messages = {"standard error", "", err.file()};
  Status status = CheckAll({messages}, inputs, limits);
  std::vector<Target> targets;
  if (status) {
    TFPROF_ASSIGN_OR_RETURN(targets, FilesWritten(invocation));
    status = CheckApart(messages, targets);
  }
  if (!status) {
    // Marked as read, so messages do not go there either.
    RememberRead(*err.file());
    return status;
  }
  // Answers and messages may go to one file: "> log 2>&1".
  targets.insert(targets.begin(), {"standard output", "", out.file()});
  return CheckAll(targets, inputs, limits);
}

Status CheckTarget(std::string_view output, const Arguments& arguments) {
  std::vector<Target> targets;
  AddOutput(output, targets);
  TFPROF_RETURN_IF_ERROR(
      CheckAll(targets, InputsOf(arguments.inputs), arguments.inputs.limits));
  const std::vector<Target> streams = {
      {"standard input", "", FileIdOf(STDIN_FILENO)},
      {"standard output", "", FileIdOf(STDOUT_FILENO)},
      {"standard error", "", FileIdOf(STDERR_FILENO)}};
  for (const Target& target : targets) {
    TFPROF_RETURN_IF_ERROR(CheckApart(target, streams));
  }
  return {};
}

}  // namespace tfprof
