// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/op_table.h"

#include <algorithm>
#include <map>
#include <string_view>

#include <tsl/robin_map.h>

#include "base/numbers.h"

namespace tfprof {

namespace {

constexpr std::string_view kIdle = "IDLE";

// Rows by name in the order in which they came.
class Rows {
 public:
  OpTableRow& operator[](const std::string& name) {
    const auto [found, is_new] = row_of_.insert({name, rows_.size()});
    if (is_new) rows_.emplace_back().name = name;
    return rows_[found->second];
  }

  std::vector<OpTableRow>& rows() { return rows_; }

 private:
  std::vector<OpTableRow> rows_;
  tsl::robin_map<std::string, size_t> row_of_;
};

void Add(const OpTableRow& from, OpTableRow& into) {
  if (into.type.empty()) into.type = from.type;
  into.is_eager = into.is_eager || from.is_eager;
  into.occurrences = WrapAdd(into.occurrences, from.occurrences);
  into.total_ps = WrapAdd(into.total_ps, from.total_ps);
  into.self_ps = WrapAdd(into.self_ps, from.self_ps);
}

// What the cells of each row add up to.
std::vector<OpTableRow> SumsOf(const Recording& recording,
                               const std::vector<int64_t>* steps) {
  std::vector<OpTableRow> sums;
  for (const Recording::Row& row : recording.rows) {
    OpTableRow& sum = sums.emplace_back();
    sum.on_device =
        recording.devices[row.device].kind != Recording::Device::Kind::kHost;
    sum.type = recording.strings[row.type];
    sum.name = recording.strings[row.name];
    sum.is_eager = row.is_eager;
  }
  const auto add = [&](const Recording::Cell& cell) {
    OpTableRow cells;
    cells.occurrences = cell.count;
    cells.total_ps = cell.total_ps;
    cells.self_ps = cell.self_ps;
    Add(cells, sums[cell.row]);
  };
  if (steps == nullptr) {
    recording.ForEachCell(recording.cell_runs, add);
    return sums;
  }
  for (const int64_t step : *steps) {
    recording.ForEachCell(recording.RunsOf(step), add);
  }
  return sums;
}

OpTableRow IdleOf(const Recording::Device& device) {
  OpTableRow idle;
  idle.type = kIdle;
  idle.total_ps = idle.self_ps = device.idle_ps;
  return idle;
}

class OpTable {
 public:
  void Add(const Recording& recording, const std::vector<int64_t>* steps) {
    const std::vector<OpTableRow> sums = SumsOf(recording, steps);
    for (size_t i = 0; i < sums.size(); ++i) {
      if (steps != nullptr && sums[i].occurrences == 0) continue;
      if (!sums[i].on_device) {
        tfprof::Add(sums[i], host_[sums[i].name]);
        continue;
      }
      const std::string_view kernel =
          recording.strings[recording.rows[i].kernel];
      AddKernel(std::string(sums[i].name) + '/' + std::string(kernel), sums[i]);
    }
    if (steps != nullptr) return;
    for (const Recording::Device& device : recording.devices) {
      if (device.kind != Recording::Device::Kind::kHost) {
        OpTableRow idle = IdleOf(device);
        idle.name = kIdle;
        AddKernel(idle.name, idle);
      } else if (device.lines > 0) {
        tfprof::Add(IdleOf(device), host_[std::string(kIdle)]);
      }
    }
  }

  std::vector<OpTableRow> Finish(size_t most) {
    Rows devices;
    for (const OpTableRow& kernel : kernels_.rows()) {
      OpTableRow& row = devices[op_of_kernel_[kernel.name]];
      if (row.type.empty()) row.type = kernel.type;
      if (row.type.empty()) row.type = "Unknown";
      row.on_device = true;
      // tfprof: of several kernels the last one says whether it was eager.
      row.is_eager = kernel.is_eager;
      row.occurrences = std::max(row.occurrences, kernel.occurrences);
      row.total_ps = WrapAdd(row.total_ps, kernel.total_ps);
      row.self_ps = WrapAdd(row.self_ps, kernel.self_ps);
    }
    std::vector<OpTableRow> table;
    Append(devices.rows(), most, table);
    Append(host_.rows(), most, table);
    return table;
  }

 private:
  void AddKernel(const std::string& key, const OpTableRow& sum) {
    op_of_kernel_[key] = sum.name;
    tfprof::Add(sum, kernels_[key]);
  }

  static void Append(std::vector<OpTableRow>& rows, size_t most,
                     std::vector<OpTableRow>& table) {
    std::sort(rows.begin(), rows.end(),
              [](const OpTableRow& a, const OpTableRow& b) {
                return a.self_ps != b.self_ps ? a.self_ps > b.self_ps
                                              : a.name < b.name;
              });
    if (most > 0 && rows.size() > most) rows.resize(most);
    for (OpTableRow& row : rows) table.push_back(std::move(row));
  }

  Rows host_;
  Rows kernels_;  // by operation and kernel
  std::map<std::string, std::string> op_of_kernel_;
};

}  // namespace

std::vector<OpTableRow> MakeOpTable(
    std::span<const std::shared_ptr<const Recording>> hosts, size_t most,
    const std::vector<int64_t>* steps) {
  OpTable table;
  for (const auto& host : hosts) table.Add(*host, steps);
  return table.Finish(most);
}

}  // namespace tfprof
