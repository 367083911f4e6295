// SPDX-License-Identifier: Apache-2.0
#include "recorded/identify.h"

#include <algorithm>
#include <initializer_list>

#include <fmt/format.h>

#include "base/strings.h"
#include "recorded/xla_name.h"

namespace tfprof {

namespace {

// The stat `tf_op` that JAX and Reactant write for all kernels of programs.
constexpr std::string_view kAnyModule = "XlaModule:";

uint64_t MixIds(std::initializer_list<uint64_t> ids) {
  uint64_t hash = 0;
  for (const uint64_t id : ids) hash = IntHash()(hash ^ id);
  return hash;
}

uint64_t PairOf(StringId a, StringId b) {
  return uint64_t{a.value} << 32 | b.value;
}

bool BeginsWithAnyCase(std::string_view text, std::string_view lower_start) {
  return AsciiLower(text.substr(0, lower_start.size())) == lower_start;
}

std::string_view TypeOfKernel(WorkIdentity::Detail detail,
                              std::string_view name) {
  const auto begins = [&](std::initializer_list<std::string_view> starts) {
    return std::any_of(
        starts.begin(), starts.end(),
        [&](std::string_view start) { return BeginsWithAnyCase(name, start); });
  };
  if (detail == WorkIdentity::kCopies ||
      begins({"memcpy", "__amd_rocclr_copybuffer", "copyhostto",
              "copydeviceto"})) {
    return "Copy";
  }
  if (detail == WorkIdentity::kSets ||
      begins({"memset", "__amd_rocclr_fillbuffer"})) {
    return "Memset";
  }
  return "Kernel";
}

// "-done" at the end, or "infeed" or "outfeed" as a word at the begin.
bool IsWaitName(std::string_view name) {
  if (name.ends_with("-done")) return true;
  for (const std::string_view word : {"infeed", "outfeed"}) {
    if (!name.starts_with(word)) continue;
    const char next = name.size() > word.size() ? name[word.size()] : ' ';
    if (std::isalnum(static_cast<unsigned char>(next)) == 0 && next != '_') {
      return true;
    }
  }
  return false;
}

// "dot.3" of "%dot.3 = f32[2] dot(...)", else the whole.
std::string_view InstructionOfText(std::string_view name) {
  if (!name.starts_with('%')) return name;
  return name.substr(1, std::min(name.find(' '), name.size()) - 1);
}

std::string_view LastPartOf(std::string_view text) {
  const size_t at = text.rfind("::");
  return at == text.npos ? text : text.substr(at + 2);
}

// "f" of "f(12)".
std::string_view WithoutProgramId(std::string_view name) {
  const size_t open = name.rfind('(');
  if (open == name.npos || !name.ends_with(')')) return name;
  const bool is_number =
      IsNumber(name.substr(open + 1, name.size() - open - 2));
  return is_number ? name.substr(0, open) : name;
}

}  // namespace

size_t NodeFinder::IdentityHash::operator()(const WorkIdentity& it) const {
  return MixIds(
      {static_cast<uint64_t>(it.kind) << 8 | it.detail, it.program_id,
       PairOf(it.name, it.display_name), PairOf(it.hlo_op, it.hlo_module),
       PairOf(it.hlo_category, it.op_name), PairOf(it.tf_op, it.fallback)});
}

size_t NodeFinder::NodeHash::operator()(const NodeKey& key) const {
  return MixIds(
      {PairOf(key.name, key.type), PairOf(key.program, key.instruction)});
}

uint32_t NodeFinder::NodeOf(const WorkIdentity& identity) {
  const auto [found, is_new] = node_of_.insert({identity, kNoRow});
  if (!is_new) return found->second;
  const uint32_t row = Insert(MakeNode(identity));
  node_of_[identity] = row;
  return row;
}

uint32_t NodeFinder::NodeOf(StringId name, StringId type) {
  RecordedNode node;
  node.name = name;
  node.type = type;
  node.program = node.instruction = node.hlo_category = Intern({});
  return Insert(node);
}

uint32_t NodeFinder::Insert(const RecordedNode& node) {
  const NodeKey key{node.name, node.type, node.program, node.instruction};
  const auto [found, is_new] =
      rows_.insert({key, static_cast<uint32_t>(host_.nodes.size())});
  if (is_new) host_.nodes.push_back(node);
  return found->second;
}

RecordedNode NodeFinder::MakeNode(const WorkIdentity& identity) {
  const StringId none = Intern({});
  if (identity.is_program) {
    RecordedNode node;
    node.name = Intern(WithoutProgramId(host_.Text(identity.name)));
    node.type = Intern("program");
    node.program = identity.name;
    node.instruction = node.hlo_category = none;
    return node;
  }
  std::string_view instruction = LastPartOf(host_.Text(identity.hlo_op));
  if (identity.kind == DeviceKind::kTpu) {
    instruction = host_.Text(identity.display_name);
    if (instruction.empty()) {
      instruction = InstructionOfText(host_.Text(identity.name));
    }
  }
  if (instruction.empty()) return MakeKernel(identity);
  RecordedNode node = MakeInstruction(identity, instruction);
  if (identity.kind == DeviceKind::kTpu) {
    const std::string_view category = host_.Text(node.hlo_category);
    node.is_wait = IsWaitName(category.empty() ? instruction : category);
  }
  return node;
}

const NodeFinder::Table& NodeFinder::TableOf(uint32_t program) {
  if (tables_.size() <= program) tables_.resize(program + 1);
  Table& table = tables_[program];
  const HloModule& module = *host_.programs[program].hlo;
  if (!table.row_of_name.empty()) return table;
  table.row_of_name.resize(module.strings.size() + 1, HloModule::kNone);
  table.is_argument.resize(module.strings.size() + 1, false);
  for (size_t row = 0; row < module.instructions.size(); ++row) {
    const HloModule::Instruction& it = module.instructions[row];
    table.row_of_name[it.name.value] = static_cast<HloModule::Row>(row);
    if (it.computation == module.entry && module.entry != HloModule::kNone &&
        module.strings[it.opcode] == "parameter") {
      table.is_argument[it.op_name.value] = true;
    }
  }
  return table;
}

NodeFinder::Found NodeFinder::FindInstruction(const WorkIdentity& identity,
                                              std::string_view instruction) {
  Found found;
  found.program = programs_.Find(identity.program_id);
  if (found.program == kNoRow) return found;
  const auto& hlo = host_.programs[found.program].hlo;
  if (hlo == nullptr || hlo->instructions.empty()) return found;
  found.has_table = true;
  const StringId name = hlo->strings.Find(instruction);
  if (name.valid()) found.row = TableOf(found.program).row_of_name[name.value];
  return found;
}

bool NodeFinder::IsArgument(uint32_t program, std::string_view op_name) {
  const HloModule& module = *host_.programs[program].hlo;
  const StringId name = module.strings.Find(op_name);
  return name.valid() && TableOf(program).is_argument[name.value];
}

StringId NodeFinder::JoinName(std::string_view path,
                              std::string_view instruction) {
  constexpr size_t kLong = size_t{1} << 10;
  constexpr size_t kMost = size_t{32} << 20;
  const size_t size = path.size() + 1 + instruction.size();
  if (size >= kLong && long_names_ + size > kMost) return Intern(instruction);
  if (size >= kLong) long_names_ += size;
  return Intern(fmt::format("{}/{}", path, instruction));
}

RecordedNode NodeFinder::MakeInstruction(const WorkIdentity& identity,
                                         std::string_view instruction) {
  const Found found = FindInstruction(identity, instruction);
  RecordedNode node;
  node.program_row = found.program;
  node.hlo_row = found.row;
  node.instruction = Intern(instruction);
  StringId module_id = identity.hlo_module;
  if (host_.Text(module_id).empty() && found.program != kNoRow) {
    module_id = host_.programs[found.program].module;
  }
  const std::string_view module = host_.Text(module_id);
  node.program =
      identity.has_program_id
          ? Intern(fmt::format("{}({})", module, identity.program_id))
          : Intern(module);

  std::string_view op_name, op_type, opcode;
  if (found.row != HloModule::kNone) {
    const HloModule& hlo = *host_.programs[found.program].hlo;
    const HloModule::Instruction& it = hlo.instructions[found.row];
    op_name = hlo.strings[it.op_name];
    op_type = hlo.strings[it.op_type];
    opcode = hlo.strings[it.opcode];
  }
  if (op_name.empty()) {
    op_name = host_.Text(identity.op_name);
    const std::string_view tf_op = host_.Text(identity.tf_op);
    if (op_name.empty() && !tf_op.empty() && tf_op != kAnyModule) {
      const size_t colon = tf_op.rfind(':');
      op_name = tf_op.substr(0, colon);
      if (op_type.empty() && colon != tf_op.npos) {
        op_type = tf_op.substr(colon + 1);
      }
    }
  }
  // XLA names copies of arguments as the argument, which is no operation.
  const bool is_argument = found.has_table ? IsArgument(found.program, op_name)
                                           : !Contains(op_name, "/");
  const std::string path = WithoutJitMain(op_name);
  const std::string_view category = host_.Text(identity.hlo_category);
  std::string_view type;
  if (!path.empty() && (!op_type.empty() || !is_argument)) {
    node.name = JoinName(path, instruction);
    type = op_type;
    if (type.empty()) {
      type = PrimitiveOf(path);
      if (HasForeignName(opcode.empty() ? category : opcode, type)) type = {};
    }
  } else {
    node.name = JoinName(module.empty() ? "program" : module, instruction);
  }
  const std::string_view kind = category.empty() ? opcode : category;
  node.hlo_category = Intern(kind);
  if (type.empty()) type = kind;
  if (type.empty()) type = WithoutNumber(instruction);
  node.type = Intern(type);
  return node;
}

RecordedNode NodeFinder::MakeKernel(const WorkIdentity& identity) {
  RecordedNode node;
  node.program = node.instruction = Intern({});
  node.hlo_category =
      identity.hlo_category.valid() ? identity.hlo_category : node.program;
  std::string_view full = host_.Text(identity.tf_op);
  if ((full.empty() || full == kAnyModule) && identity.fallback.valid()) {
    full = host_.Text(identity.fallback);
  }
  if (const auto named = ParseFrameworkName(full)) {
    node.name = Intern(named->name);
    node.type = Intern(named->type);
    return node;
  }
  std::string_view name = host_.Text(identity.name);
  node.type = Intern(TypeOfKernel(identity.detail, name));
  if (name.ends_with(".kd")) name.remove_suffix(3);
  node.name = Intern(name);
  return node;
}

}  // namespace tfprof
