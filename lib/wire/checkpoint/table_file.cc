// SPDX-License-Identifier: Apache-2.0
#include "wire/checkpoint/table_file.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include <leveldb/env.h>
#include <leveldb/iterator.h>
#include <leveldb/options.h>
#include <leveldb/status.h>
#include <leveldb/table.h>
#include <protozero/varint.hpp>

#include "base/crc32c.h"

namespace tfprof {

namespace {

// Two block handles of two varints each, padded, and a magic number.
constexpr size_t kFooterSize = 48;
constexpr std::string_view kMagic = "\x57\xfb\x80\x8b\x24\x75\x47\xdb";
// After each block: a byte with the compression, and a checksum.
constexpr size_t kTrailerSize = 5;
// The most entries between two restart points, all of which each search walks.
// Writers set a restart point every 16 entries.
constexpr size_t kMostBetweenRestarts = 256;

uint64_t TakeVarint(std::string_view& bytes) {
  const char* at = bytes.data();
  const uint64_t value =
      protozero::decode_varint(&at, bytes.data() + bytes.size());
  bytes.remove_prefix(static_cast<size_t>(at - bytes.data()));
  return value;
}

uint32_t LoadFixed32(std::string_view bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = 4; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

struct Handle {
  uint64_t offset = 0;
  uint64_t size = 0;
};

Handle TakeHandle(std::string_view& bytes) {
  const uint64_t offset = TakeVarint(bytes);
  return {.offset = offset, .size = TakeVarint(bytes)};
}

// True if the block lies before the footer of a file of `file_size` bytes.
bool Fits(const Handle& handle, uint64_t file_size) {
  const uint64_t end = file_size - kFooterSize;
  return handle.offset <= end && kTrailerSize <= end - handle.offset &&
         handle.size <= end - handle.offset - kTrailerSize;
}

// The end of a block's entries, which is the start of its restart points;
// nothing if it is invalid. A restart point is the position of an entry with
// its whole key.
std::optional<size_t> RestartsOf(std::string_view block) {
  if (block.size() < 4) return std::nullopt;
  // leveldb counts in 32 bits within a block.
  if (block.size() > std::numeric_limits<uint32_t>::max()) return std::nullopt;
  const size_t count = LoadFixed32(block, block.size() - 4);
  if (count == 0 || count > block.size() / 4 - 1) return std::nullopt;
  return block.size() - 4 - count * 4;
}

constexpr const char* kDamagedBlock = "a damaged block";

// The reason why leveldb cannot walk or search the block, or null: every entry
// has to be within it, and restart points have to be at entries with a whole
// key, close enough to each other. Blocks whose values are handles of other
// blocks need `file_size`; these blocks follow one another.
const char* ProblemOf(std::string_view block,
                      std::optional<uint64_t> file_size) {
  const std::optional<size_t> end = RestartsOf(block);
  if (!end.has_value()) return kDamagedBlock;
  std::string_view left = block.substr(0, *end);
  size_t restart = *end;  // the next restart point
  size_t walked = 0;      // entries since the previous restart point
  uint64_t key_size = 0;
  uint64_t blocks_end = 0;
  while (!left.empty()) {
    const size_t at = *end - left.size();
    const uint64_t shared = TakeVarint(left);
    const uint64_t added = TakeVarint(left);
    const uint64_t value_size = TakeVarint(left);
    if (shared > key_size || added > left.size() ||
        value_size > left.size() - added) {
      return kDamagedBlock;
    }
    if (restart < block.size() - 4 && LoadFixed32(block, restart) == at) {
      if (shared != 0) return kDamagedBlock;
      restart += 4;
      walked = 0;
    }
    if (++walked > kMostBetweenRestarts) {
      return "a block that cannot be searched, which no program writes";
    }
    key_size = shared + added;
    if (file_size.has_value()) {
      std::string_view value = left.substr(added, value_size);
      const Handle handle = TakeHandle(value);
      if (!Fits(handle, *file_size) || handle.offset < blocks_end) {
        return kDamagedBlock;
      }
      blocks_end = handle.offset + handle.size + kTrailerSize;
    }
    left.remove_prefix(added + value_size);
  }
  return restart == block.size() - 4 ? nullptr : kDamagedBlock;
}

leveldb::Slice ToSlice(std::string_view text) {
  return {text.data(), text.size()};
}

std::string_view ToView(const leveldb::Slice& slice) {
  return {slice.data(), slice.size()};
}

}  // namespace

// The content of a table file, handed to leveldb without copying.
class TableMemory final : public leveldb::RandomAccessFile {
 public:
  explicit TableMemory(Bytes content) : content_(std::move(content)) {}

  std::string_view view() const { return content_.view(); }

  // The last position that leveldb read, for its error messages.
  uint64_t last_offset() const { return last_offset_; }

  // Finds the index and checks its place, which leveldb would trust.
  bool FindIndex() {
    if (view().size() < kFooterSize || !view().ends_with(kMagic)) return false;
    std::string_view footer = view().substr(view().size() - kFooterSize);
    try {
      const Handle metaindex = TakeHandle(footer);
      const Handle index = TakeHandle(footer);
      index_offset_ = index.offset;
      return Fits(metaindex, view().size()) && Fits(index, view().size());
    } catch (const protozero::exception&) {
      return false;
    }
  }

