// SPDX-License-Identifier: Apache-2.0
#include "help/help.h"

#include <fmt/format.h>

#include "commands.h"
#include "help/help_topics.h"

namespace tfprof {

std::string ProgramHelp() {
  std::string help =
      "tfprof: where a TensorFlow model's time, memory, parameters and float "
      "ops go\n\nusage: tfprof COMMAND [DUMP ...] [flags]\n\n";
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

}  // namespace tfprof
