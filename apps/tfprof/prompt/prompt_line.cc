// SPDX-License-Identifier: Apache-2.0
#include "prompt/prompt_line.h"

#include <algorithm>

#include "base/find_by_name.h"
#include "base/strings.h"
#include "render/renderer.h"
#include "view/view.h"
#include "view/view_options.h"

namespace tfprof {

namespace {

// The possible first words of a line.
const std::vector<std::string_view>& FirstWords() {
  static const std::vector<std::string_view> kWords = [] {
    std::vector<std::string_view> words;
    for (const View& view : Views()) words.push_back(view.name);
    words.insert(words.end(), {"advise", "set", "help"});
    return words;
  }();
  return kWords;
}

constexpr std::string_view kSteps = "-steps";

const OptionInfo* FindOption(std::string_view word) {
  if (!word.starts_with('-')) return nullptr;
  return FindByName(ViewOptionTable(), &OptionInfo::name, word.substr(1));
}

std::string_view Strip(std::string_view text, std::string_view bytes) {
  const size_t begin = text.find_first_not_of(bytes);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(bytes) - begin + 1);
}

// The output format with that name, if views have it; else null.
const Renderer* FindKind(std::string_view name) {
  const Renderer* found = FindByName(Renderers(), &Renderer::kind, name);
  return found != nullptr && CanSay(*found, ResultKind::kView) ? found
                                                               : nullptr;
}

std::vector<std::string_view> SortedKinds() {
  std::vector<std::string_view> kinds = KindsOf(ResultKind::kView);
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

// Checks an output specification and completes it. Unlike in the reference,
// options of an earlier one do not carry over.
Result<std::string> ParseOutput(std::string_view text) {
  const std::string_view kind = text.substr(0, text.find(':'));
  const Renderer* const found = FindKind(kind);
  if (found == nullptr) {
    return Fail(ErrorCode::kInvalidArgument,
                "E.g. Unknown output type: {}, Valid types: {}\n", kind,
                fmt::join(SortedKinds(), ","));
  }
  const Outfile rule = found->outfile;
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

// True if the value consists of the option's words. tfprof: the guide lists the
// order "depth", which flags accept and the prompt rejects.
bool HasKnownWords(const OptionInfo& option, std::string_view value) {
  if (option.words.empty()) return true;
  const std::vector<std::string> pieces =
      option.is_list() ? SplitNonEmpty(value, ',')
                       : std::vector<std::string>{std::string(value)};
  return std::all_of(pieces.begin(), pieces.end(), [&](const auto& piece) {
    return std::find(option.words.begin(), option.words.end(), piece) !=
           option.words.end();
  });
}

// Reads the option `words[at]` and its value; returns the number of words read,
// 0 if they are wrong.
Result<size_t> TakeOption(const std::vector<std::string>& words, size_t at,
                          ViewOptions& options) {
  const OptionInfo* option = FindOption(words[at]);
  const std::string next = at + 1 < words.size() ? words[at + 1] : "";
  const Failure invalid =
      Fail(ErrorCode::kInvalidArgument, "Invalid option '{}' value: '{}'",
           words[at], next);
  if (option == nullptr) return invalid;
  if (option->is_switch() && (next.empty() || next.starts_with('-'))) {
    (void)option->parse("true", options);
    return 1;
  }
  if (next.empty()) return invalid;
  if (option->name == "output") {
    TFPROF_ASSIGN_OR_RETURN(options.output, ParseOutput(next));
    return 2;
  }
  const std::string_view value = option->is_list() ? Strip(next, "\"'")
                                 : option->value == "N"
                                     ? Strip(next, "\t")
                                     : std::string_view(next);
  if (!HasKnownWords(*option, value) || !option->parse(value, options)) {
    return invalid;
  }
  return 2;
}

// Completions of the value of `option`, if its words are known.
std::vector<std::string> WordsOf(const OptionInfo& option) {
  std::vector<std::string> words(option.words.begin(), option.words.end());
  if (option.name != "output") return words;
  for (const std::string_view kind : SortedKinds()) {
    const bool needs_file = FindKind(kind)->outfile == Outfile::kRequired;
    words.push_back(std::string(kind) + (needs_file ? ":outfile=" : ""));
  }
  return words;
}

// Rewrites options in the shell's form, "--max_depth=5" and "--max_depth 5", in
// the prompt's form: "-max_depth 5".
std::vector<std::string> AsOptions(std::vector<std::string> words) {
  std::vector<std::string> plain;
  for (std::string& word : words) {
    std::string_view name = word;
    if (name.starts_with("--")) name.remove_prefix(1);
    const size_t equals = name.find('=');
    if (FindOption(name.substr(0, equals)) == nullptr &&
        name.substr(0, equals) != kSteps) {
      plain.push_back(std::move(word));
      continue;
    }
    plain.emplace_back(name.substr(0, equals));
    if (equals == std::string_view::npos) continue;
    plain.emplace_back(name.substr(equals + 1));
  }
  return plain;
}

}  // namespace

Result<PromptLine> ParsePromptLine(std::string_view line,
                                   const ViewOptions& defaults) {
  const std::vector<std::string> words = AsOptions(SplitNonEmpty(line, ' '));
  const std::vector<std::string_view>& commands = FirstWords();
  if (words.empty() ||
      std::find(commands.begin(), commands.end(), words[0]) == commands.end()) {
    return Fail(ErrorCode::kInvalidArgument,
                "First string must be a valid command.");
  }
  PromptLine parsed{words[0], defaults, {}};
  for (size_t at = 1; at < words.size();) {
    if (words[at] == kSteps && at + 1 < words.size()) {
      TFPROF_ASSIGN_OR_RETURN(parsed.steps, ParseStepSelection(words[at + 1]));
      at += 2;
      continue;
    }
    TFPROF_ASSIGN_OR_RETURN(const size_t taken,
                            TakeOption(words, at, parsed.options));
    at += taken;
  }
  return parsed;
}

std::string OptionListing(const ViewOptions& options) {
  std::string listing;
  for (const OptionInfo& option : ViewOptionTable()) {
    listing += fmt::format("-{:<27}{}\n", option.name, option.print(options));
  }
  return listing;
}

std::string_view PromptHelp() {
  return
      R"(Each line is a question about the dump that tfprof was started with:
  tfprof DUMP
  tfprof --graph_path=<GraphDef> --run_meta_path=<RunMetadata>,... --op_log_path=<OpLogProto>
  tfprof --profile_path=<ProfileProto>

Commands, each with options such as -max_depth 5 (an empty line lists them), and -steps warm, last or 3-7:
  scope: Organize profiles based on name scopes.
  graph: Organize profiles based on graph node input/output.
  op: Organize profiles based on operation type.
  code: Organize profiles based on python codes (op log, or JAX).
  advise: What to look at first.
  set: Set options that will be default for follow up commands.
  help: Show this.
The same and more without the prompt: tfprof scope DUMP, tfprof top DUMP; tfprof help lists them.
)";
}

std::vector<std::string> CompleteLine(std::string_view line) {
  const size_t last_blank = line.rfind(' ');
  std::vector<std::string> candidates;
  std::string_view word = line;
  if (last_blank == std::string_view::npos) {
    candidates.assign(FirstWords().begin(), FirstWords().end());
  } else {
    word = line.substr(last_blank + 1);
    const std::vector<std::string> before =
        SplitNonEmpty(line.substr(0, last_blank), ' ');
    const OptionInfo* option =
        before.empty() ? nullptr : FindOption(before.back());
    if (option != nullptr) candidates = WordsOf(*option);
    if (option != nullptr && option->is_list()) {
      word = word.substr(word.rfind(',') + 1);
    }
    if (option == nullptr || candidates.empty()) {
      for (const OptionInfo& known : ViewOptionTable()) {
        candidates.push_back(fmt::format("-{}", known.name));
      }
      candidates.emplace_back(kSteps);
    }
  }
  std::erase_if(candidates, [&](const std::string& candidate) {
    return !candidate.starts_with(word);
  });
  return candidates;
}

}  // namespace tfprof
