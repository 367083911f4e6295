// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/page_file.h"

namespace tfprof {

// A table or an index of an SQLite file, written from its first row to its last
// (sqlite.org/fileformat2.html 1.6). Beside SQLite's own way, which is to look
// for the place of each row in turn, this takes a fifth of the time.
class DatabaseTree {
 public:
  enum class Kind : uint8_t { kTable, kIndex };

  // `root` is a page that SQLite made for it, and is replaced.
  DatabaseTree(PageFile& file, Kind kind, uint32_t root);

  // To a table. Fails with kInternal unless `row` is greater than all before.
  Status AddRow(int64_t row, std::string_view record);

  // To an index, or a table without row numbers. REQUIRES: the record is
  // greater than all before, as SQLite compares them.
  Status AddKey(std::string_view record);

  Status Finish();

 private:
  // A page, whose cells stand at its end, the first last.
  struct Page {
    explicit Page(uint8_t page_type, size_t header_bytes);

    // Room for a cell, or null.
    char* Take(size_t size, size_t left_over = 0);
    void DropLast();
    void Clear();

    // The page with all of its header.
    const char* Finish();

    std::string bytes;
    uint8_t type;
    size_t header;  // bytes
    size_t cells = 0;
    size_t content = 0;   // where the last cell begins
    size_t previous = 0;  // where the one before does
  };

  // A page below another, and what follows its last row in the order of rows.
  struct Child {
    uint32_t page = 0;
    std::string key;  // of an index: taken out of the page
  };

  // Pages with children. The last two wait: none may be without a key, and of
  // each page the last child has none.
  struct Level {
    Page page;
    std::vector<Child> waiting;
  };

  bool is_table() const { return kind_ == Kind::kTable; }

  Status AddCell(std::string_view prefix, std::string_view record);
  Status AddOverflow(std::string_view rest);
  Status CloseLeaf();
  Status AddChild(size_t level, Child child);
  void PutChild(Page& page, const Child& child, bool uses_reserve);
  static const char* WithLast(Page& page, uint32_t child);

  PageFile& file_;
  const Kind kind_;
  const uint32_t root_;
  Page leaf_;
  std::vector<Level> levels_;
  int64_t last_row_ = 0;
  bool has_rows_ = false;
};

}  // namespace tfprof
