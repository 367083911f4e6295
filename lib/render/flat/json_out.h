// SPDX-License-Identifier: Apache-2.0
// The one writer of JSON, but for trace events, which are lines of a fixed
// form each.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/writer.h"
#include "report/table.h"

namespace tfprof {

class JsonOut {
 public:
  explicit JsonOut(Writer& writer);
  ~JsonOut();

  void StartObject();
  void EndObject();
  void StartArray();
  void EndArray();

  void Key(std::string_view key);
  void String(std::string_view text);  // bytes that are not UTF-8 as U+FFFD
  void Int64(int64_t value);
  void Double(double value);  // what is no finite number is null
  void Bool(bool value);
  void Null();
  void Value(const Cell& cell);

  // A key and what it has.
  void Text(std::string_view key, std::string_view text);
  void Whole(std::string_view key, int64_t value);
  void Strings(std::string_view key, const std::vector<std::string>& texts);
  void Integers(std::string_view key, const std::vector<int64_t>& values);

  // What follows stands on a line of its own.
  void BreakLine();

  // The value is whole; another may follow on the next line.
  void EndValue();

  // Hands on what was written, Drain only if it is much.
  Status Drain();
  Status Flush();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tfprof
