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

namespace tfprof {

// Files as the user gave them. A flag overrides what `dumps` offer for its
// role; `dumps` are folders, or files that are told apart by their content.
struct Inputs {
  std::string graph_path;
  std::vector<std::string> run_meta_paths;
  std::string op_log_path;
  std::string checkpoint_path;
  std::string profile_path;
  std::vector<std::string> dumps;
  ReadLimits limits;
  int jobs = 2;                // threads that read step files
  ReadMeter* meter = nullptr;  // told how far the reading is, if there is one
};

// A file and what it is for. Of a checkpoint, `path` is the prefix.
struct PickedFile {
  Role role = Role::kIgnored;
  std::string path;
  int64_t step = 0;                      // of run metadata
  std::shared_ptr<const Bytes> content;  // of "-", which is read only once
};

// Decides what is read, in the order in which it will be, followed by the
// files of folders that will not be. Errors: kNotFound, kInvalidArgument
// (flags that exclude each other), kCorrupt (two candidates for one role, or a
// file given alone that is of no known kind).
Result<std::vector<PickedFile>> ResolveInputs(const Inputs& inputs);

// Pairs of files with the same content: each with the first that has it. A file
// that cannot be read has no twin.
std::vector<std::pair<size_t, size_t>> FindTwins(
    const std::vector<PickedFile>& files, const ReadLimits& limits);

// Reads what was picked into `sink`.
Status ReadInputs(const std::vector<PickedFile>& files, const Inputs& inputs,
                  DumpSink& sink, Diagnostics& diagnostics);

}  // namespace tfprof
