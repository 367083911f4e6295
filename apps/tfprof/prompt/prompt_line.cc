// SPDX-License-Identifier: Apache-2.0
#include "prompt/prompt_line.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/strings.h"
#include "render/renderer.h"
#include "view/selection.h"
#include "view/view.h"

namespace tfprof {

namespace {

constexpr std::string_view kCommands[] = {"scope",  "graph", "code", "op",
                                          "advise", "set",   "help"};

const OptionInfo* FindOption(std::string_view word) {
  if (!word.starts_with('-')) return nullptr;
  for (const OptionInfo& option : ViewOptionTable()) {
    if (option.name == word.substr(1)) return &option;
  }
  return nullptr;
}

bool IsList(const OptionInfo& option) { return option.value.ends_with("..."); }

std::string_view Strip(std::string_view text, std::string_view bytes) {
  const size_t begin = text.find_first_not_of(bytes);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(bytes) - begin + 1);
}

// The formats of views, by name.
std::map<std::string_view, const Renderer*> Kinds() {
  std::map<std::string_view, const Renderer*> kinds;
  for (const Renderer& renderer : Renderers()) {
    if (CanSay(renderer, ResultKind::kView)) kinds[renderer.kind] = &renderer;
  }
  return kinds;
}

// An output specification with what it means made plain. Unlike the reference,
// what an earlier one said is forgotten.
Result<std::string> ParseOutput(std::string_view text) {
  const std::string_view kind = text.substr(0, text.find(':'));
  const auto kinds = Kinds();
  const auto found = kinds.find(kind);
  if (found == kinds.end()) {
    std::vector<std::string_view> names;
    for (const auto& [name, renderer] : kinds) names.push_back(name);
    return Fail(ErrorCode::kInvalidArgument,
                "E.g. Unknown output type: {}, Valid types: {}\n", kind,
                fmt::join(names, ","));
  }
  const Outfile rule = found->second->outfile;
  std::string outfile;
  for (const std::string& piece : SplitNonEmpty(
           text.substr(std::min(kind.size() + 1, text.size())), ',')) {
    const std::vector<std::string> parts = SplitNonEmpty(piece, '=');
    if (parts.size() < 2) {
      return Fail(ErrorCode::kInvalidArgument,
                  "Visualize format: -output timeline:key=value,key=value,...");
    }
    if (parts[0] != "outfile" || rule == Outfile::kNone) {
      return Fail(ErrorCode::kInvalidArgument,
                  "Unrecognized options {} for output_type: {}\n", parts[0],
                  kind);
    }
    outfile = fmt::format("{}", fmt::join(parts.begin() + 1, parts.end(), "="));
  }
  if (rule == Outfile::kRequired && outfile.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "Missing required output_options for {0}\nE.g. -output "
                "{0}:outfile=...\n",
                kind);
  }
  if (outfile.empty()) return fmt::format("{}:", kind);
  return fmt::format("{}:outfile={}", kind, outfile);
}

// Whether the words of an option are known ones.
bool HasKnownWords(const OptionInfo& option, const ViewOptions& options) {
  ViewOptions words;
  if (option.name == "order_by") {
    // tfprof: the guide names "depth", the prompt refuses it.
    if (options.order_by == "depth") return false;
    words.order_by = options.order_by;
  } else if (option.name == "select") {
    words.select = options.select;
  }
  return MakeSelection(words).has_value();
}

// Takes the option `words[at]` and its value; returns how many words that are,
// or 0 if they are wrong.
Result<size_t> TakeOption(const std::vector<std::string>& words, size_t at,
                          ViewOptions& options) {
  const OptionInfo* option = FindOption(words[at]);
  const std::string next = at + 1 < words.size() ? words[at + 1] : "";
  const Failure invalid =
      Fail(ErrorCode::kInvalidArgument, "Invalid option '{}' value: '{}'",
           words[at], next);
  if (option == nullptr) return invalid;
  if (option->is_flag && (next.empty() || next.starts_with('-'))) {
    (void)option->parse("true", options);
    return 1;
  }
  if (next.empty()) return invalid;
  if (option->name == "output") {
    TFPROF_ASSIGN_OR_RETURN(options.output, ParseOutput(next));
    return 2;
  }
  const std::string_view value = IsList(*option) ? Strip(next, "\"'")
                                 : option->value == "N"
                                     ? Strip(next, "\t")
                                     : std::string_view(next);
  if (!option->parse(value, options) || !HasKnownWords(*option, options)) {
    return invalid;
  }
  return 2;
}

std::string Joined(const std::vector<std::string>& list) {
  return fmt::format("{}", fmt::join(list, ","));
}

