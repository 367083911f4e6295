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

// Where the views differ in the passes of BuildTree.
struct ViewPolicy {
  bool grouped = false;             // rows own many nodes; account filters them
  bool splice_unaccounted = false;  // unaccounted rows vanish, else connect
  bool trim_drops_row = false;      // a trimmed row goes itself
  bool is_flat = false;             // ordered rows, each under the one before
  bool redo_totals = true;          // account_displayed_op_only is honoured
  bool filters_root = true;         // trim and max_depth can cut below the root
  int root_depth = 1;
  bool empty_start_opens_all = false;
  std::string_view placeholder_type = {};  // op type of rows without a node
};

// How the text of a view is laid out.
enum class TextStyle { kTree, kCodeTree, kOpList };

// What a timeline of a view shows.
enum class TimelineStyle { kNone, kFlames, kExecutions };

enum class ViewId : uint8_t { kScope, kGraph, kOp, kCode };

inline constexpr size_t kViewCount = static_cast<size_t>(ViewId::kCode) + 1;

struct View {
  ViewId id;
  std::string_view name;
  std::string_view summary;   // for the command's help
  std::string_view examples;  // lines of commands, for the same
  std::string_view doc;       // line of the report's documentation
  ViewPolicy policy;
  TextStyle text;
  TimelineStyle timeline;
  Result<Forest> (*build)(const Profile&, Diagnostics&);
  bool is_on_page = true;  // has a part of a report for browsers
};

// scope, graph, op and code.
std::span<const View> Views();

const View& InfoOf(ViewId view);

// The view that is shown if none is named.
inline const View& DefaultView() { return Views().front(); }

Result<Forest> BuildScopeForest(const Profile&, Diagnostics&);
Result<Forest> BuildGraphForest(const Profile&, Diagnostics&);
Result<Forest> BuildOpForest(const Profile&, Diagnostics&);
Result<Forest> BuildCodeForest(const Profile&, Diagnostics&);

}  // namespace tfprof
