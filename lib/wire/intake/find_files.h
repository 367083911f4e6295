// SPDX-License-Identifier: Apache-2.0
// The first step from what the user named to what is read: which files the
// dumps hold, and what each could be.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "wire/intake/format.h"
#include "wire/intake/input.h"

namespace tfprof {

// A file, or a part of one that holds several. Of a checkpoint, `path` is the
// prefix.
struct FoundFile {
  std::string path;
  std::string part = {};             // its name within the file
  Content content = {};              // of a part
  std::optional<int64_t> step = {};  // if its file says so
  Notes notes = nullptr;
  bool expands_functions = false;  // as its Format says
};

using FilesByRole = std::array<std::vector<FoundFile>, kRoleCount>;

// Everything found, by role, in the order of the dumps and in natural order
// within a folder.
struct Offer {
  std::vector<FoundFile>& of(Role role) {
    return files[static_cast<size_t>(role)];
  }

  // What is taken for a role only where no other file is there for it.
  std::vector<FoundFile>& spare_of(Role role) {
    return spare[static_cast<size_t>(role)];
  }

  FilesByRole files;
  FilesByRole spare;
  // Why runs of a profiler that were found were not taken.
  std::optional<Error> refused_runs;
  // Files that hold several others, with their formats.
  std::vector<std::pair<const Format*, std::string>> packed;
};

// Looks into what `dumps` names. Errors: kNotFound, kCorrupt (a file given
// alone that is not read, or a damaged one that holds others).
Result<Offer> FindFiles(const std::vector<std::string>& dumps,
                        const Inputs& inputs);

// The files for one role in a file or folder that a flag names: itself, or,
// if it holds several, such as an event file or a SavedModel's folder, those
// in it.
Result<std::vector<FoundFile>> FindForRole(Role role, const std::string& path,
                                           const Inputs& inputs);

}  // namespace tfprof
