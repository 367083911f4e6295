// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/streams.h"

#include <atomic>
#include <optional>
#include <string>

#include "base/memory_limit.h"
#include "wire/intake/recognise.h"

namespace tfprof {

Result<std::shared_ptr<const Bytes>> Streams::Open(const std::string& path,
                                                   const ReadLimits& limits,
                                                   ReadMeter* meter) {
  const std::string what = "what " + path + " holds";
  const AllocationScope keeping(what);
  const std::optional<FileId> stream = StreamIdOf(path);
  if (!stream) {
    Bytes ahead = TakeAhead(path);
    TFPROF_ASSIGN_OR_RETURN(
        Bytes bytes, ahead.view().empty()
                         ? Bytes::Open(path, limits, meter)
                         : Bytes::Read(std::move(ahead), path, limits, meter));
    return std::make_shared<const Bytes>(std::move(bytes));
  }
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const Bytes>& kept = read_[*stream];
  if (kept == nullptr) {
    TFPROF_ASSIGN_OR_RETURN(
        Bytes bytes, Bytes::OpenStream(path, limits, meter, IsWorthReadingOn));
    kept = std::make_shared<const Bytes>(std::move(bytes));
  }
  return kept;
}

// Nothing if the file was not opened ahead, or if another thread is reading it,
// for another dump with the same file: the reader of the taken bytes frees
// them.
Bytes Streams::TakeAhead(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const auto opened = ahead_.extract(path);
  if (opened.empty() || opened.mapped().use_count() > 1) return {};
  std::atomic_thread_fence(std::memory_order_acquire);
  return std::move(*opened.mapped());
}

Result<Bytes> Streams::LookAhead(const std::string& path,
                                 const ReadLimits& limits) {
  const std::lock_guard lock(mutex_);
  if (const auto known = ahead_.find(path); known != ahead_.end()) {
    known->second->TakeBack(path);
    return Bytes::BeginningOf(known->second, path, limits);
  }
  Result<Bytes> opened = Bytes::OpenAhead(path);
  if (!opened && opened.error().code == ErrorCode::kExhausted) {
    // A file too large to be mapped, which matters only if it is read.
    return Bytes::OpenBeginning(path, limits);
  }
  if (!opened) return Failure(std::move(opened).error());
  const auto ahead = std::make_shared<Bytes>(*std::move(opened));
  TFPROF_ASSIGN_OR_RETURN(Bytes beginning,
                          Bytes::BeginningOf(ahead, path, limits));
  // A failure is not stored, since Open() would return it.
  ahead_[path] = ahead;
  return beginning;
}

void Streams::KeepAside(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const auto known = ahead_.find(path);
  if (known == ahead_.end()) return;
  if (ahead_.size() > kMostAside) {
    ahead_.erase(known);
  } else {
    known->second->SetAside();
  }
}

void Streams::Forget(const std::string& path) {
  const std::lock_guard lock(mutex_);
  ahead_.erase(path);
}

}  // namespace tfprof
