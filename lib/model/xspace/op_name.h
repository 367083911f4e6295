// SPDX-License-Identifier: Apache-2.0
// What the name of an event says about the operation that it is an execution
// of: "model/dense/MatMul:MatMul".
#pragma once

#include <cstdint>
#include <string_view>

namespace tfprof {

enum class OpKind : uint8_t {
  kNone,  // no operation: a region of the user's, work of the runtime
  kTensorFlow,
  kDataset,  // of tf.data
  kJax,
  kCopy,  // between host and device
};

struct OpName {
  OpKind kind = OpKind::kNone;
  std::string_view name;
  std::string_view type;
};

// tfprof: cuts at the first ':', as TensorFlow's profiler does. The result
// borrows from `full`. A name that is no operation's is its own name.
OpName ParseOpName(std::string_view full);

}  // namespace tfprof
