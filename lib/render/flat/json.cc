// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <rapidjson/writer.h>

#include "base/strings.h"
#include "render/flat/flat_formats.h"
#include "render/flat/json_stream.h"
#include "render/text/measure_text.h"
#include "render/text/text.h"
#include "report/as_tables.h"
#include "view/details.h"

namespace tfprof {

namespace {

class JsonWriter {
 public:
  explicit JsonWriter(Writer& writer)
      : out_(writer), stream_(out_), json_(stream_) {}

  Status Write(const Report& report) {
    const std::vector<PlainSection> sections = AsTables(report);
    const bool is_view = sections.size() == 1 && sections[0].tree != nullptr;
    json_.StartObject();
    const bool is_verdict =
        !report.sections.empty() &&
        std::holds_alternative<Verdict>(report.sections[0].block);
    Text("schema", is_view      ? "tfprof.view/1"
                   : is_verdict ? "tfprof.verdict/2"
                                : "tfprof.tables/1");
    if (report.steps) WriteSteps(*report.steps);
    if (is_view) {
      TFPROF_RETURN_IF_ERROR(WriteTree(*sections[0].tree));
    } else {
      Key("sections");
      json_.StartArray();
      for (const PlainSection& section : sections) {
        TFPROF_RETURN_IF_ERROR(WriteSection(section));
      }
      json_.EndArray();
    }
    json_.EndObject();
    out_.text() += '\n';
    return out_.Flush();
  }

 private:
  // Rows and sections stand on lines of their own.
  void StartLine() {
    out_.text() += '\n';
    json_.StartObject();
  }

  void Key(std::string_view key) {
    json_.Key(key.data(), static_cast<unsigned>(key.size()));
  }

  void String(std::string_view text) {
    const std::string valid = ValidUtf8(text);
    json_.String(valid.data(), static_cast<unsigned>(valid.size()));
  }

  void Text(std::string_view key, std::string_view text) {
    Key(key);
    String(text);
  }

  void Whole(std::string_view key, int64_t value) {
    Key(key);
    json_.Int64(value);
  }

  void Strings(std::string_view key, const std::vector<std::string>& texts) {
    Key(key);
    json_.StartArray();
    for (const std::string& text : texts) String(text);
    json_.EndArray();
  }

  void WriteSteps(const ReportedSteps& steps);
  void WriteCell(const Cell& cell);
  Status WriteSection(const PlainSection& section);
  Status WriteTree(const ViewTree& tree);
  void WriteCoverage(const ViewTree& tree);
  void WriteRow(const ViewTree& tree, uint32_t row,
                const std::vector<Measure>& measures);
  void WriteDetails(const ViewTree& tree, uint32_t row);