  leveldb::Status Read(uint64_t offset, size_t size, leveldb::Slice* result,
                       char* /*scratch*/) const override {
    last_offset_ = offset;
    if (offset > view().size() || size > view().size() - offset ||
        size < kTrailerSize) {
      return leveldb::Status::Corruption("a block runs past the end");
    }
    const std::string_view bytes = view().substr(offset, size);
    *result = ToSlice(bytes);
    // The footer is not a block.
    const bool is_checked = offset == view().size() - kFooterSize ||
                            sound_.contains({offset, size});
    return is_checked ? leveldb::Status::OK() : CheckBlock(offset, bytes);
  }

 private:
  leveldb::Status CheckBlock(uint64_t offset, std::string_view bytes) const {
    const std::string_view block = bytes.substr(0, bytes.size() - kTrailerSize);
    // TensorFlow writes no compressed tables, and a decompressed block could
    // not be checked here.
    if (bytes[block.size()] != 0) {
      return leveldb::Status::Corruption("a compressed or damaged block");
    }
    // Checked here once; leveldb would check it for each key.
    Crc32c checksum;
    checksum.Add(bytes.substr(0, block.size() + 1));
    if (checksum.masked() != LoadFixed32(bytes, block.size() + 1)) {
      return leveldb::Status::Corruption("block checksum mismatch");
    }
    std::optional<uint64_t> file_size;
    if (offset == index_offset_) file_size = view().size();
    const char* problem = kDamagedBlock;
    try {
      problem = ProblemOf(block, file_size);
    } catch (const protozero::exception&) {
      // A number ran past the end of the block.
    }
    if (problem != nullptr) return leveldb::Status::Corruption(problem);
    sound_.emplace(offset, bytes.size());
    return leveldb::Status::OK();
  }

  Bytes content_;
  uint64_t index_offset_ = 0;
  mutable uint64_t last_offset_ = 0;
  mutable std::set<std::pair<uint64_t, size_t>> sound_;  // checked blocks
};

namespace {

Failure Damaged(const std::string& path, const TableMemory& memory,
                const leveldb::Status& status) {
  constexpr std::string_view kPrefix = "Corruption: ";
  const std::string text = status.ToString();
  std::string_view what = text;
  if (what.starts_with(kPrefix)) what.remove_prefix(kPrefix.size());
  return Fail(ErrorCode::kCorrupt, "{}: byte {}: {}; copy the checkpoint again",
              path, memory.last_offset(), what);
}

std::unique_ptr<leveldb::Iterator> Iterate(const leveldb::Table& table) {
  return std::unique_ptr<leveldb::Iterator>(
      table.NewIterator(leveldb::ReadOptions()));
}

}  // namespace

TableFile::TableFile(std::string path, std::unique_ptr<TableMemory> memory,
                     std::unique_ptr<leveldb::Table> table)
    : path_(std::move(path)),
      memory_(std::move(memory)),
      table_(std::move(table)) {}

TableFile::TableFile(TableFile&&) noexcept = default;

TableFile& TableFile::operator=(TableFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(memory_, other.memory_);
  std::swap(table_, other.table_);
  return *this;
}

TableFile::~TableFile() = default;

Result<TableFile> TableFile::Open(std::string path, Bytes content) {
  auto memory = std::make_unique<TableMemory>(std::move(content));
  const size_t size = memory->view().size();
  if (!memory->FindIndex()) {
    return Fail(ErrorCode::kCorrupt,
                "{}: byte {}: does not end like a checkpoint table; it is cut "
                "short or another kind of file",
                path, size - std::min(size, kFooterSize));
  }
  leveldb::Options options;
  options.paranoid_checks = true;
  leveldb::Table* table = nullptr;
  const leveldb::Status status =
      leveldb::Table::Open(options, memory.get(), size, &table);
  if (!status.ok()) return Damaged(path, *memory, status);
  return TableFile(std::move(path), std::move(memory),
                   std::unique_ptr<leveldb::Table>(table));
}

size_t TableFile::size() const { return memory_->view().size(); }

Result<std::optional<std::string_view>> TableFile::Find(
    std::string_view key) const {
  const auto at = Iterate(*table_);
  at->Seek(ToSlice(key));
  if (!at->status().ok()) return Damaged(path_, *memory_, at->status());
  if (!at->Valid() || ToView(at->key()) != key) return std::nullopt;
  return ToView(at->value());
}

Status TableFile::ForEach(const Visitor& visit) const {
  const auto at = Iterate(*table_);
  for (at->SeekToFirst(); at->Valid(); at->Next()) {
    TFPROF_RETURN_IF_ERROR(visit(ToView(at->key()), ToView(at->value())));
  }
  if (!at->status().ok()) return Damaged(path_, *memory_, at->status());
  return {};
}

uint64_t TableFile::OffsetOf(std::string_view value) const {
  return static_cast<uint64_t>(value.data() - memory_->view().data());
}

}  // namespace tfprof
