// SPDX-License-Identifier: Apache-2.0
#include "invocation.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "base/strings.h"
#include "commands.h"
#include "model/step_selection.h"

namespace tfprof {

namespace {

// Flags of other tools that users try, and their equivalents here.
struct Habit {
  std::string_view flag;
  std::string_view here;
};

constexpr Habit kHabits[] = {
    {"by", "tfprof top DUMP --by=op|name|scope|code lists rows of any kind"},
    {"count", "tfprof top DUMP -n N lists the first N rows"},
    {"csv", "write --output=csv"},
    {"debug", "tfprof info DUMP says what was read"},
    {"depth", "write --max_depth=N"},
    {"dump", "name the dump as a word, as in tfprof summary DUMP"},
    {"file", "name the dump as a word, as in tfprof summary DUMP"},
    {"format", "write --output=KIND, as in --output=json"},
    {"html", "write --output=html:outfile=FILE"},
    {"i", "name the dump as a word, as in tfprof summary DUMP"},
    {"input", "name the dump as a word, as in tfprof summary DUMP"},
    {"json", "write --output=json"},
    {"limit", "tfprof top DUMP -n N lists the first N rows"},
    {"log_dir", "name the folder as a word, as in tfprof summary LOGDIR"},
    {"logdir", "name the folder as a word, as in tfprof summary LOGDIR"},
    {"n", "tfprof top DUMP -n N lists the first N rows"},
    {"o", "write --output=KIND:outfile=FILE"},
    {"old",
     "write tfprof diff OLD NEW, or tfprof gate --baseline=RUN,... "
     "--candidate=RUN,..."},
    {"outfile", "write --output=KIND:outfile=FILE"},
    {"rows",
     "tfprof top DUMP -n N lists the first N rows; tables take "
     "--output=table:rows=N"},
    {"show_communication", "tfprof steps DUMP --show=communication"},
    {"show_flops", "tfprof steps DUMP --show=flops"},
    {"show_shape_changes", "tfprof steps DUMP --show=shape_changes"},
    {"show_sizes", "tfprof steps DUMP --show=sizes"},
    {"show_spread", "tfprof steps DUMP --show=spread"},
    {"show_xla", "tfprof steps DUMP --show=xla"},
    {"sort", "tfprof top DUMP --sort=COLUMN lists rows in that order"},
    {"sort_by", "tfprof top DUMP --sort=COLUMN lists rows in that order"},
    {"threshold",
     "tfprof gate takes --min_slowdown=5%, tfprof diff takes --min_change=5%"},
    {"to", "write --output=KIND, as in --output=sqlite:outfile=FILE"},
    {"tolerance",
     "tfprof gate takes --min_slowdown=5%, tfprof diff takes --min_change=5%"},
    {"top", "tfprof top DUMP lists the most expensive rows"},
    {"v", "tfprof --version says which release this is"},
    {"verbose", "tfprof info DUMP says what was read"},
};

bool IsFlag(std::string_view arg) {
  return arg.size() > 1 && arg.starts_with('-');
}

// The parts of "--name=value".
struct FlagWord {
  explicit FlagWord(std::string_view arg) {
    arg.remove_prefix(arg.starts_with("--") ? 2 : 1);
    const size_t equals = std::min(arg.find('='), arg.size());
    name = arg.substr(0, equals);
    if (equals < arg.size()) value = arg.substr(equals + 1);
  }

