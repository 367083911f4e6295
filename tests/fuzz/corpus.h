// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/paths.h"

namespace tfprof {

inline const std::string kCorpus =
    std::string(TFPROF_SOURCE_DIR) + "/tests/fuzz/corpus";

// The files of a target's corpus, by name.
inline std::vector<std::string> CorpusOf(std::string_view target) {
  std::vector<std::string> paths;
  const std::string folder = kCorpus + "/" + std::string(target);
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace tfprof
