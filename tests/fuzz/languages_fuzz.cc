// SPDX-License-Identifier: Apache-2.0
// What users write: command lines, --output, lines of the prompt, budgets.
#include "base/strings.h"
#include "commands.h"
#include "commands/budget_file.h"
#include "commands/work_file.h"
#include "fuzz/fuzz.h"
#include "invocation.h"
#include "output.h"
#include "progress.h"
#include "prompt/prompt_line.h"
#include "view/selection.h"

namespace tfprof {

namespace {

template <typename T>
void RequireQuestion(const Result<T>& result) {
  FuzzRequire(result || result.error().code == ErrorCode::kInvalidArgument ||
                  result.error().code == ErrorCode::kUnsupported,
              "a wrong question is no other error");
  FuzzRequire(result || result.error().message.find('\n') == std::string::npos,
              "an error of several lines");
}

}  // namespace

void FuzzBudget(std::string_view bytes) {
  const auto budget = ParseBudget(bytes, "budget.toml");
  FuzzRequire(!budget || !budget->limits.empty() || !budget->accepted.empty(),
              "a budget without limits");
  const auto work = ParseWorkFile(bytes, "work.toml");
  FuzzRequire(!work || !work->empty(), "given work without entries");
}

void FuzzCommandLine(std::string_view bytes) {
  // Words are separated by NUL, as in a command line they are.
  const std::vector<std::string> words = SplitNonEmpty(bytes, '\0');
  const size_t at = FindCommandWord(words);
  const Command* const command =
      at < words.size() ? FindCommand(words[at]) : nullptr;
  if (command == nullptr) return;
  std::vector<std::string> others = words;
  others.erase(others.begin() + static_cast<long>(at));
  Invocation invocation(*command);
  RequireQuestion(invocation.Parse(others));
}

void FuzzOutput(std::string_view bytes) {
  // Files after the kind are not opened: targets do not touch the disk.
  if (bytes.find("outfile") != std::string_view::npos) return;
  StringWriter out;
  Diagnostics diagnostics;
  ProgressDisplay progress(ShowProgress::kNever, out);
  const CommandContext context{out, out, diagnostics, progress};
  for (const ResultKind result :
       {ResultKind::kView, ResultKind::kTables, ResultKind::kVerdict}) {
    RequireQuestion(OpenOutput(bytes, result, context));
  }
}

void FuzzPromptLine(std::string_view bytes) {
  if (bytes.empty()) return;
  const Result<PromptLine> line = ParsePromptLine(bytes, ViewOptions());
  FuzzRequire(line || line.error().code == ErrorCode::kInvalidArgument,
              "a wrong line is no other error");
  (void)CompleteLine(bytes);
  if (!line) return;
  (void)OptionListing(line->options);
  (void)MakeSelection(line->options);
}

}  // namespace tfprof
