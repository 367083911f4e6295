// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace tfprof {

// Which stream something is, under whatever name.
struct StreamId {
  uint64_t device = 0;
  uint64_t inode = 0;

  auto operator<=>(const StreamId&) const = default;
};

// Of what can be read only once: standard input ("-"), a pipe, a FIFO, a
// device. Nothing of a file, a folder, or where there is nothing.
std::optional<StreamId> StreamIdOf(const std::string& path);

}  // namespace tfprof
