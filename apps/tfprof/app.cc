// SPDX-License-Identifier: Apache-2.0
#include "app.h"

#include <cstdlib>

#include <sys/stat.h>

#include "arguments.h"
#include "base/strings.h"
#include "base/terminal_writer.h"
#include "commands.h"
#include "help/help.h"
#include "help/help_topics.h"

namespace tfprof {

namespace {

int ExitCodeOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kUnsupported:
      return kExitQuestion;
    case ErrorCode::kNotFound:
    case ErrorCode::kCorrupt:
    case ErrorCode::kLimit:
      return kExitInput;
    case ErrorCode::kClosedPipe:
      return kExitDone;
    case ErrorCode::kIo:
    case ErrorCode::kInterrupted:
    case ErrorCode::kInternal:
      break;
  }
  return kExitInternal;
}

bool IsPath(const std::string& word) {
  struct stat info {};

  return word == "-" || stat(word.c_str(), &info) == 0;
}

Failure UnknownCommand(const std::string& word) {
  std::vector<std::string_view> names = {"help"};
  for (const Command& command : Commands()) names.push_back(command.name);
  for (const HelpTopic& topic : HelpTopics()) names.push_back(topic.name);
  return Fail(ErrorCode::kInvalidArgument,
              "unknown command '{}'{} (tfprof help lists them)",
              Printable(word), Suggestion(word, names));
}

// tfprof help [COMMAND or TOPIC], tfprof COMMAND --help, or nothing at all.
Status ShowHelp(const std::vector<std::string>& words, Writer& out) {
  const size_t topic = !words.empty() && words[0] == "help" ? 1 : 0;
  if (words.size() <= topic) return out.Write(ProgramHelp());
  if (const HelpTopic* found = FindHelpTopic(words[topic])) {
    return out.Write(found->text());
  }
  const Command* command = FindCommand(words[topic]);
  if (command == nullptr) return UnknownCommand(words[topic]);
  return out.Write(HelpOf(*command));
}

// The line of the progress goes to `terminal`, messages to `err`.
Status Run(std::span<const std::string> args, Writer& out, Writer& err,
           Writer& terminal, int& exit_code) {
  TFPROF_ASSIGN_OR_RETURN(SplitWords split, SplitCommandLine(args));
  if (split.wants_version) {
    return out.Write("tfprof " TFPROF_VERSION "\n");
  }
  const std::vector<std::string>& words = split.words;
  if (split.wants_help || args.empty() ||
      (!words.empty() && words[0] == "help")) {
    return ShowHelp(words, out);
  }
  const Command* command = words.empty() ? nullptr : FindCommand(words[0]);
  if (command == nullptr && !words.empty() && !IsPath(words[0])) {
    return UnknownCommand(words[0]);
  }
  if (command == nullptr) {
    command = &PromptCommand();
    split.words.insert(split.words.begin(), "");
  }
  TFPROF_ASSIGN_OR_RETURN(Arguments arguments, ParseArguments(*command, split));
  Diagnostics diagnostics;
  ProgressDisplay progress(arguments.progress, terminal);
  arguments.inputs.meter = &progress.meter();
  AnswerWriter answer(out, progress);
  CommandContext context{answer, err, diagnostics, progress};
  Status status = command->run(*command, arguments, context);
  progress.Stop();
  exit_code = context.exit_code;
  // Of a failure, the one line that names it is enough.
  if (status.has_value() && !arguments.quiet) {
    for (const std::string& line : diagnostics.Lines()) {
      (void)err.Write(line + '\n');
    }
  }
  return status;
}

// https://no-color.org: set and not empty.
bool HasNoColor() {
  const char* value = std::getenv("NO_COLOR");
  return value != nullptr && *value != '\0';
}

// Headings are bold.
std::string_view StyleOfAnswer(std::string_view line) {
  const bool is_heading = line.starts_with("node name |") ||
                          line.starts_with("=====") ||
                          (line.ends_with(':') && !line.starts_with(' '));
  return is_heading ? "1" : "";
}

// Errors are red, what is said beside an answer is faint.
std::string_view StyleOfMessage(std::string_view line) {
  return line.starts_with("tfprof: ") ? "31" : "2";
}

}  // namespace

int RunApp(std::span<const std::string> args, Writer& out, Writer& err) {
  int exit_code = kExitDone;
  const bool is_plain = HasNoColor();
  TerminalWriter terminal_out(out, is_plain ? nullptr : StyleOfAnswer);
  TerminalWriter terminal_err(err, is_plain ? nullptr : StyleOfMessage);
  Writer& safe_out =
      out.is_terminal() ? static_cast<Writer&>(terminal_out) : out;
  Writer& safe_err =
      err.is_terminal() ? static_cast<Writer&>(terminal_err) : err;
  Status status = Run(args, safe_out, safe_err, err, exit_code);
  if (status.has_value()) status = safe_out.Close();
  if (status.has_value()) return exit_code;
  if (status.error().code != ErrorCode::kClosedPipe) {
    // When not even this can be written, the exit code has to do.
    (void)safe_err.Write("tfprof: " + status.error().message + '\n');
  }
  return ExitCodeOf(status.error().code);
}

}  // namespace tfprof
