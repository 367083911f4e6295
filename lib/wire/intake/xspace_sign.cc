// SPDX-License-Identifier: Apache-2.0
// Fields that only an XSpace has, and fields that none has.
#include <cstdint>
#include <string_view>

#include "wire/intake/signs.h"
#include "wire/text_format.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// The number of fields of each message that decide.
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
  // Reads a field; false if no XSpace has it. Throws protozero's exceptions.
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
    // Errors, warnings and host names are printable text.
    return HasOnlyTextBytes(value) || !IsWhole(value);
  }

  // Other messages also list devices with such names, including the Trace of
  // TensorFlow's viewer.
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
  bool is_odd_ = false;  // it has unknown fields
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
    // The fields before the damage count.
  }
  return look.IsXSpace();
}

}  // namespace tfprof
