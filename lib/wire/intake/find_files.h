// SPDX-License-Identifier: Apache-2.0
// The first step of reading: from the user's words to the files of the dumps,
// and their possible roles.
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

// A file, or a part of a container file. For a checkpoint, `path` is the
// prefix.
struct FoundFile {
  std::string path;
  std::string part = {};             // its name within the file
  Content content = {};              // of a part
  std::optional<int64_t> step = {};  // if the file has one
  std::string step_name = {};        // the same
  Notes notes = nullptr;
  bool expands_functions = false;  // as in its Format
};

using FilesByRole = std::array<std::vector<FoundFile>, kRoleCount>;

// All files by role, in the order of the dumps and in natural order within a
// folder.
struct Offer {
  std::vector<FoundFile>& of(Role role) {
    return files[static_cast<size_t>(role)];
  }

  // Files that take a role only if there is no other file for it.
  std::vector<FoundFile>& spare_of(Role role) {
    return spare[static_cast<size_t>(role)];
  }

  FilesByRole files;
  FilesByRole spare;
  // Container files, with their formats.
  std::vector<std::pair<const Format*, std::string>> packed;
};

// Looks into the paths in `dumps`. Errors: kNotFound, kCorrupt (a single file
// of an unsupported kind, or a damaged container).
Result<Offer> FindFiles(const std::vector<std::string>& dumps,
                        const Inputs& inputs);

// The files for one role in a file or folder named by a flag: the file itself,
// or the parts of a container such as an event file or a SavedModel's folder.
Result<std::vector<FoundFile>> FindForRole(Role role, const std::string& path,
                                           const Inputs& inputs);

}  // namespace tfprof
