// SPDX-License-Identifier: Apache-2.0
#include "wire/checkpoint/table_file.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include <leveldb/env.h>
#include <leveldb/iterator.h>
#include <leveldb/options.h>
#include <leveldb/status.h>
#include <leveldb/table.h>
#include <protozero/varint.hpp>

#include "wire/checkpoint/expand_table.h"
#include "wire/checkpoint/table_block.h"

namespace tfprof {

namespace {

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
  explicit TableMemory(Bytes content, std::vector<ExpandedTable::Place> places)
      : content_(std::move(content)), places_(std::move(places)) {}

  std::string_view view() const { return content_.view(); }

  // The last position that leveldb read, for its error messages.
  uint64_t last_offset() const { return PlaceInFile(last_offset_); }

  // The position in the file; of an expanded block, where it begins.
  uint64_t PlaceInFile(uint64_t offset) const {
    const auto after = std::upper_bound(
        places_.begin(), places_.end(), offset,
        [](uint64_t at, const auto& place) { return at < place.offset; });
    return after == places_.begin() ? offset : std::prev(after)->in_file;
  }

  // Finds the index and checks its place, which leveldb would trust.
  bool FindIndex() {
    if (view().size() < kTableFooterSize || !view().ends_with(kTableMagic))
      return false;
    std::string_view footer = view().substr(view().size() - kTableFooterSize);
    try {
      const BlockHandle metaindex = TakeBlockHandle(footer);
      const BlockHandle index = TakeBlockHandle(footer);
      index_offset_ = index.offset;
      return FitsInTable(metaindex, view().size()) &&
             FitsInTable(index, view().size());
    } catch (const protozero::exception&) {
      return false;
    }
  }

  leveldb::Status Read(uint64_t offset, size_t size, leveldb::Slice* result,
                       char* /*scratch*/) const override {
    last_offset_ = offset;
    if (offset > view().size() || size > view().size() - offset ||
        size < kBlockTrailerSize) {
      return leveldb::Status::Corruption("a block runs past the end");
    }
    const std::string_view bytes = view().substr(offset, size);
    *result = ToSlice(bytes);
    // The footer is not a block.
    const bool is_checked = offset == view().size() - kTableFooterSize ||
                            sound_.contains({offset, size});
    return is_checked ? leveldb::Status::OK() : CheckBlock(offset, bytes);
  }

 private:
  leveldb::Status CheckBlock(uint64_t offset, std::string_view bytes) const {
    const std::string_view block =
        bytes.substr(0, bytes.size() - kBlockTrailerSize);
    // ExpandTable has expanded compressed blocks.
    if (bytes[block.size()] != 0) {
      return leveldb::Status::Corruption("a compressed or damaged block");
    }
    // Checked here once; leveldb would check it for each key.
    if (!IsChecksumRight(bytes)) {
      return leveldb::Status::Corruption("block checksum mismatch");
    }
    std::optional<uint64_t> file_size;
    if (offset == index_offset_) file_size = view().size();
    const char* problem = kDamagedBlock;
    try {
      problem = ProblemOfBlock(block, file_size);
    } catch (const protozero::exception&) {
      // A number ran past the end of the block.
    }
    if (problem != nullptr) return leveldb::Status::Corruption(problem);
    sound_.emplace(offset, bytes.size());
    return leveldb::Status::OK();
  }

  Bytes content_;
  const std::vector<ExpandedTable::Place> places_;
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
  TFPROF_ASSIGN_OR_RETURN(std::optional<ExpandedTable> expanded,
                          ExpandTable(path, content.view()));
  std::vector<ExpandedTable::Place> places;
  if (expanded) {
    content = Bytes(std::move(expanded->bytes));
    places = std::move(expanded->places);
  }
  auto memory =
      std::make_unique<TableMemory>(std::move(content), std::move(places));
  const size_t size = memory->view().size();
  if (!memory->FindIndex()) {
    return Fail(ErrorCode::kCorrupt,
                "{}: byte {}: does not end like a checkpoint table; it is cut "
                "short or something else",
                path, size - std::min(size, kTableFooterSize));
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
  return memory_->PlaceInFile(
      static_cast<uint64_t>(value.data() - memory_->view().data()));
}

}  // namespace tfprof
