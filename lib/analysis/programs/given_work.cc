// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/given_work.h"

namespace tfprof {

size_t GivenWork::Find(std::string_view name) const {
  if (name.empty()) return kNone;
  for (size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].name.Matches(name)) return i;
  }
  return kNone;
}

}  // namespace tfprof
