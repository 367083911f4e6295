// SPDX-License-Identifier: Apache-2.0
// A sorted table of keys and values in leveldb's file format, which is also
// TensorFlow's.
//
// leveldb trusts a block with a valid checksum, and aborts or reads past the
// end if its content is invalid. So every block is checked here before leveldb
// sees it; damaged and malicious files become errors.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/error.h"

namespace leveldb {
class Table;
}

namespace tfprof {

class TableMemory;

class TableFile {
 public:
  // `path` is for messages. Fails with kCorrupt.
  static Result<TableFile> Open(std::string path, Bytes content);

  TableFile(TableFile&&) noexcept;
  TableFile& operator=(TableFile&&) noexcept;
  ~TableFile();

  const std::string& path() const { return path_; }

  size_t size() const;

  // The value of `key`, a view into the file, or nothing.
  Result<std::optional<std::string_view>> Find(std::string_view key) const;

  using Visitor =
      std::function<Status(std::string_view key, std::string_view value)>;

  // Calls `visit` for every entry in the order of the file and stops at the
  // first error. The key is valid only during the call.
  Status ForEach(const Visitor& visit) const;

  // The position of a returned value in the file.
  uint64_t OffsetOf(std::string_view value) const;

 private:
  TableFile(std::string path, std::unique_ptr<TableMemory> memory,
            std::unique_ptr<leveldb::Table> table);

  // Declared last to first use: the table is destroyed before the memory that
  // it points into.
  std::string path_;
  std::unique_ptr<TableMemory> memory_;
  std::unique_ptr<leveldb::Table> table_;
};

}  // namespace tfprof
