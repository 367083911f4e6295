// SPDX-License-Identifier: Apache-2.0
#include "model/hlo/hlo_module.h"

#include <algorithm>

#include "model/hlo/op_path.h"

namespace tfprof {

std::vector<HloModule::Row> HloModule::StackOf(Row frame) const {
  std::vector<Row> stack;
  for (size_t i = 0; i < kMostFrames && frame < frames.size(); ++i) {
    if (frames[frame].file.valid()) stack.push_back(frame);
    frame = frames[frame].parent;
  }
  std::reverse(stack.begin(), stack.end());
  return stack;
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
  return last.empty() ? module.strings[row.opcode] : last;
}

}  // namespace tfprof
