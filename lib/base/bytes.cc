// SPDX-License-Identifier: Apache-2.0
#include "base/bytes.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/emergency.h"
#include "base/file_id.h"
#include "base/inflater.h"
#include "base/memory_allowance.h"
#include "base/read_error.h"
#include "base/standard_streams.h"
#include "base/zstd_unpacker.h"

namespace tfprof {

namespace {

constexpr size_t kForgetStep = size_t{4} << 20;
constexpr size_t kReadStep = size_t{1} << 20;

struct FileDescriptor {
  int fd = -1;

  ~FileDescriptor() {
    if (fd > STDIN_FILENO) close(fd);
  }
};

// "-" is standard input.
Status OpenToRead(const std::string& path, FileDescriptor& file,
                  struct stat& info) {
  file.fd =
      path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file.fd < 0 || fstat(file.fd, &info) != 0) {
    return Fail(ReadErrorOf(errno), "{}: {}", path, std::strerror(errno));
  }
  if (S_ISDIR(info.st_mode)) {
    return Fail(ErrorCode::kNotFound, "{}: is a folder, not a file", path);
  }
  // A file that is read several times must be the same each time.
  if (S_ISREG(info.st_mode) && !IsAsBefore(path, VersionOf(info))) {
    return Fail(ErrorCode::kCorrupt,
                "{}: was written to or replaced while it was read; wait for "
                "its writer, or copy it first",
                path);
  }
  return {};
}

void Count(ReadMeter* meter, uint64_t bytes) {
  if (meter != nullptr) meter->done += bytes;
}

// Appends to `content` until the end of the file, or until it has `most` bytes
// or more.
Status ReadUpTo(size_t most, int file, const std::string& path,
                const ReadLimits& limits, ReadMeter* meter,
                std::string& content) {
  std::vector<char> block(kReadStep);
  while (content.size() < most) {
    const ssize_t got = read(file, block.data(), block.size());
    if (got < 0 && ShouldTryAgain(file, Direction::kRead)) continue;
    if (got < 0 && errno == EBADF) {  // closed, or open for writing only
      return Fail(ErrorCode::kNotFound,
                  "{}: cannot be read: there is no standard input", path);
    }
    if (got < 0) {
      return Fail(ReadErrorOf(errno), "{}: cannot be read: {}", path,
                  std::strerror(errno));
    }
    if (got == 0) return {};
    CountInput(path, content.size() + static_cast<size_t>(got));
    content.append(block.data(), static_cast<size_t>(got));
    Count(meter, static_cast<uint64_t>(got));
    if (content.size() > limits.max_bytes) {
      return Fail(ErrorCode::kLimit,
                  "{}: more than {} bytes; raise --max_input_bytes to read it",
                  path, limits.max_bytes);
    }
  }
  return {};
}

bool IsGzip(std::string_view content) {
  return content.starts_with("\x1f\x8b");
}

bool IsPacked(std::string_view content) {
  return IsGzip(content) || IsZstd(content);
}

// Decompresses gzip or zstd.
Result<std::string> Unpack(std::string_view packed, const std::string& path,
                           const ReadLimits& limits, ReadMeter* meter,
                           size_t most, bool& is_cut_short) {
  if (IsZstd(packed)) {
    return UnpackZstd(packed, path, limits, meter, most, is_cut_short);
  }
  Inflater inflater(packed, path, limits, meter, most);
  TFPROF_ASSIGN_OR_RETURN(std::string inflated, inflater.Run());
  is_cut_short = inflater.is_cut_short();
  return inflated;
}

// The first MiB of an input that begins with `content`, decompressed.
Result<std::string> UnpackBeginning(std::string_view content,
                                    const std::string& path,
                                    const ReadLimits& limits) {
  if (!IsPacked(content)) {
    return std::string(content.substr(0, Bytes::kBeginning));
  }
  ReadLimits part = limits;
  part.allow_partial = true;
  bool is_cut_short = false;
  return Unpack(content, path, part, nullptr, Bytes::kBeginning, is_cut_short);
}

}  // namespace

Bytes::Bytes(Bytes&& other) noexcept { *this = std::move(other); }

