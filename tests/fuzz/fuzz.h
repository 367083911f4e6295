// SPDX-License-Identifier: Apache-2.0
// What is fuzzed. A target takes any bytes, in memory, and throws when the
// program does what it must not; a crash or a finding of a sanitizer speaks for
// itself. libFuzzer drives the targets (fuzz_main.cc), and every test run calls
// them with what lies in corpus/ (replay_test.cc).
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include <google/protobuf/message.h>

#include "wire/intake/format.h"

namespace tfprof {

struct FuzzTarget {
  std::string_view name;  // and that of its folder in corpus/
  void (*run)(std::string_view bytes);
  // A message that inputs are serialized from, to be mutated by its fields.
  // Null where inputs are just bytes.
  std::unique_ptr<google::protobuf::Message> (*message)() = nullptr;
  ReadFunction reader = nullptr;  // what it calls, if that is one alone
};

std::span<const FuzzTarget> FuzzTargets();

inline void FuzzRequire(bool is_so, const std::string& what) {
  if (!is_so) throw std::runtime_error(what);
}

// A file, by one of the readers of the table of formats.
void FuzzReader(ReadFunction read, std::string_view bytes);

// Files that are read in other ways.
void FuzzRecording(std::string_view bytes);
void FuzzHloModule(std::string_view bytes);
void FuzzEventFile(std::string_view bytes);
void FuzzCheckpoint(std::string_view bytes);
void FuzzPacked(std::string_view bytes);
void FuzzHeldMemory(std::string_view bytes);

// Languages.
void FuzzBudget(std::string_view bytes);
void FuzzCommandLine(std::string_view bytes);
void FuzzOutput(std::string_view bytes);
void FuzzPromptLine(std::string_view bytes);

// Everything.
void FuzzProgram(std::string_view bytes);

// What FuzzProgram asks: a command and its flags each.
std::span<const std::string_view> ProgramCommands();

// What FuzzProgram takes: the number of a command, then its inputs.
std::string ProgramInput(uint8_t command, std::string_view graph,
                         std::string_view run_metadata,
                         std::string_view op_log);

}  // namespace tfprof
