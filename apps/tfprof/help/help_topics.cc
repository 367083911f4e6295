// SPDX-License-Identifier: Apache-2.0
#include "help/help_topics.h"

#include <fmt/format.h>

#include "base/find_by_name.h"
#include "help/completions.h"
#include "help/man_page.h"
#include "model/measure.h"
#include "render/renderer.h"

namespace tfprof {

namespace {

std::string InputsTopic() {
  return R"(What can be asked about:

  DUMP              a folder with graph.pb or graph.pbtxt, run_meta_0,
                    run_meta_1, ..., op_log and a checkpoint; or a file, told
                    apart by its content
  --graph_path      GraphDef, MetaGraphDef or SavedModel
  --run_meta_path   RunMetadata or StepStats, one a step, separated by commas
  --op_log_path     OpLogProto: float ops, types, call stacks
  --checkpoint_path prefix of a checkpoint: tensor values, trainable variables
  --profile_path    a saved profile, which holds all of these

Files are binary or text, plain or gzip; '-' is standard input. What was found,
as what, and what is missing: tfprof info DUMP

A file that ends early is an error; --allow_partial uses what is whole of it.
)";
}

std::string OutputTopic() {
  std::string text =
      "--output=KIND or KIND:outfile=PATH. Not every command has every "
      "kind.\n\n";
  for (const Renderer& renderer : Renderers()) {
    text += fmt::format("  {:<10} {}\n", renderer.kind, renderer.summary);
  }
  return text +
         "\nAn output file appears under its name when it is "
         "complete.\n";
}

std::string MetricsTopic() {
  std::string text = "Words for --select, --order_by and --min_...:\n\n";
  for (const MeasureInfo& info : SelectableMeasures()) {
    text += fmt::format("  {:<18} {}\n", info.word, info.legend);
  }
  return text +
         "  occurrence         how often nodes ran, and are defined\n"
         "\nFor --select also: device, op_types, input_shapes, tensor_value.\n"
         "Views show what a row costs by itself and with all below it.\n";
}

std::string RegexesTopic() {
  return R"(Patterns are RE2 regular expressions and match a whole name:

  -show_name_regexes '.*gradients.*'     rows with gradients in their names
  -account_type_regexes '.*gpu:0.*'      only what ran on that device
  -account_type_regexes _trainable_variables -select params
  -start_name_regexes '.*tower_1.*'      begin there
  -hide_name_regexes '.*/read,save/.*'   several, separated by commas

Quote them: a shell has uses of its own for '*'. In the code view names are
file:line:function.
)";
}

std::string ExitCodesTopic() {
  return R"(Exit codes:

  0  done; gate: pass, or an improvement
  1  gate: a regression or a broken limit; advise --fail: something was found
  2  the question is wrong: unknown command, flag, value, word, step, pattern
  3  an input is missing, unreadable, damaged, over a limit, or too large for
     memory; nothing was printed
  4  gate: inconclusive, or not comparable
  5  the output could not be written, or a mistake of ours
)";
}

constexpr HelpTopic kTopics[] = {
    {"inputs", "the inputs of a question", InputsTopic},
    {"output", "formats, and files", OutputTopic},
    {"metrics", "the measures to show, order by and limit", MetricsTopic},
    {"regexes", "how patterns match", RegexesTopic},
    {"exit-codes", "the exit codes for scripts", ExitCodesTopic},
    {"man", "the manual page", ManPage},
    {"bash", "completion: source <(tfprof help bash)", BashCompletion},
    {"zsh", "completion: source <(tfprof help zsh)", ZshCompletion},
    {"fish", "completion: tfprof help fish | source", FishCompletion},
};

}  // namespace

std::span<const HelpTopic> HelpTopics() { return kTopics; }

const HelpTopic* FindHelpTopic(std::string_view name) {
  return FindByName(kTopics, &HelpTopic::name, name);
}

}  // namespace tfprof
