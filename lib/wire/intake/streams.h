// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/bytes.h"
#include "base/error.h"
#include "base/file_id.h"

namespace tfprof {

// Opens inputs. A stream is read once and kept, so every later open returns the
// same bytes; a file is mapped anew each time, unless LookAhead opened it.
// Thread-safe.
class Streams {
 public:
  // Errors are those of Bytes::Open. Only the first MiB of a stream of unknown
  // format is read, since the stream may never end.
  Result<std::shared_ptr<const Bytes>> Open(const std::string& path,
                                            const ReadLimits& limits,
                                            ReadMeter* meter);

  // The first MiB of a file, decompressed. The file stays open for the next
  // Open() of the same path, since opening it twice would read it twice from a
  // remote disk. The caller says next whether it is kept or closed.
  Result<Bytes> LookAhead(const std::string& path, const ReadLimits& limits);

  // If there are very many files, some are closed nevertheless.
  void KeepAside(const std::string& path);
  void Forget(const std::string& path);

 private:
  static constexpr size_t kMostAside = 1000;

  Bytes TakeAhead(const std::string& path);

  std::mutex mutex_;
  std::map<FileId, std::shared_ptr<const Bytes>> read_;
  std::map<std::string, std::shared_ptr<Bytes>> ahead_;
};

}  // namespace tfprof