Bytes& Bytes::operator=(Bytes&& other) noexcept {
  std::swap(owned_, other.owned_);
  std::swap(whole_, other.whole_);
  std::swap(part_, other.part_);
  std::swap(mapped_, other.mapped_);
  std::swap(size_, other.size_);
  std::swap(forgotten_, other.forgotten_);
  std::swap(version_, other.version_);
  std::swap(meter_, other.meter_);
  std::swap(is_aside_, other.is_aside_);
  std::swap(is_cut_short_, other.is_cut_short_);
  return *this;
}

Bytes::~Bytes() {
  if (mapped_ == nullptr) return;
  Count(meter_, size_ - forgotten_);
  ForgetMapping(mapped_);
  munmap(const_cast<char*>(mapped_), size_);
}

Result<Bytes> Bytes::Open(const std::string& path, const ReadLimits& limits,
                          ReadMeter* meter) {
  FileDescriptor file;

  struct stat info {};

  TFPROF_RETURN_IF_ERROR(OpenToRead(path, file, info));
  if (S_ISREG(info.st_mode) && info.st_size > 0 && path != "-") {
    TFPROF_ASSIGN_OR_RETURN(Bytes mapped, Map(file.fd, info, path));
    return Read(std::move(mapped), path, limits, meter);
  }
  if (S_ISREG(info.st_mode)) RememberRead({info.st_dev, info.st_ino});
  Bytes bytes;
  TFPROF_RETURN_IF_ERROR(
      ReadUpTo(SIZE_MAX, file.fd, path, limits, meter, bytes.owned_));
  return Unpacked(std::move(bytes), path, limits, meter);
}

Result<Bytes> Bytes::OpenAhead(const std::string& path) {
  FileDescriptor file;

  struct stat info {};

  TFPROF_RETURN_IF_ERROR(OpenToRead(path, file, info));
  if (!S_ISREG(info.st_mode)) {
    return Fail(ErrorCode::kNotFound, "{}: is not a file", path);
  }
  return info.st_size > 0 ? Map(file.fd, info, path) : Bytes();
}

Result<Bytes> Bytes::Read(Bytes ahead, const std::string& path,
                          const ReadLimits& limits, ReadMeter* meter) {
  RememberRead(ahead.version_.file);
  ahead.TakeBack(path);
  if (ahead.size_ > limits.max_bytes) {
    return Fail(ErrorCode::kLimit,
                "{}: {} bytes are more than {}; raise --max_input_bytes to "
                "read it",
                path, ahead.size_, limits.max_bytes);
  }
  return Unpacked(std::move(ahead), path, limits, meter);
}

void Bytes::SetAside() {
  if (mapped_ == nullptr || is_aside_) return;
  madvise(const_cast<char*>(mapped_), size_, MADV_DONTNEED);
  ForgetMapping(mapped_);
  is_aside_ = true;
}

void Bytes::TakeBack(const std::string& path) {
  if (!is_aside_) return;
  RememberMapping(mapped_, size_, path);
  is_aside_ = false;
}

Result<Bytes> Bytes::BeginningOf(std::shared_ptr<const Bytes> ahead,
                                 const std::string& path,
                                 const ReadLimits& limits) {
  const std::string_view content = ahead->view();
  if (!IsPacked(content)) {
    return PartOf(std::move(ahead), content.substr(0, Bytes::kBeginning));
  }
  TFPROF_ASSIGN_OR_RETURN(std::string beginning,
                          UnpackBeginning(content, path, limits));
  return Bytes(std::move(beginning));
}

Result<Bytes> Bytes::OpenBeginning(const std::string& path,
                                   const ReadLimits& limits) {
  FileDescriptor file;

  struct stat info {};

  TFPROF_RETURN_IF_ERROR(OpenToRead(path, file, info));
  if (S_ISREG(info.st_mode) && info.st_size > 0) {
    Result<Bytes> mapped = Map(file.fd, info, path);
    if (mapped) {
      return BeginningOf(std::make_shared<const Bytes>(*std::move(mapped)),
                         path, limits);
    }
    // The address space may be smaller than the file.
  }
  std::string content;
  TFPROF_RETURN_IF_ERROR(
      ReadUpTo(Bytes::kBeginning, file.fd, path, limits, nullptr, content));
  TFPROF_ASSIGN_OR_RETURN(std::string beginning,
                          UnpackBeginning(content, path, limits));
  return Bytes(std::move(beginning));
}

