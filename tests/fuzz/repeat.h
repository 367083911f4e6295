// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tfprof {

// `message`, serialized, with one of its fields at any depth up to ten thousand
// times, in at most 50 kB more: what costs more than its bytes shows where
// there is much of it. Other bytes as they are.
std::string RepeatRecord(std::string_view message, uint64_t seed);

}  // namespace tfprof
