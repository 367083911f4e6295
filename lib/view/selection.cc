// SPDX-License-Identifier: Apache-2.0
#include "view/selection.h"

#include <algorithm>
#include <string>

#include "base/find_by_name.h"
#include "base/keyed.h"
#include "base/strings.h"

namespace tfprof {

namespace {

constexpr DetailInfo kDetails[] = {
    {Detail::kDevice, "device", "assigned devices",
     "device: which device is placed on."},
    {Detail::kOpTypes, "op_types", "op types",
     "op_types: The attributes of the operation, includes the Kernel name "
     "device placed on and user-defined strings."},
    {Detail::kOccurrence, "occurrence", "op count (run|defined)",
     "occurrence: The number of times it occurs"},
    {Detail::kInputShapes, "input_shapes", "input shapes",
     "input shape: The shape of input tensors"},
    {Detail::kTensorValue, "tensor_value", "",
     // tfprof: it says so, although values are shown.
     "tensor_value: Not supported now."},
};
static_assert(IsKeyedBy(kDetails, &DetailInfo::id, kDetailCount));

const MeasureInfo* FindMeasure(std::string_view word) {
  return FindByName(SelectableMeasures(), &MeasureInfo::word, word);
}

// The error for an unknown word. Translates words of other tools.
Failure UnknownWord(std::string_view what, const std::string& word,
                    const std::vector<std::string_view>& known) {
  for (const MeasureInfo& info : SelectableMeasures()) {
    const std::vector<std::string> names = SplitNonEmpty(info.also_called, ' ');
    if (std::find(names.begin(), names.end(), AsciiLower(word)) !=
        names.end()) {
      return Fail(ErrorCode::kInvalidArgument,
                  "unknown {} '{}', did you mean '{}'? known: {}", what,
                  Printable(word), info.word, fmt::join(known, ", "));
    }
  }
  return UnknownName(what, word, known);
}

Status AddSelectWord(const std::string& word, Selection& selection) {
  if (const MeasureInfo* measure = FindMeasure(word)) {
    selection.words.set(IndexOf(measure->id));
    return {};
  }
  if (const DetailInfo* detail =
          FindByName(kDetails, &DetailInfo::word, word)) {
    selection.details.set(static_cast<size_t>(detail->id));
    return {};
  }
  return WithContext("--select", UnknownWord("column", word, SelectWords()));
}

// tfprof: micros also shows the two times that it is the sum of.
void SetColumns(Selection& selection) {
  selection.columns = selection.words;
  if (selection.Selects(Measure::kMicros)) {
    selection.columns.set(IndexOf(Measure::kAcceleratorMicros));
    selection.columns.set(IndexOf(Measure::kCpuMicros));
  }
  if (selection.Selects(Detail::kOccurrence)) {
    selection.columns.set(IndexOf(Measure::kRunCount));
    selection.columns.set(IndexOf(Measure::kDefinitionCount));
  }
}

Status SetOrder(const std::string& word, Selection& selection) {
  if (const MeasureInfo* measure = FindMeasure(word)) {
    selection.order_by = measure->id;
  }
  selection.order_by_occurrence = word == "occurrence";
  // tfprof: an empty order leaves rows as they come.
  selection.is_unordered = word.empty();
  // tfprof: its guide names "depth", which sorts by name.
  if (selection.order_by || word == "occurrence" || word == "name" ||
      word == "depth" || word.empty()) {
    return {};
  }
  return WithContext("--order_by", UnknownWord("order", word, OrderWords()));
}

}  // namespace

std::span<const DetailInfo> Details() { return kDetails; }

Result<Selection> MakeSelection(const ViewOptions& options) {
  Selection selection;
  if (options.step >= 0) selection.step = options.step;
  selection.max_depth = options.max_depth;
  selection.minimum = options.minimum;
  selection.account_displayed_only = options.account_displayed_op_only;

  struct List {
    const char* option;
    const std::vector<std::string>& patterns;
    RegexSet& set;
    RegexSet::DotStar dot_star;
  };
  // tfprof: a lone ".*" means everything in options that include rows, and is a
  // pattern in those that leave rows out.
  using enum RegexSet::DotStar;

  for (const List& list : {
           List{"account_type_regexes", options.account_type_regexes,
                selection.account, kEverything},
           List{"start_name_regexes", options.start_name_regexes,
                selection.start, kEverything},
           List{"trim_name_regexes", options.trim_name_regexes, selection.trim,
                kPattern},
           List{"show_name_regexes", options.show_name_regexes, selection.show,
                kEverything},
           List{"hide_name_regexes", options.hide_name_regexes, selection.hide,
                kPattern},
       }) {
    auto compiled = RegexSet::Compile(list.patterns, list.dot_star);
    if (!compiled) {
      return Fail(ErrorCode::kInvalidArgument, "--{}: {}", list.option,
                  compiled.error().message);
    }
    list.set = std::move(*compiled);
  }
  for (const std::string& word : options.select) {
    TFPROF_RETURN_IF_ERROR(AddSelectWord(word, selection));
  }
  SetColumns(selection);
  TFPROF_RETURN_IF_ERROR(SetOrder(options.order_by, selection));
  return selection;
}

void OrderByFirst(const std::vector<std::string>& select,
                  Selection& selection) {
  for (const std::string& word : select) {
    if (const MeasureInfo* measure = FindMeasure(word)) {
      selection.order_by = measure->id;
      return;
    }
    selection.order_by_occurrence = word == "occurrence";
    if (selection.order_by_occurrence) return;
  }
}

Status CheckOneChoice(const Selection& selection,
                      const std::optional<StepSelection>& steps) {
  if (!selection.step || !steps) return {};
  return Fail(ErrorCode::kInvalidArgument,
              "--step and --steps both choose steps: give one of them");
}

Status CheckStep(const Selection& selection, const Profile& profile) {
  if (!selection.step ||
      std::binary_search(profile.steps.begin(), profile.steps.end(),
                         *selection.step)) {
    return {};
  }
  if (profile.steps.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "step {} not found: no step was loaded; give step files by "
                "--run_meta_path",
                *selection.step);
  }
  constexpr size_t kNamed = 20;
  const std::span<const int64_t> steps(profile.steps);
  return Fail(ErrorCode::kInvalidArgument, "step {} not found; available: {}{}",
              *selection.step,
              fmt::join(steps.first(std::min(kNamed, steps.size())), ", "),
              steps.size() > kNamed ? ", ..." : "");
}

}  // namespace tfprof
