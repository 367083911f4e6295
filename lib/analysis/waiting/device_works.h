// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "recorded/recorded_host.h"
#include "recorded/time_union.h"

namespace tfprof {

enum class WorkClass : uint8_t { kCompute, kCollective, kCopy };

std::string_view WordsOf(WorkClass work_class);

// One execution on a device that counts as its work. 72 bytes.
struct DeviceWork {
  int64_t begin_ps = 0;
  int64_t end_ps = 0;
  uint32_t device = 0;       // of RecordedHost::devices
  uint32_t lane = 0;         // of RecordedHost::lines
  uint32_t launch = kNoRow;  // of HostEvents: the call that launched it
  uint32_t event = kNoRow;   // its own row of HostEvents, of a CPU
  uint32_t row = kNoRow;     // of Executions; kNoRow: an operation of a CPU
  uint32_t before = kNoRow;  // the work before it on its lane, if that ended
  uint32_t order = 0;        // in the file
  WorkClass work_class = WorkClass::kCompute;
  std::string_view kind;  // "all-reduce", "h2d"; empty: compute
  std::string_view name;  // instruction, operation, or kernel

  // An instruction or operation of a CPU is its own launch.
  bool is_own_launch() const { return event != kNoRow; }
};

// The works of all devices of a recording that have some.
class DeviceWorks {
 public:
  // `host` must outlive this.
  explicit DeviceWorks(const RecordedHost& host);

  // By device, then by begin, end and order.
  const std::vector<DeviceWork>& rows() const { return rows_; }

  const DeviceWork& operator[](uint32_t work) const { return rows_[work]; }

  uint32_t size() const { return static_cast<uint32_t>(rows_.size()); }

  bool empty() const { return rows_.empty(); }

  // Moments at which some device runs something.
  const TimeUnion& occupied() const { return occupied_; }

  // The work that an event of the host is; kNoRow: it is none.
  uint32_t OfEvent(uint32_t event) const {
    return work_of_event_.empty() ? kNoRow : work_of_event_[event];
  }

  // Of an execution of a collective that other devices had as well: the
  // execution that began last. kNoRow: it is that one, or it met no other.
  uint32_t LastArrivalOf(uint32_t work) const {
    return last_arrival_.empty() ? kNoRow : last_arrival_[work];
  }

 private:
  void AddExecutions(const RecordedHost& host);
  void AddOperations(const RecordedHost& host);
  void Sort(const RecordedHost& host);
  void FindOrderOnLanes();
  void FindArrivals(const RecordedHost& host);

  std::vector<DeviceWork> rows_;
  TimeUnion occupied_;
  std::vector<uint32_t> work_of_event_;  // empty without works of CPUs
  std::vector<uint32_t> last_arrival_;   // empty without meetings
};

}  // namespace tfprof
