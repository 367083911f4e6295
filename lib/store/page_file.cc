// SPDX-License-Identifier: Apache-2.0
#include "store/page_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace tfprof {

namespace {

constexpr uint64_t kBehind = uint64_t{4} << 20;
constexpr uint64_t kPageCountAt = 28;  // offset in the header of the file

}  // namespace

PageFile::PageFile(int file, uint32_t pages, bool begins_early,
                   std::string name)
    : file_(file),
      next_(pages + 1),
      written_(pages),
      begins_early_(begins_early),
      name_(std::move(name)) {
  waiting_.reserve(kWaitingPages * kPageSize);
}

void PageFile::Push(const char* page) {
  waiting_.insert(waiting_.end(), page, page + kPageSize);
  ++next_;
}

Result<uint32_t> PageFile::Append(const char* page) {
  const uint32_t number = next_;
  Push(page);
  if (next_ == kLockPage) Push(std::array<char, kPageSize>{}.data());
  if (waiting_.size() >= kWaitingPages * kPageSize) {
    TFPROF_RETURN_IF_ERROR(Flush());
  }
  return number;
}

Status PageFile::Replace(uint32_t number, const char* page) {
  return WriteAt(page, kPageSize, uint64_t{number - 1} * kPageSize);
}

Status PageFile::Finish() {
  TFPROF_RETURN_IF_ERROR(Flush());
  std::array<char, 4> count{};
  for (int byte = 0; byte < 4; ++byte) {
    count[static_cast<size_t>(byte)] =
        static_cast<char>((next_ - 1) >> (8 * (3 - byte)));
  }
  return WriteAt(count.data(), count.size(), kPageCountAt);
}

Status PageFile::Flush() {
  TFPROF_RETURN_IF_ERROR(WriteAt(waiting_.data(), waiting_.size(),
                                 uint64_t{written_} * kPageSize));
  written_ += static_cast<uint32_t>(waiting_.size() / kPageSize);
  waiting_.clear();
  const uint64_t size = uint64_t{written_} * kPageSize;
  if (begins_early_ && size - begun_ >= kBehind) {
    sync_file_range(file_, static_cast<off_t>(begun_),
                    static_cast<off_t>(size - begun_), SYNC_FILE_RANGE_WRITE);
    begun_ = size;
  }
  return {};
}

Status PageFile::WriteAt(const char* bytes, size_t size, uint64_t at) {
  while (size > 0) {
    const ssize_t done = pwrite(file_, bytes, size, static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      return Fail(ErrorCode::kIo, "{}: cannot be written: {}", name_,
                  std::strerror(done == 0 ? ENOSPC : errno));
    }
    bytes += done;
    size -= static_cast<size_t>(done);
    at += static_cast<uint64_t>(done);
  }
  return {};
}

}  // namespace tfprof
