// SPDX-License-Identifier: Apache-2.0
// The reference's text for scope, graph and code: an indented line per row.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/numbers.h"
#include "base/parallel.h"
#include "render/proto/tensor_text.h"
#include "render/text/text.h"
#include "render/text/text_columns.h"
#include "view/details.h"

namespace tfprof {

namespace {

// Appends the items of a row, separated by ", ".
class RowText {
 public:
  RowText(const ViewTree& tree, std::string& out) : tree_(tree), out_(out) {
    for (const Measure measure : ColumnOrder(tree.view->text)) {
      if (tree.selection.Shows(measure)) shown_.push_back(&InfoOf(measure));
    }
  }

  void Append(uint32_t row) {
    is_first_ = true;
    out_.append(size_t{2} * tree_.depth[row], ' ');
    tree_.NameOf(row).AppendTo(out_);
    Put(" (");
    for (const MeasureInfo* measure : shown_) AppendMeasure(*measure, row);
    AppendDetails(row);
    Put(")\n");
    Flush();
  }

 private:
  // Numbers and what is between them are put together before they are appended:
  // each call of append takes as long as a number.
  void Put(std::string_view text) {
    end_ = std::copy(text.begin(), text.end(), end_);
  }

  void Flush() {
    out_.append(short_.data(), end_);
    end_ = short_.data();
  }

  // For texts of any length.
  std::string& Long() {
    Flush();
    return out_;
  }

  void Separate() {
    if (!is_first_) Put(", ");
    is_first_ = false;
  }

  bool Selects(Detail detail) const { return tree_.selection.Selects(detail); }

  // tfprof: "--" is the self cost of rows that are not accounted.
  void AppendPair(const MeasureInfo& measure, uint32_t row) {
    const TreeColumn& column = tree_[measure.id];
    if (tree_.accounted[row]) {
      end_ = PutNumber(end_, measure.unit, column.self[row]);
    } else {
      Put("--");
    }
    Put("/");
    end_ = PutNumber(end_, measure.unit, column.total[row]);
  }

  void AppendMeasure(const MeasureInfo& measure, uint32_t row) {
    if (measure.id == Measure::kParameters) AppendOwnShape(row);
    Separate();
    AppendPair(measure, row);
    if (measure.id == Measure::kParameters) Put(" params");
    if (measure.id == Measure::kFloatOps) Put(" flops");
  }

  void AppendOwnShape(uint32_t row) {
    const auto members = tree_.MembersOf(row);
    if (tree_.view->policy.grouped || members.empty()) return;
    const auto shape = tree_.profile->nodes.shape[members[0].value];
    if (shape.empty()) return;
    Separate();
    AppendShape(Long(), shape);
  }

  void AppendWords(const std::vector<std::string_view>& words) {
    Separate();
    std::string& out = Long();
    for (size_t i = 0; i < words.size(); ++i) {
      if (i > 0) out += '|';
      out += words[i];
    }
  }

  void AppendDetails(uint32_t row) {
    const bool grouped = tree_.view->policy.grouped;
    if (Selects(Detail::kDevice)) {
      const auto devices = RowDevices(tree_, row);
      // tfprof: a row without devices has no item, but a frame whose nodes
      // never ran has an empty one.
      if (!devices.empty() && (grouped || !devices[0].empty())) {
        AppendWords(devices);
      }
    }
    if (Selects(Detail::kOpTypes)) AppendWords(RowTypes(tree_, row));
    if (Selects(Detail::kOccurrence)) {
      Separate();
      if (grouped) {
        Put("occurrence N/A in code view");
      } else {
        AppendPair(InfoOf(Measure::kRunCount), row);
        Put("|");
        AppendPair(InfoOf(Measure::kDefinitionCount), row);
      }
    }
    if (Selects(Detail::kInputShapes)) {
      // tfprof: a node without inputs has an empty item.
      Separate();
      if (grouped) {
        Put("input_shapes N/A in code view");
      } else if (const auto members = tree_.MembersOf(row); !members.empty()) {
        AppendInputShapes(Long(), *tree_.profile, members[0], "|");
      }
    }
  }

  const ViewTree& tree_;
  std::string& out_;
  std::vector<const MeasureInfo*> shown_;  // in column order
  bool is_first_ = true;
  // Room for two numbers of each measure, and the words around them.
  std::array<char, kMeasureCount * 4 * kMostNumberBytes> short_;
  char* end_ = short_.data();
};

// Rows [begin, end) of a tree, which are a piece of the text.
struct Piece {
  uint32_t begin = 0;
  uint32_t end = 0;

  bool empty() const { return begin == end; }
};

// Rows from `begin` on, of about 512 KiB of text: names may be long.
Piece PieceFrom(const ViewTree& tree, uint32_t begin) {
  constexpr size_t kMostBytes = size_t{1} << 19;
  constexpr size_t kUsualNumbers = 64;
  Piece piece{begin, begin};
  for (size_t bytes = 0; piece.end < tree.size() && bytes < kMostBytes;
       ++piece.end) {
    bytes += tree.NameOf(piece.end).size() + size_t{2} * tree.depth[piece.end] +
             kUsualNumbers;
  }
  return piece;
}

void AppendRows(const ViewTree& tree, Piece piece, std::string& out) {
  // Names lie where they were read, not in the order of rows.
  constexpr uint32_t kAhead = 8;
  RowText text(tree, out);
  for (uint32_t row = piece.begin; row < piece.end; ++row) {
    if (row + kAhead < piece.end) {
      __builtin_prefetch(tree.TailOf(row + kAhead).data());
    }
    text.Append(row);
  }
}

// Every other piece is made on another thread, and written with the next one.
Status RenderRows(const ViewTree& tree, TextOutput& out) {
  std::string other_text;
  for (uint32_t row = 0; row < tree.size();) {
    const Piece here = PieceFrom(tree, row);
    const Piece other = PieceFrom(tree, here.end);
    row = other.end;
    Status status;
    const auto write = [&] {
      AppendRows(tree, here, out.text());
      status = out.Flush();
    };
    if (other.empty()) {
      write();
    } else {
      RunBoth(write, [&] { AppendRows(tree, other, other_text); });
    }
    TFPROF_RETURN_IF_ERROR(std::move(status));
    std::swap(out.text(), other_text);
  }
  return {};
}

}  // namespace

Status RenderTreeText(const ViewTree& tree, Diagnostics& diagnostics,
                      TextOutput& out) {
  AppendLegend(out.text(), tree);
  const bool has_lists = std::ranges::any_of(
      std::array{Detail::kDevice, Detail::kOpTypes, Detail::kInputShapes,
                 Detail::kTensorValue},
      [&](Detail detail) { return tree.selection.Selects(detail); });
  if (!has_lists) return RenderRows(tree, out);
  RowText text(tree, out.text());
  const bool shows_tensors = tree.selection.Selects(Detail::kTensorValue);
  for (uint32_t row = 0; row < tree.size(); ++row) {
    text.Append(row);
    if (shows_tensors && tree.view->policy.grouped) {
      diagnostics.Warn("rows without tensor values",
                       "code view has no tensor value to show");
    } else if (shows_tensors && row > 0 && tree.read_tensor) {
      TFPROF_RETURN_IF_ERROR(AppendTensor(
          out.text(), tree.read_tensor(tree.TailOf(row)), diagnostics));
      continue;  // nothing is written if one of them cannot be read
    }
    TFPROF_RETURN_IF_ERROR(out.Drain());
  }
  return {};
}

}  // namespace tfprof
