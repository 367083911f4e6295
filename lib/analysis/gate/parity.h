// SPDX-License-Identifier: Apache-2.0
// Tests if two dumps are of the same program, so that costs compare.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/profile.h"
#include "report/report.h"

namespace tfprof {

// The differences, each with the first few names.
struct Parity {
  struct Difference {
    std::string what;  // "nodes that are new"
    int64_t count = 0;
    std::vector<std::string> examples;
  };

  int64_t base_nodes = 0;
  int64_t new_nodes = 0;
  size_t base_steps = 0;
  size_t new_steps = 0;
  std::vector<Difference> differences;  // only those there are

  bool IsSame() const { return differences.empty(); }

  // "3 nodes that are new (a, b, c); 1 more steps"
  std::string Words() const;
};

// Compares nodes by name, their ops, shapes and devices, and the number of
// steps.
Parity CompareDumps(const Profile& base, const Profile& candidate);

Section TableOf(const Parity& parity);

}  // namespace tfprof
