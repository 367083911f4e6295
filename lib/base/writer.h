// SPDX-License-Identifier: Apache-2.0
// Where the bytes of an answer go. Renderers write; only whoever made the
// Writer knows whether that is a terminal, a file or a string.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"

namespace tfprof {

class Writer {
 public:
  virtual ~Writer() = default;

  // After the first failure nothing more is written and the same error is
  // returned each time.
  virtual Status Write(std::string_view bytes) = 0;

  // Makes what was written final. Without it a file keeps its old content.
  virtual Status Close() { return {}; }

  virtual bool is_terminal() const { return false; }
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

// Computes everything, shows nothing.
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

 private:
  int descriptor_;
  std::string name_;
  Status status_;
};

// A file, written aside and renamed by Close(), so that a failure leaves
// neither half a file nor an overwritten one. Links are followed. Special files
// such as /dev/full are written directly.
class FileWriter : public Writer {
 public:
  static Result<std::unique_ptr<FileWriter>> Open(const std::string& path);

  ~FileWriter() override;

  Status Write(std::string_view bytes) override;

  Status Close() override;

 private:
  FileWriter(int descriptor, std::string path, std::string target,
             std::string aside)
      : descriptor_(descriptor),
        path_(path),
        target_(std::move(target)),
        aside_(std::move(aside)),
        out_(descriptor, std::move(path)) {}

  int descriptor_;
  std::string path_;
  std::string target_;  // what path_ leads to
  std::string aside_;   // empty when the target is written directly
  DescriptorWriter out_;
};

}  // namespace tfprof
