// SPDX-License-Identifier: Apache-2.0
#include "commands/view_notices.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/numbers.h"
#include "model/step_values.h"

namespace tfprof {

namespace {

bool ShowsWhatStepsHave(const Selection& selection) {
  return std::any_of(
      Measures().begin(), Measures().end(), [&](const MeasureInfo& info) {
        return selection.Selects(info.id) && info.unit != Unit::kCount;
      });
}

bool HasDefinitions(const Profile& profile) {
  const std::vector<bool>& is_defined = profile.nodes.is_defined;
  return std::find(is_defined.begin(), is_defined.end(), true) !=
         is_defined.end();
}

std::string TimeText(int64_t micros) {
  std::string text;
  AppendTime(text, micros);
  return text;
}

// A notice if the first step took more than twice the median.
std::optional<std::string> SlowFirstStep(const StepTable& table) {
  if (table.steps.size() < 2) return std::nullopt;
  ChosenSteps all;
  for (const StepTable::Step& step : table.steps) {
    all.numbers.push_back(step.step);
  }
  const std::optional<int64_t> median = MedianStep(table, all);
  const StepTable::Step first = table.steps.front();
  if (!median || !first.HasLength()) return std::nullopt;
  const auto median_ns =
      static_cast<double>(table.steps.Find(*median)->LengthNs());
  const double times = static_cast<double>(first.LengthNs()) / median_ns;
  if (median_ns <= 0 || times <= 2) return std::nullopt;
  return fmt::format(
      "the average counts step {}, the first, which took {:.1f} times the "
      "median: --steps=warm leaves it out, --step=N shows one",
      first.step, times);
}

// The total time of nodes, and the part of nodes that have a row.
struct RowTime {
  int64_t recorded = 0;
  int64_t shown = 0;
};

RowTime TimeOf(const ViewTree& tree) {
  constexpr size_t kMicros = IndexOf(Measure::kMicros);
  return {tree.values->ShownOf(kMicros, tree.values->Exact(kMicros).Sum()),
          tree[Measure::kMicros].total[0]};
}

// Time of nodes without a row, unless patterns left the rows out on purpose.
bool LooksForTimeWithoutRow(const Selection& selection) {
  return selection.account.is_everything() && selection.start.is_everything() &&
         !selection.account_displayed_only && selection.Shows(Measure::kMicros);
}

std::optional<std::string> TimeWithoutRow(const View& view,
                                          const Profile& profile,
                                          const RowTime& time) {
  if (time.shown >= time.recorded) return std::nullopt;
  return fmt::format(
      "{} shows {} of the {} that were recorded: the rest ran in nodes {}{}",
      view.name, TimeText(time.shown), TimeText(time.recorded),
      view.id == ViewId::kCode
          ? "without a call stack, as those of functions and loops are"
          : "that are in no row",
      profile.is_recording ? "" : "; --rules=corrected has rows for all");
}

// Time that the rules drop when a profile is made. Amounts below 1 % are not
// reported: each step loses about 1 us of its first node.
std::optional<std::string> DroppedTime(const Profile& profile,
                                       const Selection& selection) {
  if (!selection.Shows(Measure::kMicros)) return std::nullopt;
  const int64_t kept = WrapAdd(profile.node_steps.cpu_us.Sum(),
                               profile.node_steps.accelerator_us.Sum());
  if (profile.left_out_us <= kept / 100) return std::nullopt;
  return fmt::format(
      "{} of records are in no row: records of a node's second device, or "
      "receives; --rules=corrected counts them",
      TimeText(profile.left_out_us));
}

// Why a view that asks for trainable variables has none.
std::optional<std::string> NoTrainableVariables(const Profile& profile,
                                                const Selection& selection) {
  constexpr std::string_view kMark = "_trainable_variables";
  const bool is_asked = !selection.account.is_everything() &&
                        selection.account.Matches(kMark) &&
                        !selection.account.Matches("Const");
  if (!is_asked || !HasDefinitions(profile)) return std::nullopt;
  if (profile.strings.Find(kMark).valid()) return std::nullopt;
  size_t variables = 0;
  for (size_t node = 0; node < profile.nodes.size(); ++node) {
    const StringId op = profile.nodes.op[node];
    const std::string_view type =
        op.valid() ? profile.strings[op] : std::string_view();
    variables +=
        type == "VarHandleOp" || type == "VariableV2" || type == "Variable";
  }
  if (variables == 0) {
    return "no trainable variables: the graph has no variables; in a frozen "
           "graph they are constants, which no longer tell what was trained";
  }
  return fmt::format(
      "no trainable variables are known: neither an op log, a collection nor "
      "an optimizer of the graph tells which; "
      "--account_type_regexes='VarHandleOp|Variable(V2)?' counts all {}",
      variables);
}

void Say(const std::string& text, Session& session, Diagnostics& diagnostics) {
  if (session.IsFirstOf(text)) diagnostics.Warn(text, text);
}

// `time` is the time of rows, if it was computed.
void SayAll(const View& view, const Selection& selection,
            const std::optional<RowTime>& time, Session& session,
            Diagnostics& diagnostics) {
  const Profile& profile = session.profile();
  const auto say = [&](const std::string& text) {
    Say(text, session, diagnostics);
  };
  const bool shows_steps = ShowsWhatStepsHave(selection);
  if (const auto none = NoTrainableVariables(profile, selection)) say(*none);
  if (profile.steps.empty()) {
    if (profile.nodes.size() > 0 && shows_steps) {
      say("no steps: times and bytes are 0; give RunMetadata by "
          "--run_meta_path");
    }
    return;
  }
  if (!profile.is_recording && !HasDefinitions(profile)) {
    say("no graph: rows are recorded nodes, without inputs, shapes and "
        "parameters; give a GraphDef by --graph_path");
  }
  if (!shows_steps) return;
  if (!selection.step && !selection.chosen) {
    if (const auto slow = SlowFirstStep(profile.step_table)) say(*slow);
  }
  if (time) {
    if (const auto lost = TimeWithoutRow(view, profile, *time)) say(*lost);
  }
  if (const auto dropped = DroppedTime(profile, selection)) say(*dropped);
  if (selection.Selects(Measure::kPeakBytes)) {
    say("the peak bytes of a row are the sum of its operations' peaks, which "
        "occurred at different times; tfprof memory has the peak of a step");
  }
}

}  // namespace

void SayWhatRowsDoNot(const ViewTree& tree, Session& session,
                      Diagnostics& diagnostics) {
  std::optional<RowTime> time;
  if (LooksForTimeWithoutRow(tree.selection)) time = TimeOf(tree);
  SayAll(*tree.view, tree.selection, time, session, diagnostics);
}

}  // namespace tfprof
