// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "render/flat/flat_formats.h"
#include "render/text/measure_text.h"
#include "render/text/text.h"
#include "report/as_tables.h"

namespace tfprof {

namespace {

// Escapes the text of a cell, so that it contains no markup.
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

std::string MarkdownIndent(double depth) {
  // Limits the indent: a tree may be a million levels deep.
  constexpr double kDeepest = 32;
  std::string indent;
  for (int i = 0; i < std::min(depth, kDeepest); ++i) indent += "&nbsp;&nbsp;";
  return indent;
}

class MarkdownWriter {
 public:
  explicit MarkdownWriter(Writer& writer) : out_(writer) {}

  // The summary of a verdict: at most 25 lines, then the tables, folded.
  Status WriteVerdict(const Report& report, const Verdict& verdict) {
    out_.text() += fmt::format("**{}**: {}\n\n", WordsOf(verdict.status),
                               MarkdownEscaped(verdict.summary.sentence));
    if (!verdict.summary.rows.empty()) {
      Line({"what changed", "before", "after", "change", "line"});
      Line({"---", "---:", "---:", "---:", "---"});
      for (const Verdict::Summary::Row& row : verdict.summary.rows) {
        Line({MarkdownEscaped(row.what), MarkdownEscaped(row.before),
              MarkdownEscaped(row.after), MarkdownEscaped(row.change),
              MarkdownEscaped(row.line)});
      }
      out_.text() += '\n';
    }
    if (!verdict.summary.certainty.empty()) {
      out_.text() += MarkdownEscaped(verdict.summary.certainty) + "\n\n";
    }
    out_.text() +=
        "<details><summary>all measures, rows and runs</summary>\n\n";
    TFPROF_RETURN_IF_ERROR(Write(report));
    out_.text() += "\n</details>\n";
    return out_.Flush();
  }

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
                                 : WriteTable(*section.table));
    }
    for (const std::string& remark : report.remarks) {
      out_.text() += '\n' + MarkdownEscaped(remark) + '\n';
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
    cells = {MarkdownIndent(tree.depth[row]) +
             MarkdownEscaped(tree.NameOf(row).str())};
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
  std::vector<Cell> made;
  const std::optional<size_t> depth = table.DepthColumn();
  for (size_t i = 0; i < table.columns.size(); ++i) {
    if (i == depth) continue;
    cells.push_back(MarkdownEscaped(table.columns[i].title));
    bool is_number = false;
    for (size_t row = 0; row < table.RowCount() && !is_number; ++row) {
      is_number = NumberOf(table.RowAt(row, made)[i]).has_value();
    }
    rule.emplace_back(is_number ? "---:" : "---");
  }
  Line(cells);
  Line(rule);
  for (size_t at = 0; at < table.RowCount(); ++at) {
    const std::vector<Cell>& row = table.RowAt(at, made);
    cells.clear();
    std::string indent = depth
                             ? MarkdownIndent(NumberOf(row[*depth]).value_or(0))
                             : std::string();
    for (size_t i = 0; i < row.size(); ++i) {
      if (i == depth) continue;
      const std::string text = TextOf(row[i], table.columns[i].unit);
      // The indent goes to the first text, which names the row.
      std::string buffer;
      const bool is_text = TextIn(row[i], buffer).has_value();
      cells.push_back((is_text ? std::exchange(indent, "") : "") +
                      MarkdownEscaped(text));
    }
    Line(cells);
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return {};
}

}  // namespace

Status RenderMarkdown(const Report& report, Diagnostics&, Writer& writer) {
  const auto* const verdict =
      report.sections.empty()
          ? nullptr
          : std::get_if<Verdict>(&report.sections.front().block);
  // Advice and verdicts without a summary are tables.
  if (verdict != nullptr && !verdict->summary.sentence.empty()) {
    return MarkdownWriter(writer).WriteVerdict(report, *verdict);
  }
  return MarkdownWriter(writer).Write(report);
}

}  // namespace tfprof
