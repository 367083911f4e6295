// SPDX-License-Identifier: Apache-2.0
// From the user's words to calls of a DumpSink, in three steps: find the files
// (find_files.cc), choose their roles (pick_files.cc), and read them
// (read_inputs.cc).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/dump_sink.h"
#include "model/step_selection.h"
#include "wire/intake/format.h"
#include "wire/intake/kept_capture.h"
#include "wire/intake/roles.h"
#include "wire/intake/streams.h"

namespace tfprof {

// When views show the bodies of functions: kAuto means in SavedModels, event
// files and beside an XSpace, but not in files of --graph_path.
enum class ExpandFunctions : uint8_t { kAuto, kNever, kAlways };

// Files as the user gave them: `dumps` are folders, or files recognized by
// content. A flag overrides `dumps` for its role.
struct Inputs {
  std::string graph_path;
  std::vector<std::string> run_meta_paths;
  std::string op_log_path;
  std::string checkpoint_path;
  std::string profile_path;
  std::vector<std::string> dumps;
  GraphOptions graph;
  ExpandFunctions expand_functions = ExpandFunctions::kAuto;
  ReadLimits limits;
  int jobs = 2;                // threads that read
  bool is_one_step = false;    // of XSpaces: each is one step
  bool with_programs = false;  // of XSpaces: RecordedHost::compiled is wanted
  // Of recordings: whose series of steps is wanted; nothing: the default one.
  std::optional<StepSelection> steps = {};
  // Of recordings: call what JAX calls differently in other releases alike, to
  // compare them.
  bool canonical_names = false;
  ReadMeter* meter = nullptr;  // reports progress; may be null
  // Shared by copies, so each stream is read only once.
  std::shared_ptr<Streams> streams = std::make_shared<Streams>();
  // Several programs of XLA are taken, as far as nothing that ran is there;
  // else a folder with several is an error.
  bool all_programs = false;
  // Of recordings: leave the tables to the next reading of the same files.
  bool keeps_capture = false;
  std::shared_ptr<KeptCapture> kept_capture = std::make_shared<KeptCapture>();
};

// Notes to report when a file is read; may be null. Parts of one file share
// them.
using Notes = std::shared_ptr<const std::vector<std::string>>;

// A file, or a part of one, with its role. For a checkpoint, `path` is the
// prefix.
struct PickedFile {
  Role role = Role::kIgnored;
  std::string path;
  int64_t step = 0;  // of run metadata
  std::string part = {};
  std::string step_name = {};  // if its file gives it one
  Content content = {};        // if it is open
  Notes notes = nullptr;
  Expansion expansion = Expansion::kNone;  // of a graph
  bool is_beside_recording = false;        // the same
  bool marks_trainable = false;            // the same; no op log does

  // The name in messages.
  std::string Name() const { return part.empty() ? path : path + ": " + part; }
};

// Decides what is read, in reading order, followed by ignored files of folders.
// Errors: kNotFound, kInvalidArgument (flags that exclude each other), kCorrupt
// (two candidates for one role, or a single file of an unknown kind).
Result<std::vector<PickedFile>> ResolveInputs(const Inputs& inputs);

// The files with `role`, in order.
std::vector<PickedFile> OfRole(const std::vector<PickedFile>& files, Role role);
std::vector<PickedFile> OfRole(std::vector<PickedFile>&& files, Role role);
bool HasRole(const std::vector<PickedFile>& files, Role role);

// Pairs of files with equal content: each with the first such file. Unreadable
// files have no twin.
std::vector<std::pair<size_t, size_t>> FindTwins(
    const std::vector<PickedFile>& files, const Inputs& inputs);

// The content of a file, which is opened unless it is open already.
Result<std::shared_ptr<const Bytes>> ContentOf(const PickedFile& file,
                                               const Inputs& inputs);

// Opens a file that is not open yet, unless it is a checkpoint or ignored.
// Every later reading of `file` and of its copies has the same bytes.
Status OpenContent(PickedFile& file, const Inputs& inputs);

// Reads the picked files into `sink`.
Status ReadInputs(const std::vector<PickedFile>& files, const Inputs& inputs,
                  DumpSink& sink, Diagnostics& diagnostics);

}  // namespace tfprof
