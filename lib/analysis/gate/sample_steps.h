// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tfprof {

// At most so many of a run's steps, in order: a random sample, for at equal
// distances it would miss what comes at such. The same of as many steps, so
// that a verdict can be repeated.
std::vector<int64_t> SampleSteps(std::vector<int64_t> steps, size_t most);

}  // namespace tfprof
