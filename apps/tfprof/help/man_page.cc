// SPDX-License-Identifier: Apache-2.0
#include "help/man_page.h"

#include <string_view>

#include <fmt/format.h>

#include "commands.h"
#include "help/help_topics.h"
#include "invocation.h"

namespace tfprof {

namespace {

// Escapes text for troff: no requests, and dashes that can be copied.
std::string Roff(std::string_view text) {
  std::string escaped;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) escaped += "\\&";
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else {
      escaped += c;
    }
    at_start = c == '\n';
  }
  return escaped;
}

void AppendManFlag(std::string& page, const Flag& flag) {
  page += fmt::format(".TP\n.B {}", Roff(flag.Dashed()));
  if (!flag.is_switch()) page += fmt::format("={}", Roff(flag.value));
  page += fmt::format("\n{}", Roff(flag.help));
  if (!flag.default_text.empty()) {
    page += fmt::format(" [{}]", Roff(flag.default_text));
  }
  page += '\n';
}

void AppendFlags(std::string& page, const Command& command, FlagGroup group) {
  const Invocation invocation(command);
  for (const Flag& flag : invocation.flags().flags()) {
    if (flag.group == group) AppendManFlag(page, flag);
  }
}

void AppendExamples(std::string& page, std::string_view examples) {
  if (examples.empty()) return;
  page += fmt::format(".PP\n.nf\n.RS\n{}.RE\n.fi\n", Roff(examples));
}

}  // namespace

std::string ManPage() {
  std::string page =
      ".TH TFPROF 1 \"\" \"tfprof " TFPROF_VERSION
      "\"\n"
      ".SH NAME\n"
      "tfprof \\- where a TensorFlow model's time, memory, parameters and "
      "float ops go\n"
      ".SH SYNOPSIS\n"
      ".B tfprof\n.I COMMAND\n[\\fIDUMP\\fR ...] [\\fIflags\\fR]\n"
      ".br\n"
      ".B tfprof\n.I DUMP\n"
      ".SH DESCRIPTION\n"
      "Answers from what a training run left behind: GraphDef, RunMetadata "
      "per step, op log,\ncheckpoint, or a saved profile. Without a command it "
      "asks for questions, line by line.\n"
      ".SH COMMANDS\n";
  for (const Command& command : Commands()) {
    page +=
        fmt::format(".SS {}\n{}\n", Roff(command.name), Roff(command.summary));
    AppendExamples(page, command.examples);
    // All views have the same options, listed once below.
    if (command.result != ResultKind::kView) {
      AppendFlags(page, command, FlagGroup::kOwn);
    }
  }
  page += ".SH INPUTS\n";
  AppendFlags(page, PromptCommand(), FlagGroup::kInput);
  page += ".SH OPTIONS OF THE VIEWS\n";
  AppendFlags(page, PromptCommand(), FlagGroup::kOwn);
  page += ".SH FLAGS OF EVERY COMMAND\n";
  AppendFlags(page, PromptCommand(), FlagGroup::kCommon);
  page += ".SH EXIT STATUS\n.nf\n";
  page += Roff(FindHelpTopic("exit-codes")->text());
  return page + ".fi\n";
}

}  // namespace tfprof
