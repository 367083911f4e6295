// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/writer.h"

namespace tfprof {

// Selects whether a file must be on disk before it is reported as written, so
// it survives a loss of power.
enum class Durability : bool { kNone, kSynced };

// Fails if it is a dangling link.
Status CheckLink(const std::string& path);

// A file that gets its name, or replaces an older file, only when it is
// complete: a failure leaves neither half a file nor an overwritten one. Until
// then it is unnamed if the file system supports that, else hidden in the same
// folder. Links are followed; a dangling one is an error. Special files such as
// /dev/full are written directly. A file that was read (file_id.h) is not
// replaced: Close fails with kInvalidArgument.
class FileWriter : public Writer {
 public:
  // Errors (kIo) name `path`.
  static Result<std::unique_ptr<FileWriter>> Open(
      const std::string& path, Durability durability = Durability::kSynced);

  ~FileWriter() override;

  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  Status Write(std::string_view bytes) override;

  Status Close() override;

  // The same, but does not replace a file that got the name meanwhile: returns
  // false, and this stays open.
  Result<bool> CloseAsNew();

  // An unnamed file, so an unfinished one is never left behind.
  std::optional<Workplace> workplace() const override {
    if (folder_ < 0 || !aside_.empty()) return std::nullopt;
    return Workplace{descriptor_, path_, IsSynced()};
  }

 private:
  FileWriter(std::string path, Durability durability)
      : path_(std::move(path)), durability_(durability), out_(-1, path_) {}

  Status OpenAside(const std::string& target);
  Result<bool> CloseAs(bool replaces);
  Result<bool> Name(bool replaces);
  Result<bool> NameAside(bool replaces);

  bool IsSynced() const {
    return durability_ == Durability::kSynced && folder_ >= 0;
  }

  std::string path_;  // as given
  Durability durability_;
  int descriptor_ = -1;
  int folder_ = -1;           // of the target; none if it is written directly
  bool can_sync_folder_ = false;
  bool is_new_ = false;       // there was no such file
  std::string name_;          // the target's name in its folder
  std::string aside_;         // the current hidden name
  DescriptorWriter out_;
  uint64_t written_ = 0;  // bytes
  uint64_t begun_ = 0;    // bytes whose write-back has started
};

}  // namespace tfprof
