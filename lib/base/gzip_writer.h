// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/writer.h"

namespace tfprof {

// Compresses bytes and passes them on. Closing completes the stream and leaves
// the target open.
class GzipWriter : public Writer {
 public:
  explicit GzipWriter(Writer& out);

  ~GzipWriter() override;

  Status Write(std::string_view bytes) override;

  Status Close() override;

 private:
  struct Stream;

  Status Deflate(std::string_view bytes, int flush);

  Writer& out_;
  std::unique_ptr<Stream> stream_;
};

}  // namespace tfprof
