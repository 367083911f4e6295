// SPDX-License-Identifier: Apache-2.0
#include "model/hlo/cut_stacks.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace tfprof {

namespace {

using Row = HloModule::Row;

// The length of the chain that ends in each frame, itself included. Cuts cyclic
// chains on the way.
std::vector<uint32_t> DepthsOf(std::vector<HloModule::Frame>& frames) {
  constexpr uint32_t kUnknown = 0;
  constexpr uint32_t kOnPath = UINT32_MAX;
  std::vector<uint32_t> depths(frames.size(), kUnknown);
  std::vector<Row> path;
  for (Row first = 0; first < frames.size(); ++first) {
    Row at = first;
    while (at < frames.size() && depths[at] == kUnknown) {
      depths[at] = kOnPath;
      path.push_back(at);
      at = frames[at].parent;
    }
    if (at < frames.size() && depths[at] == kOnPath) {
      frames[path.back()].parent = HloModule::kNone;
      at = HloModule::kNone;
    }
    uint32_t depth = at < frames.size() ? depths[at] : 0;
    for (; !path.empty(); path.pop_back()) depths[path.back()] = ++depth;
  }
  return depths;
}

// The longest stack for which the stacks of all instructions together stay
// below the limit; instructions with one frame share a stack.
size_t MostFramesOf(const HloModule& module,
                    const std::vector<uint32_t>& depths) {
  constexpr size_t kMost = HloModule::kMostFrames;
  constexpr size_t kAlways = 4'000'000;
  constexpr size_t kOfInstruction = 16;
  std::vector<bool> is_seen(depths.size());
  std::array<size_t, kMost + 1> stacks{};  // by length
  for (const HloModule::Instruction& row : module.instructions) {
    if (row.frame >= depths.size() || is_seen[row.frame]) continue;
    is_seen[row.frame] = true;
    ++stacks[std::min<size_t>(depths[row.frame], kMost)];
  }
  const size_t limit = kAlways + kOfInstruction * module.instructions.size();
  const auto frames = [&](size_t most) {
    size_t sum = 0;
    for (size_t i = 0; i < stacks.size(); ++i) {
      sum += stacks[i] * std::min(i, most);
    }
    return sum;
  };
  size_t most = kMost;
  while (most > 1 && frames(most) > limit) --most;
  return most;
}

}  // namespace

void CutStacks(HloModule& module) {
  const std::vector<uint32_t> depths = DepthsOf(module.frames);
  const size_t most = MostFramesOf(module, depths);
  for (size_t i = 0; i < depths.size(); ++i) {
    const bool begins = (depths[i] - 1) % most == 0;
    if (begins) module.frames[i].parent = HloModule::kNone;
  }
}

}  // namespace tfprof
