// SPDX-License-Identifier: Apache-2.0
// Names of operations of XLA programs, "jit(f)/jvp(a)/dot_general", and of
// TensorFlow, "dense/MatMul:MatMul".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tfprof {

// The name without the part "/jit(main)" right behind the first part, which
// JAX wrote until 0.6.
std::string WithoutJitMain(std::string_view op_name);

// Unifies names that differ between releases of JAX, for comparing recordings:
// "jit(f)/jit(main)/jvp(a)/dot_general[x=1]" is "jit(f)/a/dot_general".
std::string CanonicalName(std::string_view name);

// The primitive of an operation's path, its last part without "[...]"; empty if
// that is no single word.
std::string_view PrimitiveOf(std::string_view op_name);

// True if an instruction with that opcode has the name of another operation,
// which XLA folded into it or added it for.
bool HasForeignName(std::string_view opcode, std::string_view primitive);

// NAME:TYPE of TensorFlow.
struct FrameworkName {
  std::string_view name;
  std::string_view type;
};

// Nothing if `full`, up to the first '#', is no such name.
std::optional<FrameworkName> ParseFrameworkName(std::string_view full);

// The module and the id of a program, "jit_f" and 21 of "jit_f(21)".
struct ProgramName {
  std::string_view module;
  std::optional<uint64_t> id;  // nothing: there is none, `module` is the whole
};

ProgramName SplitProgramName(std::string_view name);

// "jit_f" of "jit_f(21)".
std::string_view ModuleOfProgram(std::string_view program);

// "fusion" of "fusion.3.1".
std::string_view WithoutNumber(std::string_view instruction);

}  // namespace tfprof
