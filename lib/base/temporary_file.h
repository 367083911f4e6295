// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "base/error.h"
#include "base/writer.h"

namespace tfprof {

// The folder for temporary files: $TMPDIR, else /var/tmp or /tmp.
std::string TemporaryFolder();

// A descriptor that the destructor closes.
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

// Copies an open file to `writer`; `name` is the name in messages.
Status CopyFile(int file, const std::string& name, Writer& writer);

// An unnamed file, open for reading and writing, which is deleted when it is
// closed. Fails with kIo.
Result<int> OpenTemporaryFile();

}  // namespace tfprof
