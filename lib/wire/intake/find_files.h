// SPDX-License-Identifier: Apache-2.0
// The first step from what the user named to what is read: which files the
// dumps hold, and what each could be.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "wire/intake/format.h"

namespace tfprof {

struct Candidate {
  std::string path;
  std::shared_ptr<const Bytes> content;  // of "-" only
};

// Everything found, by role, in the order of the dumps and in natural order
// within a folder.
struct Offer {
  std::vector<Candidate>& of(Role role) {
    return candidates[static_cast<size_t>(role)];
  }

  std::array<std::vector<Candidate>, kRoleCount> candidates;
};

// Errors: kNotFound, kCorrupt (a file given alone that is not read).
Result<Offer> FindFiles(const std::vector<std::string>& dumps,
                        const ReadLimits& limits);

}  // namespace tfprof
