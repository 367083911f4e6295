// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "base/error.h"
#include "base/writer.h"

namespace tfprof {

// Where temporary files lie: $TMPDIR, else /var/tmp or /tmp.
std::string TemporaryFolder();

// A descriptor that is closed with this.
class OwnFile {
 public:
  OwnFile() = default;

  explicit OwnFile(int file) : file_(file) {}

  OwnFile(OwnFile&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

  OwnFile& operator=(OwnFile&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }

  ~OwnFile();

  int get() const { return file_; }

 private:
  int file_ = -1;
};

// All of an open file into `writer`; `name` is what messages call it.
Status CopyFile(int file, const std::string& name, Writer& writer);

// A file without a name, open for reading and writing, that is gone when it is
// closed. Fails with kIo.
Result<int> OpenTemporaryFile();

}  // namespace tfprof
