// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/streams.h"

#include <optional>
#include <string>

#include "base/memory_limit.h"
#include "wire/intake/recognise.h"

namespace tfprof {

Result<std::shared_ptr<const Bytes>> Streams::Open(const std::string& path,
                                                   const ReadLimits& limits,
                                                   ReadMeter* meter) {
  const std::string what = "what " + path + " holds";
  const Keeping keeping(what);
  const std::optional<FileId> stream = StreamIdOf(path);
  if (!stream) {
    {
      const std::lock_guard lock(mutex_);
      const auto opened = ahead_.extract(path);
      if (!opened.empty()) {
        opened.mapped()->CountIn(meter);
        return opened.mapped();
      }
    }
    TFPROF_ASSIGN_OR_RETURN(Bytes bytes, Bytes::Open(path, limits, meter));
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

Result<std::shared_ptr<const Bytes>> Streams::OpenAhead(
    const std::string& path, const ReadLimits& limits, ReadMeter* meter) {
  if (StreamIdOf(path)) return Open(path, limits, meter);
  const std::lock_guard lock(mutex_);
  // What cannot be opened leaves nothing behind: Open() would hand it out.
  const auto known = ahead_.find(path);
  if (known != ahead_.end()) return known->second;
  TFPROF_ASSIGN_OR_RETURN(Bytes bytes, Bytes::Open(path, limits, meter));
  bytes.CountIn(nullptr);
  return ahead_[path] = std::make_shared<Bytes>(std::move(bytes));
}

void Streams::Forget(const std::string& path) {
  const std::lock_guard lock(mutex_);
  ahead_.erase(path);
}

}  // namespace tfprof
