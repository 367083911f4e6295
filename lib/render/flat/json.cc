// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <string_view>

#include "base/strings.h"
#include "render/flat/flat_formats.h"
#include "render/flat/json_out.h"
#include "render/text/measure_text.h"
#include "render/text/text.h"
#include "report/as_tables.h"
#include "report/list_column.h"
#include "view/details.h"

namespace tfprof {

namespace {

class JsonWriter : JsonOut {
 public:
  using JsonOut::JsonOut;

  Status Write(const Report& report, const Diagnostics& diagnostics) {
    const std::vector<PlainSection> sections = AsTables(report);
    const bool is_view = sections.size() == 1 && sections[0].tree != nullptr;
    StartObject();
    const bool is_verdict =
        !report.sections.empty() &&
        std::holds_alternative<Verdict>(report.sections[0].block);
    Text("schema", is_view      ? "tfprof.view/1"
                   : is_verdict ? "tfprof.verdict/2"
                                : "tfprof.tables/1");
    if (is_verdict) WriteVerdict(std::get<Verdict>(report.sections[0].block));
    if (report.steps) WriteSteps(*report.steps);
    WriteNotices(report, diagnostics);
    if (is_view) {
      TFPROF_RETURN_IF_ERROR(WriteTree(*sections[0].tree));
    } else {
      Key("sections");
      StartArray();
      for (const PlainSection& section : sections) {
        TFPROF_RETURN_IF_ERROR(WriteSection(section));
      }
      EndArray();
    }
    EndObject();
    BreakLine();
    return Flush();
  }

 private:
  // Puts a row or section on a new line.
  void StartLine() {
    BreakLine();
    StartObject();
  }

  void WriteVerdict(const Verdict& verdict) {
    Text("verdict", WordsOf(verdict.status));
    Text("reason", verdict.reason);
  }

  void WriteSteps(const ReportedSteps& steps);
  void WriteNotices(const Report& report, const Diagnostics& diagnostics);
  void Numbers(const Cell& cell);
  Status WriteSection(const PlainSection& section);
  Status WriteTree(const ViewTree& tree);
  void WriteCoverage(const ViewTree& tree);
  void WriteRow(const ViewTree& tree, uint32_t row,
                const std::vector<Measure>& measures);
  void WriteDetails(const ViewTree& tree, uint32_t row);

