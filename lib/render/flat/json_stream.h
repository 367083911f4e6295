// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "render/text/text.h"

namespace tfprof {

// What RapidJSON writes to.
class JsonStream {
 public:
  using Ch = char;

  explicit JsonStream(TextOutput& out) : out_(out) {}

  void Put(char c) { out_.text() += c; }

  void Flush() {}

 private:
  TextOutput& out_;
};

}  // namespace tfprof
