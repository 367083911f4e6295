// SPDX-License-Identifier: Apache-2.0
// What a reader of a view should know that its rows do not say. It goes to
// standard error, so that what the reference prints stays as it is.
#pragma once

#include "base/diagnostics.h"
#include "session.h"
#include "view/view_tree.h"

namespace tfprof {

// Of the answer `tree`: time that was recorded and is in no row, a slow first
// step in its average, a dump without steps or without a graph, sums that are
// called peaks. Each once a session.
void SayWhatRowsDoNot(const ViewTree& tree, Session& session,
                      Diagnostics& diagnostics);

}  // namespace tfprof
