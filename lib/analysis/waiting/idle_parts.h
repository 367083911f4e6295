// SPDX-License-Identifier: Apache-2.0
// Idle time of devices with a reason. Times are picoseconds.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/waiting/device_moments.h"
#include "analysis/waiting/event_kinds.h"
#include "analysis/waiting/host_view.h"
#include "analysis/waiting/waiting_windows.h"
#include "base/ids.h"

namespace tfprof {

// How a reason is known.
enum class Certainty : uint8_t {
  kRecorded,  // ids and nesting led to it
  kGuess,     // the main thread was assumed
  kNone,      // nothing tells
};

// Why a device was idle. Names are of RecordedHost::strings.
struct IdleCause {
  WaitReason reason = WaitReason::kUnknown;
  Certainty certainty = Certainty::kNone;
  bool is_hand_over = false;  // between two threads; it has no evidence
  StringId evidence;
  StringId region;
  StringId line;  // of the frame, "$FILE:LINE FUNCTION"
  StringId call;  // of the call of a program
};

// Texts of a cause, as tables show them.
std::string_view EvidenceText(const RecordedHost& host, const IdleCause& cause);
std::string_view LineText(const RecordedHost& host, const IdleCause& cause);
std::string_view RegionText(const RecordedHost& host, const IdleCause& cause);
std::string_view ProgramText(const RecordedHost& host, const IdleCause& cause);

// A longest interval in a window in which a device runs nothing. Windows that
// overlap may share it.
struct IdleStretch {
  int64_t begin_ps = 0;
  int64_t end_ps = 0;
  int64_t windows = 1;

  int64_t length_ps() const { return end_ps - begin_ps; }

  bool is_short() const { return length_ps() < 10'000'000; }
};

struct IdlePart {
  int64_t begin_ps = 0;
  int64_t end_ps = 0;
  IdleCause cause;

  int64_t length_ps() const { return end_ps - begin_ps; }
};

// The stretches of a device in windows, each once, in order of begin.
std::vector<IdleStretch> StretchesOf(const DeviceMoments& device,
                                     const std::vector<AccountWindow>& windows);

// Tells why a device was idle, by the way on the host to its next work.
class IdleExplainer {
 public:
  // Both must outlive this.
  IdleExplainer(const HostView& view, const DeviceMoments& device);

  // The parts of a stretch, in order of time. Valid until the next call.
  const std::vector<IdlePart>& PartsOf(const IdleStretch& stretch);

 private:
  void AddWay(const DeviceWork& work, int64_t begin_ps, int64_t& high_ps);
  void AddThread(uint32_t line, int64_t low_ps, int64_t high_ps, bool is_guess);
  void AddMain(int64_t low_ps, int64_t high_ps);
  void AddWaiting(int64_t low_ps, int64_t high_ps, const IdleCause& cause);
  void Add(int64_t low_ps, int64_t high_ps, const IdleCause& cause);
  IdleCause CauseOf(uint32_t event) const;
  IdleCause CallCause(uint32_t event, WaitReason reason) const;

  const HostView& view_;
  const DeviceMoments& device_;
  const bool may_wait_for_other_;
  std::vector<IdlePart> parts_;
};

}  // namespace tfprof
