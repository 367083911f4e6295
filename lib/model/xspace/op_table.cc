// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/op_table.h"

#include <algorithm>
#include <string>
#include <utility>

#include <tsl/robin_map.h>

#include "base/numbers.h"
#include "base/string_pool.h"

namespace tfprof {

namespace {

constexpr std::string_view kIdle = "IDLE";

// Rows by a number in the order in which they came.
class Rows {
 public:
  size_t IndexOf(uint64_t key, std::string_view name) {
    const auto [found, is_new] = row_of_.insert({key, rows_.size()});
    if (is_new) rows_.emplace_back().name = name;
    return found->second;
  }

  OpTableRow& Of(uint64_t key, std::string_view name) {
    return rows_[IndexOf(key, name)];
  }

  std::vector<OpTableRow>& rows() { return rows_; }

 private:
  std::vector<OpTableRow> rows_;
  tsl::robin_map<uint64_t, size_t> row_of_;
};

// Texts of a recording in the pool for all: each is looked for once, however
// many rows have it.
class TextsOf {
 public:
  TextsOf(const StringPool& strings, StringPool& all)
      : strings_(strings), all_(all), known_(strings.size()) {}

  StringId Find(StringId id) {
    StringId& known = known_[id.value];
    if (!known.valid()) known = all_.Intern(strings_[id]);
    return known;
  }

 private:
  const StringPool& strings_;
  StringPool& all_;
  std::vector<StringId> known_;
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
    TextsOf texts(recording.strings, texts_);
    for (size_t i = 0; i < sums.size(); ++i) {
      if (steps != nullptr && sums[i].occurrences == 0) continue;
      const Recording::Row& row = recording.rows[i];
      const StringId op = texts.Find(row.name);
      if (!sums[i].on_device) {
        tfprof::Add(sums[i], host_.Of(op.value, sums[i].name));
        continue;
      }
      const std::string_view kernel = recording.strings[row.kernel];
      const size_t slash = kernel.rfind('/');
      if (slash == std::string_view::npos) {
        AddKernel(op, texts.Find(row.kernel), op, sums[i]);
      } else {
        // tfprof: kernels are told apart by "operation/kernel" alone.
        std::string before(sums[i].name);
        before.append("/").append(kernel.substr(0, slash));
        AddKernel(texts_.Intern(before),
                  texts_.Intern(kernel.substr(slash + 1)), op, sums[i]);
      }
    }
    if (steps != nullptr) return;
    const StringId idle_op = texts_.Intern(kIdle);
    for (const Recording::Device& device : recording.devices) {
      OpTableRow idle = IdleOf(device);
      if (device.kind != Recording::Device::Kind::kHost) {
        idle.name = kIdle;
        AddKernel(idle_op, StringId(), idle_op, idle);
      } else if (device.lines > 0) {
        tfprof::Add(idle, host_.Of(idle_op.value, kIdle));
      }
    }
  }

  std::vector<OpTableRow> Finish(size_t most) {
    Rows devices;
    for (size_t i = 0; i < kernels_.rows().size(); ++i) {
      const OpTableRow& kernel = kernels_.rows()[i];
      OpTableRow& row = devices.Of(op_of_kernel_[i].value, kernel.name);
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
  // Of the operations of a kernel the last one counts.
  void AddKernel(StringId before, StringId after, StringId op,
                 const OpTableRow& sum) {
    const size_t row =
        kernels_.IndexOf(uint64_t{before.value} << 32 | after.value, sum.name);
    op_of_kernel_.resize(kernels_.rows().size());
    op_of_kernel_[row] = op;
    kernels_.rows()[row].name = sum.name;
    tfprof::Add(sum, kernels_.rows()[row]);
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

  StringPool texts_;
  Rows host_;     // by operation
  Rows kernels_;  // by operation and kernel
  std::vector<StringId> op_of_kernel_;
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
