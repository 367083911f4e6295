// SPDX-License-Identifier: Apache-2.0
// The blocks of a table file: their handles, and the checks that leveldb lacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tfprof {

// Two block handles of two varints each, padded, and a magic number.
inline constexpr size_t kTableFooterSize = 48;
inline constexpr std::string_view kTableMagic =
    "\x57\xfb\x80\x8b\x24\x75\x47\xdb";
// After each block: a byte with the compression, and a checksum.
inline constexpr size_t kBlockTrailerSize = 5;

// The compression of a block.
enum class BlockCompression : uint8_t { kNone = 0, kSnappy = 1 };

inline constexpr const char* kDamagedBlock = "a damaged block";

struct BlockHandle {
  uint64_t offset = 0;
  uint64_t size = 0;  // without the trailer
};

// These throw protozero::exception if `bytes` end too early.
uint64_t TakeBlockVarint(std::string_view& bytes);
BlockHandle TakeBlockHandle(std::string_view& bytes);

// Little-endian. REQUIRES: it lies within `bytes`.
uint32_t LoadFixed32(std::string_view bytes, size_t at);

// True if the block lies before the footer of a file of `file_size` bytes.
bool FitsInTable(const BlockHandle& handle, uint64_t file_size);

// True if the checksum of a block with its trailer is right.
bool IsChecksumRight(std::string_view block_with_trailer);

// The reason why leveldb cannot walk or search the block, or null: every entry
// has to be within it, and restart points have to be at entries with a whole
// key, close enough to each other. Blocks whose values are handles of other
// blocks need `file_size`; these blocks follow one another. Throws
// protozero::exception if a number runs past the end.
const char* ProblemOfBlock(std::string_view block,
                           std::optional<uint64_t> file_size);

}  // namespace tfprof