Result<Bytes> Bytes::OpenStream(const std::string& path,
                                const ReadLimits& limits, ReadMeter* meter,
                                bool (*wanted)(std::string_view)) {
  FileDescriptor file;

  struct stat info {};

  TFPROF_RETURN_IF_ERROR(OpenToRead(path, file, info));
  if (S_ISREG(info.st_mode)) RememberRead({info.st_dev, info.st_ino});
  Bytes bytes;
  TFPROF_RETURN_IF_ERROR(
      ReadUpTo(Bytes::kBeginning, file.fd, path, limits, meter, bytes.owned_));
  if (bytes.owned_.size() >= Bytes::kBeginning) {
    TFPROF_ASSIGN_OR_RETURN(std::string beginning,
                            UnpackBeginning(bytes.owned_, path, limits));
    if (!wanted(beginning)) return Bytes(std::move(beginning));
    TFPROF_RETURN_IF_ERROR(
        ReadUpTo(SIZE_MAX, file.fd, path, limits, meter, bytes.owned_));
  }
  return Unpacked(std::move(bytes), path, limits, meter);
}

Bytes Bytes::PartOf(std::shared_ptr<const Bytes> whole, std::string_view part) {
  Bytes bytes;
  bytes.is_cut_short_ = whole->is_cut_short_;
  bytes.whole_ = std::move(whole);
  bytes.part_ = part;
  return bytes;
}

// Decompresses bytes that were read or mapped, if they are gzip or zstd.
Result<Bytes> Bytes::Unpacked(Bytes bytes, const std::string& path,
                              const ReadLimits& limits, ReadMeter* meter) {
  ReadMeter* const of_mapping = bytes.mapped_ != nullptr ? meter : nullptr;
  CountInput(path, bytes.view().size());
  if (!IsPacked(bytes.view())) {
    bytes.meter_ = of_mapping;
    return bytes;
  }
  bool is_cut_short = false;
  TFPROF_ASSIGN_OR_RETURN(
      std::string unpacked,
      Unpack(bytes.view(), path, limits, of_mapping, SIZE_MAX, is_cut_short));
  TFPROF_RETURN_IF_ERROR(bytes.CheckUnchanged(path));
  Bytes result(std::move(unpacked));
  result.is_cut_short_ = is_cut_short;
  return result;
}

Status Bytes::CheckUnchanged(const std::string& path) const {
  struct stat info {};

  if (whole_ != nullptr) return whole_->CheckUnchanged(path);
  // A removed or replaced file is still mapped unchanged.
  if (mapped_ == nullptr || stat(path.c_str(), &info) != 0 ||
      info.st_ino != version_.file.inode || VersionOf(info) == version_) {
    return {};
  }
  return Fail(ErrorCode::kCorrupt,
              "{}: was written to while it was read ({} bytes, now {}); wait "
              "for its writer, or copy it first",
              path, version_.size, info.st_size);
}

Result<Bytes> Bytes::Map(int file, const struct stat& info,
                         const std::string& path) {
  const auto size = static_cast<size_t>(info.st_size);
  void* start = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (start == MAP_FAILED) {
    return Fail(ReadErrorOf(errno), "{}: cannot be mapped: {}", path,
                std::strerror(errno));
  }
  madvise(start, size, MADV_SEQUENTIAL);
  Bytes bytes;
  bytes.mapped_ = static_cast<const char*>(start);
  bytes.size_ = size;
  bytes.version_ = VersionOf(info);
  RememberMapping(bytes.mapped_, size, path);
  return bytes;
}

void Bytes::Forget(size_t offset) const {
  if (mapped_ == nullptr || offset < forgotten_ + kForgetStep) return;
  const size_t end = offset / kForgetStep * kForgetStep;
  madvise(const_cast<char*>(mapped_) + forgotten_, end - forgotten_,
          MADV_DONTNEED);
  Count(meter_, end - forgotten_);
  forgotten_ = end;
}

}  // namespace tfprof
