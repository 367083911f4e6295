// SPDX-License-Identifier: Apache-2.0
// What the names of host events say: the tables of what a thread can be at.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/own_files.h"
#include "recorded/recorded_host.h"

namespace tfprof {

// Why a device, or a step, waited. In the order of the keys of tables.
enum class WaitReason : uint8_t {
  kInput,
  kRegion,
  kPython,
  kHostRead,
  kHostOp,
  kCompile,
  kDispatch,
  kLaunch,
  kQueued,
  kRuntime,
  kOtherDevice,
  kUnknown,
};

inline constexpr size_t kWaitReasons = 12;

std::string_view WordsOf(WaitReason reason);

// A Python frame, "$FILE:LINE FUNCTION".
struct FrameName {
  std::string_view file;
  std::string_view line;
  std::string_view function;
};

// The parts of a frame's name; empty ones if it is no frame.
FrameName ParseFrameName(std::string_view name);

// The classification of a name, worked out once per name.
struct EventKind {
  // Whose file a frame is in.
  enum class File : uint8_t { kNone, kOwn, kLibrary, kMaybeLibrary };

  // The reason that an event of this name gives whatever its stats are, or
  // kUnknown.
  WaitReason reason = WaitReason::kUnknown;
  File file = File::kNone;
  bool is_frame = false;
  bool is_marker = false;     // "TraceContext"
  bool is_operation = false;  // NAME:TYPE
  bool is_compile = false;    // as an event, not as a frame
  bool is_read = false;       // the host reads a result
  bool is_await = false;      // it waits for the runtime's work
  bool is_sync = false;       // returns only when its tasks are done
  bool is_call = false;       // a launching call of the driver
  bool is_runtime = false;    // no annotation of the program
};

EventKind ClassifyEvent(std::string_view name);

// By row of HostEvents::names. Frames of files in `own` are the program's.
std::vector<EventKind> ClassifyEvents(const RecordedHost& host,
                                      const OwnFiles& own);

}  // namespace tfprof
