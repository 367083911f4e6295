// SPDX-License-Identifier: Apache-2.0
// Finds rows of a table by name, and reports unknown names.
#pragma once

#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/error.h"

namespace tfprof {

// "unknown view 'scop', did you mean 'scope'? known: scope, graph", a
// kInvalidArgument. `what` is the kind of thing, `known` its names.
Failure UnknownName(std::string_view what, std::string_view name,
                    const std::vector<std::string_view>& known);

// The names of all rows. `name_of` is a member of the rows or a function of
// one.
template <typename Table, typename NameOf>
std::vector<std::string_view> NamesOf(const Table& table, NameOf name_of) {
  std::vector<std::string_view> names;
  for (const auto& row : table) names.push_back(std::invoke(name_of, row));
  return names;
}

// The row with that name, or null.
template <typename Table, typename NameOf>
auto FindByName(const Table& table, NameOf name_of, std::string_view name)
    -> decltype(std::addressof(*std::begin(table))) {
  for (const auto& row : table) {
    if (std::invoke(name_of, row) == name) return std::addressof(row);
  }
  return nullptr;
}

// The row with a name that the user typed, or UnknownName.
template <typename Table, typename NameOf>
auto FindTyped(std::string_view what, const Table& table, NameOf name_of,
               std::string_view name)
    -> Result<decltype(std::addressof(*std::begin(table)))> {
  if (const auto* row = FindByName(table, name_of, name)) return row;
  return UnknownName(what, name, NamesOf(table, name_of));
}

}  // namespace tfprof
