// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"

namespace tfprof {

// The pages of an SQLite file that is not open elsewhere. New pages are added
// at its end.
class PageFile {
 public:
  static constexpr size_t kPageSize = 16384;

  // The page with SQLite's lock bytes is never used.
  static constexpr uint32_t kLockPage = 0x40000000 / kPageSize + 1;

  // `pages`: the current number of pages. `begins_early`: start writing to disk
  // while the file grows. `name` is the name in messages.
  PageFile(int file, uint32_t pages, bool begins_early, std::string name);

  // The next result of Append().
  uint32_t next() const { return next_; }

  // Adds a page of kPageSize bytes, and returns its number.
  Result<uint32_t> Append(const char* page);

  // REQUIRES: the page existed at the start.
  Status Replace(uint32_t number, const char* page);

  // Writes buffered pages and the page count.
  Status Finish();

  const std::string& name() const { return name_; }

 private:
  static constexpr size_t kWaitingPages = 16;

  void Push(const char* page);
  Status Flush();
  Status WriteAt(const char* bytes, size_t size, uint64_t at);

  int file_;
  uint32_t next_;
  uint32_t written_;  // pages
  bool begins_early_;
  uint64_t begun_ = 0;  // bytes whose write-back has started
  std::string name_;
  std::vector<char> waiting_;
};

}  // namespace tfprof
