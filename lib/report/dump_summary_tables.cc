// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "report/dump_summary.h"

namespace tfprof {

namespace {

using enum Unit;

Cell MicrosCell(int64_t nanos) { return static_cast<double>(nanos) / 1000; }

Table LengthsTable(const DumpSummary& summary) {
  Table table{{{"median", kMicros},
               {"least", kMicros},
               {"most", kMicros},
               {"busy", kShare},
               {"parallelism"}},
              {}};
  if (const auto& step = summary.step) {
    table.AddRow({MicrosCell(step->median_ns), MicrosCell(step->least_ns),
                  MicrosCell(step->most_ns), CellOf(step->busy_share),
                  CellOf(step->parallelism)});
  }
  return table;
}

// Means of a step.
Table DevicesTable(const DumpSummary& summary) {
  Table table{
      {{"device"}, {"busy", kMicros}, {"waiting", kMicros}, {"idle", kMicros}},
      {}};
  for (const DumpSummary::Device& device : summary.devices) {
    const auto mean = [&](double ps) {
      return Cell(ps / 1e6 / static_cast<double>(device.steps));
    };
    table.AddRow({device.name, mean(device.busy_ps), mean(device.waiting_ps),
                  mean(device.idle_ps)});
  }
  return table;
}

Table AccountTable(const DumpSummary& summary) {
  Table table{{{"device"},
               {"part"},
               {"is_idle"},
               {"is_guess"},
               {"share", kShare},
               {"evidence"}},
              {}};
  for (const DumpSummary::Device& device : summary.devices) {
    for (const DumpSummary::AccountPart& part : device.account) {
      table.AddRow({device.name, part.name, part.is_idle, part.is_guess,
                    part.share, CellOfText(part.evidence)});
    }
  }
  return table;
}

Table PathTable(const DumpSummary::Path& path) {
  Table table{{{"name"},
               {"type"},
               {"code"},
               {"function"},
               {"share", kShare},
               {"path", kMicros}},
              {}};
  for (const DumpSummary::Part& part : path.parts) {
    table.AddRow({part.name, CellOfText(part.type), CellOfText(part.code),
                  CellOfText(part.function), path.ShareOf(part.path_ns),
                  MicrosCell(part.path_ns)});
  }
  if (path.wait_ns > 0) {
    table.AddRow({std::string("(waiting for a stream)"), Cell(), Cell(), Cell(),
                  path.ShareOf(path.wait_ns), MicrosCell(path.wait_ns)});
  }
  table.AddRow({std::string("(scheduling gaps)"), Cell(), Cell(), Cell(),
                path.ShareOf(path.gap_ns), MicrosCell(path.gap_ns)});
  return table;
}

Table MemoryTable(const DumpSummary& summary) {
  Table table{{{"allocator"},
               {"step"},
               {"peak", kBytes},
               {"is whole"},
               {"at", kShare},
               {"scope"},
               {"share", kShare}},
              {}};
  for (const DumpSummary::Memory& memory : summary.memory) {
    for (const auto& [scope, share] : memory.scopes) {
      table.AddRow({memory.allocator, memory.step, memory.peak_bytes,
                    memory.has_base, CellOf(memory.at_share), scope, share});
    }
  }
  return table;
}

Table WorkTable(const DumpSummary& summary) {
  Table table{{{"float ops"},
               {"flops per s"},
               {"known time", kShare},
               {"recomputed", kMicros}},
              {}};
  if (const auto& work = summary.work) {
    table.AddRow({CellOf(work->float_ops), CellOf(work->flops_per_s),
                  CellOf(work->known_time_share), CellOf(work->recomputed_us)});
  }
  return table;
}

Table FindingsTable(const DumpSummary& summary) {
  Table table{{{"finding"},
               {"name"},
               {"program"},
               {"code"},
               {"saves", kMicros},
               {"saves bytes", kBytes},
               {"text"}},
              {}};
  for (const DumpSummary::Finding& finding : summary.findings) {
    const bool is_of_programs = finding.program.has_value();
    table.AddRow(
        {finding.finding,
         is_of_programs ? Cell(finding.name) : CellOfText(finding.name),
         CellOf(finding.program), CellOfText(finding.code),
         finding.saves_ns ? Cell(*finding.saves_ns / 1000) : Cell(),
         CellOf(finding.saves_bytes), finding.text});
  }
  return table;
}

}  // namespace

std::vector<std::pair<size_t, std::string_view>> ShownDevices(
    const std::vector<DumpSummary::Device>& devices) {
  constexpr size_t kMostDevices = 4;
  std::vector<std::pair<size_t, std::string_view>> shown;
  if (devices.size() <= kMostDevices) {
    for (size_t i = 0; i < devices.size(); ++i) shown.emplace_back(i, "");
    return shown;
  }
  std::vector<size_t> by_share(devices.size());
  std::iota(by_share.begin(), by_share.end(), size_t{0});
  std::stable_sort(by_share.begin(), by_share.end(), [&](size_t a, size_t b) {
    return devices[a].Share(devices[a].busy_ps) <
           devices[b].Share(devices[b].busy_ps);
  });
  return {{by_share.front(), "least busy"},
          {by_share[(by_share.size() - 1) / 2], "median"},
          {by_share.back(), "most busy"}};
}

std::vector<NamedTable> TablesOf(const DumpSummary& summary) {
  std::vector<NamedTable> tables;
  tables.push_back({"step", LengthsTable(summary)});
  if (!summary.devices.empty()) {
    tables.push_back({"devices", DevicesTable(summary)});
    if (Table account = AccountTable(summary); !account.rows.empty()) {
      tables.push_back({"account", std::move(account)});
    }
  }
  if (summary.path) tables.push_back({"path", PathTable(*summary.path)});
  if (summary.top) tables.push_back({"top", *summary.top});
  tables.push_back({"memory", MemoryTable(summary)});
  tables.push_back({"work", WorkTable(summary)});
  tables.push_back({"findings", FindingsTable(summary)});
  return tables;
}

}  // namespace tfprof
