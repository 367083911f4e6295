// SPDX-License-Identifier: Apache-2.0
// Where the bytes of an answer go. Renderers write; only whoever made the
// Writer knows whether that is a terminal, a file or a string.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/file_id.h"

namespace tfprof {

// The error of writing `path`, with errno as the reason.
Failure CannotWrite(const std::string& path);

// A file in which an answer can be made in any order of its bytes.
struct Workplace {
  int file = -1;           // open for reading and writing, and empty
  std::string name;        // for messages
  bool is_synced = false;  // it is brought to its disk at the end
};

class Writer {
 public:
  virtual ~Writer() = default;

  // After the first failure nothing more is written and the same error is
  // returned each time.
  virtual Status Write(std::string_view bytes) = 0;

  // Makes what was written final. Without it a file keeps its old content.
  virtual Status Close() { return {}; }

  virtual bool is_terminal() const { return false; }

  // Where to make the answer instead of writing it, if it is a file that nobody
  // sees before Close().
  virtual std::optional<Workplace> workplace() const { return std::nullopt; }

  // The file that it goes to, if it is one.
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

// Discards what is written.
class NullWriter : public Writer {
 public:
  Status Write(std::string_view) override { return {}; }
};

// An open file descriptor that somebody else closes, such as stdout. When the
// reader of a pipe has gone away the error is kClosedPipe.
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
