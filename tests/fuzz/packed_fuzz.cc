// SPDX-License-Identifier: Apache-2.0
#include "base/bytes.h"
#include "fuzz/fuzz.h"
#include "support/memory_file.h"

namespace tfprof {

void FuzzPacked(std::string_view bytes) {
  constexpr uint64_t kMostBytes = uint64_t{4} << 20;
  for (const bool allow_partial : {false, true}) {
    ReadLimits limits;
    limits.max_bytes = kMostBytes;
    limits.allow_partial = allow_partial;
    const MemoryFile file(bytes);
    const Result<Bytes> opened = Bytes::Open(file.path(), limits);
    if (!opened) continue;
    FuzzRequire(opened->view().size() <= kMostBytes, "more than the limit");
    FuzzRequire(allow_partial || !opened->is_cut_short(), "cut without asking");
  }
}

}  // namespace tfprof
