// SPDX-License-Identifier: Apache-2.0
// How the data of pages is written: long names, numbers, lists.
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

  // A name, of which a page shows no more than the beginning and the end:
  // every scope's name holds those of all above it.
  void Name(std::string_view name) {
    constexpr size_t kHalf = 500;
    if (name.size() <= 2 * kHalf) return String(name);
    std::string shown(name.substr(0, kHalf));
    shown += "\u2026";
    shown += name.substr(name.size() - kHalf);
    String(shown);
  }

  // Hands on what was written so far, now and then.
  void HandOn() {
    if (handed_on_.has_value()) handed_on_ = Drain();
  }

  void Number(int64_t value) { Int64(value); }

  // Sums of recorded values may be beyond 64 bits; a page need not be exact
  // there.
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

  // All texts, by id.
  void Texts(std::string_view key, const StringPool& texts) {
    Key(key);
    StartArray();
    for (size_t id = 0; id < texts.size(); ++id) String(texts[StringId(id)]);
    EndArray();
  }

  void Numbers(std::string_view key, const std::vector<int64_t>& values) {
    List(key, values, [&](int64_t value) { Int64(value); });
  }

 protected:
  Status handed_on_;  // of what was handed on
};

}  // namespace tfprof
