// SPDX-License-Identifier: Apache-2.0
#include "help/completions.h"

#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands.h"
#include "help/help_topics.h"
#include "invocation.h"

namespace tfprof {

namespace {

bool TakesFile(const Flag& flag) {
  return flag.value.starts_with("FILE") || flag.value.starts_with("PREFIX") ||
         flag.value.starts_with("RUN") || flag.value.starts_with("DUMP");
}

std::vector<std::string> CommandNames() {
  std::vector<std::string> names;
  for (const Command& command : Commands()) names.emplace_back(command.name);
  return names;
}

std::vector<std::string> TopicNames() {
  std::vector<std::string> names = CommandNames();
  for (const HelpTopic& topic : HelpTopics()) names.emplace_back(topic.name);
  return names;
}

std::vector<std::string> FlagsOf(const Command& command) {
  std::vector<std::string> flags;
  const Invocation invocation(command);
  for (const Flag& flag : invocation.flags().flags()) {
    flags.push_back(flag.Dashed() + (flag.is_switch() ? "" : "="));
  }
  flags.insert(flags.end(), {"--help", "--help_all"});
  return flags;
}

// `text` without characters that would end a quoted word of a shell.
std::string Quotable(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    plain += c == '\'' || c == '[' || c == ']' || c == ':' ? ' ' : c;
  }
  return plain;
}

}  // namespace

std::string BashCompletion() {
  std::string script =
      "# bash completion for tfprof\n"
      "_tfprof() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]-}\n"
      "  local line=${COMP_LINE:0:COMP_POINT} flags= values= prefix=\n"
      "  word=${line##* }\n"
      "  COMPREPLY=()\n"
      "  case $command:$word in\n";
  for (const Command& command : Commands()) {
    const Invocation invocation(command);
    for (const Flag& flag : invocation.flags().flags()) {
      if (flag.words.empty()) continue;
      script +=
          fmt::format("    {0}:--{1}=* | {0}:-{1}=*) values='{2}' ;;\n",
                      command.name, flag.name, fmt::join(flag.words, " "));
    }
  }
  script +=
      "  esac\n"
      "  if [[ -n $values ]]; then\n"
      "    # The part behind '=' or the last comma is what is completed.\n"
      "    local part=${word#*=}\n"
      "    [[ $part == *,* ]] && prefix=${part%,*},\n"
      "    COMPREPLY=($(compgen -P \"$prefix\" -W \"$values\" -- "
      "\"${part##*,}\"))\n"
      "    return\n"
      "  fi\n"
      "  if ((COMP_CWORD == 1)) && [[ $word != -* ]]; then\n";
  script += fmt::format(
      "    COMPREPLY=($(compgen -W '{} help' -- \"$word\") $(compgen -f -- "
      "\"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case $command in\n",
      fmt::join(CommandNames(), " "));
  for (const Command& command : Commands()) {
    script += fmt::format("    {}) flags='{}' ;;\n", command.name,
                          fmt::join(FlagsOf(command), " "));
  }
  script += fmt::format(
      "    help) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n"
      "  esac\n"
      "  if [[ $word == --*=* ]]; then\n"
      "    COMPREPLY=($(compgen -f -- \"${{word#*=}}\"))\n"
      "  elif [[ $word == -* ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$flags\" -- \"$word\"))\n"
      "    [[ ${{COMPREPLY[0]-}} == *= ]] && compopt -o nospace\n"
      "  else\n"
      "    compopt -o filenames\n"
      "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
      "  fi\n"
      "}}\n"
      "complete -F _tfprof tfprof\n",
      fmt::join(TopicNames(), " "));
  return script;
}

std::string ZshCompletion() {
  std::string script =
      "#compdef tfprof\n"
      "_tfprof() {\n"
      "  local -a commands\n"
      "  commands=(\n";
  for (const Command& command : Commands()) {
    script +=
        fmt::format("    '{}:{}'\n", command.name, Quotable(command.summary));
  }
  script +=
      "    'help:help of a command or about a topic'\n"
      "  )\n"
      "  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
      "    _describe command commands\n"
      "    _files\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case $command in\n";
  for (const Command& command : Commands()) {
    script += fmt::format("    {})\n      _arguments \\\n", command.name);
    const Invocation invocation(command);
    for (const Flag& flag : invocation.flags().flags()) {
      std::string spec =
          fmt::format("{}{}[{}]", flag.Dashed(), flag.is_switch() ? "" : "=-",
                      Quotable(flag.help));
      if (!flag.words.empty()) {
        spec += fmt::format(":{}:_values -s , {} {}", flag.name, flag.name,
                            fmt::join(flag.words, " "));
      } else if (!flag.is_switch()) {
        spec += fmt::format(":{}:{}", Quotable(flag.value),
                            TakesFile(flag) ? "_files" : "");
      }
      script += fmt::format("        '{}' \\\n", spec);
    }
    script += "        '*:dump:_files' ;;\n";
  }
  script += fmt::format(
      "    help) _values topic {} ;;\n"
      "    *) _files ;;\n"
      "  esac\n"
      "}}\n"
      "compdef _tfprof tfprof\n",
      fmt::join(TopicNames(), " "));
  return script;
}

std::string FishCompletion() {
  std::string script =
      "# fish completion for tfprof\n"
      "# Of lists the part behind the last comma is what is completed.\n"
      "function __tfprof_list\n"
      "  set -l token (commandline -ct | string replace -r '^-+[^=]*=' '')\n"
      "  set -l done (string match -r '.*,' -- $token)\n"
      "  printf '%s\\n' \"$done\"$argv\n"
      "end\n"
      "complete -c tfprof -n __fish_use_subcommand -a help -d 'help of a "
      "command or about a topic'\n";
  for (const Command& command : Commands()) {
    script += fmt::format(
        "complete -c tfprof -n __fish_use_subcommand -a {} -d '{}'\n",
        command.name, Quotable(command.summary));
    const Invocation invocation(command);
    for (const Flag& flag : invocation.flags().flags()) {
      script += fmt::format(
          "complete -c tfprof -n '__fish_seen_subcommand_from {}' -{} {}{}{} "
          "-d '{}'\n",
          command.name, flag.name.size() == 1 ? "s" : "l", flag.name,
          flag.is_switch()  ? ""
          : TakesFile(flag) ? " -r"
                            : " -x",
          flag.words.empty() ? ""
                             : fmt::format(" -a '(__tfprof_list {})'",
                                           fmt::join(flag.words, " ")),
          Quotable(flag.help));
    }
  }
  return script + fmt::format(
                      "complete -c tfprof -n '__fish_seen_subcommand_from "
                      "help' -x -a '{}'\n",
                      fmt::join(TopicNames(), " "));
}

}  // namespace tfprof
