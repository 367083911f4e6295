// SPDX-License-Identifier: Apache-2.0
// Names, shapes and values of the variables in a checkpoint, of version 2
// (<prefix>.index beside <prefix>.data-00000-of-00001) or of version 1 (one
// table file, or several that a pattern names). Any of the files may be gzip.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "model/tensor.h"

namespace tfprof {

namespace checkpoint {
class Format;
}

// What is known of a tensor without reading its values.
struct CheckpointEntry {
  int32_t dtype = 0;  // number in DataType
  std::vector<int64_t> dims;
};

// float and double are read as double, int32 and int64 as int64_t, strings as
// they are; a tensor of any other type has no values.
using CheckpointTensor = Tensor;
using CheckpointValues = decltype(Tensor::values);

// An open checkpoint. Data files are opened when a value is first asked for
// and stay open, so one reader is not for several threads at a time.
class CheckpointReader {
 public:
  // `prefix` is what tf.train.Saver.save returned; for version 1 it may also
  // be a pattern such as model.ckpt-?????-of-?????. Errors: kNotFound (nothing
  // there), kCorrupt, kUnsupported (written on a big-endian machine), kLimit.
  static Result<CheckpointReader> Open(const std::string& prefix,
                                       const ReadLimits& limits);

  CheckpointReader(CheckpointReader&&) noexcept;
  CheckpointReader& operator=(CheckpointReader&&) noexcept;
  ~CheckpointReader();

  // Sorted. A partitioned variable is one name.
  const std::vector<std::string>& names() const;

  // Type and shape of one tensor. For an unknown name the error is kNotFound
  // and its message reads as the reference's: "Key w not found in checkpoint".
  Result<CheckpointEntry> Find(std::string_view name) const;

  // A whole tensor; a partitioned one is put together. Errors as with Find(),
  // and kCorrupt (missing, too), kLimit or kExhausted about the data file.
  Result<CheckpointTensor> Read(std::string_view name) const;

 private:
  explicit CheckpointReader(std::unique_ptr<const checkpoint::Format> format);

  std::unique_ptr<const checkpoint::Format> format_;
};

}  // namespace tfprof
