// SPDX-License-Identifier: Apache-2.0
// Notices about facts that the rows of a view do not show. They go to standard
// error, so that standard output is the same as the reference's.
#pragma once

#include "base/diagnostics.h"
#include "session.h"
#include "view/view_tree.h"

namespace tfprof {

// Notices for the answer `tree`: recorded time that is in no row, a slow first
// step in the average, a dump without steps or graph, peaks that are sums. Each
// is given once per session.
void SayWhatRowsDoNot(const ViewTree& tree, Session& session,
                      Diagnostics& diagnostics);

}  // namespace tfprof
