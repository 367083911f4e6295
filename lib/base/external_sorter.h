// SPDX-License-Identifier: Apache-2.0
// External merge sort: rows that do not fit into memory go to a temporary file
// in sorted runs, which are merged while they are read.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <queue>
#include <type_traits>
#include <utility>
#include <vector>

#include <unistd.h>

#include "base/error.h"
#include "base/temporary_file.h"

namespace tfprof {

// `Row` is plain data with an operator<.
template <typename Row>
class ExternalSorter {
  static_assert(std::is_trivially_copyable_v<Row>);

 public:
  // `rows_of_run`: the number of rows held in memory, the length of a sorted
  // run.
  explicit ExternalSorter(size_t rows_of_run = (size_t{2} << 20) / sizeof(Row))
      : rows_of_run_(rows_of_run) {}

  ~ExternalSorter() {
    if (file_ >= 0) close(file_);
  }

  ExternalSorter(const ExternalSorter&) = delete;
  ExternalSorter& operator=(const ExternalSorter&) = delete;

  // Fails with kIo.
  Status Add(const Row& row) {
    rows_.push_back(row);
    if (rows_.size() < rows_of_run_) return {};
    return WriteRun();
  }

  // Calls `visit(row)` for each row, in order. May be called again, but no rows
  // may be added after it.
  template <typename Visit>
  Status ForEach(Visit visit) {
    SortHeld();
    std::vector<Reader> readers;
    for (const auto& [begin, end] : runs_) {
      readers.push_back({begin, end, {}, 0});
      TFPROF_RETURN_IF_ERROR(Fill(readers.back()));
    }
    readers.push_back({0, 0, rows_, 0});
    const auto is_later = [&](size_t a, size_t b) {
      return readers[b].row() < readers[a].row();
    };
    std::priority_queue<size_t, std::vector<size_t>, decltype(is_later)> next(
        is_later);
    for (size_t i = 0; i < readers.size(); ++i) {
      if (!readers[i].rows.empty()) next.push(i);
    }
    while (!next.empty()) {
      const size_t first = next.top();
      next.pop();
      Reader& reader = readers[first];
      visit(reader.row());
      if (++reader.at == reader.rows.size()) {
        TFPROF_RETURN_IF_ERROR(Fill(reader));
      }
      if (!reader.rows.empty()) next.push(first);
    }
    return {};
  }

 private:
  // A run being read: rows [begin, end) of the file are left.
  struct Reader {
    uint64_t begin = 0;
    uint64_t end = 0;
    std::vector<Row> rows;
    size_t at = 0;

    const Row& row() const { return rows[at]; }
  };

  static constexpr size_t kRowsAtATime =
      std::max<size_t>(1, 8192 / sizeof(Row));

  void SortHeld() {
    if (std::is_sorted(rows_.begin(), rows_.end())) return;
    std::sort(rows_.begin(), rows_.end());
  }

  Status WriteRun() {
    if (file_ < 0) {
      TFPROF_ASSIGN_OR_RETURN(file_, OpenTemporaryFile());
    }
    SortHeld();
    const char* bytes = reinterpret_cast<const char*>(rows_.data());
    size_t left = rows_.size() * sizeof(Row);
    while (left > 0) {
      const ssize_t written = write(file_, bytes, left);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return Broken();
      bytes += written;
      left -= static_cast<size_t>(written);
    }
    const uint64_t begin = runs_.empty() ? 0 : runs_.back().second;
    runs_.emplace_back(begin, begin + rows_.size());
    rows_.clear();
    return {};
  }

  Status Fill(Reader& reader) {
    const size_t count =
        std::min<uint64_t>(kRowsAtATime, reader.end - reader.begin);
    reader.rows.resize(count);
    reader.at = 0;
    char* bytes = reinterpret_cast<char*>(reader.rows.data());
    size_t left = count * sizeof(Row);
    auto at = static_cast<off_t>(reader.begin * sizeof(Row));
    while (left > 0) {
      const ssize_t got = pread(file_, bytes, left, at);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return Broken();
      bytes += got;
      at += got;
      left -= static_cast<size_t>(got);
    }
    reader.begin += count;
    return {};
  }

  Failure Broken() const {
    return Fail(ErrorCode::kIo,
                "a temporary file in {}: {}; $TMPDIR chooses another folder",
                TemporaryFolder(), std::strerror(errno));
  }

  const size_t rows_of_run_;
  std::vector<Row> rows_;  // the run in memory
  std::vector<std::pair<uint64_t, uint64_t>> runs_;  // row ranges in the file
  int file_ = -1;
};

}  // namespace tfprof
