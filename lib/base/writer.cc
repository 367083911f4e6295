// SPDX-License-Identifier: Apache-2.0
#include "base/writer.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

#include "base/interrupt.h"
#include "base/standard_streams.h"

namespace tfprof {

Failure CannotWrite(const std::string& path) {
  return Fail(ErrorCode::kIo, "{}: cannot be written: {}", path,
              std::strerror(errno));
}

Status DescriptorWriter::Write(std::string_view bytes) {
  for (;;) {
    if (WasInterrupted()) return Fail(ErrorCode::kInterrupted, "interrupted");
    if (!status_.has_value() || bytes.empty()) return status_;
    const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EPIPE) {
      status_ = Fail(ErrorCode::kClosedPipe, "{}: closed by its reader", name_);
    } else if (!ShouldTryAgain(descriptor_, Direction::kWrite)) {
      status_ = CannotWrite(name_);
    }
  }
}

bool DescriptorWriter::is_terminal() const { return isatty(descriptor_) != 0; }

}  // namespace tfprof
