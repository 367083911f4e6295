// SPDX-License-Identifier: Apache-2.0
// The time and memory of each name over several steps: the numbers behind
// benchmark_model's tables. Memory grows with the number of names, not of steps
// or executions.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/regex_set.h"
#include "base/string_pool.h"
#include "report/cell_text.h"

namespace tfprof {

// Statistics of a sequence of numbers, which are not stored themselves.
struct Series {
  int64_t count = 0;
  int64_t first = 0;
  int64_t newest = 0;
  int64_t min = 0;
  int64_t max = 0;
  int64_t sum = 0;
  double squared_sum = 0;

  void Add(int64_t value);

  double Average() const {
    return count == 0 ? 0
                      : static_cast<double>(sum) / static_cast<double>(count);
  }

  // tfprof: truncated, like the variance under its root.
  int64_t Deviation() const;
};

// Columns of the tables, by release.
enum class StepLayout : uint8_t {
  kNewest,
  kStart17,  // with the start, in 17 characters
  kStart9,   // with the start, in 9
  kNoCalls,  // the same, without the times called
};

// Selects the tables and their layout.
struct StepFormat {
  bool show_run_order = true;
  bool show_time = true;
  bool show_memory = true;
  bool show_type = true;
  bool show_summary = true;
  bool show_sizes = false;      // types and shapes of outputs
  int64_t run_order_limit = 0;  // rows; all of them if 0 or less
  int64_t time_limit = 10;
  int64_t memory_limit = 10;
  bool as_csv = false;
  StepLayout layout = StepLayout::kNewest;
  bool numeric_order = false;  // Rules::numeric_order

  // True if any of the tables is shown.
  bool HasTables() const {
    return show_run_order || show_time || show_memory || show_type ||
           show_summary || show_sizes || as_csv;
  }
};

struct BenchmarkTables {
  // The first record of an output in the first step, by slot.
  struct Output {
    int32_t dtype = 0;
    bool unknown_rank = false;
    std::vector<int64_t> dims;

    bool operator==(const Output&) const = default;
  };

  // An output that differs in a later step.
  struct Change {
    size_t name = 0;
    size_t slot = 0;
    int64_t step = 0;   // the first step that differs, from 0
    int64_t steps = 0;  // number of steps that differ
    Output now;
  };

  static constexpr uint32_t kNone = UINT32_MAX;

  // A row of the tables; there may be millions.
  struct Name {
    OwnedText name = "";
    // of the first record in the first step of the name, from 1
    int64_t order = 0;
    uint32_t outputs = kNone;  // a row of BenchmarkTables::outputs
    StringId type;             // of `types`

    void AddCall(int64_t call_micros, int64_t bytes, int64_t start);

    Series Micros() const;  // one number per call

    int64_t Calls() const {
      return all_ != nullptr ? all_->micros.count : int64_t{was_called_};
    }

    // Requested by the last call.
    int64_t NewestBytes() const {
      return all_ != nullptr ? all_->newest_bytes : first_.bytes;
    }

    double AverageBytes() const {
      return all_ != nullptr ? MeanOf(all_->sum_of_bytes) : first_.bytes;
    }

    // us from the first record of the step
    double AverageStart() const {
      return all_ != nullptr ? MeanOf(all_->sum_of_starts) : first_.start;
    }

   private:
    struct AllCalls {
      Series micros;
      int64_t newest_bytes = 0;
      int64_t sum_of_bytes = 0;
      int64_t sum_of_starts = 0;

      void Add(int64_t call_micros, int64_t bytes, int64_t start);
    };

    // The only call of most names, in small numbers.
    struct FirstCall {
      int32_t micros = 0;
      int32_t bytes = 0;
      int32_t start = 0;
    };

    double MeanOf(int64_t sum) const {
      return static_cast<double>(sum) / static_cast<double>(Calls());
    }

    bool was_called_ = false;
    FirstCall first_;                // the first call, if there is no other
    std::unique_ptr<AllCalls> all_;  // else
  };

  std::string_view TypeOf(const Name& name) const { return types[name.type]; }

  // Outputs by slot; empty if outputs were not recorded.
  std::span<const Output> OutputsOf(const Name& name) const {
    if (name.outputs == kNone) return {};
    return outputs[name.outputs];
  }

  StepFormat format;
  StringPool types;
  // In order of first use; a deque, because it grows without copies.
  std::deque<Name> names;
  std::deque<std::vector<Output>> outputs;  // of names that have any
  std::vector<Change> changes;  // of outputs, if changes were recorded
  int64_t hidden_micros = 0;    // of names that were filtered out, per step
  Series step_micros;
  Series step_bytes;
  Series step_spans;  // from the first start to the last end
};

// Keeps only names that match in full. Shares still refer to whole steps.
void FilterNames(BenchmarkTables& tables, const RegexSet& names);

}  // namespace tfprof
