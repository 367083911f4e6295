// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/roofline.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/numbers.h"

namespace tfprof {

namespace {

constexpr int64_t kSecondNs = 1'000'000'000;

// The rates of a node, as far as they are known.
struct Attained {
  std::optional<double> intensity;  // float ops per byte
  std::optional<int64_t> flops_per_s;
  std::optional<int64_t> bytes_per_s;
  std::optional<double> roof_share;
  std::string_view bound;
};

std::optional<int64_t> ASecond(const std::optional<int64_t>& amount,
                               int64_t time_ns) {
  if (!amount || time_ns <= 0) return std::nullopt;
  const __int128 rate = static_cast<__int128>(*amount) * kSecondNs / time_ns;
  if (rate > INT64_MAX || rate < INT64_MIN) return std::nullopt;
  return static_cast<int64_t>(rate);
}

Attained AttainedBy(const NodeWork& node, const Peaks& peaks) {
  Attained attained;
  attained.flops_per_s = ASecond(node.float_ops, node.time_ns);
  attained.bytes_per_s = ASecond(node.bytes, node.time_ns);
  if (!node.float_ops || node.bytes.value_or(0) == 0) return attained;
  attained.intensity =
      static_cast<double>(*node.float_ops) / static_cast<double>(*node.bytes);
  if (!peaks.flops_per_s || !peaks.bytes_per_s || node.time_ns <= 0 ||
      *node.float_ops == 0) {
    return attained;
  }
  const double by_memory = *attained.intensity * *peaks.bytes_per_s;
  attained.bound = by_memory < *peaks.flops_per_s ? "memory" : "compute";
  attained.roof_share = static_cast<double>(*node.float_ops) * 1e9 /
                        static_cast<double>(node.time_ns) /
                        std::min(by_memory, *peaks.flops_per_s);
  return attained;
}

Table NewTable() {
  using enum Unit;
  return {{{"node"},
           {"type"},
           {"runs"},
           {"time", kNanos},
           {"float_ops"},
           {"source"},
           {"remark"},
           {"bytes", kBytes},
           {"intensity"},
           {"flops_per_s"},
           {"bytes_per_s"},
           {"bound"},
           {"roof", kShare}},
          {}};
}

// Cells of times are empty for a graph that did not run.
std::vector<Cell> CellsOf(const NodeWork& node, const Peaks& peaks,
                          bool has_times) {
  const Attained attained = AttainedBy(node, peaks);
  return {std::string(node.node),
          std::string(node.type),
          node.runs,
          has_times ? Cell(node.time_ns) : Cell(),
          CellOf(node.float_ops),
          std::string(node.source),
          std::string(node.remark),
          CellOf(node.bytes),
          CellOf(attained.intensity),
          CellOf(attained.flops_per_s),
          CellOf(attained.bytes_per_s),
          CellOfText(std::string(attained.bound)),
          CellOf(attained.roof_share)};
}

std::string NodesOf(int64_t count) {
  return count == 1 ? "1 node" : fmt::format("{} nodes", count);
}

void AddNotes(const WorkTotals& totals, const Peaks& peaks, int64_t above_roof,
              std::vector<std::string>& notes) {
  const auto share = totals.KnownTimeShare();
  notes.push_back(
      totals.known_nodes == 0
          ? fmt::format("float operations are known of none of {}",
                        NodesOf(totals.nodes))
          : fmt::format(
                "{} float operations, known for {} of {}{}",
                HumanCount(totals.float_ops), totals.known_nodes,
                NodesOf(totals.nodes),
                share ? fmt::format(" and {:.1f}% of their time", *share * 100)
                      : ""));
  notes.push_back(
      "bytes are the least that must move: each input and output once");
  if (!peaks.flops_per_s) return;
  notes.emplace_back(
      "peaks are those of the whole device; how many threads an operation had "
      "is not known");
  if (above_roof > 0) {
    notes.push_back(fmt::format(
        "{} above the roof: the peaks that were given are too low, bytes "
        "counted as traffic came from caches, or a time is only that of a "
        "launch",
        NodesOf(above_roof)));
  }
}

}  // namespace

std::optional<double> WorkTotals::KnownTimeShare() const {
  if (time_ns == 0) return std::nullopt;
  return static_cast<double>(known_time_ns) / static_cast<double>(time_ns);
}

void WorkTotals::Add(const NodeWork& node) {
  ++nodes;
  time_ns += node.time_ns;
  if (!node.float_ops) return;
  ++known_nodes;
  known_time_ns += node.time_ns;
  if (__builtin_add_overflow(float_ops, *node.float_ops, &float_ops)) {
    float_ops = INT64_MAX;
  }
}

WorkTotals TotalsOf(const WorkReport& report) {
  WorkTotals totals;
  for (size_t node = 0; node < report.size(); ++node) totals.Add(report[node]);
  return totals;
}

std::vector<Section> RooflineSectionsOf(
    const std::shared_ptr<const WorkReport>& work, const Peaks& peaks,
    const RowFormat& format) {
  const WorkReport& report = *work;
  Section rows{"roofline", {}, {}};
  const bool has_times = !report.is_of_graph;
  int64_t above_roof = 0;
  for (size_t node = 0; node < report.size(); ++node) {
    const Attained attained = AttainedBy(report[node], peaks);
    above_roof += attained.roof_share.value_or(0) > 1 ? 1 : 0;
  }
  const WorkTotals totals = TotalsOf(report);
  using enum Unit;
  Table sums{{{"float_ops"},
              {"time", kNanos},
              {"known_time", kNanos},
              {"known_time", kShare},
              {"nodes"},
              {"known_nodes"}},
             {}};
  sums.AddRow({totals.float_ops, has_times ? Cell(totals.time_ns) : Cell(),
               has_times ? Cell(totals.known_time_ns) : Cell(),
               CellOf(totals.KnownTimeShare()), totals.nodes,
               totals.known_nodes});
  AddNotes(totals, peaks, above_roof, rows.notes);
  Table table = NewTable();
  const size_t shown = format.Shown(report.size());
  if (shown < report.size()) {
    rows.notes.push_back(fmt::format("{} more rows; --time_limit=0 shows all",
                                     report.size() - shown));
  }
  table.AddRows(
      shown, format.makes_rows,
      [made = work, peaks,
       has_times](size_t row) {
        return CellsOf((*made)[row], peaks, has_times);
      });
  rows.block = std::move(table);
  std::vector<Section> sections;
  sections.push_back(std::move(rows));
  sections.push_back({"roofline totals", {}, std::move(sums)});
  return sections;
}

}  // namespace tfprof
