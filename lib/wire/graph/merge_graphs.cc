// SPDX-License-Identifier: Apache-2.0
#include "wire/graph/merge_graphs.h"

#include <fmt/format.h>
#include <tsl/robin_set.h>

#include "model/profile_builder.h"
#include "wire/append_field.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

class Prefixer {
 public:
  Prefixer(std::string_view graph_def, size_t number)
      : graph_def_(graph_def), prefix_(fmt::format("graph_{}/", number)) {}

  // Appends nodes to `graph` and functions to `library`.
  void Append(std::string& graph, std::string& library) {
    const std::string_view functions = LastValue(graph_def_, 2);
    WireCursor names(functions);
    while (names.Next()) {
      if (names.field() == Len(1)) {
        functions_.insert(LastValue(LastValue(names.View(), 1), 1));
      } else {
        names.Skip();
      }
    }
    library +=
        ChangedMessage(functions, [&](WireCursor& field, std::string& out) {
          if (field.field() != Len(1)) return false;
          AppendField(out, 1, Function(field.View()));
          return true;
        });
    WireCursor cursor(graph_def_);
    while (cursor.Next()) {
      if (cursor.field() == Len(1)) {
        AppendField(graph, 1, Node(cursor.View(), true));
      } else {
        cursor.Skip();
      }
    }
  }

 private:
  std::string Prefixed(std::string_view name) const {
    return name.starts_with('^') ? "^" + prefix_ + std::string(name.substr(1))
                                 : prefix_ + std::string(name);
  }

  std::string Node(std::string_view node, bool with_names) const {
    return ChangedMessage(node, [&](WireCursor& field, std::string& out) {
      if (with_names && (field.field() == Len(1) || field.field() == Len(3))) {
        const uint32_t number = field.field() >> 3;
        AppendField(out, number, Prefixed(field.View()));
      } else if (field.field() == Len(2)) {
        const std::string_view op = field.View();
        AppendField(out, 2,
                    functions_.contains(op) ? Prefixed(op) : std::string(op));
      } else if (field.field() == Len(5)) {
        AppendField(out, 5, Attr(field.View()));
      } else {
        return false;
      }
      return true;
    });
  }

  // An entry of attributes: key and AttrValue.
  std::string Attr(std::string_view entry) const {
    return ChangedMessage(entry, [&](WireCursor& field, std::string& out) {
      if (field.field() != Len(2)) return false;
      AppendField(out, 2, Value(field.View(), 10));
      return true;
    });
  }

  // An AttrValue or a list of values, with functions in field `number`.
  std::string Value(std::string_view value, uint32_t number) const {
    return ChangedMessage(value, [&](WireCursor& field, std::string& out) {
      if (field.field() == Len(number)) {
        AppendField(out, number, Called(field.View()));
      } else if (number == 10 && field.field() == Len(1)) {
        AppendField(out, 1, Value(field.View(), 9));
      } else {
        return false;
      }
      return true;
    });
  }

  // NameAttrList.
  std::string Called(std::string_view function) const {
    return ChangedMessage(function, [&](WireCursor& field, std::string& out) {
      if (field.field() != Len(1)) return false;
      const std::string_view name = field.View();
      AppendField(
          out, 1,
          functions_.contains(name) ? Prefixed(name) : std::string(name));
      return true;
    });
  }

  // FunctionDef: renames the function and its calls. Names of its nodes stay.
  std::string Function(std::string_view function) const {
    return ChangedMessage(function, [&](WireCursor& field, std::string& out) {
      if (field.field() == Len(3)) {
        AppendField(out, 3, Node(field.View(), false));
      } else if (field.field() == Len(1)) {
        AppendField(out, 1,
                    ChangedMessage(field.View(), [&](WireCursor& signature,
                                                     std::string& named) {
                      if (signature.field() != Len(1)) return false;
                      AppendField(named, 1, Prefixed(signature.View()));
                      return true;
                    }));
      } else {
        return false;
      }
      return true;
    });
  }

  const std::string_view graph_def_;
  const std::string prefix_;
  tsl::robin_set<std::string_view> functions_;
};

// A node whose name and inputs lose the numbers of bodies.
std::string WithoutNumbers(std::string_view node) {
  return ChangedMessage(node, [](WireCursor& field, std::string& out) {
    if (field.field() != Len(1) && field.field() != Len(3)) return false;
    AppendField(out, field.field() >> 3, WithoutInlineNumbers(field.View()));
    return true;
  });
}

}  // namespace

std::string MergePartitions(std::span<const std::string_view> graph_defs) {
  std::string merged;
  tsl::robin_set<std::string> names;
  for (const std::string_view graph_def : graph_defs) {
    WireCursor cursor(graph_def);
    while (cursor.Next()) {
      if (cursor.field() != Len(1)) {
        cursor.Skip();
        continue;
      }
      const std::string_view node = cursor.View();
      if (!names.insert(WithoutInlineNumbers(LastValue(node, 1))).second) {
        continue;
      }
      AppendField(merged, 1, WithoutNumbers(node));
    }
  }
  return merged;
}

std::string MergeGraphs(std::span<const std::string_view> graph_defs) {
  std::string merged;
  std::string library;
  for (size_t i = 0; i < graph_defs.size(); ++i) {
    Prefixer(graph_defs[i], i + 1).Append(merged, library);
  }
  if (!library.empty()) AppendField(merged, 2, library);
  if (!graph_defs.empty()) {
    const std::string_view versions = LastValue(graph_defs[0], 4);
    if (versions.data() != nullptr) AppendField(merged, 4, versions);
  }
  return merged;
}

}  // namespace tfprof
