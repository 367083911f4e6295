// SPDX-License-Identifier: Apache-2.0
// Writes names, numbers and lists of the page data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/string_pool.h"
#include "base/strings.h"
#include "render/flat/json_out.h"
#include "view/timeline/trace_timeline.h"

namespace tfprof {

class PageJson : public JsonOut {
 public:
  using JsonOut::JsonOut;

  // Writes a name; a long name is reduced to both ends, since the name of each
  // scope repeats all scopes above it.
  void Name(std::string_view name) {
    constexpr size_t kHalf = 500;
    if (name.size() <= 2 * kHalf) return String(name);
    std::string shown(name.substr(0, kHalf));
    shown += "\u2026";
    shown += name.substr(name.size() - kHalf);
    String(shown);
  }

  // Passes on what was written so far, if it is a lot.
  void HandOn() {
    if (handed_on_.has_value()) handed_on_ = Drain();
  }

  void Number(int64_t value) { Int64(value); }

  // Sums may exceed 64 bits, where a page need not be exact.
  void Number(WideInt value) { Double(static_cast<double>(value)); }

  template <typename Values, typename Write>
  void List(std::string_view key, const Values& values, Write write) {
    Key(key);
    StartArray();
    for (const auto& value : values) {
      write(value);
      HandOn();
    }
    EndArray();
  }

  // Writes all texts of a pool, by id.
  void Texts(std::string_view key, const StringPool& texts) {
    Key(key);
    StartArray();
    for (size_t id = 0; id < texts.size(); ++id) {
      String(texts[StringId(id)]);
      HandOn();
    }
    EndArray();
  }

  void Numbers(std::string_view key, const std::vector<int64_t>& values) {
    List(key, values, [&](int64_t value) { Int64(value); });
  }

 protected:
  Status handed_on_;  // of the last HandOn()
};

}  // namespace tfprof
