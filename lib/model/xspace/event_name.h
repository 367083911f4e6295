// SPDX-License-Identifier: Apache-2.0
// What an event is, as far as its name tells. Worked out once a name.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/ids.h"
#include "base/string_pool.h"
#include "model/xspace/op_name.h"
#include "model/xspace/step_part.h"

namespace tfprof {

// Events by which the work of a step is linked.
enum class EventType : uint8_t {
  kOther,
  kExecutor,          // runs nodes of a graph
  kFetch,             // asks an iterator for the next element
  kCapturedFunction,  // of tf.data
  kTraceContext,      // a step, as old releases mark it
  kRun,               // of a function, a session or a graph
  kEagerExecute,
  kEagerLocal,  // runs one operation eagerly; its type is EventName::op.type
  kAllocation,
  kDeallocation,
  kLoop,         // of releases that number iterations in another way
  kRegionBegin,  // a thread of a pool takes up work ...
  kRegionEnd,    // ... and puts it down
  kPythonFrame,  // a call in the user's program: "$train.py:12 step"
  kOtherKnown,   // the others that TensorFlow gives a meaning
};

struct EventName {
  StringId text;
  EventType type = EventType::kOther;
  OpKind op_kind = OpKind::kNone;
  // Of its row: of an operation, or of kEagerLocal the type twice.
  StringId op_name;
  StringId op_type;
  bool is_call = false;  // of a function in Python, which says where that is
  bool marks_step = false;   // begins with "train", "test" or "TraceContext"
  bool is_end = false;       // of an instruction of XLA
  bool is_overhead = false;  // of running eagerly: no work of a step
  StepPart host_part = StepPart::kHostCompute;
  // In recordings with devices it is kHostPrepare if it may be, and has a
  // correlation id or prepares_device.
  bool may_prepare_device = false;
  bool prepares_device = false;
  StepPart device_part = StepPart::kDevice32;

  bool is_row() const { return op_kind != OpKind::kNone; }

  // Whether TensorFlow knows this event, so that a correlation id on it says
  // nothing.
  bool is_typed() const {
    const bool by_type =
        type != EventType::kOther && type != EventType::kEagerLocal &&
        type != EventType::kRegionBegin && type != EventType::kRegionEnd &&
        type != EventType::kPythonFrame;
    return by_type || op_kind == OpKind::kTensorFlow ||
           op_kind == OpKind::kDataset;
  }

  // A root that is no step by itself.
  bool is_implicit_root() const {
    return type == EventType::kRun || type == EventType::kExecutor;
  }
};

EventName ClassifyEventName(std::string_view text, StringPool& strings);

}  // namespace tfprof
