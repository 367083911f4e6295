// SPDX-License-Identifier: Apache-2.0
#include "base/inflater.h"

#include <algorithm>
#include <new>
#include <utility>

#include <zlib.h>

#include "base/memory_allowance.h"

namespace tfprof {

namespace {

constexpr size_t kInflateStep = size_t{1} << 20;

// Running out of memory is not damage.
int Step(z_stream& stream) {
  const int code = inflate(&stream, Z_NO_FLUSH);
  if (code != Z_MEM_ERROR) return code;
  inflateEnd(&stream);
  throw std::bad_alloc();
}

}  // namespace

Status CheckUnpacked(size_t made, size_t consumed, const std::string& path,
                     const ReadLimits& limits) {
  if (made > limits.max_bytes) {
    return Fail(ErrorCode::kLimit,
                "{}: more than {} bytes after decompression; raise "
                "--max_input_bytes to read it",
                path, limits.max_bytes);
  }
  if (made > kInflateStep &&
      made / std::max<uint64_t>(limits.max_inflate_ratio, 1) > consumed) {
    return Fail(ErrorCode::kLimit,
                "{}: grows more than {} times in decompression; raise "
                "--max_inflate_ratio to read it",
                path, limits.max_inflate_ratio);
  }
  return {};
}

Result<std::string> Inflater::Run() {
  z_stream stream{};
  const int code = inflateInit2(&stream, 16 + MAX_WBITS);
  if (code == Z_MEM_ERROR) throw std::bad_alloc();
  if (code != Z_OK) {
    return Fail(ErrorCode::kInternal, "{}: zlib cannot start", path_);
  }
  const Status status = Inflate(stream);
  inflateEnd(&stream);
  TFPROF_RETURN_IF_ERROR(status);
  return std::move(content_);
}

Status Inflater::Inflate(z_stream& stream) {
  size_t consumed = 0;
  std::string block(kInflateStep, '\0');
  while (consumed < packed_.size() && content_.size() < most_) {
    const size_t offered = std::min(packed_.size() - consumed, kInflateStep);
    stream.next_in =
        reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data() + consumed));
    stream.avail_in = static_cast<uInt>(offered);
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    const int code = Step(stream);
    consumed += offered - stream.avail_in;
    if (meter_ != nullptr) meter_->done += offered - stream.avail_in;
    Append(block, block.size() - stream.avail_out);
    TFPROF_RETURN_IF_ERROR(
        CheckUnpacked(content_.size(), consumed, path_, limits_));
    if (code == Z_STREAM_END) {
      if (consumed == packed_.size()) return {};
      inflateReset(&stream);  // the next member follows
    } else if (code == Z_BUF_ERROR && stream.avail_in == 0) {
      continue;
    } else if (code != Z_OK) {
      return Fail(ErrorCode::kCorrupt, "{}: byte {}: damaged gzip data ({})",
                  path_, consumed,
                  stream.msg != nullptr ? stream.msg : "bad block");
    }
  }
  return DrainAfterInput(stream, block);
}

void Inflater::Append(const std::string& block, size_t made) {
  CountInput(path_, content_.size() + made);
  content_.append(block, 0, made);
}

// After the input ends, zlib's window may still hold output.
Status Inflater::DrainAfterInput(z_stream& stream, std::string& block) {
  while (content_.size() < most_) {
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    const int code = Step(stream);
    const size_t made = block.size() - stream.avail_out;
    Append(block, made);
    TFPROF_RETURN_IF_ERROR(
        CheckUnpacked(content_.size(), packed_.size(), path_, limits_));
    if (code == Z_STREAM_END) return {};
    if (made == 0 && limits_.allow_partial) {
      is_cut_short_ = true;
      return {};
    }
    if (made == 0) {
      return Fail(ErrorCode::kCorrupt,
                  "{}: byte {}: the gzip data ends early; copy the file again, "
                  "or read its complete part with --allow_partial",
                  path_, packed_.size());
    }
  }
  return {};
}

}  // namespace tfprof
