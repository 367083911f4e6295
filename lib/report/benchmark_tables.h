// SPDX-License-Identifier: Apache-2.0
// What each name took over several steps: the numbers behind the tables of
// benchmark_model. Memory grows with names, not with steps or executions.
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

// Numbers one after the other, of which only these figures are kept.
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

  // tfprof: truncated, as is the variance it is the root of.
  int64_t Deviation() const;
};

// Columns of the tables, by release.
enum class StepLayout : uint8_t {
  kNewest,
  kStart17,  // with the start, in 17 characters
  kStart9,   // with the start, in 9
  kNoCalls,  // the same, without the times called
};

// Which tables are shown and how.
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

  // Whether any of them is shown.
  bool HasTables() const {
    return show_run_order || show_time || show_memory || show_type ||
           show_summary || show_sizes || as_csv;
  }
};

struct BenchmarkTables {
  // An output as its first record in the first step has it, by slot.
  struct Output {
    int32_t dtype = 0;
    bool unknown_rank = false;
    std::vector<int64_t> dims;

    bool operator==(const Output&) const = default;
  };

  // An output that was not the same in a later step.
  struct Change {
    size_t name = 0;
    size_t slot = 0;
    int64_t step = 0;   // the first one that differs, from 0
    int64_t steps = 0;  // how many do
    Output now;
  };

  static constexpr uint32_t kNone = UINT32_MAX;

  // There may be millions.
  struct Name {
    OwnedText name = "";
    int64_t order = 0;         // of its first record in its first step, from 1
    uint32_t outputs = kNone;  // a row of BenchmarkTables::outputs
    StringId type;             // of `types`

    void AddCall(int64_t call_micros, int64_t bytes, int64_t start);

    Series Micros() const;  // a number a call

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

    // us after the first record of the step
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

    // For most names of a step the only one, with small numbers.
    struct FirstCall {
      int32_t micros = 0;
      int32_t bytes = 0;
      int32_t start = 0;
    };

    double MeanOf(int64_t sum) const {
      return static_cast<double>(sum) / static_cast<double>(Calls());
    }

    bool was_called_ = false;
    FirstCall first_;                // if that is all
    std::unique_ptr<AllCalls> all_;  // else
  };

  std::string_view TypeOf(const Name& name) const { return types[name.type]; }

  // By slot; none if they were not kept.
  std::span<const Output> OutputsOf(const Name& name) const {
    if (name.outputs == kNone) return {};
    return outputs[name.outputs];
  }

  StepFormat format;
  StringPool types;
  // In order of first use; a deque, as it grows without copies.
  std::deque<Name> names;
  std::deque<std::vector<Output>> outputs;  // of names that have any
  std::vector<Change> changes;  // of outputs, if those are kept
  int64_t hidden_micros = 0;    // of names that were filtered out, a step
  Series step_micros;
  Series step_bytes;
  Series step_spans;  // from the first start to the last end
};

// Keeps only the names that match in full. Shares stay those of whole steps.
void FilterNames(BenchmarkTables& tables, const RegexSet& names);

}  // namespace tfprof
