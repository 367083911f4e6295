// SPDX-License-Identifier: Apache-2.0
// The memory that lines of code hold, in one profile or before and after.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/string_pool.h"
#include "model/held_memory.h"

namespace tfprof {

struct HeldSide {
  int64_t bytes = 0;
  int64_t count = 0;

  void Add(const HeldSide& more);
};

// The numbers of a single profile are those after.
struct HeldLine {
  StringId device;
  StringId kind;
  StringId file;
  StringId function;
  int64_t line = 0;
  HeldSide before;
  HeldSide after;
  int64_t devices = 1;
  int64_t most_bytes = 0;  // after, on one device

  int64_t ChangeBytes() const;
};

// The size of a change, whatever its sign.
uint64_t SizeOfChange(int64_t change);

class HeldLines {
 public:
  explicit HeldLines(const HeldMemory& held) { Append(held, &HeldLine::after); }

  // A row for what is the same line on the same device in both.
  HeldLines(const HeldMemory& before, const HeldMemory& after);

  const std::vector<HeldLine>& rows() const { return rows_; }

  std::string_view TextOf(StringId id) const { return texts_[id]; }

  // "train.py:12"; empty if the file is not known.
  std::string CodeOf(const HeldLine& row) const;

  // A row for each device, with its sums; of a line only the device is set.
  std::vector<HeldLine> Devices() const;

  // Adds up the rows of a line on several devices.
  void AddDevicesUp();

  // Sorts by bytes, or by the size of the change; the largest first, and equal
  // ones by their texts.
  enum class Order : uint8_t { kBytes, kChange };

  void Sort(Order order) { SortRows(order, rows_); }

  void SortRows(Order order, std::vector<HeldLine>& rows) const;

  template <typename IsLeftOut>
  void LeaveOut(IsLeftOut is_left_out) {
    std::erase_if(rows_, is_left_out);
  }

 private:
  void Append(const HeldMemory& held, HeldSide HeldLine::*side);

  StringPool texts_;
  std::vector<HeldLine> rows_;
};

}  // namespace tfprof
