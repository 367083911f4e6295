// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/error.h"

struct z_stream_s;

namespace tfprof {

// Fails with kLimit if `made` bytes are too many for `limits`, or for the
// `consumed` bytes that they were made of.
Status CheckUnpacked(size_t made, size_t consumed, const std::string& path,
                     const ReadLimits& limits);

// Inflates all members of a gzip file, until there are `most` bytes or more.
class Inflater {
 public:
  // Messages name `path`; `meter` may be null. All outlive this.
  Inflater(std::string_view packed, const std::string& path,
           const ReadLimits& limits, ReadMeter* meter, size_t most = SIZE_MAX)
      : packed_(packed),
        path_(path),
        limits_(limits),
        meter_(meter),
        most_(most) {}

  // Errors: kCorrupt, kLimit.
  Result<std::string> Run();

  bool is_cut_short() const { return is_cut_short_; }

 private:
  Status Inflate(z_stream_s& stream);
  Status DrainAfterInput(z_stream_s& stream, std::string& block);
  void Append(const std::string& block, size_t made);

  std::string_view packed_;
  const std::string& path_;
  const ReadLimits& limits_;
  ReadMeter* meter_;
  const size_t most_;
  std::string content_;
  bool is_cut_short_ = false;
};

}  // namespace tfprof
