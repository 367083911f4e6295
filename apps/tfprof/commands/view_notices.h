// SPDX-License-Identifier: Apache-2.0
// Notices about what the rows of a view do not show. They go to standard error,
// so that standard output is the same as the reference's.
#pragma once

#include <cstdint>
#include <map>

#include "base/diagnostics.h"
#include "session.h"
#include "view/view_tree.h"

namespace tfprof {

// What nodes took in all, and those of them that have a row.
struct RowTime {
  int64_t recorded = 0;
  int64_t shown = 0;
};

// Notices for the answer `tree`: recorded time that is in no row, a slow first
// step in the average, a dump without steps or graph, peaks that are sums. Each
// is given once per session.
void SayWhatRowsDoNot(const ViewTree& tree, Session& session,
                      Diagnostics& diagnostics);

// The same notices for the trees of one step after the other, in a time that
// grows with what the step ran.
class NoticesOfSteps {
 public:
  // `selection` is the one of these trees but for the step. `forest` is that of
  // the view. All must outlive this.
  NoticesOfSteps(const View& view, const Forest& forest,
                 const Selection& selection, Session& session);

  void Say(int64_t step, Diagnostics& diagnostics);

 private:
  const View& view_;
  const Selection& selection_;
  Session& session_;
  std::map<int64_t, RowTime> time_of_;  // by step; those of others are 0
  bool has_said_ = false;
};

}  // namespace tfprof
