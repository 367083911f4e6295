// SPDX-License-Identifier: Apache-2.0
// The work of a program's instructions, and words about them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/programs/hlo_bodies.h"
#include "analysis/programs/hlo_traffic.h"

namespace tfprof {

class HloCosts {
 public:
  using Row = HloProgram::Row;

  explicit HloCosts(std::shared_ptr<const HloProgram> program);

  HloCosts(const HloCosts&) = delete;
  HloCosts& operator=(const HloCosts&) = delete;

  const HloProgram& program() const { return *program_; }

  // The first instruction of a name, or HloProgram::kNone.
  Row Find(std::string_view name) const;

  Count FloatOpsOf(Row row) { return bodies_.FloatOpsOf(row); }

  Count BytesOf(Row row) { return traffic_.BytesOf(row); }

  MatrixTypes MatrixOf(Row row) { return bodies_.MatrixOf(row); }

  // "loop fusion", "data formatting", "dot".
  std::string CategoryOf(Row row) const;

  // "add x2, multiply" of a fusion; empty of others.
  std::string ContentsOf(Row row);

  // The opcodes in it: of a fusion those of its contents, else its own.
  std::vector<std::string_view> OpcodesIn(Row row);

  std::string_view OpcodeOf(Row row) const;

  // XLA's numbers of types: of the operands, and of the parts of the result.
  bool HasType(Row row, std::initializer_list<int32_t> types) const;

  // The roof that an instruction of a GPU has: "matrix bf16", "vector f32";
  // empty: none is known.
  std::string_view UnitOf(Row row);

  // "f32[2,3], s32[]" of the operands.
  std::string OperandWords(Row row) const;

 private:
  std::shared_ptr<const HloProgram> program_;
  HloSizes sizes_;
  HloBodies bodies_;
  HloTraffic traffic_;
  std::vector<Row> row_of_name_;  // by StringId of the module
};

}  // namespace tfprof
