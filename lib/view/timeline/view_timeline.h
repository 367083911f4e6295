// SPDX-License-Identifier: Apache-2.0
// ViewTimeline: what happened when, as plain data. Times are in us.
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
    uint32_t first_span = 0;  // the span it is announced in front of
  };

  struct Span {
    uint32_t process = 0;
    uint32_t lane = 0;
    int64_t start = 0;
    int64_t duration = 0;
    uint32_t named = 0;  // what `name_of` takes
  };

  // An arrow from the end of one span to the start of another.
  struct Flow {
    uint32_t from = 0;
    uint32_t to = 0;
  };

  // What a device's allocator held at some time, and for whom.
  struct MemorySample {
    uint32_t process = 0;  // the one after it has the holders
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
  std::function<RowName(uint32_t named)> name_of;  // of a span
  std::vector<Flow> flows;
  std::vector<MemorySample> memory;
  Lists<Holder> holders;  // by sample, the largest first
  std::vector<Peak> peaks;
  // From records of executions; else the widths are totals and starts mean
  // nothing.
  bool is_recorded = false;

  RowName NameOf(const Span& span) const { return name_of(span.named); }
};

}  // namespace tfprof
