// SPDX-License-Identifier: Apache-2.0
// The reference's words for the op view: a line a row, in fixed columns.
#include <cmath>

#include <fmt/format.h>

#include "base/numbers.h"
#include "render/text/text.h"
#include "render/text/text_columns.h"
#include "view/details.h"

namespace tfprof {

namespace {

constexpr size_t kNameWidth = 25;
constexpr size_t kMeasureWidth = 30;
constexpr size_t kOccurrenceWidth = 10;

void AppendRight(std::string& out, std::string_view text, size_t width) {
  if (text.size() < width) out.append(width - text.size(), ' ');
  out += text;
}

// tfprof: shares of a total of zero are "inf%", "-inf%" and "-nan%".
void AppendPercent(std::string& out, int64_t part, int64_t whole) {
  const double percent =
      100.0 * static_cast<double>(part) / static_cast<double>(whole);
  if (std::isnan(percent)) {
    out += "-nan%";
  } else {
    out += fmt::format("{:.2f}%", percent);
  }
}

class OpRowText {
 public:
  OpRowText(const ViewTree& tree, std::string& out) : tree_(tree), out_(out) {}

  void Append(uint32_t row) {
    is_first_ = true;
    const std::string_view name = tree_.TailOf(row);
    out_ += name;
    if (name.size() < kNameWidth) {
      out_.append(kNameWidth - name.size(), ' ');
    }
    for (const Measure measure : ColumnOrder(tree_.view->text)) {
      if (tree_.selection.Shows(measure)) AppendMeasure(measure, row);
    }
    if (Selects(Detail::kDevice)) AppendWords(RowDevices(tree_, row));
    if (Selects(Detail::kOpTypes)) AppendWords(RowTypes(tree_, row));
    if (Selects(Detail::kOccurrence)) AppendOccurrence(row);
    out_ += '\n';
    if (Selects(Detail::kInputShapes)) AppendShapes(row);
  }

 private:
  bool Selects(Detail detail) const { return tree_.selection.Selects(detail); }

  void Separate() {
    if (!is_first_) out_ += ", ";
    is_first_ = false;
  }

  void AppendMeasure(Measure measure, uint32_t row) {
    const TreeColumn& column = tree_[measure];
    const int64_t self = column.self[row];
    const int64_t total = column.total[row];
    Separate();
    item_.clear();
    AppendNumber(item_, measure, self);
    if (measure == Measure::kParameters) item_ += " params";
    if (measure == Measure::kFloatOps) item_ += " float_ops";
    item_ += " (";
    // tfprof: the shares of bytes are 0 when the row itself has none, those of
    // the others when its total has none.
    const bool is_zero =
        InfoOf(measure).unit == Unit::kBytes ? self <= 0 : total <= 0;
    if (is_zero) {
      item_ += "0.00%, 0.00%";
    } else {
      AppendPercent(item_, total, column.total[0]);
      item_ += ", ";
      AppendPercent(item_, self, column.total[0]);
    }
    item_ += ')';
    AppendRight(out_, item_, kMeasureWidth);
  }

  void AppendWords(const std::vector<std::string_view>& words) {
    Separate();
    out_ += fmt::format("{}", fmt::join(words, "|"));
  }

  // tfprof: sums over the nodes of the row, each once even if several account
  // patterns match it.
  void AppendOccurrence(uint32_t row) {
    int64_t runs = 0;
    const auto members = tree_.MembersOf(row);
    for (const NodeId node : members) {
      runs = WrapAdd(runs, tree_.values->Of(Measure::kRunCount, node));
    }
    Separate();
    AppendRight(out_, fmt::format("{}|{}", tree_.values->Shown(runs), members.size()),
                kOccurrenceWidth);
  }

  void AppendShapes(uint32_t row) {
    if (tree_.MembersOf(row).empty()) return;
    out_ += '\n';
    for (const ShapeGroup& group : GroupByInputShapes(tree_, row)) {
      out_ += fmt::format("input_type: {}\t(run*{}|defined*{})\texec_time: ",
                          group.inputs, group.run_count, group.nodes);
      AppendTime(out_, group.micros);
      out_ += '\n';
    }
    out_ += '\n';
  }

  const ViewTree& tree_;
  std::string& out_;
  std::string item_;
  bool is_first_ = true;
};

}  // namespace

Status RenderOpText(const ViewTree& tree, TextOutput& out) {
  OpRowText text(tree, out.text());
  // tfprof: without nodes only the root is printed, without headings.
  if (tree.profile->nodes.size() == 0) {
    text.Append(0);
    return {};
  }
  AppendLegend(out.text(), tree);
  for (uint32_t row = 1; row < tree.size(); ++row) {
    text.Append(row);
    TFPROF_RETURN_IF_ERROR(out.Drain());
  }
  return {};
}

}  // namespace tfprof
