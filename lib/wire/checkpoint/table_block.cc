// SPDX-License-Identifier: Apache-2.0
#include "wire/checkpoint/table_block.h"

#include <limits>

#include <protozero/varint.hpp>

#include "base/crc32c.h"

namespace tfprof {

namespace {

// The most entries between two restart points, all of which each search walks.
// Writers set a restart point every 16 entries.
constexpr size_t kMostBetweenRestarts = 256;

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

}  // namespace

uint64_t TakeBlockVarint(std::string_view& bytes) {
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

BlockHandle TakeBlockHandle(std::string_view& bytes) {
  const uint64_t offset = TakeBlockVarint(bytes);
  return {.offset = offset, .size = TakeBlockVarint(bytes)};
}

bool FitsInTable(const BlockHandle& handle, uint64_t file_size) {
  const uint64_t end = file_size - kTableFooterSize;
  return handle.offset <= end && kBlockTrailerSize <= end - handle.offset &&
         handle.size <= end - handle.offset - kBlockTrailerSize;
}

const char* ProblemOfBlock(std::string_view block,
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
    const uint64_t shared = TakeBlockVarint(left);
    const uint64_t added = TakeBlockVarint(left);
    const uint64_t value_size = TakeBlockVarint(left);
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
      return "a block that cannot be searched, as no program writes it";
    }
    key_size = shared + added;
    if (file_size.has_value()) {
      std::string_view value = left.substr(added, value_size);
      const BlockHandle handle = TakeBlockHandle(value);
      if (!FitsInTable(handle, *file_size) || handle.offset < blocks_end) {
        return kDamagedBlock;
      }
      blocks_end = handle.offset + handle.size + kBlockTrailerSize;
    }
    left.remove_prefix(added + value_size);
  }
  return restart == block.size() - 4 ? nullptr : kDamagedBlock;
}

bool IsChecksumRight(std::string_view block_with_trailer) {
  const size_t checked = block_with_trailer.size() - (kBlockTrailerSize - 1);
  Crc32c checksum;
  checksum.Add(block_with_trailer.substr(0, checked));
  return checksum.masked() == LoadFixed32(block_with_trailer, checked);
}

}  // namespace tfprof
