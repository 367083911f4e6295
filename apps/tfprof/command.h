// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "base/file_writer.h"
#include "base/writer.h"
#include "flags.h"
#include "model/rules.h"
#include "progress.h"
#include "render/renderer.h"

namespace tfprof {

// The environment of a command, besides its arguments.
struct CommandContext {
  Writer& out;  // standard output
  Writer& err;  // for messages before the command ends
  Diagnostics& diagnostics;
  ProgressDisplay& progress;
  Durability durability = Durability::kSynced;  // of the files it writes
  int exit_code = 0;                            // if the command succeeds
};

// Runs a command after its flags have been read.
using Work = std::function<Status(const Arguments&, CommandContext&)>;

// A command. Each has a source of its own in commands/, with its flags, their
// variables and its work, and a row in commands.cc.
struct Command {
  std::string name;
  std::string summary;
  // the words that are not flags, for help
  std::string operands = "[DUMP ...]";
  std::string examples = {};            // command lines, for help
  // decides the possible values of --output
  ResultKind result;
  std::string default_output = "stdout";
  Rules default_rules = kReferenceRules;
  // Declares the command's own flags; the result holds their values.
  std::function<Work(FlagSet&)> prepare;
};

// `prepare` of a command whose flags fill an `Options`.
template <typename Options>
std::function<Work(FlagSet&)> Prepare(void (*add_flags)(FlagSet&, Options&),
                                      Status (*run)(const Options&,
                                                    const Arguments&,
                                                    CommandContext&)) {
  return [add_flags, run](FlagSet& flags) -> Work {
    const auto options = std::make_shared<Options>();
    add_flags(flags, *options);
    return [options, run](const Arguments& arguments, CommandContext& context) {
      return run(*options, arguments, context);
    };
  };
}

// The same for a command without flags of its own.
inline std::function<Work(FlagSet&)> Prepare(Status (*run)(const Arguments&,
                                                           CommandContext&)) {
  return [run](FlagSet&) -> Work { return run; };
}

}  // namespace tfprof
