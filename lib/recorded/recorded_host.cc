// SPDX-License-Identifier: Apache-2.0
#include "recorded/recorded_host.h"

#include <algorithm>
#include <string>

namespace tfprof {

void RecordedHost::Note(std::string_view code, uint64_t count,
                        std::optional<int64_t> value_ps) {
  auto found =
      std::find_if(notices.begin(), notices.end(),
                   [&](const Notice& notice) { return notice.code == code; });
  if (found == notices.end()) {
    found = notices.insert(found, {std::string(code), 0, {}});
  }
  found->count += count;
  if (value_ps)
    found->value_ps = std::max(found->value_ps.value_or(0), *value_ps);
}

}  // namespace tfprof
