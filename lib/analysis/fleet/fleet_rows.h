// SPDX-License-Identifier: Apache-2.0
// The times of all workers by row of a view, in a sorted file, so that the
// values of one row can be read together for its median.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/fleet/worker.h"
#include "base/error.h"
#include "base/external_sorter.h"
#include "base/string_pool.h"

namespace tfprof {

enum class FleetView : uint8_t { kScope, kOp, kCode };

std::string_view WordOf(FleetView view);

inline constexpr std::string_view kNoCodeLine = "(no code line)";

// Calls `take` with the scopes of a name, outermost first, and last with the
// name itself: "a", "a/b", "a/b/c". Scopes deeper than the limit are left out,
// so that a long name costs no more than its length.
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
  // A worker's value in a row, in ns: twice the median over its steps, which is
  // a whole number.
  struct Value {
    uint64_t row = 0;
    int64_t twice_ns = 0;
    uint32_t worker = 0;
    StringId op;         // op and code of a node
    StringId code;       // invalid if it is not known
    int64_t sum_ns = 0;  // over the worker's steps

    bool operator<(const Value& other) const {
      if (row != other.row) return row < other.row;
      if (twice_ns != other.twice_ns) return twice_ns < other.twice_ns;
      return worker < other.worker;
    }
  };

  // The values of one row, ascending, without those that are 0.
  struct Row {
    std::string_view name;
    bool is_node = false;            // else a row of the view
    WorkKind kind = WorkKind::kOwn;  // of a node
    std::span<const Value> values;

    // Over all workers; those without a value count as 0.
    double MedianNs(size_t workers) const;
    double QuantileNs(size_t workers, double share) const;
  };

  explicit FleetRows(FleetView view) : view_(view) {}

  FleetView view() const { return view_; }

  Status Add(uint32_t number, const Worker& worker);

  // Visits all rows, nodes too, in arbitrary order.
  Status ForEach(const std::function<void(const Row&)>& visit);

  std::string_view Text(StringId id) const { return strings_[id]; }

 private:
  // Sets the sums of `value` and stores it, unless it is 0. `ns` is of those of
  // its `steps` that have a time.
  Status AddValue(Value value, std::vector<int64_t> ns, size_t steps);
  Status AddTotals(uint32_t number, const Worker& worker);

  const FleetView view_;
  StringPool strings_;
  ExternalSorter<Value> values_;
};

// Twice the median: the middle value twice, or the sum of the middle two; 0 if
// empty. Reorders `values`.
int64_t TwiceMedian(std::span<int64_t> values);

}  // namespace tfprof