  std::string name;
  std::optional<std::string> value;
};

// The flag with that name in any command, or null. A name is a switch in all
// commands or in none.
const Flag* FindAnyFlag(std::string_view name) {
  static const auto kInvocations = [] {
    std::vector<std::unique_ptr<const Invocation>> invocations;
    for (const Command& command : Commands()) {
      invocations.push_back(std::make_unique<const Invocation>(command));
    }
    return invocations;
  }();
  for (const auto& invocation : kInvocations) {
    if (const Flag* flag = invocation->flags().Find(name)) return flag;
  }
  return nullptr;
}

constexpr size_t kShortestBeginning = 3;

}  // namespace

const Flag* Invocation::FindFlag(const std::string& name) const {
  const Flag* found = flags_.Find(name);
  if (found != nullptr || name.size() < kShortestBeginning) return found;
  for (const Flag& flag : flags_.flags()) {
    if (!flag.name.starts_with(name)) continue;
    if (found != nullptr) return nullptr;
    found = &flag;
  }
  return found;
}

Invocation::Invocation(const Command& command) : command_(command) {
  // Empty by default, since the default differs between people and scripts.
  if (command.name.empty() || command.default_output != "stdout") {
    arguments_.usual_output = command.default_output;
  }
  arguments_.usual_rules = command.default_rules;
  work_ = command.prepare(flags_);
  AddInputFlags(flags_, arguments_);
  AddCommonFlags(flags_, arguments_, KindsOf(command.result));
}

Failure Invocation::Unknown(const std::string& name) const {
  Flag wrong;
  wrong.name = name;
  for (const Habit& habit : kHabits) {
    if (habit.flag != name) continue;
    return Fail(ErrorCode::kInvalidArgument, "unknown flag {}: {}",
                wrong.Dashed(), habit.here);
  }
  if (FindAnyFlag(name) != nullptr) {
    return Fail(ErrorCode::kInvalidArgument, "{} takes no flag --{}",
                command_.name.empty() ? "the prompt" : command_.name, name);
  }
  std::vector<std::string> known;
  for (const Flag& flag : flags_.flags()) known.push_back(flag.Dashed());
  return Fail(ErrorCode::kInvalidArgument, "unknown flag {}{}",
              Printable(wrong.Dashed()),
              Suggestion(wrong.Dashed(), {known.begin(), known.end()}));
}

Result<std::string> Invocation::TakeValue(const Flag& flag,
                                          std::span<const std::string> args,
                                          size_t& at) {
  if (at + 1 < args.size()) return args[++at];
  return Fail(ErrorCode::kInvalidArgument, "flag {} needs a value: {}",
              flag.Dashed(), flag.value);
}

Result<Invocation::Wish> Invocation::Parse(std::span<const std::string> args) {
  std::vector<std::string> words;  // in the order of CLI11
  Wish wish = Wish::kAnswer;
  for (size_t at = 0; at < args.size(); ++at) {
    if (args[at] == "--") {
      words.insert(words.end(), args.begin() + static_cast<long>(at),
                   args.end());
      break;
    }
    if (!IsFlag(args[at])) {
      words.push_back(args[at]);
      continue;
    }
    FlagWord word(args[at]);
    if (word.name == "version") return Wish::kVersion;
    if (word.name == "help" || word.name == "h") wish = Wish::kHelp;
    if (word.name == "help_all") wish = Wish::kAllHelp;
    if (wish != Wish::kAnswer) continue;
    const Flag* flag = FindFlag(word.name);
    const bool is_glued = flag == nullptr && !word.value &&
                          !args[at].starts_with("--") && word.name.size() > 1 &&
                          ParseInt64(word.name.substr(1));
    if (is_glued) {  // "-n3"
      word.value = word.name.substr(1);
      word.name.resize(1);
      flag = flags_.Find(word.name);
    }
    if (flag == nullptr) return Unknown(word.name);
    if (flag->is_switch()) {
      // A boolean word after a switch is its value.
      if (!word.value && at + 1 < args.size() && ParseBool(args[at + 1])) {
        word.value = args[++at];
      }
      words.push_back(flag->Dashed() +
                      (word.value ? "=" + *word.value : std::string()));
      continue;
    }
    words.push_back(flag->Dashed());
    if (!word.value) {
      TFPROF_ASSIGN_OR_RETURN(word.value, TakeValue(*flag, args, at));
    }
    given_.push_back({flag, *word.value});
    words.push_back(*std::move(word.value));
  }
  if (wish != Wish::kAnswer) return wish;
  TFPROF_ASSIGN_OR_RETURN(arguments_.inputs.dumps,
                          flags_.Parse(std::move(words)));
  for (const auto& [flag, value] : given_) {
    if (flag->name != "steps") continue;
    arguments_.inputs.is_one_step =
        value == WordOf(StepSelection::Which::kWhole);
    if (const auto asked = ParseStepSelection(value)) {
      arguments_.inputs.steps = *asked;
    }
  }
  return wish;
}

size_t FindCommandWord(std::span<const std::string> args) {
  size_t at = 0;
  while (at < args.size() && IsFlag(args[at]) && args[at] != "--") {
    const FlagWord word(args[at]);
    const Flag* const flag = FindAnyFlag(word.name);
    const bool takes_next = flag != nullptr && !word.value &&
                            (!flag->is_switch() ||
                             (at + 1 < args.size() && ParseBool(args[at + 1])));
    at += takes_next ? 2 : 1;
  }
  if (at < args.size() && args[at] == "--") ++at;
  return std::min(at, args.size());
}

}  // namespace tfprof
