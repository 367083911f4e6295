// SPDX-License-Identifier: Apache-2.0
// What each worker took for each row of a view, in a sorted file: medians over
// workers need all values of a row and of no other.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/fleet/worker.h"
#include "base/error.h"
#include "base/sorted_file.h"
#include "base/string_pool.h"

namespace tfprof {

enum class FleetView : uint8_t { kScope, kOp, kCode };

std::string_view WordOf(FleetView view);

inline constexpr std::string_view kNoCodeLine = "(no code line)";

// Calls `take` with the scopes of a name from the outermost on, and with the
// name itself last: "a", "a/b", "a/b/c". Deeper scopes are left out, so that
// long names take no more than their length.
template <typename Take>
void ForEachScope(std::string_view name, Take take) {
  constexpr int kMostDepth = 16;
  size_t end = name.find('/', 1);
  for (int i = 0; i < kMostDepth && end != std::string_view::npos; ++i) {
    take(name.substr(0, end));
    end = name.find('/', end + 1);
  }
  take(name);
}

class FleetRows {
 public:
  // A worker's value of a row. Times are those of a step in the middle, times
  // 2 so that the mean of two is whole, in ns.
  struct Value {
    uint64_t row = 0;
    int64_t twice_ns = 0;
    uint32_t worker = 0;
    StringId op;         // these two of a node
    StringId code;       // invalid if it is not known
    int64_t sum_ns = 0;  // over the worker's steps

    bool operator<(const Value& other) const {
      if (row != other.row) return row < other.row;
      if (twice_ns != other.twice_ns) return twice_ns < other.twice_ns;
      return worker < other.worker;
    }
  };

  // All values of a row but those that are 0, ascending.
  struct Row {
    std::string_view name;
    bool is_node = false;            // else a row of the view
    WorkKind kind = WorkKind::kOwn;  // of a node
    std::span<const Value> values;

    // Of all workers, those that have no value too.
    double MedianNs(size_t workers) const;
    double QuantileNs(size_t workers, double share) const;
  };

  explicit FleetRows(FleetView view) : view_(view) {}

  FleetView view() const { return view_; }

  Status Add(uint32_t number, const Worker& worker);

  // Each row, nodes too, in no order that means anything.
  Status ForEach(const std::function<void(const Row&)>& visit);

  std::string_view Text(StringId id) const { return strings_[id]; }

 private:
  // Completes `value` and adds it, unless it is 0.
  Status AddValue(Value value, std::vector<int64_t> by_step);
  Status AddTotals(uint32_t number, const Worker& worker);

  const FleetView view_;
  StringPool strings_;
  SortedFile<Value> values_;
};

// The middle one of several, or the sum of the two in the middle: twice the
// median. 0 of none. Leaves them in another order.
int64_t TwiceMedian(std::span<int64_t> values);

}  // namespace tfprof
