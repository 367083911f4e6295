// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include <algorithm>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "base/strings.h"

namespace tfprof {

namespace {

Failure UnknownFlag(const std::string& name) {
  std::vector<std::string> flags;
  for (const Flag& flag : Flags())
    flags.push_back(fmt::format("--{}", flag.name));
  return Fail(ErrorCode::kInvalidArgument, "unknown flag --{}{}",
              Printable(name),
              Suggestion("--" + name, {flags.begin(), flags.end()}));
}

bool Takes(const Command& command, const Flag& flag) {
  return flag.group == FlagGroup::kInput || flag.group == FlagGroup::kCommon ||
         std::find(command.flags.begin(), command.flags.end(), flag.group) !=
             command.flags.end();
}

bool TakesName(const Command& command, std::string_view name) {
  return std::any_of(Flags().begin(), Flags().end(), [&](const Flag& flag) {
    return flag.name == name && Takes(command, flag);
  });
}

// CLI11 strips brackets from a value such as "[a-z]", takes an empty value for
// a missing one and a leading dash for a flag. Behind a mark it leaves them.
constexpr char kMark = '=';

std::string Marked(const std::string& text) { return kMark + text; }

std::string_view Unmarked(std::string_view text) { return text.substr(1); }

// The first thing that went wrong in a callback, which cannot return it.
struct Outcome {
  Status status;

  void Note(Status next) {
    if (status.has_value()) status = std::move(next);
  }
};

void AddFlags(CLI::App& app, const Command& command, Arguments& arguments,
              Outcome& outcome) {
  for (const Flag* taken : FlagsTakenBy(command)) {
    const Flag& flag = *taken;
    const auto parse = [&arguments, &outcome, &flag](const std::string& value) {
      Status status = flag.Parse(Unmarked(value), arguments);
      if (!status.has_value()) {
        status.error().message =
            fmt::format("--{}: {}", flag.name, status.error().message);
      }
      outcome.Note(std::move(status));
    };
    std::string help(flag.help);
    if (!flag.default_text.empty()) {
      help += fmt::format(" [{}]", flag.default_text);
    }
    app.add_option_function<std::string>("--" + std::string(flag.name), parse,
                                         help)
        ->type_name(std::string(flag.value))
        ->trigger_on_parse()
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
        ->group(flag.group == FlagGroup::kInput    ? "Inputs"
                : flag.group == FlagGroup::kCommon ? "Common"
                : flag.group == FlagGroup::kView   ? "The view"
                                                   : "The command");
  }
  app.add_option_function<std::vector<std::string>>(
         "DUMP",
         [&arguments](const std::vector<std::string>& dumps) {
           for (const std::string& dump : dumps) {
             arguments.inputs.dumps.emplace_back(Unmarked(dump));
           }
         },
         "folder or file of a dump; '-' reads standard input")
      ->type_name("");
}

std::string AppName(const Command& command) {
  return "tfprof " + std::string(command.name);
}

}  // namespace

Result<SplitWords> SplitCommandLine(std::span<const std::string> args) {
  SplitWords split;
  for (size_t i = 0; i < args.size(); ++i) {
    const std::string& arg = args[i];
    if (arg == "--") {
      split.words.insert(split.words.end(),
                         args.begin() + static_cast<long>(i) + 1, args.end());
      break;
    }
    if (!arg.starts_with('-') || arg == "-") {
      split.words.push_back(arg);
      continue;
    }
    const size_t equals = std::min(arg.find('='), arg.size());
    const size_t dashes = arg.starts_with("--") ? 2 : 1;
    const std::string name = arg.substr(dashes, equals - dashes);
    if (arg == "-h" || arg == "-help" || arg == "--help") {
      split.wants_help = true;
      continue;
    }
    if (arg == "--version" || arg == "-version") {
      split.wants_version = true;
      continue;
    }
    const Flag* flag = FindFlag(name);
    if (flag == nullptr) return UnknownFlag(name);
    std::string value = "true";
    if (equals < arg.size()) {
      value = arg.substr(equals + 1);
    } else if (flag->is_switch) {
      if (i + 1 < args.size() && ParseBool(args[i + 1])) value = args[++i];
    } else if (i + 1 < args.size()) {
      value = args[++i];
    } else {
      return Fail(ErrorCode::kInvalidArgument, "flag --{} needs a value: {}",
                  name, flag->value);
    }
    split.flags.emplace_back(flag, std::move(value));
  }
  return split;
}

Result<Arguments> ParseArguments(const Command& command,
                                 const SplitWords& split) {
  Arguments arguments;
  arguments.view.output = command.default_output;
  Outcome outcome;
  CLI::App app(std::string(command.summary), AppName(command));
  AddFlags(app, command, arguments, outcome);
  std::vector<std::string> words;  // CLI11 takes them from last to first
  for (const auto& [flag, value] : split.flags) {
    if (!TakesName(command, flag->name)) {
      return Fail(ErrorCode::kInvalidArgument, "{} takes no flag --{}",
                  command.name, flag->name);
    }
    words.insert(words.end(), {"--" + std::string(flag->name), Marked(value)});
  }
  for (size_t i = 1; i < split.words.size(); ++i) {
    words.push_back(Marked(split.words[i]));
  }
  std::reverse(words.begin(), words.end());
  try {
    app.parse(words);
  } catch (const CLI::Error& error) {
    return Fail(ErrorCode::kInvalidArgument, "{}", error.what());
  }
  TFPROF_RETURN_IF_ERROR(outcome.status);
  return arguments;
}

std::vector<const Flag*> FlagsTakenBy(const Command& command) {
  std::vector<const Flag*> flags;
  for (const Flag& flag : Flags()) {
    if (Takes(command, flag)) flags.push_back(&flag);
  }
  return flags;
}

std::string HelpOf(const Command& command) {
  Arguments arguments;
  Outcome outcome;
  CLI::App app(std::string(command.summary), AppName(command));
  app.get_formatter()->column_width(40);
  AddFlags(app, command, arguments, outcome);
  std::string help = app.help();
  if (!command.examples.empty()) {
    help += fmt::format("\nExamples:\n{}", command.examples);
  }
  return help;
}

}  // namespace tfprof
