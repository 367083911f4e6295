// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/diagnostics.h"
#include "base/error.h"
#include "model/profile.h"
#include "view/forest.h"

namespace tfprof {

// The differences between views in the passes of BuildTree.
struct ViewPolicy {
  bool grouped = false;             // rows own many nodes; account filters them
  bool splice_unaccounted = false;  // unaccounted rows vanish, else connect
  bool trim_drops_row = false;      // a trimmed row disappears itself
  bool is_flat = false;             // ordered rows, each under the previous one
  bool redo_totals = true;          // account_displayed_op_only is honoured
  bool filters_root = true;         // trim and max_depth can cut below the root
  int root_depth = 1;
  bool empty_start_opens_all = false;
  std::string_view placeholder_type = {};  // op type of rows without a node
};

// The layout of a view's text.
enum class TextStyle { kTree, kCodeTree, kOpList };

// The content of a view's timeline.
enum class TimelineStyle { kNone, kFlames, kExecutions };

enum class ViewId : uint8_t { kScope, kGraph, kOp, kCode };

inline constexpr size_t kViewCount = static_cast<size_t>(ViewId::kCode) + 1;

struct View {
  ViewId id;
  std::string_view name;
  std::string_view summary;   // for the command's help
  std::string_view examples;  // command lines for the command's help
  std::string_view doc;       // line of the report's documentation
  ViewPolicy policy;
  TextStyle text;
  TimelineStyle timeline;
  Result<Forest> (*build)(const Profile&, Diagnostics&);
  bool is_on_page = true;  // is part of a report for browsers
};

// scope, graph, op and code.
std::span<const View> Views();

const View& InfoOf(ViewId view);

// The view of commands that do not name one.
inline const View& DefaultView() { return Views().front(); }

Result<Forest> BuildScopeForest(const Profile&, Diagnostics&);
Result<Forest> BuildGraphForest(const Profile&, Diagnostics&);
Result<Forest> BuildOpForest(const Profile&, Diagnostics&);
Result<Forest> BuildCodeForest(const Profile&, Diagnostics&);

}  // namespace tfprof
