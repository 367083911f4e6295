// SPDX-License-Identifier: Apache-2.0
// RFC 4180, with one header. Texts that a spreadsheet would take for a formula
// are prefixed with an apostrophe.
#include <cmath>

#include <fmt/format.h>

#include "base/strings.h"
#include "render/flat/flat_formats.h"
#include "render/text/measure_text.h"
#include "render/text/text.h"
#include "report/as_tables.h"

namespace tfprof {

namespace {

std::string CsvField(std::string_view text) {
  std::string field = ValidUtf8(text);
  if (!field.empty() &&
      std::string_view("=+-@\t\r").find(field[0]) != std::string_view::npos) {
    field.insert(0, 1, '\'');
  }
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string FieldOf(const Cell& cell) {
  std::string buffer;
  if (const auto text = TextIn(cell, buffer)) return CsvField(*text);
  if (const auto* whole = std::get_if<int64_t>(&cell)) {
    return fmt::format("{}", *whole);
  }
  if (const auto* flag = std::get_if<bool>(&cell)) {
    return *flag ? "true" : "false";
  }
  const auto* real = std::get_if<double>(&cell);
  return real != nullptr && std::isfinite(*real) ? fmt::format("{}", *real)
                                                 : "";
}

class CsvWriter {
 public:
  explicit CsvWriter(Writer& writer) : out_(writer) {}

  Status Write(const Report& report) {
    const std::vector<PlainSection> sections = AsTables(report);
    if (sections.size() == 1 && sections[0].tree != nullptr) {
      return WriteTree(*sections[0].tree);
    }
    return sections.size() == 1 ? WriteTable(*sections[0].table)
                                : WriteLong(sections);
  }

 private:
  void Line(const std::vector<std::string>& fields) {
    out_.text() += fmt::format("{}\r\n", fmt::join(fields, ","));
  }

  Status WriteTree(const ViewTree& tree);
  Status WriteTable(const Table& table);
  Status WriteLong(const std::vector<PlainSection>& sections);

  TextOutput out_;
};

Status CsvWriter::WriteTree(const ViewTree& tree) {
  const std::vector<Measure> measures = ShownMeasures(tree);
  std::vector<std::string> fields = {"row", "parent", "depth", "name",
                                     "accounted"};
  for (const std::string_view part : {"self", "total"}) {
    for (const Measure measure : measures) {
      fields.push_back(fmt::format("{}_{}", part, InfoOf(measure).key));
    }
  }
  Line(fields);
  for (uint32_t row = 0; row < tree.size(); ++row) {
    fields = {fmt::format("{}", row),
              row == 0 ? "" : fmt::format("{}", tree.parent[row]),
              fmt::format("{}", tree.depth[row]),
              CsvField(tree.NameOf(row).str()),
              tree.accounted[row] ? "true" : "false"};
    for (const bool is_self : {true, false}) {
      for (const Measure measure : measures) {
        const TreeColumn& column = tree[measure];
        fields.push_back(
            fmt::format("{}", (is_self ? column.self : column.total)[row]));
      }
    }
    Line(fields);
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return out_.Flush();
}

Status CsvWriter::WriteTable(const Table& table) {
  std::vector<std::string> fields;
  for (const TableColumn& column : table.columns)
    fields.push_back(KeyOf(column));
  Line(fields);
  std::vector<Cell> made;
  for (size_t row = 0; row < table.RowCount(); ++row) {
    fields.clear();
    for (const Cell& cell : table.RowAt(row, made))
      fields.push_back(FieldOf(cell));
    Line(fields);
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return out_.Flush();
}

// Tables with different columns share one header: a line per value.
Status CsvWriter::WriteLong(const std::vector<PlainSection>& sections) {
  Line({"section", "row", "column", "value"});
  for (const PlainSection& section : sections) {
    const Table& table = *section.table;
    std::vector<Cell> made;
    for (size_t row = 0; row < table.RowCount(); ++row) {
      const std::vector<Cell>& cells = table.RowAt(row, made);
      for (size_t i = 0; i < table.columns.size(); ++i) {
        Line({CsvField(section.heading), fmt::format("{}", row),
              KeyOf(table.columns[i]), FieldOf(cells[i])});
      }
      TFPROF_RETURN_IF_ERROR(out_.Drain());
    }
  }
  return out_.Flush();
}

}  // namespace

Status RenderCsv(const Report& report, Diagnostics&, Writer& writer) {
  return CsvWriter(writer).Write(report);
}

}  // namespace tfprof
