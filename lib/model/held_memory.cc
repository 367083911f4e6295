// SPDX-License-Identifier: Apache-2.0
#include "model/held_memory.h"

#include <algorithm>
#include <tuple>

namespace tfprof {

namespace {

auto KeyOfHeld(const HeldMemory::Row& row) {
  return std::tuple(row.device, row.kind, row.file, row.function, row.line);
}

}  // namespace

bool SumHeldRows(HeldMemory& held) {
  std::vector<HeldMemory::Row>& rows = held.rows;
  std::sort(rows.begin(), rows.end(),
            [](const HeldMemory::Row& a, const HeldMemory::Row& b) {
              return KeyOfHeld(a) < KeyOfHeld(b);
            });
  size_t last = 0;
  for (size_t i = 1; i < rows.size(); ++i) {
    if (KeyOfHeld(rows[last]) != KeyOfHeld(rows[i])) {
      rows[++last] = rows[i];
      continue;
    }
    HeldMemory::Row& sum = rows[last];
    if (__builtin_add_overflow(sum.bytes, rows[i].bytes, &sum.bytes) ||
        __builtin_add_overflow(sum.count, rows[i].count, &sum.count)) {
      return false;
    }
  }
  if (!rows.empty()) rows.resize(last + 1);
  // Equal texts have equal ids, so each pair of texts is compared at most once.
  const auto compare = [&](StringId a, StringId b) {
    return a == b ? 0 : held.strings[a].compare(held.strings[b]);
  };
  std::sort(rows.begin(), rows.end(),
            [&](const HeldMemory::Row& a, const HeldMemory::Row& b) {
              if (a.bytes != b.bytes) return a.bytes > b.bytes;
              for (StringId HeldMemory::Row::*text :
                   {&HeldMemory::Row::device, &HeldMemory::Row::kind,
                    &HeldMemory::Row::file}) {
                if (const int order = compare(a.*text, b.*text)) {
                  return order < 0;
                }
              }
              if (a.line != b.line) return a.line < b.line;
              return compare(a.function, b.function) < 0;
            });
  return true;
}

}  // namespace tfprof
