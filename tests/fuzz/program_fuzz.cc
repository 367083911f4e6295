// SPDX-License-Identifier: Apache-2.0
// The whole program: a dump in memory and one of many questions.
#include <rapidjson/document.h>

#include "app.h"
#include "base/strings.h"
#include "fuzz/fuzz.h"
#include "support/memory_file.h"

namespace tfprof {

namespace {

// %g, %r and %o are the graph, run metadata and op log of the input.
constexpr std::string_view kCommands[] = {
    "scope --graph_path=%g --run_meta_path=%r --op_log_path=%o "
    "--select=micros,bytes,peak_bytes,residual_bytes,output_bytes,params,"
    "float_ops,occurrence,tensor_value,device,op_types,input_shapes "
    "--max_depth=100",
    "graph --graph_path=%g --run_meta_path=%r,%r --op_log_path=%o --step=0 "
    "--select=accelerator_micros,cpu_micros,occurrence --max_depth=20",
    "op --graph_path=%g --run_meta_path=%r --op_log_path=%o "
    "--select=micros,bytes,occurrence,input_shapes,op_types "
    "--order_by=bytes --output=json",
    "code --graph_path=%g --run_meta_path=%r --op_log_path=%o "
    "--select=micros,params,float_ops --max_depth=100 --output=json",
    "scope --graph_path=%g --run_meta_path=%r --account_type_regexes=.*a.* "
    "--account_displayed_op_only --min_micros=1 --output=csv",
    "graph --graph_path=%g --run_meta_path=%r --output=markdown "
    "--rules=corrected --max_depth=100",
    "scope --graph_path=%g --run_meta_path=%r --output=folded",
    "code --graph_path=%g --run_meta_path=%r --op_log_path=%o --output=json "
    "--start_name_regexes=.*b.* --hide_name_regexes=.*gradient.*",
    "advise --graph_path=%g --run_meta_path=%r --op_log_path=%o --output=json",
    "advise --graph_path=%g --run_meta_path=%r --output=sarif",
    "advise --graph_path=%g --run_meta_path=%r --op_log_path=%o "
    "--rules=corrected",
    "steps --graph_path=%g --run_meta_path=%r,%r --op_log_path=%o "
    "--show=time,flops,sizes,shape_changes,spread,xla,communication "
    "--output=json",
    "steps --run_meta_path=%r --layout=start17 --format_as_csv",
    "trace --run_meta_path=%r --show_dataflow --show_memory --output=json",
    "trace --run_meta_path=%r --labels --collapse_us=5 --from_zero "
    "--op_time=all",
    "summarize --graph_path=%g --print_structure --output=json",
    "summarize --graph_path=%g --rules=corrected",
    "export --graph_path=%g --run_meta_path=%r --output=dot --color=time",
    "export --graph_path=%g --output=pbtxt --strip_values=false",
    "diff --base=%g --new=%r --output=json",
    "diff --base=%r --new=%r --view=op --output=json",
    "gate --baseline=%r,%r --candidate=%r --output=json",
    "info --graph_path=%g --run_meta_path=%r --op_log_path=%o --output=json",
    "scope %r --allow_partial",
    "op --profile_path=%o --output=json",
    "code --profile_path=%r --allow_partial --max_depth=100",
    "report --graph_path=%g --run_meta_path=%r --op_log_path=%o",
    "path --run_meta_path=%r,%r --op_log_path=%o --faster=.*a.*=2 "
    "--output=json",
    "path --run_meta_path=%r --row_limit=0 --lanes=1 --faster=.*=inf,b=0.5",
    "memory --graph_path=%g --run_meta_path=%r --op_log_path=%o "
    "--output=json",
    "memory --run_meta_path=%r,%r --row_limit=3 --output=markdown",
    "convert --graph_path=%g --run_meta_path=%r --op_log_path=%o "
    "--output=sqlite",
    "steps --graph_path=%g --run_meta_path=%r,%r --op_log_path=%o "
    "--show=account,roofline --peak_flops=1T --peak_bytes=1GB "
    "--output=json",
    "steps --graph_path=%g --show=flops,roofline --output=json",
    "path --run_meta_path=%r,%r --row_limit=0 --output=csv",
    "top --graph_path=%g --run_meta_path=%r,%r --op_log_path=%o --by=scope "
    "--output=json",
    "op --graph_path=%g --run_meta_path=%r --op_log_path=%o "
    "--rules=corrected --select=micros,float_ops",
    "trace --run_meta_path=%r,%r --show_allocated --from_zero",
    "diff --base=%r --new=%g --select=peak_bytes --output=json",
    "advise --run_meta_path=%r --op_log_path=%o "
    "--checkers=PeakMemoryChecker,CriticalPathChecker",
    "fleet one=%r two=%r --graph_path=%g --op_log_path=%o --output=json",
    "fleet one=%r two=%r --by=code --steps=all --records --output=csv",
    "fleet --from=%o --output=json",
    "record %r --commit=a --output=json",
    "record %r --commit=a --output=conbench",
    "trend --store=%g --output=json",
    "gate --baseline=%g --candidate=%r --output=json",
    "summary %g %r %o --output=json",
    "summary %r",
    "steps %r --show=time,spread --output=json",
    "steps %g %r --show=account",
    "trace %r --show_dataflow --output=json",
    "memory %r --output=json",
    "path %r --output=json",
    "advise %r %g --output=json",
    "top %r --by=code",
    "diff %r %g --output=json",
    "info %r %g --allow_partial --output=json",
    "export %g --output=dot --focus=.*a.* --max_nodes=50",
    "report %r --output=html",
    "op %r --output=html",
    "help %g",
    "steps %r --show=account,waits,regions,compiles,collectives,roofline "
    "--code=all --output=json",
    "diff %r %r --view=account --output=json",
    "top %r --by=kernel --output=json",
    "top %r --by=region -n 0 --output=json",
    "path %r --own=*.py --row_limit=0 --output=json",
};

std::string_view Take(std::string_view& bytes, size_t size) {
  size = std::min(size, bytes.size());
  const std::string_view taken = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return taken;
}

// A part behind its length in two bytes.
std::string_view TakePart(std::string_view& bytes) {
  const std::string_view size = Take(bytes, 2);
  if (size.size() < 2) return {};
  return Take(bytes, static_cast<unsigned char>(size[0]) << 8 |
                         static_cast<unsigned char>(size[1]));
}

std::string Part(std::string_view content) {
  FuzzRequire(content.size() <= 0xFFFF, "too large for a part");
  return std::string{static_cast<char>(content.size() >> 8),
                     static_cast<char>(content.size())} +
         std::string(content);
}

std::string Replaced(std::string text, std::string_view from,
                     const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

}  // namespace

std::span<const std::string_view> ProgramCommands() { return kCommands; }

std::string ProgramInput(uint8_t command, std::string_view graph,
                         std::string_view run_metadata,
                         std::string_view op_log) {
  return std::string(1, static_cast<char>(command)) + Part(graph) +
         Part(run_metadata) + Part(op_log);
}

void FuzzProgram(std::string_view bytes) {
  if (bytes.empty()) return;
  const auto number = static_cast<unsigned char>(Take(bytes, 1)[0]);
  const MemoryFile graph(TakePart(bytes));
  const MemoryFile run_metadata(TakePart(bytes));
  const MemoryFile op_log(TakePart(bytes));
  std::string command{kCommands[number % std::size(kCommands)]};
  command = Replaced(command, "%g", graph.path());
  command = Replaced(command, "%r", run_metadata.path());
  command = Replaced(command, "%o", op_log.path());
  StringWriter out;
  StringWriter err;
  const int code = RunApp(SplitNonEmpty(command, ' '), out, err);
  FuzzRequire(code >= 0 && code <= 4,
              "exit code " + std::to_string(code) + ": " + err.text());
  if (code == 2 || code == 3) {
    FuzzRequire(!err.text().empty(), "fails without a word");
    // The reference ends a summary at a missing input; so do we.
    FuzzRequire(out.text().empty() || command.starts_with("summarize"),
                "prints before it fails");
    return;
  }
  if (command.find("json") == std::string::npos) return;
  rapidjson::Document document;
  document.Parse<rapidjson::kParseValidateEncodingFlag |
                 rapidjson::kParseIterativeFlag>(out.text().data(),
                                                 out.text().size());
  FuzzRequire(!document.HasParseError(), "not JSON: " + command);
}

}  // namespace tfprof