  std::string name_;  // of the current row
};

// A list; of several dumps, a list of lists.
void JsonWriter::WriteSteps(const ReportedSteps& steps) {
  const auto list = [&](const std::vector<int64_t>& numbers) {
    StartArray();
    for (const int64_t number : numbers) Int64(number);
    EndArray();
  };
  Key("steps");
  if (steps.of_dump.size() == 1) {
    list(steps.of_dump[0]);
  } else {
    StartArray();
    for (const auto& numbers : steps.of_dump) list(numbers);
    EndArray();
  }
  Text("steps_are", steps.are);
  if (steps.name) Text("step_name", *steps.name);
}

// A list, empty if nothing is to be said of a recording.
void JsonWriter::WriteNotices(const Report& report,
                              const Diagnostics& diagnostics) {
  const bool is_of_recording = report.steps && report.steps->name;
  if (diagnostics.notices().empty() && !is_of_recording) return;
  Key("warnings");
  StartArray();
  for (const Diagnostics::Notice& notice : diagnostics.notices()) {
    StartObject();
    Text("code", notice.code);
    Text("host", notice.host);
    Whole("count", static_cast<int64_t>(notice.count));
    Key("value_us");
    if (notice.value_ps) {
      Double(static_cast<double>(*notice.value_ps) / 1e6);
    } else {
      Null();
    }
    EndObject();
  }
  EndArray();
}

// The whole numbers of a text, "1, 3, 5".
void JsonWriter::Numbers(const Cell& cell) {
  std::string buffer;
  StartArray();
  for (const std::string& word :
       SplitNonEmpty(TextIn(cell, buffer).value_or(""), ',')) {
    const std::string_view digits = word;
    const size_t begin = std::min(digits.find_first_not_of(' '), word.size());
    if (const auto number = ParseInt64(digits.substr(begin))) Int64(*number);
  }
  EndArray();
}

Status JsonWriter::WriteSection(const PlainSection& section) {
  if (section.tree != nullptr) {
    StartLine();
    Text("heading", section.heading);
    TFPROF_RETURN_IF_ERROR(WriteTree(*section.tree));
    EndObject();
    return {};
  }
  StartLine();
  Text("heading", section.heading);
  Strings("notes", section.notes);
  std::vector<std::string> keys;
  for (const TableColumn& column : section.table->columns) {
    keys.push_back(KeyOf(column));
  }
  Key("rows");
  StartArray();
  const Table& table = *section.table;
  std::vector<Cell> made;
  for (size_t at = 0; at < table.RowCount(); ++at) {
    const std::vector<Cell>& row = table.RowAt(at, made);
    StartLine();
    for (size_t i = 0; i < row.size(); ++i) {
      Key(keys[i]);
      if (ListsNumbers(table.columns[i].title)) {
        Numbers(row[i]);
      } else {
        Value(row[i]);
      }
    }
    EndObject();
    TFPROF_RETURN_IF_ERROR(Drain());
  }
  EndArray();
  EndObject();
  return {};
}

// The profile that the numbers are from.
void JsonWriter::WriteCoverage(const ViewTree& tree) {
  const Profile& profile = *tree.profile;
  Key("coverage");
  StartObject();
  Whole("nodes", static_cast<int64_t>(profile.nodes.size()));
  Whole("nodes_with_records", static_cast<int64_t>(profile.covered_nodes));
  Integers("steps", profile.steps);
  Key("step");
  if (tree.selection.step) {
    Int64(*tree.selection.step);
  } else {
    String("average");
  }
  Key("has_code_traces");
  Bool(profile.has_code_traces);
  Key("misses_accelerator_stream");
  Bool(profile.misses_accelerator_stream);
  EndObject();
}

void JsonWriter::WriteDetails(const ViewTree& tree, uint32_t row) {
  const auto list = [&](std::string_view key,
                        const std::vector<std::string_view>& words) {
    Key(key);
    StartArray();
    for (const std::string_view word : words) String(word);
    EndArray();
  };
  if (tree.selection.Selects(Detail::kOpTypes)) {
    list("op_types", RowTypes(tree, row));
  }
  if (tree.selection.Selects(Detail::kDevice)) {
    list("devices", RowDevices(tree, row));
  }
  if (!tree.selection.Selects(Detail::kInputShapes)) return;
  Key("input_shapes");
  StartArray();
  for (const ShapeGroup& group : GroupByInputShapes(tree, row)) {
    StartObject();
    Text("inputs", group.inputs);
    Whole("nodes", group.nodes);
    Whole("run_count", group.run_count);
    Whole("exec_us", group.micros);
    EndObject();
  }
  EndArray();
}

void JsonWriter::WriteRow(const ViewTree& tree, uint32_t row,
                          const std::vector<Measure>& measures) {
  StartLine();
  Whole("row", row);
  Key("parent");
  if (row == 0) {
    Null();
  } else {
    Int64(tree.parent[row]);
  }
  Whole("depth", tree.depth[row]);
  Text("name", tree.NameOf(row).In(name_));
  Key("accounted");
  Bool(tree.accounted[row]);
  for (const bool is_self : {true, false}) {
    Key(is_self ? "self" : "total");
    StartObject();
    for (const Measure measure : measures) {
      const TreeColumn& column = tree[measure];
      Whole(InfoOf(measure).key, (is_self ? column.self : column.total)[row]);
    }
    EndObject();
  }
  WriteDetails(tree, row);
  EndObject();
}

// Rows are a flat list: parsers fail on deeply nested objects.
Status JsonWriter::WriteTree(const ViewTree& tree) {
  Text("view", tree.view->name);
  WriteCoverage(tree);
  const std::vector<Measure> measures = ShownMeasures(tree);
  Key("rows");
  StartArray();
  for (uint32_t row = 0; row < tree.size(); ++row) {
    WriteRow(tree, row, measures);
    TFPROF_RETURN_IF_ERROR(Drain());
  }
  EndArray();
  return {};
}

}  // namespace

Status RenderJson(const Report& report, Diagnostics& diagnostics,
                  Writer& writer) {
  return JsonWriter(writer).Write(report, diagnostics);
}

}  // namespace tfprof
