// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/held_lines.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "base/numbers.h"

namespace tfprof {

namespace {

// Ids, not texts, are compared: a file may have millions of lines of one long
// name.
auto PlaceOfHeld(const HeldLine& row) {
  return std::tuple(row.file, row.line, row.function, row.kind);
}

auto PlaceAndDevice(const HeldLine& row) {
  return std::tuple(PlaceOfHeld(row), row.device);
}

// Sorts rows by a key, and adds up those with equal ones. REQUIRES: the key
// begins with what is compared.
template <typename Key>
void MergeHeld(Key key, std::vector<HeldLine>& rows) {
  std::sort(rows.begin(), rows.end(), [](const HeldLine& a, const HeldLine& b) {
    return PlaceAndDevice(a) < PlaceAndDevice(b);
  });
  size_t last = 0;
  for (size_t i = 1; i < rows.size(); ++i) {
    HeldLine& sum = rows[last];
    const HeldLine& row = rows[i];
    if (key(sum) != key(row)) {
      rows[++last] = row;
      continue;
    }
    if (sum.device != row.device) {
      ++sum.devices;
      sum.device = row.device;
    }
    sum.most_bytes = std::max(sum.most_bytes, row.most_bytes);
    sum.before.Add(row.before);
    sum.after.Add(row.after);
  }
  if (!rows.empty()) rows.resize(last + 1);
}

}  // namespace

void HeldSide::Add(const HeldSide& more) {
  bytes = WrapAdd(bytes, more.bytes);
  count = WrapAdd(count, more.count);
}

int64_t HeldLine::ChangeBytes() const {
  return WrapAdd(after.bytes, WrapMultiply(before.bytes, -1));
}

uint64_t SizeOfChange(int64_t change) {
  return change < 0 ? uint64_t{0} - static_cast<uint64_t>(change)
                    : static_cast<uint64_t>(change);
}

HeldLines::HeldLines(const HeldMemory& before, const HeldMemory& after) {
  Append(before, &HeldLine::before);
  Append(after, &HeldLine::after);
  MergeHeld(PlaceAndDevice, rows_);
}

void HeldLines::Append(const HeldMemory& held, HeldSide HeldLine::*side) {
  std::vector<StringId> ids;
  ids.reserve(held.strings.size());
  for (size_t i = 0; i < held.strings.size(); ++i) {
    ids.push_back(texts_.Intern(held.strings[StringId(i)]));
  }
  rows_.reserve(rows_.size() + held.rows.size());
  for (const HeldMemory::Row& row : held.rows) {
    HeldLine& line = rows_.emplace_back();
    line.device = ids[row.device.value];
    line.kind = ids[row.kind.value];
    line.file = ids[row.file.value];
    line.function = ids[row.function.value];
    line.line = row.line;
    line.*side = {row.bytes, row.count};
    line.most_bytes = line.after.bytes;
  }
}

std::string HeldLines::CodeOf(const HeldLine& row) const {
  const std::string_view file = TextOf(row.file);
  return file.empty() ? std::string() : fmt::format("{}:{}", file, row.line);
}

std::vector<HeldLine> HeldLines::Devices() const {
  std::vector<HeldLine> devices = rows_;
  for (HeldLine& row : devices) {
    row.kind = row.file = row.function = row.device;
    row.line = 0;
  }
  MergeHeld(PlaceOfHeld, devices);
  return devices;
}

void HeldLines::AddDevicesUp() { MergeHeld(PlaceOfHeld, rows_); }

void HeldLines::SortRows(Order order, std::vector<HeldLine>& rows) const {
  const auto compare = [&](StringId a, StringId b) {
    return a == b ? 0 : TextOf(a).compare(TextOf(b));
  };
  std::sort(rows.begin(), rows.end(),
            [&](const HeldLine& a, const HeldLine& b) {
              if (order == Order::kBytes && a.after.bytes != b.after.bytes) {
                return a.after.bytes > b.after.bytes;
              }
              const uint64_t change = SizeOfChange(a.ChangeBytes());
              const uint64_t other = SizeOfChange(b.ChangeBytes());
              if (change != other) return change > other;
              for (StringId HeldLine::*text :
                   {&HeldLine::device, &HeldLine::kind, &HeldLine::file}) {
                if (const int by_text = compare(a.*text, b.*text)) {
                  return by_text < 0;
                }
              }
              if (a.line != b.line) return a.line < b.line;
              return compare(a.function, b.function) < 0;
            });
}

}  // namespace tfprof
