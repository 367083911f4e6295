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

namespace tfprof {

struct FuzzTarget {
  std::string_view name;  // and that of its folder in corpus/
  void (*run)(std::string_view bytes);
  // A message that inputs are serialized from, to be mutated by its fields.
  // Null where inputs are just bytes.
  std::unique_ptr<google::protobuf::Message> (*message)() = nullptr;
};

std::span<const FuzzTarget> FuzzTargets();

inline void FuzzRequire(bool is_so, const std::string& what) {
  if (!is_so) throw std::runtime_error(what);
}

// One a file: readers.
void FuzzGraph(std::string_view bytes);
void FuzzMetaGraph(std::string_view bytes);
void FuzzSavedModel(std::string_view bytes);
void FuzzRunMetadata(std::string_view bytes);
void FuzzRunGraphs(std::string_view bytes);
void FuzzXSpace(std::string_view bytes);
void FuzzHloModule(std::string_view bytes);
void FuzzEventFile(std::string_view bytes);
void FuzzStepStats(std::string_view bytes);
void FuzzOpLog(std::string_view bytes);
void FuzzProfile(std::string_view bytes);
void FuzzCheckpoint(std::string_view bytes);
void FuzzGzip(std::string_view bytes);

// Languages.
void FuzzBudget(std::string_view bytes);
void FuzzCommandLine(std::string_view bytes);
void FuzzOutput(std::string_view bytes);
void FuzzPromptLine(std::string_view bytes);

// Everything.
void FuzzProgram(std::string_view bytes);

// What FuzzProgram takes: the number of a command, then its inputs.
std::string ProgramInput(uint8_t command, std::string_view graph,
                         std::string_view run_metadata,
                         std::string_view op_log);

}  // namespace tfprof
