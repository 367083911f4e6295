// SPDX-License-Identifier: Apache-2.0
#include "model/hlo/hlo_module.h"

#include <algorithm>
#include <initializer_list>

#include "model/hlo/op_path.h"

namespace tfprof {

namespace {

bool BeginsWithOneOf(std::string_view text,
                     std::initializer_list<std::string_view> beginnings) {
  return std::any_of(
      beginnings.begin(), beginnings.end(),
      [&](std::string_view beginning) { return text.starts_with(beginning); });
}

// XLA merges a product and the transpose after it, and keeps the name of the
// transpose: the weight gradients of JAX are such products. Instructions that
// XLA adds to move parts between devices have the name of their consumer,
// unless the program moves the parts itself.
bool TakesOver(std::string_view opcode, std::string_view last) {
  if (opcode == "dot" || opcode == "convolution") {
    return last == "transpose" || last == "reshape";
  }
  return BeginsWithOneOf(opcode, {"all-reduce", "all-gather", "all-to-all",
                                  "reduce-scatter", "collective-"}) &&
         !BeginsWithOneOf(last,
                          {"psum", "pmax", "pmin", "ppermute", "pbroadcast",
                           "all_gather", "all_to_all", "reduce_scatter"});
}

bool IsSameLine(const HloModule::Frame& a, const HloModule::Frame& b) {
  return a.line == b.line && a.file == b.file && a.function == b.function;
}

}  // namespace

std::vector<HloModule::Row> HloModule::StackOf(Row frame) const {
  std::vector<Row> stack;
  for (; frame < frames.size(); frame = frames[frame].parent) {
    if (frames[frame].file.valid()) stack.push_back(frame);
  }
  std::reverse(stack.begin(), stack.end());
  return stack;
}

std::vector<HloModule::Row> WithoutRepeats(
    const HloModule& module, const std::vector<HloModule::Row>& stack) {
  std::vector<HloModule::Row> kept;
  const auto is_same = [&](size_t i, size_t j) {
    return IsSameLine(module.frames[kept[i]], module.frames[kept[j]]);
  };
  for (const HloModule::Row frame : stack) {
    kept.push_back(frame);
    const size_t last = kept.size() - 1;
    // The distance to the previous occurrence of the line.
    size_t back = 1;
    while (back <= last && !is_same(last, last - back)) ++back;
    if (2 * back > kept.size()) continue;
    size_t i = 0;
    while (i < back && is_same(last - i, last - back - i)) ++i;
    if (i == back) kept.resize(kept.size() - back);
  }
  return kept;
}

std::string NodeNameOf(const HloModule& module, HloModule::Row instruction) {
  const HloModule::Instruction& row = module.instructions[instruction];
  const std::string_view op_name = module.strings[row.op_name];
  std::string name(op_name.empty() ? module.strings[module.name] : op_name);
  name += '/';
  name += module.strings[row.name];
  return name;
}

std::string_view OpTypeOf(const HloModule& module, HloModule::Row instruction) {
  const HloModule::Instruction& row = module.instructions[instruction];
  const std::string_view type = module.strings[row.op_type];
  if (!type.empty()) return type;
  const std::string_view last = LastOfPath(module.strings[row.op_name]);
  const std::string_view opcode = module.strings[row.opcode];
  return last.empty() || TakesOver(opcode, last) ? opcode : last;
}

}  // namespace tfprof
