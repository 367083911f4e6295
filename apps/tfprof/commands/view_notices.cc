// SPDX-License-Identifier: Apache-2.0
#include "commands/view_notices.h"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "base/numbers.h"

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
  const StepTable::Step& first = table.steps.front();
  if (!median || !first.time.HasTimes()) return std::nullopt;
  const auto median_ns = static_cast<double>(table.Find(*median)->LengthNs());
  const double times = static_cast<double>(first.LengthNs()) / median_ns;
  if (median_ns <= 0 || times <= 2) return std::nullopt;
  return fmt::format(
      "the average counts step {}, the first, which took {:.1f} times the "
      "median: --steps=warm leaves it out, --step=N shows one",
      first.step, times);
}

// Time of nodes without a row, unless patterns left the rows out on purpose.
std::optional<std::string> TimeWithoutRow(const ViewTree& tree) {
  const Selection& selection = tree.selection;
  if (!selection.account.is_everything() || !selection.start.is_everything() ||
      selection.account_displayed_only || !selection.Shows(Measure::kMicros)) {
    return std::nullopt;
  }
  constexpr size_t kMicros = IndexOf(Measure::kMicros);
  const int64_t recorded =
      tree.values->ShownOf(kMicros, tree.values->Exact(kMicros).Sum());
  const int64_t shown = tree[Measure::kMicros].total[0];
  if (shown >= recorded) return std::nullopt;
  return fmt::format(
      "{} shows {} of the {} that were recorded: the rest ran in nodes {}{}",
      tree.view->name, TimeText(shown), TimeText(recorded),
      tree.view->id == ViewId::kCode
          ? "without a call stack, as those of functions and loops are"
          : "that are in no row",
      tree.profile->is_recording ? "" : "; --rules=corrected has rows for all");
}

// Time that the rules drop when a profile is made. Below a hundredth it is not
// reported: each step loses about 1 us, of its first node.
std::optional<std::string> DroppedTime(const ViewTree& tree) {
  const Profile& profile = *tree.profile;
  if (!tree.selection.Shows(Measure::kMicros)) return std::nullopt;
  const int64_t kept = WrapAdd(profile.node_steps.cpu_us.Sum(),
                               profile.node_steps.accelerator_us.Sum());
  if (profile.left_out_us <= kept / 100) return std::nullopt;
  return fmt::format(
      "records of {} are in no row: of a node's second device, or receives; "
      "--rules=corrected counts them",
      TimeText(profile.left_out_us));
}

}  // namespace

void SayWhatRowsDoNot(const ViewTree& tree, Session& session,
                      Diagnostics& diagnostics) {
  const Profile& profile = *tree.profile;
  const Selection& selection = tree.selection;
  const auto say = [&](const std::string& text) {
    if (session.IsFirstOf(text)) diagnostics.Warn(text, text);
  };
  const bool shows_steps = ShowsWhatStepsHave(selection);
  if (profile.steps.empty()) {
    if (profile.nodes.size() > 0 && shows_steps) {
      say("no steps: times and bytes are 0; give RunMetadata by "
          "--run_meta_path");
    }
    return;
  }
  if (!profile.is_recording && !HasDefinitions(profile)) {
    say("no graph: rows are what was recorded, without inputs, shapes and "
        "parameters; give a GraphDef by --graph_path");
  }
  if (!shows_steps) return;
  if (!selection.step && !selection.chosen) {
    if (const auto slow = SlowFirstStep(profile.step_table)) say(*slow);
  }
  if (const auto lost = TimeWithoutRow(tree)) say(*lost);
  if (const auto dropped = DroppedTime(tree)) say(*dropped);
  if (selection.Selects(Measure::kPeakBytes)) {
    say("the peak bytes of a row are the sum of its operations' own peaks, "
        "which were not at one time: tfprof memory has the peak of a step");
  }
}

}  // namespace tfprof
