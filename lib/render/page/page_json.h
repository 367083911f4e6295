// SPDX-License-Identifier: Apache-2.0
// How the data of pages is written: keys, texts as UTF-8, lists.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <rapidjson/writer.h>

#include "base/string_pool.h"
#include "base/strings.h"
#include "render/flat/json_stream.h"
#include "view/timeline/trace_timeline.h"

namespace tfprof {

class PageJson {
 public:
  explicit PageJson(Writer& writer)
      : out_(writer), stream_(out_), json_(stream_) {}

  rapidjson::Writer<JsonStream>& json() { return json_; }

  void Key(std::string_view key) {
    json_.Key(key.data(), static_cast<unsigned>(key.size()));
  }

  void String(std::string_view text) {
    if (!IsUtf8(text)) return String(ValidUtf8(text));
    json_.String(text.data(), static_cast<unsigned>(text.size()));
  }

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
  void Drain() {
    if (handed_on_.has_value()) handed_on_ = out_.Drain();
  }

  void Text(std::string_view key, std::string_view text) {
    Key(key);
    String(text);
  }

  void Number(int64_t value) { json_.Int64(value); }

  // Sums of recorded values may be beyond 64 bits; a page need not be exact
  // there.
  void Number(WideInt value) { json_.Double(static_cast<double>(value)); }

  template <typename Values, typename Write>
  void List(std::string_view key, const Values& values, Write write) {
    Key(key);
    json_.StartArray();
    for (const auto& value : values) {
      write(value);
      Drain();
    }
    json_.EndArray();
  }

  // All texts, by id.
  void Texts(std::string_view key, const StringPool& texts) {
    Key(key);
    json_.StartArray();
    for (size_t id = 0; id < texts.size(); ++id) String(texts[StringId(id)]);
    json_.EndArray();
  }

  void Numbers(std::string_view key, const std::vector<int64_t>& values) {
    List(key, values, [&](int64_t value) { json_.Int64(value); });
  }

 protected:
  TextOutput out_;
  JsonStream stream_;
  rapidjson::Writer<JsonStream> json_;
  Status handed_on_;  // of what was handed on
};

}  // namespace tfprof
