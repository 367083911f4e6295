// SPDX-License-Identifier: Apache-2.0
#include "base/zstd_unpacker.h"

#include <algorithm>
#include <memory>
#include <new>

#include <zstd.h>
#include <zstd_errors.h>

#include "base/inflater.h"
#include "base/memory_allowance.h"

namespace tfprof {

namespace {

constexpr size_t kUnpackStep = size_t{1} << 20;

struct FreeStream {
  void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
};

}  // namespace

bool IsZstd(std::string_view content) {
  return content.starts_with("\x28\xb5\x2f\xfd");
}

Result<std::string> UnpackZstd(std::string_view packed, const std::string& path,
                               const ReadLimits& limits, ReadMeter* meter,
                               size_t most, bool& is_cut_short) {
  const std::unique_ptr<ZSTD_DStream, FreeStream> stream(ZSTD_createDStream());
  if (stream == nullptr) throw std::bad_alloc();
  std::string content;
  std::string block(kUnpackStep, '\0');
  ZSTD_inBuffer in{packed.data(), 0, 0};
  bool is_between_frames = false;
  while (content.size() < most) {
    // The input is offered in parts, so that the meter moves.
    if (in.pos == in.size) {
      in.size = std::min(packed.size(), in.size + kUnpackStep);
    }
    const size_t before = in.pos;
    ZSTD_outBuffer out{block.data(), block.size(), 0};
    const size_t left = ZSTD_decompressStream(stream.get(), &out, &in);
    if (ZSTD_isError(left) != 0) {
      if (ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation) {
        throw std::bad_alloc();
      }
      return Fail(ErrorCode::kCorrupt, "{}: byte {}: damaged zstd data ({})",
                  path, in.pos, ZSTD_getErrorName(left));
    }
    if (meter != nullptr) meter->done += in.pos - before;
    CountInput(path, content.size() + out.pos);
    content.append(block, 0, out.pos);
    TFPROF_RETURN_IF_ERROR(CheckUnpacked(content.size(), in.pos, path, limits));
    is_between_frames = left == 0;
    const bool is_at_end = in.pos == packed.size();
    if (is_at_end && is_between_frames) return content;
    if (is_at_end && out.pos == 0) break;
  }
  if (content.size() >= most) return content;
  if (limits.allow_partial) {
    is_cut_short = true;
    return content;
  }
  return Fail(ErrorCode::kCorrupt,
              "{}: byte {}: the zstd data ends early; copy the file again, or "
              "read its complete part with --allow_partial",
              path, packed.size());
}

}  // namespace tfprof
