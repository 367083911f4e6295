// SPDX-License-Identifier: Apache-2.0
// Names, shapes and values of the variables in a checkpoint, of version 2
// (<prefix>.index beside <prefix>.data-00000-of-00001) or version 1 (one table
// file, or several that match a pattern). Any of the files may be gzip.
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

// The facts about a tensor that do not need its values.
struct CheckpointEntry {
  int32_t dtype = 0;  // number in DataType
  std::vector<int64_t> dims;
};

// float and double are read as double, int32 and int64 as int64_t, strings
// unchanged; tensors of other types have no values.
using CheckpointTensor = Tensor;
using CheckpointValues = decltype(Tensor::values);

// An open checkpoint. Data files are opened on first use and stay open. Not
// thread-safe.
class CheckpointReader {
 public:
  // `prefix` is the return value of tf.train.Saver.save; for version 1 it may
  // also be a pattern such as model.ckpt-?????-of-?????. Errors: kNotFound (no
  // files), kCorrupt, kUnsupported (written on a big-endian machine), kLimit.
  static Result<CheckpointReader> Open(const std::string& prefix,
                                       const ReadLimits& limits);

  CheckpointReader(CheckpointReader&&) noexcept;
  CheckpointReader& operator=(CheckpointReader&&) noexcept;
  ~CheckpointReader();

  // Sorted. A partitioned variable is one name.
  const std::vector<std::string>& names() const;

  // Type and shape of one tensor. The error for an unknown name is kNotFound
  // with the reference's message: "Key w not found in checkpoint".
  Result<CheckpointEntry> Find(std::string_view name) const;

  // A whole tensor; parts of a partitioned one are joined. Errors as with
  // Find(), and kCorrupt (also for a missing file), kLimit or kExhausted for
  // the data file.
  Result<CheckpointTensor> Read(std::string_view name) const;

 private:
  explicit CheckpointReader(std::unique_ptr<const checkpoint::Format> format);

  std::unique_ptr<const checkpoint::Format> format_;
};

}  // namespace tfprof
