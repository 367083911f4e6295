// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "wire/intake/input.h"

namespace tfprof {

std::vector<std::pair<size_t, size_t>> FindTwins(
    const std::vector<PickedFile>& files, const Inputs& inputs) {
  using Opened = Result<std::shared_ptr<const Bytes>>;
  const auto open = [&](const PickedFile& file) -> Opened {
    if (file.content != nullptr) return file.content;
    return inputs.streams->Open(file.path, inputs.limits, nullptr);
  };
  // Files of one size are few, so that hardly any is read for this.
  std::map<size_t, std::vector<size_t>> of_size;
  std::vector<std::pair<size_t, size_t>> twins;
  for (size_t i = 0; i < files.size(); ++i) {
    const auto content = open(files[i]);
    if (!content || (*content)->view().empty()) continue;
    std::vector<size_t>& candidates = of_size[(*content)->view().size()];
    bool is_twin = false;
    for (const size_t other : candidates) {
      const auto there = open(files[other]);
      if (!there || (*there)->view() != (*content)->view()) continue;
      twins.emplace_back(other, i);
      is_twin = true;
      break;
    }
    if (!is_twin) candidates.push_back(i);
  }
  return twins;
}

}  // namespace tfprof
