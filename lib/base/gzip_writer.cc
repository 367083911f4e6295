// SPDX-License-Identifier: Apache-2.0
#include "base/gzip_writer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <new>

#include <zlib.h>

namespace tfprof {

struct GzipWriter::Stream {
  z_stream z{};
  std::array<char, size_t{1} << 16> buffer;
};

GzipWriter::GzipWriter(Writer& out)
    : out_(out), stream_(std::make_unique<Stream>()) {
  // tfprof: the highest memory level, so equal profiles give equal files.
  constexpr int kMaxMemory = 9;
  constexpr int kGzip = 15 + 16;
  if (deflateInit2(&stream_->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip,
                   kMaxMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
}

GzipWriter::~GzipWriter() { deflateEnd(&stream_->z); }

Status GzipWriter::Write(std::string_view bytes) {
  constexpr size_t kMost = std::numeric_limits<uInt>::max();
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, kMost);
    TFPROF_RETURN_IF_ERROR(Deflate(piece, Z_NO_FLUSH));
    bytes.remove_prefix(piece.size());
  }
  return {};
}

Status GzipWriter::Close() { return Deflate("", Z_FINISH); }

Status GzipWriter::Deflate(std::string_view bytes, int flush) {
  z_stream& z = stream_->z;
  // zlib only reads from it, though the type is not const.
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
  do {
    z.next_out = reinterpret_cast<Bytef*>(stream_->buffer.data());
    z.avail_out = static_cast<uInt>(stream_->buffer.size());
    deflate(&z, flush);
    TFPROF_RETURN_IF_ERROR(out_.Write(
        {stream_->buffer.data(), stream_->buffer.size() - z.avail_out}));
  } while (z.avail_out == 0);
  return {};
}

}  // namespace tfprof
