// SPDX-License-Identifier: Apache-2.0
// The program as a function, without globals, so that tests run it in their
// own process.
#pragma once

#include <span>
#include <string>

#include "base/error.h"
#include "base/writer.h"

namespace tfprof {

enum ExitCode : int {
  kExitDone = 0,
  kExitFound = 1,         // advise --fail: a checker found something
  kExitQuestion = 2,      // unknown command, flag, value or step
  kExitInput = 3,         // an input is missing, damaged or over a limit
  kExitInconclusive = 4,  // gate: too few runs, or runs that do not compare
  // the output could not be written, or an internal error
  kExitInternal = 5,
};

int ExitCodeOf(ErrorCode code);

// Runs the command line `args` (without the program's name). Results go to
// `out`, messages to `err`. Returns the exit code.
int RunApp(std::span<const std::string> args, Writer& out, Writer& err);

}  // namespace tfprof
