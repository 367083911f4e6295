// SPDX-License-Identifier: Apache-2.0
#include "report/step_sections.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include <fmt/format.h>

#include "base/numbers.h"
#include "model/dtype.h"

namespace tfprof {

namespace {

using Name = BenchmarkTables::Name;

std::string WordsOf(const BenchmarkTables::Output& output) {
  if (output.dtype == 0) return "none";
  if (output.unknown_rank) {
    return fmt::format("{} of unknown rank", DtypeName(output.dtype));
  }
  return fmt::format("{} [{}]", DtypeName(output.dtype),
                     fmt::join(output.dims, ","));
}

double ShareOf(int64_t part, int64_t whole) {
  return whole == 0 ? 0
                    : static_cast<double>(part) / static_cast<double>(whole);
}

Section NodesOf(const BenchmarkTables& tables) {
  using enum Unit;
  Table table{{{"name"},
               {"type"},
               {"order"},
               {"first", kMicros},
               {"average", kMicros},
               {"least", kMicros},
               {"most", kMicros},
               {"deviation", kMicros},
               {"time", kShare},
               {"newest memory", kBytes},
               {"average memory", kBytes},
               {"calls"}},
              {}};
  for (const Name& name : tables.names) {
    const Series micros = name.Micros();
    table.AddRow({name.name, std::string(tables.TypeOf(name)), name.order,
                  micros.first,
                  micros.Average(), micros.min, micros.max,
                  micros.Deviation(),
                  ShareOf(name.Micros().sum, tables.step_micros.sum),
                  name.NewestBytes(), name.AverageBytes(), name.Calls()});
  }
  return {"nodes", {}, std::move(table)};
}

Section TypesOf(const BenchmarkTables& tables) {
  using enum Unit;

  struct OfType {
    int64_t names = 0, micros = 0, bytes = 0, calls = 0;
  };

  std::map<std::string, OfType> types;
  for (const Name& name : tables.names) {
    OfType& type = types[std::string(tables.TypeOf(name))];
    ++type.names;
    type.micros += name.Micros().sum;
    type.bytes += name.NewestBytes();
    type.calls += name.Calls();
  }
  Table table{{{"type"},
               {"nodes"},
               {"time of all runs", kMicros},
               {"time", kShare},
               {"newest memory", kBytes},
               {"calls"}},
              {}};
  for (const auto& [name, type] : types) {
    table.AddRow({name, type.names, type.micros,
                  ShareOf(type.micros, tables.step_micros.sum), type.bytes,
                  type.calls});
  }
  return {"types", {}, std::move(table)};
}

Section TotalsOf(const BenchmarkTables& tables) {
  Table table{{{"what"},
               {"unit"},
               {"count"},
               {"first"},
               {"current"},
               {"min"},
               {"max"},
               {"average"},
               {"deviation"}},
              {}};
  const auto add = [&](const char* what, const char* unit, const Series& s) {
    if (s.count == 0) return;
    table.AddRow({what, unit, s.count, s.first, s.newest, s.min, s.max,
                  s.Average(), s.Deviation()});
  };
  add("sum of durations", "us", tables.step_micros);
  add("memory", "bytes", tables.step_bytes);
  add("length of the step", "us", tables.step_spans);
  return {"totals", {}, std::move(table)};
}

}  // namespace

Section ShapeChangesOf(const BenchmarkTables& tables) {
  Table table{
      {{"node"}, {"output"}, {"first"}, {"changed to"}, {"in run"}, {"runs"}},
      {}};
  for (const BenchmarkTables::Change& change : tables.changes) {
    const Name& name = tables.names[change.name];
    const auto outputs = tables.OutputsOf(name);
    const BenchmarkTables::Output none;
    table.AddRow(
        {name.name, static_cast<int64_t>(change.slot),
         WordsOf(change.slot < outputs.size() ? outputs[change.slot] : none),
         WordsOf(change.now), change.step, change.steps});
  }
  Section section{"shapes that changed between runs", {}, {}};
  if (table.rows.empty()) {
    section.notes.push_back("none");
  } else {
    section.block = std::move(table);
  }
  return section;
}

Section UnmatchedOf(const BenchmarkTables& tables, const Graph& graph,
                    int64_t most_rows) {
  std::unordered_set<std::string_view> known;
  for (uint32_t node = 0; node < graph.main_nodes; ++node) {
    known.insert(graph.NameOf(node));
  }
  // Kernels and copies carry the name of the node that launched them.
  const auto is_known = [&](std::string_view name) {
    for (const std::string_view mark : {" [Kernel]", " [MemCpy]"}) {
      if (name.ends_with(mark)) name.remove_suffix(mark.size());
    }
    return known.contains(name);
  };
  std::vector<const Name*> unmatched;
  int64_t micros = 0;
  for (const Name& name : tables.names) {
    if (is_known(name.name.view())) continue;
    unmatched.push_back(&name);
    micros = WrapAdd(micros, name.Micros().sum);
  }
  std::stable_sort(unmatched.begin(), unmatched.end(),
                   [](const Name* a, const Name* b) {
                     return a->Micros().sum > b->Micros().sum;
                   });
  Section section{"names that ran and are not in the graph", {}, {}};
  section.notes.push_back(fmt::format(
      "{} of {} names, {:.1f}% of the recorded time", unmatched.size(),
      tables.names.size(), ShareOf(micros, tables.step_micros.sum) * 100));
  using enum Unit;
  Table table{{{"name"}, {"type"}, {"time of all runs", kMicros}}, {}};
  for (const Name* name : unmatched) {
    if (most_rows > 0 && table.rows.size() == static_cast<size_t>(most_rows)) {
      break;
    }
    table.AddRow({name->name, std::string(tables.TypeOf(*name)),
                  name->Micros().sum});
  }
  if (!table.rows.empty()) section.block = std::move(table);
  return section;
}

std::vector<Section> SectionsOf(const BenchmarkTables& tables) {
  std::vector<Section> sections;
  sections.push_back(TotalsOf(tables));
  sections.push_back(NodesOf(tables));
  sections.push_back(TypesOf(tables));
  if (!tables.format.show_sizes) return sections;
  Table sizes{{{"name"}, {"output"}, {"type and shape"}}, {}};
  for (const Name& name : tables.names) {
    const auto outputs = tables.OutputsOf(name);
    for (size_t slot = 0; slot < outputs.size(); ++slot) {
      sizes.AddRow(
          {name.name, static_cast<int64_t>(slot), WordsOf(outputs[slot])});
    }
  }
  sections.push_back({"outputs", {}, std::move(sizes)});
  return sections;
}

}  // namespace tfprof