  TextOutput out_;
  JsonStream stream_;
  rapidjson::Writer<JsonStream> json_;
  std::string name_;  // of a row, in one piece
};

// A list, of several dumps a list of lists.
void JsonWriter::WriteSteps(const ReportedSteps& steps) {
  const auto list = [&](const std::vector<int64_t>& numbers) {
    json_.StartArray();
    for (const int64_t number : numbers) json_.Int64(number);
    json_.EndArray();
  };
  Key("steps");
  if (steps.of_dump.size() == 1) {
    list(steps.of_dump[0]);
  } else {
    json_.StartArray();
    for (const auto& numbers : steps.of_dump) list(numbers);
    json_.EndArray();
  }
  Text("steps_are", steps.are);
}

void JsonWriter::WriteCell(const Cell& cell) {
  std::string buffer;
  if (const auto text = TextIn(cell, buffer)) {
    String(*text);
  } else if (const auto* whole = std::get_if<int64_t>(&cell)) {
    json_.Int64(*whole);
  } else if (const auto* real = std::get_if<double>(&cell);
             real != nullptr && std::isfinite(*real)) {
    json_.Double(*real);
  } else if (const auto* flag = std::get_if<bool>(&cell)) {
    json_.Bool(*flag);
  } else {
    json_.Null();
  }
}

Status JsonWriter::WriteSection(const PlainSection& section) {
  if (section.tree != nullptr) {
    StartLine();
    Text("heading", section.heading);
    TFPROF_RETURN_IF_ERROR(WriteTree(*section.tree));
    json_.EndObject();
    return {};
  }
  StartLine();
  Text("heading", section.heading);
  Strings("notes", section.notes);
  std::vector<std::string> keys;
  for (const Column& column : section.table->columns) {
    keys.push_back(KeyOf(column));
  }
  Key("rows");
  json_.StartArray();
  const Table& table = *section.table;
  std::vector<Cell> made;
  for (size_t at = 0; at < table.RowCount(); ++at) {
    const std::vector<Cell>& row = table.RowAt(at, made);
    StartLine();
    for (size_t i = 0; i < row.size(); ++i) {
      Key(keys[i]);
      WriteCell(row[i]);
    }
    json_.EndObject();
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  json_.EndArray();
  json_.EndObject();
  return {};
}

// What the numbers are of.
void JsonWriter::WriteCoverage(const ViewTree& tree) {
  const Profile& profile = *tree.profile;
  Key("coverage");
  json_.StartObject();
  Whole("nodes", static_cast<int64_t>(profile.nodes.size()));
  Whole("nodes_with_records", static_cast<int64_t>(profile.covered_nodes));
  Key("steps");
  json_.StartArray();
  for (const int64_t step : profile.steps) json_.Int64(step);
  json_.EndArray();
  Key("step");
  if (tree.selection.step) {
    json_.Int64(*tree.selection.step);
  } else {
    String("average");
  }
  Key("has_code_traces");
  json_.Bool(profile.has_code_traces);
  Key("misses_accelerator_stream");
  json_.Bool(profile.misses_accelerator_stream);
  json_.EndObject();
}

void JsonWriter::WriteDetails(const ViewTree& tree, uint32_t row) {
  const auto list = [&](std::string_view key,
                        const std::vector<std::string_view>& words) {
    Key(key);
    json_.StartArray();
    for (const std::string_view word : words) String(word);
    json_.EndArray();
  };
  if (tree.selection.Selects(Detail::kOpTypes)) {
    list("op_types", RowTypes(tree, row));
  }
  if (tree.selection.Selects(Detail::kDevice)) {
    list("devices", RowDevices(tree, row));
  }
  if (!tree.selection.Selects(Detail::kInputShapes)) return;
  Key("input_shapes");
  json_.StartArray();
  for (const ShapeGroup& group : GroupByInputShapes(tree, row)) {
    json_.StartObject();
    Text("inputs", group.inputs);
    Whole("nodes", group.nodes);
    Whole("run_count", group.run_count);
    Whole("exec_us", group.micros);
    json_.EndObject();
  }
  json_.EndArray();
}

void JsonWriter::WriteRow(const ViewTree& tree, uint32_t row,
                          const std::vector<Measure>& measures) {
  StartLine();
  Whole("row", row);
  Key("parent");
  if (row == 0) {
    json_.Null();
  } else {
    json_.Int64(tree.parent[row]);
  }
  Whole("depth", tree.depth[row]);
  Text("name", tree.NameOf(row).In(name_));
  Key("accounted");
  json_.Bool(tree.accounted[row]);
  for (const bool is_self : {true, false}) {
    Key(is_self ? "self" : "total");
    json_.StartObject();
    for (const Measure measure : measures) {
      const TreeColumn& column = tree[measure];
      Whole(InfoOf(measure).key, (is_self ? column.self : column.total)[row]);
    }
    json_.EndObject();
  }
  WriteDetails(tree, row);
  json_.EndObject();
}

// A flat list, since parsers give up on a chain of a million nodes.
Status JsonWriter::WriteTree(const ViewTree& tree) {
  Text("view", tree.view->name);
  WriteCoverage(tree);
  const std::vector<Measure> measures = ShownMeasures(tree);
  Key("rows");
  json_.StartArray();
  for (uint32_t row = 0; row < tree.size(); ++row) {
    WriteRow(tree, row, measures);
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  json_.EndArray();
  return {};
}

}  // namespace

Status RenderJson(const Report& report, Diagnostics&, Writer& writer) {
  return JsonWriter(writer).Write(report);
}

}  // namespace tfprof
