// SPDX-License-Identifier: Apache-2.0
#include "store/database_tree.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "store/record_bytes.h"

namespace tfprof {

namespace {

constexpr size_t kPageBytes = PageFile::kPageSize;
constexpr size_t kLeafHeader = 8;
constexpr size_t kInnerHeader = 12;
constexpr size_t kPointer = 4;  // a page number
constexpr size_t kLeastCell = 4;
constexpr size_t kMostRecord = 1'000'000'000;  // limit of SQLite

// The cell of a longer record has only its beginning, less than kMost of it.
constexpr size_t kMostOfRow = kPageBytes - 35;
constexpr size_t kMostOfKey = (kPageBytes - 12) * 64 / 255 - 23;
constexpr size_t kLeast = (kPageBytes - 12) * 32 / 255 - 23;

// The largest cell of an inner page, with its cell pointer.
constexpr size_t kMostAbove = kPointer + 9 + kMostOfKey + kPointer + 2;

void PutBytes(uint64_t value, size_t bytes, char* to) {
  for (size_t at = bytes; at-- > 0; value >>= 8) {
    to[at] = static_cast<char>(value);
  }
}

size_t LocalBytes(size_t record, bool is_row) {
  const size_t most = is_row ? kMostOfRow : kMostOfKey;
  if (record <= most) return record;
  const size_t local = kLeast + (record - kLeast) % (kPageBytes - kPointer);
  return local <= most ? local : kLeast;
}

}  // namespace

DatabaseTree::Page::Page(uint8_t page_type, size_t header_bytes)
    : bytes(kPageBytes, '\0'), type(page_type), header(header_bytes) {
  Clear();
}

void DatabaseTree::Page::Clear() {
  cells = 0;
  content = kPageBytes;
  previous = kPageBytes;
}

char* DatabaseTree::Page::Take(size_t size, size_t left_over) {
  if (header + 2 * (cells + 1) + size + left_over > content) return nullptr;
  previous = std::exchange(content, content - size);
  PutBytes(content, 2, bytes.data() + header + 2 * cells);
  ++cells;
  return bytes.data() + content;
}

void DatabaseTree::Page::DropLast() {
  content = previous;
  --cells;
}

const char* DatabaseTree::Page::Finish() {
  char* const to = bytes.data();
  to[0] = static_cast<char>(type);
  PutBytes(0, 2, to + 1);  // no free blocks
  PutBytes(cells, 2, to + 3);
  PutBytes(content, 2, to + 5);
  to[7] = 0;  // no bytes lost between cells
  // Clears the previous content.
  const size_t end = header + 2 * cells;
  std::fill(to + end, to + content, '\0');
  return to;
}

DatabaseTree::DatabaseTree(PageFile& file, Kind kind, uint32_t root)
    : file_(file),
      kind_(kind),
      root_(root),
      leaf_(kind == Kind::kTable ? 0x0d : 0x0a, kLeafHeader) {}

Status DatabaseTree::AddRow(int64_t row, std::string_view record) {
  if (has_rows_ && row <= last_row_) {
    return Fail(ErrorCode::kInternal, "{}: row {} comes after row {}",
                file_.name(), row, last_row_);
  }
  char prefix[18];
  size_t size = PutSqliteVarint(record.size(), prefix);
  size += PutSqliteVarint(static_cast<uint64_t>(row), prefix + size);
  TFPROF_RETURN_IF_ERROR(AddCell({prefix, size}, record));
  last_row_ = row;
  has_rows_ = true;
  return {};
}

Status DatabaseTree::AddKey(std::string_view record) {
  char prefix[9];
  return AddCell({prefix, PutSqliteVarint(record.size(), prefix)}, record);
}

Status DatabaseTree::AddCell(std::string_view prefix, std::string_view record) {
  if (record.size() > kMostRecord) {
    return Fail(ErrorCode::kLimit,
                "{}: a row of {} bytes exceeds SQLite's limit", file_.name(),
                record.size());
  }
  const size_t local = LocalBytes(record.size(), is_table());
  const bool has_more = local < record.size();
  const size_t size =
      std::max(kLeastCell, prefix.size() + local + (has_more ? kPointer : 0));
  char* to = leaf_.Take(size);
  if (to == nullptr) {
    TFPROF_RETURN_IF_ERROR(CloseLeaf());
    to = leaf_.Take(size);
  }
  std::memcpy(to, prefix.data(), prefix.size());
  std::memcpy(to + prefix.size(), record.data(), local);
  if (!has_more) return {};
  PutBytes(file_.next(), kPointer, to + prefix.size() + local);
  return AddOverflow(record.substr(local));
}

// A chain of pages with the part of a record that does not fit into its cell.
Status DatabaseTree::AddOverflow(std::string_view rest) {
  std::string page;
  while (!rest.empty()) {
    const std::string_view part =
        rest.substr(0, std::min(rest.size(), kPageBytes - kPointer));
    rest.remove_prefix(part.size());
    page.assign(kPageBytes, '\0');
    const uint32_t next = file_.next() + 1;
    if (!rest.empty()) {
      PutBytes(next == PageFile::kLockPage ? next + 1 : next, kPointer,
               page.data());
    }
    std::memcpy(page.data() + kPointer, part.data(), part.size());
    TFPROF_ASSIGN_OR_RETURN([[maybe_unused]] const uint32_t number,
                            file_.Append(page.data()));
  }
  return {};
}

// The last key of an index moves up to the parent page; that of a table is
// repeated there.
Status DatabaseTree::CloseLeaf() {
  Child child;
  if (is_table()) {
    char key[9];
    child.key.assign(key,
                     PutSqliteVarint(static_cast<uint64_t>(last_row_), key));
  } else {
    child.key =
        leaf_.bytes.substr(leaf_.content, leaf_.previous - leaf_.content);
    leaf_.DropLast();
  }
  TFPROF_ASSIGN_OR_RETURN(child.page, file_.Append(leaf_.Finish()));
  leaf_.Clear();
  return AddChild(0, std::move(child));
}

const char* DatabaseTree::WithLast(Page& page, uint32_t child) {
  PutBytes(child, kPointer, page.bytes.data() + kLeafHeader);
  return page.Finish();
}

Status DatabaseTree::AddChild(size_t level, Child child) {
  if (level == levels_.size()) {
    levels_.push_back({Page(is_table() ? 0x05 : 0x02, kInnerHeader), {}});
  }
  std::vector<Child>& waiting = levels_[level].waiting;
  waiting.push_back(std::move(child));
  if (waiting.size() < 3) return {};
  Child first = std::move(waiting.front());
  waiting.erase(waiting.begin());
  Page& page = levels_[level].page;
  char* const to = page.Take(kPointer + first.key.size(), kMostAbove);
  if (to != nullptr) {
    PutBytes(first.page, kPointer, to);
    std::memcpy(to + kPointer, first.key.data(), first.key.size());
    return {};
  }
  TFPROF_ASSIGN_OR_RETURN(const uint32_t number,
                          file_.Append(WithLast(page, first.page)));
  page.Clear();
  return AddChild(level + 1, {number, std::move(first.key)});
}

Status DatabaseTree::Finish() {
  if (levels_.empty()) return file_.Replace(root_, leaf_.Finish());
  Child last;
  TFPROF_ASSIGN_OR_RETURN(last.page, file_.Append(leaf_.Finish()));
  for (size_t level = 0;; ++level) {
    TFPROF_RETURN_IF_ERROR(AddChild(level, std::move(last)));
    Page& page = levels_[level].page;
    const Child& first = levels_[level].waiting.front();
    char* const to = page.Take(kPointer + first.key.size());  // kept free
    PutBytes(first.page, kPointer, to);
    std::memcpy(to + kPointer, first.key.data(), first.key.size());
    const char* const bytes =
        WithLast(page, levels_[level].waiting.back().page);
    if (level + 1 == levels_.size()) return file_.Replace(root_, bytes);
    last = {};
    TFPROF_ASSIGN_OR_RETURN(last.page, file_.Append(bytes));
  }
}

}  // namespace tfprof
