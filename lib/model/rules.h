// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tfprof {

// Corrections of the reference's accounting, a field each.
// docs/compatibility.md lists them with their effects.
struct Rules {
  // Reads the output number of an input such as "split:1". The reference takes
  // every input from output 0, including control inputs.
  bool input_index = false;

  // Keeps an execution of 0 us at 0 us. The reference counts it as 1 us.
  bool zero_duration = false;

  // Averages negative sums as negative numbers. The reference divides unsigned,
  // so a negative sum over several steps becomes a huge positive one.
  bool signed_average = false;

  // Advice on utilization looks at the last step. The reference takes the last
  // step of each node, which may differ.
  bool one_last_step = false;

  // FusedBatchNormV2 and V3 count as fused. The reference knows only the first
  // version.
  bool fused_successors = false;

  // A digest of a graph counts the parameters of variables by their shapes,
  // including resource variables, orders ops of equal count by name, ends its
  // lines on devices, and continues after missing inputs and cycles.
  bool whole_digest = false;

  // Tables of steps are in the order of their numbers. The reference orders by
  // their texts, and puts negative ones first.
  bool numeric_order = false;

  // A trace labels its rows, fills lanes by start, and recovers the time of
  // RecvTensor, which old releases recorded elsewhere.
  bool plain_trace = false;

  // For XSpaces: counts all nested operations, including one that ends with its
  // parent, eager operations, instructions of XLA and kernels without a launch.
  // TensorFlow's tools lose them.
  bool xspace_rows = false;

  // For XSpaces: marked steps are the steps, even if a loop runs.
  bool xspace_markers = false;

  // For XSpaces: events without a length are not part of a step's time.
  bool xspace_instants = false;

  // A node that only records know, such as one in a function's body, has the op
  // type of its label and the call stack of the node that calls its body. No
  // record is dropped, and executions without a call stack are a row of the
  // code view. The reference takes the name of such a node for its op type,
  // drops records of a node's second device, and shows no node without a stack.
  bool attribution = false;

  // Counts float operations of each execution by its shapes, even without an op
  // log. The reference uses those of the op log.
  bool counted_flops = false;

  friend bool operator==(const Rules&, const Rules&) = default;
};

inline constexpr Rules kReferenceRules{};
inline constexpr Rules kCorrectedRules{.input_index = true,
                                       .zero_duration = true,
                                       .signed_average = true,
                                       .one_last_step = true,
                                       .fused_successors = true,
                                       .whole_digest = true,
                                       .numeric_order = true,
                                       .plain_trace = true,
                                       .xspace_rows = true,
                                       .xspace_markers = true,
                                       .xspace_instants = true,
                                       .attribution = true,
                                       .counted_flops = true};

}  // namespace tfprof
