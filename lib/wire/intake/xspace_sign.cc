// SPDX-License-Identifier: Apache-2.0
// What only an XSpace has, and what none has.
#include <cstdint>
#include <string_view>

#include "wire/intake/signs.h"
#include "wire/text_format.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// Of each message, as many fields as say enough.
constexpr int kMostFieldsOfSpace = 24;

bool HasEvents(std::string_view bytes) {
  WireCursor line(bytes);
  for (int i = 0; i < kMostFieldsOfSpace && line.Next(); ++i) {
    if (line.field() == Len(4)) return true;
    line.Skip();
  }
  return false;
}

class XSpaceLook {
 public:
  // Takes a field; false if no XSpace has it. Throws what protozero throws.
  bool TakeOfSpace(WireCursor& space) {
    const uint32_t number = space.field() >> 3;
    if (number > 4) {
      is_odd_ = true;
      space.Skip();
      return true;
    }
    if (space.field() != Len(number)) return false;
    const std::string_view value = space.ClippedView();
    if (number == 1) return TakePlane(value);
    // Errors, warnings and names of hosts, as people or terminals read them.
    return HasOnlyTextBytes(value) || !IsWhole(value);
  }

  // Other messages, too, list devices by such names, the trace of TensorFlow's
  // viewer among them.
  bool IsXSpace() const { return has_name_ && (has_events_ || !is_odd_); }

 private:
  bool TakePlane(std::string_view bytes) {
    WireCursor plane(bytes);
    for (int i = 0; i < kMostFieldsOfSpace && plane.Next(); ++i) {
      const uint32_t number = plane.field() >> 3;
      if (number > 6) {
        plane.Skip();
        continue;
      }
      if (plane.field() != (number == 1 ? Varint(number) : Len(number))) {
        return false;
      }
      if (number == 1) {
        plane.Skip();
        continue;
      }
      const std::string_view value = plane.ClippedView();
      if (number == 2) TakeName(value);
      if (number == 3 && HasEvents(value)) has_events_ = true;
    }
    return true;
  }

  void TakeName(std::string_view name) {
    has_name_ = has_name_ || name.starts_with("/host:") ||
                name.starts_with("/device:") || name == "Task Environment";
  }

  bool has_name_ = false;
  bool has_events_ = false;
  bool is_odd_ = false;  // it has fields that nobody knows
};

}  // namespace

bool HasProfilerPlane(std::string_view content) {
  XSpaceLook look;
  try {
    WireCursor space(content);
    for (int i = 0; i < kMostFieldsOfSpace && space.Next(); ++i) {
      if (!look.TakeOfSpace(space)) return false;
    }
  } catch (const protozero::exception&) {
    // What was seen before the damage counts.
  }
  return look.IsXSpace();
}

}  // namespace tfprof
