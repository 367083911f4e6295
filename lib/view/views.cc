// SPDX-License-Identifier: Apache-2.0
#include "base/keyed.h"
#include "view/view.h"

namespace tfprof {

namespace {

constexpr std::string_view kScopeDoc =
    "scope: The nodes in the model graph are organized by their names, which "
    "is hierarchical like filesystem.";

constexpr View kViews[] = {
    {.id = ViewId::kScope,
     .name = "scope",
     .summary = "costs by name scope, like folders",
     .examples = "  tfprof scope DUMP --select=micros,bytes --order_by=micros "
                 "--max_depth=3\n"
                 "  tfprof scope DUMP "
                 "--account_type_regexes=_trainable_variables "
                 "--select=params\n",
     .doc = kScopeDoc,
     .policy = {.placeholder_type = "_kTFScopeParent"},
     .text = TextStyle::kTree,
     .timeline = TimelineStyle::kFlames,
     .build = BuildScopeForest},
    {.id = ViewId::kGraph,
     .name = "graph",
     .summary = "costs by data flow, consumers above their inputs",
     .examples = "  tfprof graph DUMP --start_name_regexes='.*loss.*' "
                 "--max_depth=20\n"
                 "  tfprof graph DUMP --output=timeline:outfile=when\n",
     // tfprof: graph introduces itself with the line of scope.
     .doc = kScopeDoc,
     .policy = {.splice_unaccounted = true,
                .placeholder_type = "_TFGraphParent"},
     .text = TextStyle::kTree,
     .timeline = TimelineStyle::kExecutions,
     .build = BuildGraphForest,
     .is_on_page = false},
    {.id = ViewId::kOp,
     .name = "op",
     .summary = "costs by operation type",
     .examples =
         "  tfprof op DUMP --select=micros,occurrence --order_by=micros\n"
         "  tfprof op DUMP --account_type_regexes='.*gpu:0.*'\n",
     .doc = "op: The nodes are operation kernel type, such as MatMul, Conv2D. "
            "Graph nodes belonging to the same type are aggregated together.",
     .policy = {.grouped = true,
                .splice_unaccounted = true,
                .trim_drops_row = true,
                .is_flat = true,
                .filters_root = false,
                .root_depth = -1,
                .empty_start_opens_all = true},
     .text = TextStyle::kOpList,
     .timeline = TimelineStyle::kNone,
     .build = BuildOpForest},
    {.id = ViewId::kCode,
     .name = "code",
     .summary = "costs by Python call stack (op log, or JAX)",
     .examples = "  tfprof code DUMP --select=micros "
                 "--show_name_regexes='.*train.py.*'\n"
                 "  tfprof code DUMP --select=micros "
                 "--output=pprof:outfile=code.pb.gz\n",
     .doc = "code: When python trace is available, the nodes are python lines "
            "and their are organized by the python call stack.",
     .policy = {.grouped = true, .trim_drops_row = true, .redo_totals = false},
     .text = TextStyle::kCodeTree,
     .timeline = TimelineStyle::kFlames,
     .build = BuildCodeForest},
};
static_assert(IsKeyedBy(kViews, &View::id, kViewCount));

}  // namespace

std::span<const View> Views() { return kViews; }

const View& InfoOf(ViewId view) { return kViews[static_cast<size_t>(view)]; }

}  // namespace tfprof
