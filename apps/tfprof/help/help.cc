// SPDX-License-Identifier: Apache-2.0
#include "help/help.h"

#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/strings.h"
#include "commands.h"
#include "help/help_topics.h"
#include "invocation.h"

namespace tfprof {

namespace {

constexpr size_t kColumns = 100;
constexpr size_t kIndent = 30;  // column of the help text of a flag

// Appends `text`, wrapped at blanks; `column` is the column of the first line,
// the others begin at `indent`.
void AppendWrapped(std::string& out, std::string_view text, size_t column,
                   size_t indent) {
  bool is_first = true;
  for (const std::string& word : SplitNonEmpty(text, ' ')) {
    if (!is_first && column + 1 + word.size() > kColumns) {
      out += '\n';
      out.append(indent, ' ');
      column = indent;
    } else if (!is_first) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
    is_first = false;
  }
  out += '\n';
}

void AppendFlag(std::string& out, const Flag& flag) {
  std::string line = fmt::format("  {}{}{}", flag.Dashed(),
                                 flag.is_switch() ? "" : "=", flag.value);
  out += line;
  if (line.size() + 2 > kIndent) {
    out += '\n';
    line.clear();
  }
  out.append(kIndent - line.size(), ' ');
  AppendWrapped(out,
                flag.default_text.empty()
                    ? flag.help
                    : fmt::format("{} [{}]", flag.help, flag.default_text),
                kIndent, kIndent);
}

// The flags of a group, one per line, under a heading.
void AppendGroup(std::string& out, const FlagSet& flags, FlagGroup group,
                 std::string_view heading, bool with_rare) {
  bool is_first = true;
  for (const Flag& flag : flags.flags()) {
    if (flag.group != group || (flag.is_rare && !with_rare)) continue;
    if (is_first) out += fmt::format("\n{}:\n", heading);
    is_first = false;
    AppendFlag(out, flag);
  }
}

// The names of flags that are not explained on the short screen.
void AppendNames(std::string& out, const FlagSet& flags, FlagGroup group,
                 std::string_view heading) {
  std::vector<std::string> names;
  for (const Flag& flag : flags.flags()) {
    if (flag.group == group && !flag.is_rare) names.push_back(flag.Dashed());
  }
  if (names.empty()) return;
  out += "\n";
  AppendWrapped(out, fmt::format("{}: {}", heading, fmt::join(names, ", ")), 0,
                2);
}

}  // namespace

std::string ProgramHelp() {
  std::string help =
      "tfprof: a profile of a TensorFlow or JAX program's time, memory, "
      "parameters and float ops\n\nusage: tfprof COMMAND [DUMP ...] "
      "[flags]\n\n";
  for (const Command& command : Commands()) {
    help += fmt::format("  {:<11} {}\n", command.name, command.summary);
  }
  help +=
      "  help        help of a command or about a topic: tfprof help scope\n"
      "\n"
      "DUMP is a folder with graph.pb, run_meta_0, run_meta_1, ..., op_log "
      "and\n"
      "a checkpoint, or one of these files, or a saved profile.\n"
      "\n"
      "  tfprof info DUMP\n"
      "  tfprof scope DUMP --select=micros,bytes --order_by=micros\n"
      "  tfprof op DUMP --select=micros,occurrence --order_by=micros\n"
      "\n"
      "tfprof help TOPIC:\n";
  for (const HelpTopic& topic : HelpTopics()) {
    help += fmt::format("  {:<11} {}\n", topic.name, topic.summary);
  }
  return help;
}

std::string HelpOf(const Command& command, HelpDetail detail) {
  const Invocation invocation(command);
  const FlagSet& flags = invocation.flags();
  const bool is_all = detail == HelpDetail::kAll;
  std::string help = fmt::format(
      "{0}\n\nusage: tfprof {1}{2}{3} [flags]\n", command.summary, command.name,
      command.operands.empty() ? "" : " ", command.operands);
  AppendGroup(help, flags, FlagGroup::kOwn, "Flags", is_all);
  if (is_all) {
    AppendGroup(help, flags, FlagGroup::kView, "Options of the view", true);
    AppendGroup(help, flags, FlagGroup::kInput, "Inputs", true);
    AppendGroup(help, flags, FlagGroup::kCommon, "Flags of every command",
                true);
  } else {
    AppendNames(help, flags, FlagGroup::kView, "Options of the view");
    help += "\n";
    AppendFlag(help, *flags.Find("output"));
    help += "  --help_all" + std::string(kIndent - 12, ' ') +
            "all flags: inputs one by one, --rules, --jobs, --quiet, limits\n";
  }
  return help + fmt::format("\nExamples:\n{}", command.examples);
}

}  // namespace tfprof
