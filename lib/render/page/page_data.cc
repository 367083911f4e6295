// SPDX-License-Identifier: Apache-2.0
#include "render/page/page_data.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "render/page/page_json.h"
#include "render/page/page_timeline.h"
#include "render/page/page_views.h"
#include "report/as_tables.h"
#include "report/tree_pair.h"

namespace tfprof {

namespace {

// True if pages have a special drawing or table for this block.
bool IsDrawn(const Section& section) {
  return std::visit(
      [](const auto& block) {
        using Block = std::decay_t<decltype(block)>;
        return std::is_same_v<Block, std::monostate> ||
               std::is_same_v<Block, Table> ||
               std::is_same_v<Block, ViewTree> ||
               std::is_same_v<Block, Advice> ||
               std::is_same_v<Block, TracedSteps> ||
               std::is_same_v<Block, std::shared_ptr<const TreePair>>;
      },
      section.block);
}

class PageWriter : PageJson {
 public:
  PageWriter(const PageLimits& limits, Writer& writer)
      : PageJson(writer), limits_(limits) {}

  Status Write(const Report& report) {
    StartObject();
    WriteTitle(report);
    Key("sections");
    StartArray();
    if (std::all_of(report.sections.begin(), report.sections.end(), IsDrawn)) {
      for (const Section& section : report.sections) {
        TFPROF_RETURN_IF_ERROR(WriteSection(section));
      }
    } else {
      for (const PlainSection& section : AsTables(report)) {
        Begin(section.heading, section.notes);
        WriteTable(*section.table);
        EndObject();
      }
    }
    EndArray();
    EndObject();
    TFPROF_RETURN_IF_ERROR(handed_on_);
    return Flush();
  }

 private:
  void WriteTitle(const Report& report) {
    if (report.title) {
      Text("version", report.title->version);
      List("dumps", report.title->dumps,
           [&](const std::string& dump) { String(dump); });
    }
    if (report.steps) {
      Text("steps_are", report.steps->are);
      if (!report.steps->of_dump.empty()) {
        Numbers("steps", report.steps->of_dump.back());
      }
    }
  }

  void Begin(const std::string& heading,
             const std::vector<std::string>& notes) {
    StartObject();
    Text("heading", heading);
    List("notes", notes, [&](const std::string& note) { String(note); });
  }

  Status WriteSection(const Section& section);
  void WriteTable(const Table& table);
  void WriteAdvice(const Advice& advice);

  const PageLimits& limits_;
};

void PageWriter::WriteTable(const Table& table) {
  Text("kind", "table");
  List("columns", table.columns, [&](const TableColumn& column) {
    StartObject();
    Text("title", column.title);
    Text("unit", KeyOf(column.unit));
    EndObject();
  });
  Key("rows");
  StartArray();
  std::vector<Cell> made;
  std::string buffer;
  for (size_t row = 0; row < table.RowCount(); ++row) {
    StartArray();
    for (const Cell& cell : table.RowAt(row, made)) {
      if (const auto* flag = std::get_if<bool>(&cell)) {
        String(*flag ? "yes" : "no");
      } else if (const auto text = TextIn(cell, buffer)) {
        Name(*text);  // a name of any length that very many rows may share
      } else {
        Value(cell);
      }
    }
    EndArray();
    HandOn();
  }
  EndArray();
}

void PageWriter::WriteAdvice(const Advice& advice) {
  Text("kind", "advice");
  List("entries", advice.entries, [&](const Advice::Entry& entry) {
    StartObject();
    Text("checker", entry.checker);
    List("statements", entry.statements, [&](const Advice::Statement& s) {
      StartObject();
      Text("text", s.text);
      Key("finding");
      Bool(s.is_finding);
      EndObject();
    });
    EndObject();
  });
}

Status PageWriter::WriteSection(const Section& section) {
  if (const auto* timelines = std::get_if<TracedSteps>(&section.block)) {
    FirstNames first;
    const size_t shown = std::min(timelines->size(), limits_.timelines);
    std::vector<std::string> notes = section.notes;
    if (shown < timelines->size()) {
      std::vector<int64_t> left_out;
      for (size_t i = shown; i < timelines->size(); ++i) {
        left_out.push_back((*timelines)[i].trace.step);
      }
      notes.push_back(fmt::format(
          "not on this page, which would be too large: the operations of steps "
          "{}",
          fmt::join(left_out, ", ")));
    }
    for (size_t i = 0; i < shown; ++i) {
      Begin(section.heading, notes);
      WritePageTimeline(TraceTimeline((*timelines)[i]), limits_, first, *this);
      EndObject();
      TFPROF_RETURN_IF_ERROR(Drain());
    }
    return {};
  }
  Begin(section.heading, section.notes);
  if (const auto* tree = std::get_if<ViewTree>(&section.block)) {
    WritePageTree(*tree, limits_, *this);
  } else if (const auto* advice = std::get_if<Advice>(&section.block)) {
    WriteAdvice(*advice);
  } else if (const auto* diff =
                 std::get_if<std::shared_ptr<const TreePair>>(&section.block)) {
    WritePageDiff(**diff, limits_, *this);
  } else if (const auto* table = std::get_if<Table>(&section.block)) {
    WriteTable(*table);
  } else {
    Text("kind", "notes");
  }
  EndObject();
  return Drain();
}

}  // namespace

Status WritePageData(const Report& report, const PageLimits& limits,
                     Writer& writer) {
  return PageWriter(limits, writer).Write(report);
}

}  // namespace tfprof
