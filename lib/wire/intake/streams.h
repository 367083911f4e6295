// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/bytes.h"
#include "base/error.h"
#include "base/file_id.h"

namespace tfprof {

// Opens inputs. A stream is read once and kept, so that whoever opens it again
// gets the same bytes; a file is mapped anew each time, unless it was opened
// ahead. May be called from any thread.
class Streams {
 public:
  // Errors are those of Bytes::Open. Of a stream that is of no known format
  // only the first MiB is read: it may never end.
  Result<std::shared_ptr<const Bytes>> Open(const std::string& path,
                                            const ReadLimits& limits,
                                            ReadMeter* meter);

  // Opens what the next Open of the same path will return, for a caller that
  // looks at its beginning before. If it is not opened again, it is kept longer
  // than `meter`, which counts nothing of it until then.
  Result<std::shared_ptr<const Bytes>> OpenAhead(const std::string& path,
                                                 const ReadLimits& limits,
                                                 ReadMeter* meter);

  // Closes what was opened ahead.
  void Forget(const std::string& path);

 private:
  std::mutex mutex_;
  std::map<FileId, std::shared_ptr<const Bytes>> read_;
  std::map<std::string, std::shared_ptr<Bytes>> ahead_;  // counted nowhere yet
};

}  // namespace tfprof
