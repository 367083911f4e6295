// SPDX-License-Identifier: Apache-2.0
// Writes all JSON but trace events, which have fixed lines.
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
  void String(std::string_view text);  // invalid UTF-8 becomes U+FFFD
  void Int64(int64_t value);
  void Double(double value);  // null if not finite
  void Bool(bool value);
  void Null();
  void Value(const Cell& cell);

  // Writes a key with its value.
  void Text(std::string_view key, std::string_view text);
  void Whole(std::string_view key, int64_t value);
  void Strings(std::string_view key, const std::vector<std::string>& texts);
  void Integers(std::string_view key, const std::vector<int64_t>& values);

  // The next value begins on a new line.
  void BreakLine();

  // Ends a whole value, so that another may follow on the next line.
  void EndValue();

  // Pass on what was written; Drain only if it is a lot.
  Status Drain();
  Status Flush();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tfprof
