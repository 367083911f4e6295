// SPDX-License-Identifier: Apache-2.0
// Notices about facts that the rows of a view do not show. They go to standard
// error, so that standard output is the same as the reference's.
#pragma once

#include <cstdint>
#include <map>

#include "base/diagnostics.h"
#include "session.h"
#include "view/view_tree.h"

namespace tfprof {

// The total time of nodes, and the part of nodes that have a row.
struct RowTime {
  int64_t recorded = 0;
  int64_t shown = 0;
};

// Notices for the answer `tree`: recorded time that is in no row, a slow first
// step in the average, a dump without steps or graph, peaks that are sums. Each
// is given once per session.
void SayWhatRowsDoNot(const ViewTree& tree, Session& session,
                      Diagnostics& diagnostics);

// The same notices for the trees of consecutive steps, in time proportional to
// what each step ran.
class NoticesOfSteps {
 public:
  // `selection` is that of the trees, except for the step. `forest` belongs to
  // the view. All must outlive this.
  NoticesOfSteps(const View& view, const Forest& forest,
                 const Selection& selection, Session& session);

  void Say(int64_t step, Diagnostics& diagnostics);

 private:
  const View& view_;
  const Selection& selection_;
  Session& session_;
  std::map<int64_t, RowTime> time_of_;  // by step; 0 for other steps
  bool has_said_ = false;
};

}  // namespace tfprof
