// SPDX-License-Identifier: Apache-2.0
#include "render/text/table_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/strings.h"
#include "render/text/cut.h"
#include "render/text/scale.h"
#include "render/text/table_rows.h"
#include "view/forest.h"

namespace tfprof {

namespace {

constexpr size_t kGap = 2;
// Texts are cut to kLeastTextWidth, or to kLeastToFit if lines fit then.
// Shorter texts would be useless, so lines may exceed the requested width.
constexpr size_t kLeastTextWidth = 20;
constexpr size_t kLeastToFit = 12;

// The layout of a column.
struct Layout {
  size_t index = 0;  // in the table
  bool is_number = false;
  std::string over;  // upper line of a title in two lines
  std::string title;
  Scale scale;
  size_t whole = 1;     // digits of numbers before the point
  size_t decimals = 0;  // width after the point, with it
  size_t cell_width = 0;
  size_t width = 0;

  // Makes room for a number.
  void Fit(double value);

  // Breaks the title into two lines, if that is narrower.
  void Stack();
};

void Layout::Fit(double value) {
  const std::string text = NumberIn(scale, value);
  const size_t point = std::min(text.find('.'), text.size());
  whole = std::max(whole, point);
  decimals = std::max(decimals, text.size() - point);
}

// Facts about the shown cells of a column.
struct ColumnFacts {
  bool is_number = false;  // if any is one; cells may be empty
  bool has_text = false;
  bool has_other = false;  // neither empty nor 0
  // The range of its numbers, including 0.
  double most = 0;
  double least = 0;
  bool all_whole = true;

  void Add(const Cell& cell) {
    if (const auto* text = std::get_if<OwnedText>(&cell)) {
      has_text = has_text || !text->view().empty();
      return;
    }
    if (const auto* text = std::get_if<BorrowedText>(&cell)) {
      has_text = has_text || !text->empty();
      return;
    }
    if (std::holds_alternative<std::monostate>(cell)) return;
    const std::optional<double> number = NumberOf(cell);
    is_number = is_number || number;
    has_other = has_other || number != 0.0;
    const double value = number.value_or(0);
    most = std::max(most, value);
    least = std::min(least, value);
    const auto* real = std::get_if<double>(&cell);
    all_whole = all_whole && (real == nullptr || *real == std::round(*real));
  }

  bool SaysSomething(bool is_optional) const {
    return has_text || has_other || (is_number && !is_optional);
  }
};

void Layout::Stack() {
  size_t best = title.size();
  size_t at = 0;
  for (size_t i = title.find(' '); i < title.size();
       i = title.find(' ', i + 1)) {
    const size_t wider = std::max(i, title.size() - i - 1);
    if (wider < best) {
      best = wider;
      at = i;
    }
  }
  if (at == 0 || width <= cell_width) return;
  over = title.substr(0, at);
  title.erase(0, at + 1);
  width = std::max({cell_width, TextWidth(over), TextWidth(title)});
}

class TableText {
 public:
  TableText(const Table& table, const TextSize& size)
      : table_(table),
        size_(size),
        depth_(table.DepthColumn()),
        shown_(ChooseRows(table, size.rows.value_or(table.most_rows.value_or(
                                     size.usual_rows)))) {
    LayOutColumns();
    FitWidth();
  }

  Status AppendTo(TextOutput& out) const {
    if (shown_.rows.empty()) {
      out.text() += "none\n";
      return {};
    }
    AppendHeadings(out.text());
    std::vector<Cell> made;
    for (const uint32_t row : shown_.rows) {
      AppendRow(table_.RowAt(row, made), out.text());
      TFPROF_RETURN_IF_ERROR(out.Drain());
    }
    AppendRest(out.text());
    return {};
  }

 private:
  template <typename Take>
  void ForEachShown(Take take) const {
    std::vector<Cell> made;
    for (const uint32_t row : shown_.rows) take(table_.RowAt(row, made));
  }

  std::vector<size_t> Order(const std::vector<ColumnFacts>& facts);
  void LayOutColumns();
  void Measure(const std::vector<Cell>& row, Layout& column) const;
  size_t TooMuch() const;
  void FitWidth();
  void CutTexts(size_t least, std::vector<Layout*>& texts);
  void AppendHeading(std::string Layout::*line, std::string& out) const;
  std::string TextAt(const Cell& cell) const;
  std::string TextIn(const Layout& layout, const std::vector<Cell>& row) const;
  size_t IndentOf(const std::vector<Cell>& row) const;
  void AppendHeadings(std::string& out) const;
  void AppendRow(const std::vector<Cell>& row, std::string& out) const;
  void AppendRest(std::string& out) const;

