// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tfprof {

// A random sample of at most `most` steps, in order: equal distances could miss
// what recurs at such distances. Equal input gives the same sample, so that a
// verdict can be repeated.
std::vector<int64_t> SampleSteps(std::vector<int64_t> steps, size_t most);

}  // namespace tfprof
