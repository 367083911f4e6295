// SPDX-License-Identifier: Apache-2.0
// Files of commands and their answers; README.md has the format.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/writer.h"

namespace tfprof {

// A command and its answer.
struct CommandCase {
  std::string remarks;  // lines in front of it, as they stand
  size_t line = 0;      // of the '$', counted from 1
  std::string command;  // what follows "$ "
  std::string out;
  std::string err;
  int exit_code = 0;
};

struct CommandFile {
  std::vector<CommandCase> cases;
  std::string remarks;  // after the last case
};

// Fails with the number of the first line that is not as it should be.
Result<CommandFile> ParseCommandFile(std::string_view text);

// The answer of a case as it stands in a file.
std::string FormatAnswer(const CommandCase& command_case);

// The inverse of ParseCommandFile().
std::string FormatCommandFile(const CommandFile& file);

// The words of a command line, quoted as in a shell.
Result<std::vector<std::string>> SplitCommand(std::string_view command);

using Program =
    std::function<int(std::span<const std::string>, Writer&, Writer&)>;

// The environment of a case.
struct CommandPlace {
  std::string temp_folder;  // {tmp}
  std::string version;      // {version}
};

// `command_case` with the answer that `program` gives now.
Result<CommandCase> RunCommand(const CommandCase& command_case,
                               const CommandPlace& place,
                               const Program& program);

}  // namespace tfprof
