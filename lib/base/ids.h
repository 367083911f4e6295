// SPDX-License-Identifier: Apache-2.0
// Row ids: 32-bit indices into the tables of the model. Each kind is a separate
// type, so an id of one table does not compile as an id of another.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace tfprof {

template <typename Tag>
struct Id {
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

  uint32_t value = kNone;

  constexpr Id() = default;

  constexpr explicit Id(size_t row) : value(static_cast<uint32_t>(row)) {}

  constexpr bool valid() const { return value != kNone; }

  // NOLINTNEXTLINE(modernize-use-nullptr): there is no pointer in it.
  constexpr auto operator<=>(const Id&) const = default;
};

using StringId = Id<struct StringTag>;  // a string in a StringPool
using NodeId = Id<struct NodeTag>;      // a node of the graph
using StackId = Id<struct StackTag>;    // a call stack
using FrameId = Id<struct FrameTag>;    // a frame of a call stack

}  // namespace tfprof
