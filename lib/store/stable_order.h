// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace tfprof {

// A stable counting sort of rows by their keys, which are below `keys`.
template <typename KeyOf>
std::vector<uint32_t> StableOrder(size_t rows, size_t keys, KeyOf key_of) {
  std::vector<uint32_t> place(keys + 1);
  for (size_t row = 0; row < rows; ++row) ++place[key_of(row) + 1];
  for (size_t key = 0; key < keys; ++key) place[key + 1] += place[key];
  std::vector<uint32_t> order(rows);
  for (size_t row = 0; row < rows; ++row) {
    order[place[key_of(row)]++] = static_cast<uint32_t>(row);
  }
  return order;
}

}  // namespace tfprof
