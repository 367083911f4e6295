// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>

#include "wire/intake/input.h"

namespace tfprof {

namespace {

class TwinFinder {
 public:
  TwinFinder(const std::vector<PickedFile>& files, const Inputs& inputs)
      : files_(files), inputs_(inputs) {}

  std::vector<std::pair<size_t, size_t>> Run() {
    // Few files have the same size, so hardly any is read.
    std::map<size_t, std::vector<size_t>> of_size;
    for (size_t i = 0; i < files_.size(); ++i) {
      const auto content = Open(i);
      if (!content || (*content)->view().empty()) continue;
      of_size[(*content)->view().size()].push_back(i);
    }
    for (const auto& [size, files] : of_size) {
      if (files.size() > 1) FindAmong(files);
    }
    std::ranges::sort(twins_, {}, &std::pair<size_t, size_t>::second);
    return std::move(twins_);
  }

 private:
  Result<std::shared_ptr<const Bytes>> Open(size_t i) const {
    if (files_[i].content.is_open()) return files_[i].content.Shared();
    return inputs_.streams->Open(files_[i].path, inputs_.limits, nullptr);
  }

  // Hashes files of one size, and compares those of equal hash byte by byte.
  void FindAmong(const std::vector<size_t>& files) {
    std::unordered_map<size_t, std::vector<size_t>> of_hash;
    for (const size_t i : files) {
      const auto content = Open(i);
      if (!content) continue;
      const std::string_view bytes = (*content)->view();
      std::vector<size_t>& others =
          of_hash[std::hash<std::string_view>()(bytes)];
      const auto twin = std::ranges::find_if(others, [&](size_t other) {
        const auto there = Open(other);
        return there && (*there)->view() == bytes;
      });
      if (twin != others.end()) {
        twins_.emplace_back(*twin, i);
      } else {
        others.push_back(i);
      }
    }
  }

  const std::vector<PickedFile>& files_;
  const Inputs& inputs_;
  std::vector<std::pair<size_t, size_t>> twins_;
};

}  // namespace

std::vector<std::pair<size_t, size_t>> FindTwins(
    const std::vector<PickedFile>& files, const Inputs& inputs) {
  return TwinFinder(files, inputs).Run();
}

}  // namespace tfprof
