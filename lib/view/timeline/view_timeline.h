// SPDX-License-Identifier: Apache-2.0
// ViewTimeline: spans, arrows and samples as plain data. Times are in us.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/lists.h"
#include "view/row_name.h"

namespace tfprof {

struct ViewTimeline {
  // A group of lanes under one title.
  struct Process {
    std::string title;
    uint32_t first_span = 0;  // the span before which it is announced
  };

  struct Span {
    uint32_t process = 0;
    uint32_t lane = 0;
    int64_t start = 0;
    int64_t duration = 0;
    uint32_t named = 0;  // the argument of `name_of`
  };

  // An arrow from the end of one span to the start of another.
  struct Flow {
    uint32_t from = 0;
    uint32_t to = 0;
  };

  // The bytes of a device's allocator at some time, and their holders.
  struct MemorySample {
    uint32_t process = 0;  // the next process has the holders
    int64_t at = 0;
    int64_t bytes_in_use = 0;
    int64_t not_listed_bytes = 0;
  };

  struct Holder {
    int64_t bytes = 0;
    std::string_view name;
  };

  struct Peak {
    std::string_view device;
    int64_t bytes = 0;
  };

  std::vector<Process> processes;  // by number
  std::vector<Span> spans;
  std::function<RowName(uint32_t named)> name_of;  // the name of a span
  std::vector<Flow> flows;
  std::vector<MemorySample> memory;
  Lists<Holder> holders;  // by sample, largest first
  std::vector<Peak> peaks;
  // True if spans are recorded executions; else widths are totals and starts
  // mean nothing.
  bool is_recorded = false;

  RowName NameOf(const Span& span) const { return name_of(span.named); }
};

}  // namespace tfprof
