// SPDX-License-Identifier: Apache-2.0
// The destination of an answer. Renderers write; only the creator of the Writer
// knows whether it is a terminal, a file or a string.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/file_id.h"

namespace tfprof {

// The error of writing `path`, with errno as the reason.
Failure CannotWrite(const std::string& path);

// A file in which an answer can be built in any byte order.
struct Workplace {
  int file = -1;           // open for reading and writing, and empty
  std::string name;        // for messages
  bool is_synced = false;  // synced to disk at the end
};

class Writer {
 public:
  virtual ~Writer() = default;

  // After the first failure nothing more is written, and each call returns the
  // same error.
  virtual Status Write(std::string_view bytes) = 0;

  // Makes the written bytes final. Without it a file keeps its old content.
  virtual Status Close() { return {}; }

  virtual bool is_terminal() const { return false; }

  // A place to build the answer in without copying, if the target is a file
  // that stays invisible until Close().
  virtual std::optional<Workplace> workplace() const { return std::nullopt; }

  // The target, if it is a file.
  virtual std::optional<FileId> file() const { return std::nullopt; }
};

class StringWriter : public Writer {
 public:
  Status Write(std::string_view bytes) override {
    text_ += bytes;
    return {};
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// Discards all bytes.
class NullWriter : public Writer {
 public:
  Status Write(std::string_view) override { return {}; }
};

// An open file descriptor that its owner closes, such as stdout. The error is
// kClosedPipe if the reader of a pipe has gone.
class DescriptorWriter : public Writer {
 public:
  DescriptorWriter(int descriptor, std::string name)
      : descriptor_(descriptor), name_(std::move(name)) {}

  Status Write(std::string_view bytes) override;

  bool is_terminal() const override;

  std::optional<FileId> file() const override { return FileIdOf(descriptor_); }

 private:
  int descriptor_;
  std::string name_;
  Status status_;
};

}  // namespace tfprof
