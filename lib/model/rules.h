// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tfprof {

// One field for each place where a correction of the reference's accounting is
// offered. docs/compatibility.md lists them with what changes.
struct Rules {
  // Read the output number of an input such as "split:1". The reference takes
  // every input from output 0, control inputs too.
  bool input_index = false;

  // Leave an execution of 0 us at 0 us. The reference counts it as 1 us.
  bool zero_duration = false;

  // Average negative sums as negative numbers. The reference divides unsigned,
  // so that a negative sum over several steps becomes a huge positive one.
  bool signed_average = false;

  // Advice on how busy a device was looks at the last step. The reference
  // takes the last step of each node, which need not be the same one.
  bool one_last_step = false;

  // FusedBatchNormV2 and V3 are fused, too. The reference knows the first only.
  bool fused_successors = false;

  // A digest of a graph counts the parameters of variables by their shapes,
  // resource variables too, orders ops of equal count by name, ends its lines
  // on devices, and goes on behind inputs that do not exist and cycles.
  bool whole_digest = false;

  // Tables of steps stand in the order of their numbers. The reference orders
  // by their texts, and puts negative ones on top.
  bool numeric_order = false;

  // A trace labels its rows, fills lanes by start, and takes a time that old
  // releases left out of RecvTensor from where they recorded it.
  bool plain_trace = false;

  // Of an XSpace: what nests is all counted, an operation that ends with the
  // one around it too, and so are operations that ran eagerly, instructions of
  // XLA and kernels that nobody launched. TensorFlow's tools lose them.
  bool xspace_rows = false;

  // Of an XSpace: marked steps are the steps, whether or not a loop runs.
  bool xspace_markers = false;

  // Of an XSpace: events without a length are no part of a step's time.
  bool xspace_instants = false;

  // A node that only records know, such as one of a function's body, has the
  // op type of its label and the call stack of the node that calls its body.
  // No record is dropped, and what ran without a call stack is a row of the
  // code view. The reference takes the name of such a node for its op type,
  // drops records of a node's second device, and shows no node without a stack.
  bool attribution = false;

  // Float operations are counted of each execution by the shapes it ran with,
  // also where no op log has them. The reference knows those of the op log.
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
