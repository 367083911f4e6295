// SPDX-License-Identifier: Apache-2.0
// What the dumps of an Inputs offer for each role. Only for input.cc.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "wire/intake/readers.h"

namespace tfprof {

struct Candidate {
  std::string path;
  std::shared_ptr<const Bytes> content;  // of "-" only
};

// Everything found, by role, in the order of the dumps and in natural order
// within a folder.
struct Offer {
  std::vector<Candidate> graphs;
  std::vector<Candidate> op_logs;
  std::vector<Candidate> checkpoints;
  std::vector<Candidate> run_metadata;
  std::vector<Candidate> profiles;
  std::vector<Candidate> ignored;
};

Result<Offer> LookInto(const std::vector<std::string>& dumps,
                       const ReadLimits& limits);

// Whether `a` comes before `b` when digits in a row count as one number.
bool NaturallyBefore(std::string_view a, std::string_view b);

// The step number of each file: the last number in its name, without a suffix
// ".gz", if every name has one and no two the same; else 0, 1, 2.
std::vector<int64_t> StepNumbers(const std::vector<Candidate>& files);

}  // namespace tfprof
