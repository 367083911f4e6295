// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/strings.h"

namespace tfprof {

// StandIn() of texts that stay where they are: very many names may be made of
// one long text, which is looked at once.
class StandIns {
 public:
  std::string Of(std::string_view text) {
    constexpr size_t kLong = 1000;
    if (text.size() < kLong) return std::string(text);
    std::string& known = long_[{text.data(), text.size()}];
    if (known.empty()) known = StandIn(text);
    return known;
  }

 private:
  std::map<std::pair<const char*, size_t>, std::string> long_;  // by place
};

}  // namespace tfprof
