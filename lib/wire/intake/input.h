// SPDX-License-Identifier: Apache-2.0
// From what the user named to calls of a DumpSink, in a straight line: which
// files there are (find_files.cc), which of them are read as what
// (pick_files.cc), and reading them (read_inputs.cc).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/dump_sink.h"
#include "wire/intake/format.h"
#include "wire/intake/roles.h"
#include "wire/intake/streams.h"

namespace tfprof {

// Whether views show the bodies of functions: kAuto means of SavedModels, event
// files and what lies beside an XSpace, and not of what --graph_path names.
enum class ExpandFunctions : uint8_t { kAuto, kNever, kAlways };

// Files as the user gave them. A flag overrides what `dumps` offer for its
// role; `dumps` are folders, or files that are told apart by their content.
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
  bool is_one_step = false;    // of XSpaces: each is a single step
  ReadMeter* meter = nullptr;  // told how far the reading is, if there is one
  // Shared by copies, so that each stream is read once however many they are.
  std::shared_ptr<Streams> streams = std::make_shared<Streams>();
};

// What is to be said when a file is read; null if nothing. The parts of a file
// share theirs.
using Notes = std::shared_ptr<const std::vector<std::string>>;

// A file, or a part of one, and what it is for. Of a checkpoint, `path` is the
// prefix.
struct PickedFile {
  Role role = Role::kIgnored;
  std::string path;
  int64_t step = 0;  // of run metadata
  std::string part = {};
  Content content = {};  // if it is open
  Notes notes = nullptr;
  Expansion expansion = Expansion::kNone;  // of a graph
  bool is_beside_recording = false;        // the same

  // What messages call it.
  std::string Name() const { return part.empty() ? path : path + ": " + part; }
};

// Decides what is read, in the order in which it will be, followed by the
// files of folders that will not be. Errors: kNotFound, kInvalidArgument
// (flags that exclude each other), kCorrupt (two candidates for one role, or a
// file given alone that is of no known kind).
Result<std::vector<PickedFile>> ResolveInputs(const Inputs& inputs);

// Those that are for `role`, in their order.
std::vector<PickedFile> OfRole(const std::vector<PickedFile>& files, Role role);
std::vector<PickedFile> OfRole(std::vector<PickedFile>&& files, Role role);
bool HasRole(const std::vector<PickedFile>& files, Role role);

// Pairs of files with the same content: each with the first that has it. A file
// that cannot be read has no twin.
std::vector<std::pair<size_t, size_t>> FindTwins(
    const std::vector<PickedFile>& files, const Inputs& inputs);

// Reads what was picked into `sink`.
Status ReadInputs(const std::vector<PickedFile>& files, const Inputs& inputs,
                  DumpSink& sink, Diagnostics& diagnostics);

}  // namespace tfprof
