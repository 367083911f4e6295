// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace tfprof {

// How much of an input is accepted.
struct ReadLimits {
  uint64_t max_bytes = uint64_t{1} << 40;  // of a file, after decompression
  uint64_t max_inflate_ratio = 250;        // decompressed to compressed size
};

// The content of a file as a byte view: mapped, so that it costs no memory of
// ours, or held in memory where it came from a pipe or was compressed.
class Bytes {
 public:
  Bytes() = default;

  explicit Bytes(std::string owned) : owned_(std::move(owned)) {}

  Bytes(Bytes&& other) noexcept;
  Bytes& operator=(Bytes&& other) noexcept;
  ~Bytes();

  // Opens `path` ("-" is standard input) and decompresses it if it is gzip.
  // Errors name the path: kNotFound (missing, unreadable, a folder), kCorrupt
  // (damaged compression), kLimit.
  static Result<Bytes> Open(const std::string& path, const ReadLimits& limits);

  std::string_view view() const {
    return mapped_ != nullptr ? std::string_view(mapped_, size_)
                              : std::string_view(owned_);
  }

  // Says that everything before `offset` has been read and is not wanted
  // soon, so that the pages of a mapped file stop counting as our memory.
  // They can still be read. Cheap when called for every record.
  void Forget(size_t offset) const;

 private:
  static Result<Bytes> Map(int file, size_t size, const std::string& path);

  std::string owned_;
  const char* mapped_ = nullptr;
  size_t size_ = 0;
  mutable size_t forgotten_ = 0;  // everything before it was given back
};

}  // namespace tfprof