  const Table& table_;
  const TextSize& size_;
  const std::optional<size_t> depth_;
  const ShownRows shown_;
  std::optional<size_t> name_;  // column that names a row: the first text
  std::vector<Layout> columns_;
};

// Numbers first, then texts; the first text, which names the row, is last. A
// table without numbers keeps its order.
std::vector<size_t> TableText::Order(const std::vector<ColumnFacts>& facts) {
  std::vector<size_t> numbers, texts;
  for (size_t column = 0; column < table_.columns.size(); ++column) {
    if (column == depth_) continue;
    const bool is_number = facts[column].is_number;
    if (!name_ && !is_number) name_ = column;
    if (facts[column].SaysSomething(table_.columns[column].is_optional)) {
      (is_number ? numbers : texts).push_back(column);
    }
  }
  if (numbers.empty()) return texts;
  if (!texts.empty() && texts.front() == name_) {
    std::rotate(texts.begin(), texts.begin() + 1, texts.end());
  }
  numbers.insert(numbers.end(), texts.begin(), texts.end());
  return numbers;
}

// Makes each row only twice: for the kinds and scales of columns, and for their
// widths.
void TableText::LayOutColumns() {
  std::vector<ColumnFacts> facts(table_.columns.size());
  ForEachShown([&](const std::vector<Cell>& row) {
    for (size_t i = 0; i < facts.size(); ++i) facts[i].Add(row[i]);
  });
  for (const size_t index : Order(facts)) {
    Layout& column = columns_.emplace_back();
    column.index = index;
    column.is_number = facts[index].is_number;
    if (!column.is_number) continue;
    const ColumnFacts& of = facts[index];
    column.scale = ScaleOf(table_.columns[index].unit,
                           std::max(of.most, -of.least), of.all_whole);
    column.Fit(of.most);
    column.Fit(of.least);
  }
  ForEachShown([&](const std::vector<Cell>& row) {
    for (Layout& column : columns_) Measure(row, column);
  });
  for (Layout& column : columns_) {
    const TableColumn& titled = table_.columns[column.index];
    if (column.is_number) {
      column.width = std::max(column.width, column.whole + column.decimals);
      column.title = TitleIn(column.scale, titled);
    } else {
      if (size_.width > 0) column.width = std::min(column.width, size_.width);
      column.title = titled.title;
    }
    column.cell_width = column.width;
    column.width = std::max(column.width, TextWidth(column.title));
  }
}

void TableText::Measure(const std::vector<Cell>& row, Layout& column) const {
  const Cell& cell = row[column.index];
  if (!column.is_number) {
    const size_t indent = column.index == name_ ? IndentOf(row) : 0;
    column.width = std::max(column.width, indent + TextWidth(TextAt(cell)));
    return;
  }
  std::string buffer;
  if (const auto text = tfprof::TextIn(cell, buffer)) {
    column.width = std::max(column.width, TextWidth(Printable(*text)));
  } else if (const auto value = NumberOf(cell)) {
    if (IsTiny(column.scale, *value)) column.Fit(*value);
    const size_t decimals = DecimalsIn(column.scale, *value);
    column.decimals = std::max(column.decimals, decimals + (decimals > 0));
  }
}

size_t TableText::TooMuch() const {
  size_t taken = 0;
  for (const Layout& column : columns_) taken += column.width + kGap;
  return taken > size_.width + kGap ? taken - size_.width - kGap : 0;
}

// Breaks titles into two lines, then cuts the longest texts to fit.
void TableText::FitWidth() {
  if (size_.width == 0 || TooMuch() == 0) return;
  std::vector<Layout*> texts;
  for (Layout& column : columns_) {
    column.Stack();
    if (!column.is_number) texts.push_back(&column);
  }
  CutTexts(kLeastTextWidth, texts);
  const std::vector<Layout> before = columns_;
  CutTexts(kLeastToFit, texts);
  if (TooMuch() > 0) columns_ = before;
}

void TableText::CutTexts(size_t least, std::vector<Layout*>& texts) {
  if (texts.empty()) return;
  for (size_t too_much = TooMuch(); too_much > 0; --too_much) {
    Layout& widest = **std::max_element(
        texts.begin(), texts.end(),
        [](const Layout* a, const Layout* b) { return a->width < b->width; });
    if (widest.width <= std::max(least, TextWidth(widest.title))) return;
    --widest.width;
  }
}

size_t TableText::IndentOf(const std::vector<Cell>& row) const {
  if (!depth_) return 0;
  // Limits the indent: a tree may be a million levels deep.
  const size_t most = size_.width == 0 ? 80 : size_.width / 3;
  const double depth = NumberOf(row[*depth_]).value_or(0);
  return std::min(most, 2 * static_cast<size_t>(std::max(depth, 0.0)));
}

// Many rows may have a name of a megabyte, and a line shows little of it.
std::string TableText::TextAt(const Cell& cell) const {
  if (size_.width == 0) return TextOf(cell, Unit::kNone);
  if (const auto* text = std::get_if<OwnedText>(&cell)) {
    return Printable(EndsOf(text->view(), size_.width));
  }
  if (const auto* text = std::get_if<BorrowedText>(&cell)) {
    std::string ends;
    for (const std::string_view piece : text->pieces()) {
      ends += EndsOf(piece, size_.width);
    }
    return Printable(EndsOf(ends, size_.width));
  }
  return TextOf(cell, Unit::kNone);
}

std::string TableText::TextIn(const Layout& layout,
                              const std::vector<Cell>& row) const {
  const Cell& cell = row[layout.index];
  if (layout.is_number) {
    if (const auto value = NumberOf(cell)) {
      std::string text = NumberIn(layout.scale, *value);
      const size_t point = std::min(text.find('.'), text.size());
      text.append(layout.decimals - (text.size() - point), ' ');
      return text;
    }
    if (std::holds_alternative<std::monostate>(cell)) return "-";
    return TextOf(cell, Unit::kNone);
  }
  const size_t indent = layout.index == name_ ? IndentOf(row) : 0;
  std::string text = TextAt(cell);
  if (layout.index == name_ && text == kRootName) text = "(all)";
  const size_t least = std::min(layout.width, kLeastTextWidth);
  const size_t room = std::max(layout.width, indent + least) - indent;
  // The end of a path is the more useful part.
  return std::string(indent, ' ') + (text.starts_with('/')
                                         ? CutInFront(text, room)
                                         : CutInTheMiddle(text, room));
}

void TableText::AppendHeadings(std::string& out) const {
  const bool is_stacked =
      std::any_of(columns_.begin(), columns_.end(),
                  [](const Layout& column) { return !column.over.empty(); });
  if (is_stacked) AppendHeading(&Layout::over, out);
  AppendHeading(&Layout::title, out);
}

void TableText::AppendHeading(std::string Layout::*line,
                              std::string& out) const {
  for (const Layout& column : columns_) {
    const std::string& title = column.*line;
    const std::string blanks(column.width - TextWidth(title), ' ');
    if (column.is_number) out += blanks;
    out += title;
    if (!column.is_number) out += blanks;
    out.append(kGap, ' ');
  }
  out.resize(out.find_last_not_of(' ') + 1);
  out += '\n';
}

// Lines do not end in blanks.
void TableText::AppendRow(const std::vector<Cell>& row,
                          std::string& out) const {
  for (const Layout& column : columns_) {
    const std::string text = TextIn(column, row);
    const size_t width = TextWidth(text);
    const std::string blanks(column.width - std::min(width, column.width), ' ');
    if (column.is_number) out += blanks;
    out += text;
    if (!column.is_number) out += blanks;
    out.append(kGap, ' ');
  }
  out.resize(out.find_last_not_of(' ') + 1);
  out += '\n';
}

void TableText::AppendRest(std::string& out) const {
  if (shown_.left_out == 0) return;
  out += fmt::format("… {} more row{}", shown_.left_out,
                     shown_.left_out == 1 ? "" : "s");
  if (shown_.left_out_share) {
    out += fmt::format(", {} of the {}",
                       ScaledText(*shown_.left_out_share, Unit::kShare),
                       table_.shares_of);
  }
  out += fmt::format(" ({} shows all)\n", table_.all_by);
}

}  // namespace

Status AppendTable(const Table& table, const TextSize& size, TextOutput& out) {
  return TableText(table, size).AppendTo(out);
}

}  // namespace tfprof
