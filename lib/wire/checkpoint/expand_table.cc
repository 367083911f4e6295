// SPDX-License-Identifier: Apache-2.0
#include "wire/checkpoint/expand_table.h"

#include <algorithm>
#include <utility>

#include <protozero/buffer_string.hpp>
#include <protozero/varint.hpp>
#include <snappy.h>

#include "base/crc32c.h"
#include "wire/checkpoint/table_block.h"

namespace tfprof {

namespace {

// A copy of 64 bytes takes 3 bytes; nothing in snappy expands more.
constexpr size_t kMostExpansion = 22;

void AppendVarint(uint64_t value, std::string& out) {
  protozero::add_varint_to_buffer(&out, value);
}

void AppendFixed32(uint32_t value, std::string& out) {
  for (int shift = 0; shift < 32; shift += 8) {
    out += static_cast<char>(value >> shift & 0xff);
  }
}

void AppendHandle(const BlockHandle& handle, std::string& out) {
  AppendVarint(handle.offset, out);
  AppendVarint(handle.size, out);
}

// Writes blocks without compression. Each index entry spells its whole key.
class PlainTableWriter {
 public:
  void Add(std::string_view key, std::string_view block, uint64_t in_file) {
    table_.places.push_back({table_.bytes.size(), in_file});
    std::string handle;
    AppendHandle(AppendBlock(block), handle);
    restarts_.push_back(static_cast<uint32_t>(index_.size()));
    AppendVarint(0, index_);
    AppendVarint(key.size(), index_);
    AppendVarint(handle.size(), index_);
    index_ += key;
    index_ += handle;
  }

  ExpandedTable Finish() && {
    std::string empty;
    AppendFixed32(0, empty);
    AppendFixed32(1, empty);
    const BlockHandle metaindex = AppendBlock(empty);
    if (restarts_.empty()) restarts_.push_back(0);
    for (const uint32_t restart : restarts_) AppendFixed32(restart, index_);
    AppendFixed32(static_cast<uint32_t>(restarts_.size()), index_);
    const BlockHandle index = AppendBlock(index_);
    std::string footer;
    AppendHandle(metaindex, footer);
    AppendHandle(index, footer);
    footer.resize(kTableFooterSize - kTableMagic.size());
    table_.bytes += footer;
    table_.bytes += kTableMagic;
    return std::move(table_);
  }

 private:
  BlockHandle AppendBlock(std::string_view block) {
    const BlockHandle handle{table_.bytes.size(), block.size()};
    table_.bytes += block;
    table_.bytes += static_cast<char>(BlockCompression::kNone);
    Crc32c checksum;
    checksum.Add(std::string_view(table_.bytes).substr(handle.offset));
    AppendFixed32(checksum.masked(), table_.bytes);
    return handle;
  }

  ExpandedTable table_;
  std::string index_;
  std::vector<uint32_t> restarts_;
};

class TableExpander {
 public:
  TableExpander(const std::string& path, std::string_view file)
      : path_(path), file_(file) {}

  Result<std::optional<ExpandedTable>> Run() {
    std::string_view footer = file_.substr(file_.size() - kTableFooterSize);
    (void)TakeBlockHandle(footer);  // of the metaindex
    const BlockHandle handle = TakeBlockHandle(footer);
    if (!FitsInTable(handle, file_.size())) return Nothing();
    std::string expanded;
    TFPROF_ASSIGN_OR_RETURN(const std::string_view index,
                            PlainBlock(handle, expanded));
    if (ProblemOfBlock(index, file_.size()) != nullptr) return Nothing();
    const std::vector<Entry> entries = EntriesOf(index);
    const bool is_plain =
        expanded.empty() && std::ranges::all_of(entries, [&](const Entry& at) {
          return CompressionOf(at.handle) == BlockCompression::kNone;
        });
    if (is_plain) return Nothing();
    PlainTableWriter writer;
    for (const Entry& entry : entries) {
      std::string buffer;
      TFPROF_ASSIGN_OR_RETURN(const std::string_view block,
                              PlainBlock(entry.handle, buffer));
      writer.Add(entry.key, block, entry.handle.offset);
    }
    return std::optional(std::move(writer).Finish());
  }

 private:
  // Of the index: a key not before those of a block.
  struct Entry {
    std::string key;
    BlockHandle handle;
  };

  static std::optional<ExpandedTable> Nothing() { return std::nullopt; }

  BlockCompression CompressionOf(const BlockHandle& handle) const {
    return static_cast<BlockCompression>(file_[handle.offset + handle.size]);
  }

  Failure Damaged(const BlockHandle& handle, std::string_view what) const {
    return Fail(ErrorCode::kCorrupt,
                "{}: byte {}: {}; copy the checkpoint again", path_,
                handle.offset, what);
  }

  // The content of a block, which may be put into `buffer`. The checksum of an
  // uncompressed block is checked where it is read.
  Result<std::string_view> PlainBlock(const BlockHandle& handle,
                                      std::string& buffer) const {
    const std::string_view block = file_.substr(handle.offset, handle.size);
    const BlockCompression compression = CompressionOf(handle);
    if (compression == BlockCompression::kNone) return block;
    if (!IsChecksumRight(
            file_.substr(handle.offset, handle.size + kBlockTrailerSize))) {
      return Damaged(handle, "block checksum mismatch");
    }
    if (compression != BlockCompression::kSnappy) {
      return Fail(
          ErrorCode::kCorrupt,
          "{}: byte {}: a block with compression {}; only snappy, which "
          "is 1, is read; save the checkpoint without compression",
          path_, handle.offset, static_cast<int>(compression));
    }
    size_t size = 0;
    if (!snappy::GetUncompressedLength(block.data(), block.size(), &size)) {
      return Damaged(handle, "a damaged snappy block");
    }
    if (size / kMostExpansion > block.size()) {
      return Damaged(handle, "a snappy block that lies about its size");
    }
    buffer.resize(size);
    if (!snappy::RawUncompress(block.data(), block.size(), buffer.data())) {
      return Damaged(handle,
                     "a snappy block that is damaged or lies about its size");
    }
    return std::string_view(buffer);
  }

  // REQUIRES: the index has no problem.
  static std::vector<Entry> EntriesOf(std::string_view index) {
    const size_t restarts = LoadFixed32(index, index.size() - 4);
    std::string_view left = index.substr(0, index.size() - 4 - 4 * restarts);
    std::vector<Entry> entries;
    std::string key;
    while (!left.empty()) {
      const uint64_t shared = TakeBlockVarint(left);
      const uint64_t added = TakeBlockVarint(left);
      const uint64_t value_size = TakeBlockVarint(left);
      key.resize(shared);
      key += left.substr(0, added);
      std::string_view value = left.substr(added, value_size);
      entries.push_back({key, TakeBlockHandle(value)});
      left.remove_prefix(added + value_size);
    }
    return entries;
  }

  const std::string& path_;
  const std::string_view file_;
};

}  // namespace

Result<std::optional<ExpandedTable>> ExpandTable(const std::string& path,
                                                 std::string_view file) {
  if (file.size() < kTableFooterSize || !file.ends_with(kTableMagic)) {
    return std::optional<ExpandedTable>();
  }
  try {
    return TableExpander(path, file).Run();
  } catch (const protozero::exception&) {
    // A number ran past its end: whoever reads the table says so.
    return std::optional<ExpandedTable>();
  }
}

}  // namespace tfprof
