// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/strings.h"
#include "render/flat/flat_formats.h"
#include "render/text/measure_text.h"
#include "render/text/text.h"
#include "report/as_tables.h"

namespace tfprof {

namespace {

// A cell that stays one: nothing in it is markup.
std::string MarkdownEscaped(std::string_view text) {
  std::string out;
  for (const char c : Printable(text)) {
    if (std::string_view("\\|`*_[]#").find(c) != std::string_view::npos) {
      out += '\\';
      out += c;
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      out += c;
    }
  }
  return out;
}

class MarkdownWriter {
 public:
  explicit MarkdownWriter(Writer& writer) : out_(writer) {}

  Status Write(const Report& report) {
    bool is_first = true;
    for (const PlainSection& section : AsTables(report)) {
      if (!is_first) out_.text() += '\n';
      is_first = false;
      if (!section.heading.empty()) {
        out_.text() +=
            fmt::format("### {}\n\n", MarkdownEscaped(section.heading));
      }
      for (const std::string& note : section.notes) {
        out_.text() += MarkdownEscaped(note) + "\n\n";
      }
      TFPROF_RETURN_IF_ERROR(section.tree != nullptr
                                 ? WriteTree(*section.tree)
                                 : WriteTable(section.table));
    }
    return out_.Flush();
  }

 private:
  Status WriteTree(const ViewTree& tree);
  Status WriteTable(const Table& table);

  void Line(const std::vector<std::string>& cells) {
    out_.text() += fmt::format("| {} |\n", fmt::join(cells, " | "));
  }

  TextOutput out_;
};

Status MarkdownWriter::WriteTree(const ViewTree& tree) {
  const std::vector<Measure> measures = ShownMeasures(tree);
  std::vector<std::string> cells = {"name"};
  std::vector<std::string> rule = {"---"};
  for (const Measure measure : measures) {
    const std::string_view key = InfoOf(measure).key;
    for (const std::string_view part : {"self", "total"}) {
      cells.push_back(MarkdownEscaped(fmt::format("{} {}", part, key)));
      rule.emplace_back("---:");
    }
  }
  Line(cells);
  Line(rule);
  for (uint32_t row = 0; row < tree.size(); ++row) {
    std::string indent;
    // A chain of a million nodes is not pushed to the right.
    constexpr uint32_t kDeepest = 32;
    for (uint32_t i = 0; i < std::min(tree.depth[row], kDeepest); ++i) {
      indent += "&nbsp;&nbsp;";
    }
    cells = {indent + MarkdownEscaped(tree.NameOf(row).str())};
    for (const Measure measure : measures) {
      cells.push_back(MeasureText(measure, tree[measure].self[row]));
      cells.push_back(MeasureText(measure, tree[measure].total[row]));
    }
    Line(cells);
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return {};
}

Status MarkdownWriter::WriteTable(const Table& table) {
  if (table.columns.empty()) return {};
  std::vector<std::string> cells;
  std::vector<std::string> rule;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    cells.push_back(MarkdownEscaped(table.columns[i].title));
    const bool is_number =
        !table.rows.empty() && table.rows.front()[i].index() >= 2;
    rule.emplace_back(is_number ? "---:" : "---");
  }
  Line(cells);
  Line(rule);
  for (const auto& row : table.rows) {
    cells.clear();
    for (size_t i = 0; i < row.size(); ++i) {
      cells.push_back(MarkdownEscaped(TextOf(row[i], table.columns[i].unit)));
    }
    Line(cells);
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return {};
}

}  // namespace

Status RenderMarkdown(const Report& report, Diagnostics&, Writer& writer) {
  return MarkdownWriter(writer).Write(report);
}

}  // namespace tfprof
