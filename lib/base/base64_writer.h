// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/writer.h"

namespace tfprof {

// Writes bytes as base64 (RFC 4648) in one line to another writer. Closing
// completes the text and leaves the target open.
class Base64Writer final : public Writer {
 public:
  explicit Base64Writer(Writer& out) : out_(out) {}

  Status Write(std::string_view bytes) override;

  Status Close() override;

 private:
  Writer& out_;
  std::string rest_;  // fewer than three bytes
};

}  // namespace tfprof
