// SPDX-License-Identifier: Apache-2.0
#include "app.h"

#include <cstdlib>
#include <new>
#include <optional>

#include <sys/stat.h>

#include "base/file_id.h"
#include "base/find_by_name.h"
#include "base/memory_allowance.h"
#include "base/memory_limit.h"
#include "base/strings.h"
#include "base/terminal_writer.h"
#include "commands.h"
#include "help/help.h"
#include "help/help_topics.h"
#include "invocation.h"
#include "targets.h"

namespace tfprof {

int ExitCodeOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kUnsupported:
      return kExitQuestion;
    case ErrorCode::kNotFound:
    case ErrorCode::kCorrupt:
    case ErrorCode::kLimit:
    case ErrorCode::kExhausted:
      return kExitInput;
    case ErrorCode::kClosedPipe:
    case ErrorCode::kIo:
    case ErrorCode::kInterrupted:
    case ErrorCode::kInternal:
      break;
  }
  return kExitInternal;
}

namespace {

bool IsPath(const std::string& word) {
  struct stat info {};

  return word == "-" || stat(word.c_str(), &info) == 0;
}

// Commands that people expect, and the line to type instead.
struct ExpectedCommand {
  std::string_view name;
  std::string_view here;
};

constexpr std::string_view kReportLine =
    "tfprof report DUMP --output=html:outfile=report.html";

constexpr ExpectedCommand kExpectedCommands[] = {
    {"analyze", "tfprof advise DUMP"},
    {"benchmark_model", "tfprof steps DUMP"},
    {"check", "tfprof gate --baseline=RUN,... --candidate=RUN,..."},
    {"compare", "tfprof diff OLD NEW"},
    {"flame", kReportLine},
    {"flamegraph", kReportLine},
    {"flops", "tfprof steps DUMP --show=flops"},
    {"hotspots", "tfprof top DUMP"},
    {"kernels", "tfprof top DUMP --by=kernel"},
    {"list", "tfprof info DUMP"},
    {"ls", "tfprof info DUMP"},
    {"mem", "tfprof memory DUMP"},
    {"open", kReportLine},
    {"overview", "tfprof summary DUMP"},
    {"pprof", "tfprof code DUMP --output=pprof:outfile=profile.pb.gz"},
    {"profile", "tfprof summary DUMP"},
    {"profile_graph", "tfprof graph DUMP"},
    {"profile_name_scope", "tfprof scope DUMP"},
    {"profile_operations", "tfprof op DUMP"},
    {"profile_python", "tfprof code DUMP"},
    {"roofline", "tfprof steps DUMP --show=roofline"},
    {"serve", kReportLine},
    {"server", kReportLine},
    {"show", "tfprof summary DUMP"},
    {"sqlite", "tfprof convert DUMP --output=sqlite:outfile=dump.db"},
    {"stats", "tfprof top DUMP"},
    {"summarize_graph", "tfprof summarize DUMP"},
    {"timeline", "tfprof trace DUMP --output=file:outfile=trace.json"},
    {"ui", kReportLine},
    {"version", "tfprof --version"},
    {"view", kReportLine},
};

Failure UnknownCommand(const std::string& word) {
  const ExpectedCommand* const expected =
      FindByName(std::span(kExpectedCommands), &ExpectedCommand::name, word);
  if (expected != nullptr) {
    return Fail(ErrorCode::kInvalidArgument, "unknown command '{}': write {}",
                word, expected->here);
  }
  std::vector<std::string_view> names = {"help"};
  for (const Command& command : Commands()) names.push_back(command.name);
  for (const HelpTopic& topic : HelpTopics()) names.push_back(topic.name);
  return Fail(ErrorCode::kInvalidArgument,
              "unknown command '{}'{} (tfprof help lists them)",
              Printable(word), Suggestion(word, names));
}

// tfprof help [COMMAND or TOPIC].
Status ShowHelp(std::span<const std::string> words, Writer& out) {
  if (words.empty()) return out.Write(ProgramHelp());
  if (words.size() > 1) {
    return Fail(ErrorCode::kInvalidArgument,
                "help takes one command or topic; '{}' is one too many",
                Printable(words[1]));
  }
  if (const HelpTopic* found = FindHelpTopic(words[0])) {
    return out.Write(found->text());
  }
  const Command* command = FindCommand(words[0]);
  if (command == nullptr) return UnknownCommand(words[0]);
  return out.Write(HelpOf(*command, HelpDetail::kAll));
}

// Runs the command of `invocation`. Shows progress on `terminal` and messages
// on `err`.
Status Answer(Invocation& invocation, Writer& out, Writer& err,
              Writer& terminal, int& exit_code) {
  const Arguments& arguments = invocation.arguments();
  // The prompt keeps its former answers.
  const bool is_prompt = &invocation.command() == &PromptCommand();
  const MemoryAllowance share(arguments.max_memory == 0 && !is_prompt);
  TFPROF_RETURN_IF_ERROR(CheckTargets(invocation, out, terminal));
  Diagnostics diagnostics;
  ProgressDisplay progress(arguments.progress, terminal);
  AnswerWriter answer(out, progress);
  CommandContext context{
      answer, err, diagnostics, progress,
      arguments.no_fsync ? Durability::kNone : Durability::kSynced};
  const int jobs = arguments.inputs.jobs;
  const uint64_t most = arguments.max_memory > 0
                            ? arguments.max_memory
                            : DefaultMemoryLimit().value_or(INT64_MAX);
  const MemoryLimit limit(most, jobs > 1 ? jobs : 0);
  Status status = invocation.Run(context);
  progress.Stop();
  exit_code = context.exit_code;
  // A failed command prints only its error, without warnings.
  if (status.has_value() && !arguments.quiet) {
    for (const std::string& line : diagnostics.Lines()) {
      (void)err.Write(Printable(line) + '\n');
    }
  }
  return status;
}

Status Run(std::span<const std::string> args, Writer& out, Writer& err,
           Writer& terminal, int& exit_code) {
  if (args.empty()) return out.Write(ProgramHelp());
  const size_t at = FindCommandWord(args);
  const std::string word = at < args.size() ? args[at] : "";
  const Command* command = FindCommand(word);
  std::vector<std::string> others(args.begin(), args.end());
  if (command != nullptr || word == "help") others.erase(others.begin() + at);
  if (word == "help") {
    std::erase(others, "--");  // allows `help -- TOPIC`
    return ShowHelp(others, out);
  }
  if (command == nullptr && !word.empty() && !IsPath(word)) {
    return UnknownCommand(word);
  }
  Invocation invocation(command == nullptr ? PromptCommand() : *command);
  TFPROF_ASSIGN_OR_RETURN(const Invocation::Wish wish,
                          invocation.Parse(others));
  switch (wish) {
    case Invocation::Wish::kVersion:
      return out.Write("tfprof " TFPROF_VERSION "\n");
    case Invocation::Wish::kHelp:
    case Invocation::Wish::kAllHelp:
      if (command == nullptr) return out.Write(ProgramHelp());
      return out.Write(HelpOf(*command, wish == Invocation::Wish::kHelp
                                            ? HelpDetail::kScreen
                                            : HelpDetail::kAll));
    case Invocation::Wish::kAnswer:
      break;
  }
  return Answer(invocation, out, err, terminal, exit_code);
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

// Errors are red, notices faint.
std::string_view StyleOfMessage(std::string_view line) {
  return line.starts_with("tfprof: ") ? "31" : "2";
}

}  // namespace

int RunApp(std::span<const std::string> args, Writer& out, Writer& err) try {
  const ReadFiles read;
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
  // A reader that stops early, such as head, does not change the verdict.
  if (status.has_value() || status.error().code == ErrorCode::kClosedPipe) {
    return exit_code;
  }
  const std::optional<FileId> log = err.file();
  const bool is_input = log && WasRead(*log);
  if (!is_input) {
    // If the message cannot be written either, only the exit code tells.
    (void)safe_err.Write("tfprof: " + Printable(status.error().message) + '\n');
  }
  return ExitCodeOf(status.error().code);

} catch (const std::bad_alloc&) {
  const std::string kept = KeptWhenRefused();
  const std::string what_for = kept.empty() ? "" : " while keeping " + kept;
  (void)err.Write(
      ExceededShare() > 0
          ? fmt::format(
                "tfprof: needs more than its memory allowance of {} MB (256 MB "
                "+ 16 x input){}; raise it with --max_memory=4GB\n",
                ExceededShare() / 1'000'000, what_for)
          : fmt::format(
                "tfprof: out of memory{}; raise --max_memory if the machine "
                "has more, load fewer steps at a time, or ask for op, which "
                "needs least\n",
                what_for));
  return kExitInput;
}

}  // namespace tfprof
