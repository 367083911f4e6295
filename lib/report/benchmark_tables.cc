// SPDX-License-Identifier: Apache-2.0
#include "report/benchmark_tables.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers.h"

namespace tfprof {

namespace {

// tfprof: a value outside of int64_t, or NaN, becomes the smallest int64_t.
int64_t Truncated(double value) {
  return value >= -0x1p63 && value < 0x1p63 ? static_cast<int64_t>(value)
                                            : INT64_MIN;
}

}  // namespace

void Series::Add(int64_t value) {
  if (count == 0) first = min = max = value;
  ++count;
  newest = value;
  min = std::min(min, value);
  max = std::max(max, value);
  sum = WrapAdd(sum, value);
  squared_sum += static_cast<double>(value) * static_cast<double>(value);
}

int64_t Series::Deviation() const {
  if (count == 0 || min == max) return 0;
  const int64_t variance = Truncated(squared_sum / static_cast<double>(count) -
                                     Average() * Average());
  return Truncated(std::sqrt(static_cast<double>(variance)));
}

void BenchmarkTables::Name::AllCalls::Add(int64_t call_micros, int64_t bytes,
                                          int64_t start) {
  micros.Add(call_micros);
  newest_bytes = bytes;
  sum_of_bytes = WrapAdd(sum_of_bytes, bytes);
  sum_of_starts = WrapAdd(sum_of_starts, start);
}

void BenchmarkTables::Name::AddCall(int64_t call_micros, int64_t bytes,
                                    int64_t start) {
  const bool is_first = !was_called_;
  was_called_ = true;
  const bool is_small = std::in_range<int32_t>(call_micros) &&
                        std::in_range<int32_t>(bytes) &&
                        std::in_range<int32_t>(start);
  if (is_first && is_small) {
    first_ = {static_cast<int32_t>(call_micros), static_cast<int32_t>(bytes),
              static_cast<int32_t>(start)};
    return;
  }
  if (all_ == nullptr) {
    all_ = std::make_unique<AllCalls>();
    if (!is_first) all_->Add(first_.micros, first_.bytes, first_.start);
  }
  all_->Add(call_micros, bytes, start);
}

Series BenchmarkTables::Name::Micros() const {
  if (all_ != nullptr) return all_->micros;
  Series micros;
  if (was_called_) micros.Add(first_.micros);
  return micros;
}

void FilterNames(BenchmarkTables& tables, const RegexSet& names) {
  std::vector<size_t> place(tables.names.size(), SIZE_MAX);
  std::deque<BenchmarkTables::Name> left;
  for (size_t row = 0; row < tables.names.size(); ++row) {
    BenchmarkTables::Name& name = tables.names[row];
    if (names.Matches(name.name.view())) {
      place[row] = left.size();
      left.push_back(std::move(name));
    } else if (tables.step_micros.count > 0) {
      tables.hidden_micros = WrapAdd(
          tables.hidden_micros, name.Micros().sum / tables.step_micros.count);
    }
  }
  tables.names = std::move(left);
  std::erase_if(tables.changes, [&](BenchmarkTables::Change& change) {
    change.name = place[change.name];
    return change.name == SIZE_MAX;
  });
}

}  // namespace tfprof
