// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/op_table.h"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include <tsl/robin_map.h>

#include "base/numbers.h"

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

// Numbers of texts, for all recordings.
class Texts {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  uint32_t NumberOf(std::string_view text) {
    return number_of_.insert({text, static_cast<uint32_t>(number_of_.size())})
        .first->second;
  }

  uint32_t NumberOfCopy(std::string text) {
    const auto found = number_of_.find(text);
    if (found != number_of_.end()) return found->second;
    return NumberOf(own_.emplace_back(std::move(text)));
  }

 private:
  tsl::robin_map<std::string_view, uint32_t> number_of_;
  std::deque<std::string> own_;
};

// The same of one recording, of which each text is looked at once, however many
// rows have it.
class TextsOf {
 public:
  TextsOf(const StringPool& strings, Texts& texts)
      : strings_(strings), texts_(texts), number_(strings.size(), kUnknown) {}

  uint32_t NumberOf(StringId id) {
    int64_t& number = number_[id.value];
    if (number == kUnknown) number = texts_.NumberOf(strings_[id]);
    return static_cast<uint32_t>(number);
  }

 private:
  static constexpr int64_t kUnknown = -1;

  const StringPool& strings_;
  Texts& texts_;
  std::vector<int64_t> number_;
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
      const uint32_t op = texts.NumberOf(row.name);
      if (!sums[i].on_device) {
        tfprof::Add(sums[i], host_.Of(op, sums[i].name));
        continue;
      }
      const std::string_view kernel = recording.strings[row.kernel];
      const size_t slash = kernel.rfind('/');
      if (slash == std::string_view::npos) {
        AddKernel(op, texts.NumberOf(row.kernel), op, sums[i]);
      } else {
        // tfprof: kernels are told apart by "operation/kernel" alone.
        std::string before(sums[i].name);
        before.append("/").append(kernel.substr(0, slash));
        AddKernel(texts_.NumberOfCopy(std::move(before)),
                  texts_.NumberOf(kernel.substr(slash + 1)), op, sums[i]);
      }
    }
    if (steps != nullptr) return;
    const uint32_t idle_op = texts_.NumberOf(kIdle);
    for (const Recording::Device& device : recording.devices) {
      OpTableRow idle = IdleOf(device);
      if (device.kind != Recording::Device::Kind::kHost) {
        idle.name = kIdle;
        AddKernel(idle_op, Texts::kNone, idle_op, idle);
      } else if (device.lines > 0) {
        tfprof::Add(idle, host_.Of(idle_op, kIdle));
      }
    }
  }

  std::vector<OpTableRow> Finish(size_t most) {
    Rows devices;
    for (size_t i = 0; i < kernels_.rows().size(); ++i) {
      const OpTableRow& kernel = kernels_.rows()[i];
      OpTableRow& row = devices.Of(op_of_kernel_[i], kernel.name);
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
  void AddKernel(uint32_t before, uint32_t after, uint32_t op,
                 const OpTableRow& sum) {
    const size_t row =
        kernels_.IndexOf(uint64_t{before} << 32 | after, sum.name);
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

  Texts texts_;
  Rows host_;     // by operation
  Rows kernels_;  // by operation and kernel
  std::vector<uint32_t> op_of_kernel_;
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