std::string ValueOf(const OptionInfo& option, const ViewOptions& options) {
  for (const MeasureInfo& info : Measures()) {
    if (!info.min_option.empty() && info.min_option == option.name) {
      return fmt::format("{}", options.minimum[IndexOf(info.id)]);
    }
  }
  const std::set<std::string> select(options.select.begin(),
                                     options.select.end());
  const bool has_file = options.output.find(':') != std::string::npos;
  const std::map<std::string_view, std::string> others = {
      {"max_depth", fmt::format("{}", options.max_depth)},
      {"step", fmt::format("{}", options.step)},
      {"order_by", options.order_by},
      {"account_type_regexes", Joined(options.account_type_regexes)},
      {"start_name_regexes", Joined(options.start_name_regexes)},
      {"trim_name_regexes", Joined(options.trim_name_regexes)},
      {"show_name_regexes", Joined(options.show_name_regexes)},
      {"hide_name_regexes", Joined(options.hide_name_regexes)},
      {"account_displayed_op_only",
       options.account_displayed_op_only ? "true" : "false"},
      {"select", fmt::format("{}", fmt::join(select, ","))},
      {"output", options.output + (has_file ? "" : ":")},
  };
  return others.at(option.name);
}

}  // namespace

std::vector<std::string> WordsOf(const OptionInfo& option) {
  std::vector<std::string> words;
  if (option.name == "output") {
    for (const auto& [name, renderer] : Kinds()) {
      words.push_back(
          std::string(name) +
          (renderer->outfile == Outfile::kRequired ? ":outfile=" : ""));
    }
  } else if (option.name == "order_by" || option.name == "select") {
    for (const MeasureInfo& info : Measures().first(kSelectableMeasures)) {
      words.emplace_back(info.word);
    }
    if (option.name == "order_by") {
      words.insert(words.end(), {"name", "occurrence"});
    } else {
      for (const DetailInfo& info : Details()) words.emplace_back(info.word);
    }
  }
  return words;
}

Result<PromptLine> ParsePromptLine(std::string_view line,
                                   const ViewOptions& defaults) {
  const std::vector<std::string> words = SplitNonEmpty(line, ' ');
  if (words.empty() || std::find(std::begin(kCommands), std::end(kCommands),
                                 words[0]) == std::end(kCommands)) {
    return Fail(ErrorCode::kInvalidArgument,
                "First string must be a valid command.");
  }
  PromptLine parsed{words[0], defaults};
  for (size_t at = 1; at < words.size();) {
    TFPROF_ASSIGN_OR_RETURN(const size_t taken,
                            TakeOption(words, at, parsed.options));
    at += taken;
  }
  return parsed;
}

std::string OptionListing(const ViewOptions& options) {
  std::string listing;
  for (const OptionInfo& option : ViewOptionTable()) {
    listing +=
        fmt::format("-{:<27}{}\n", option.name, ValueOf(option, options));
  }
  return listing;
}

std::string_view PromptHelp() {
  return
      R"(See https://github.com/tensorflow/tensorflow/tree/master/tensorflow/core/profiler/README.md for profiler tutorial.
See https://github.com/tensorflow/tensorflow/tree/master/tensorflow/core/profiler/g3doc/command_line.md for command line tool tutorial.
profiler --profile_path=<ProfileProto binary file> # required

Or:

profiler --graph_path=<GraphDef proto file>  # Contains model graph info (no needed for eager execution)
         --run_meta_path=<RunMetadata proto file>  # Contains runtime info. Optional.
         --run_log_path=<OpLogProto proto file>  # Contains extra source code, flops, custom type info. Optional


To skip interactive mode, append one of the following commands:
  scope: Organize profiles based on name scopes.
  graph: Organize profiles based on graph node input/output.
  op: Organize profiles based on operation type.
  code: Organize profiles based on python codes (need op_log_path).
  advise: Auto-profile and advise. (experimental)
  set: Set options that will be default for follow up commands.
  help: Show helps.
)";
}

std::vector<std::string> CompleteLine(std::string_view line) {
  const size_t last_blank = line.rfind(' ');
  std::vector<std::string> candidates;
  std::string_view word = line;
  if (last_blank == std::string_view::npos) {
    candidates.assign(std::begin(kCommands), std::end(kCommands));
  } else {
    word = line.substr(last_blank + 1);
    const std::vector<std::string> before =
        SplitNonEmpty(line.substr(0, last_blank), ' ');
    const OptionInfo* option =
        before.empty() ? nullptr : FindOption(before.back());
    if (option != nullptr) candidates = WordsOf(*option);
    if (option != nullptr && IsList(*option)) {
      word = word.substr(word.rfind(',') + 1);
    }
    if (option == nullptr || candidates.empty()) {
      for (const OptionInfo& known : ViewOptionTable()) {
        candidates.push_back(fmt::format("-{}", known.name));
      }
    }
  }
  std::erase_if(candidates, [&](const std::string& candidate) {
    return !candidate.starts_with(word);
  });
  return candidates;
}

}  // namespace tfprof
