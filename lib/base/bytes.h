// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/file_id.h"

struct stat;

namespace tfprof {

// Limits on inputs.
struct ReadLimits {
  uint64_t max_bytes = uint64_t{1} << 40;  // of all files, after decompression
  uint64_t max_inflate_ratio = 250;        // decompressed to compressed size
  uint64_t max_nodes = 100'000'000;        // of all graphs and profiles
  uint64_t max_steps = 100'000;
  uint64_t max_name_bytes = uint64_t{64} << 20;  // of a name
  int max_nesting = 100;                         // of text format
  // Each level takes about a kilobyte of stack, which may be as small as 1 MB.
  static constexpr int kMostNesting = 500;
  bool allow_partial = false;  // read a cut file up to the cut
};

// Progress of reading files, in bytes on disk. May be watched from another
// thread.
struct ReadMeter {
  std::atomic<uint64_t> expected = 0;
  std::atomic<uint64_t> done = 0;
};

// The content of a file as a byte view: mapped, so it takes no anonymous
// memory, or held in memory if it came from a pipe or was compressed.
class Bytes {
 public:
  Bytes() = default;

  explicit Bytes(std::string owned) : owned_(std::move(owned)) {}

  Bytes(Bytes&& other) noexcept;
  Bytes& operator=(Bytes&& other) noexcept;
  ~Bytes();

  // Opens `path` ("-" is standard input) and decompresses gzip. Errors name the
  // path: kNotFound (missing, unreadable, a folder), kCorrupt (damaged
  // compression), kLimit, kExhausted. If `limits.allow_partial` is set,
  // truncated gzip data is used up to its end. `meter` may be null.
  static Result<Bytes> Open(const std::string& path, const ReadLimits& limits,
                            ReadMeter* meter = nullptr);

  // Opens in two steps, for a look at the beginning of a file: maps it without
  // decompressing. It does not count as an input of the command until it is
  // read.
  static Result<Bytes> OpenAhead(const std::string& path);
  static Result<Bytes> Read(Bytes ahead, const std::string& path,
                            const ReadLimits& limits, ReadMeter* meter);

  // Releases the memory of a file opened ahead until it is read. There may be
  // many such files.
  void SetAside();

  // Undoes SetAside, before the file at `path` is looked at again.
  void TakeBack(const std::string& path);

  // How much of a file is its beginning.
  static constexpr size_t kBeginning = size_t{1} << 20;

  // The beginning of a file opened ahead, decompressed.
  static Result<Bytes> BeginningOf(std::shared_ptr<const Bytes> ahead,
                                   const std::string& path,
                                   const ReadLimits& limits);

  // The first MiB of a file, or a whole smaller file, decompressed. Damage
  // further on goes unnoticed.
  static Result<Bytes> OpenBeginning(const std::string& path,
                                     const ReadLimits& limits);

  // Reads a stream, such as a pipe: all of it if its beginning is `wanted`,
  // else only its first MiB, since the stream may never end.
  static Result<Bytes> OpenStream(const std::string& path,
                                  const ReadLimits& limits, ReadMeter* meter,
                                  bool (*wanted)(std::string_view beginning));

  // A part of `whole`, which it keeps open.
  static Bytes PartOf(std::shared_ptr<const Bytes> whole,
                      std::string_view part);

  std::string_view view() const {
    if (whole_ != nullptr) return part_;
    return mapped_ != nullptr ? std::string_view(mapped_, size_)
                              : std::string_view(owned_);
  }

  // The start of this part in its file; 0 for a whole file.
  size_t offset() const {
    return whole_ == nullptr
               ? 0
               : static_cast<size_t>(part_.data() - whole_->view().data());
  }

  // True if gzip data ended early.
  bool is_cut_short() const { return is_cut_short_; }

  // Fails (kCorrupt) if the mapped file at `path` has been written to since.
  Status CheckUnchanged(const std::string& path) const;

  // Declares that everything before `offset` has been read and is not needed
  // soon, so the pages of a mapped file stop counting as memory of the process.
  // They can still be read. Cheap enough to be called for every record.
  void Forget(size_t offset) const;

 private:
  static Result<Bytes> Unpacked(Bytes bytes, const std::string& path,
                                const ReadLimits& limits, ReadMeter* meter);
  static Result<Bytes> Map(int file, const struct stat& info,
                           const std::string& path);

  std::string owned_;
  std::shared_ptr<const Bytes> whole_;  // null unless this is a part of it
  std::string_view part_;
  const char* mapped_ = nullptr;
  size_t size_ = 0;
  mutable size_t forgotten_ = 0;  // everything before it was released
  FileVersion version_;
  ReadMeter* meter_ = nullptr;
  bool is_aside_ = false;
  bool is_cut_short_ = false;
};

// The content of an open file, or a part of it. Small, since a file may have
// very many parts.
struct Content {
  std::shared_ptr<const Bytes> file = nullptr;  // null: not open
  std::optional<std::string_view> part = {};    // empty: the whole file

  bool is_open() const { return file != nullptr; }

  std::shared_ptr<const Bytes> Shared() const {
    return part ? std::make_shared<const Bytes>(Bytes::PartOf(file, *part))
                : file;
  }
};

}  // namespace tfprof
