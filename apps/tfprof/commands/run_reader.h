// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <memory>
#include <string>
#include <vector>

#include "analysis/gate/open_run.h"
#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "base/parallel.h"
#include "commands/gate_question.h"
#include "commands/gate_rows.h"
#include "model/dump_sink.h"
#include "model/profile.h"
#include "view/view_tree.h"
#include "wire/intake/input.h"

namespace tfprof {

// The rows of all runs in one view.
struct ViewOfRuns {
  const View* view = nullptr;
  std::unique_ptr<RowIndex> rows;
};

// Reads dumps, each as one run: the rows of its steps in each view, and facts
// from single records (RunRecordsSink).
class RunReader {
 public:
  // `question`, `arguments`, `views` and `diagnostics` outlive the reader.
  RunReader(const GateQuestion& question, const Arguments& arguments,
            Selection selection, std::vector<ViewOfRuns>& views,
            Diagnostics& diagnostics);

  // `placement`: the devices of nodes; null for a run that is not compared.
  Result<OpenRun> Read(const std::string& dump, Placement* placement);

 private:
  // On two threads, if --jobs allows.
  template <typename Here, typename Other>
  void InBoth(Here&& here, Other&& other) const {
    if (arguments_.inputs.jobs > 1) {
      RunBoth(here, other);
    } else {
      here();
      other();
    }
  }

  Status ReadPiece(const std::vector<PickedFile>& files, bool has_all_steps,
                   DumpSink* records, OpenRun& open);
  Status ReadRecords(const std::vector<PickedFile>& files,
                     DumpSink& records) const;
  Status ReadAccount(const std::vector<PickedFile>& files, bool has_all_steps,
                     Feeds& feeds, OpenRun& open);
  Status AddRows(const Profile& profile, size_t view,
                 const std::vector<int64_t>& steps, OpenRun& open);
  void LookAtKnowledge(const Profile& profile,
                       const std::vector<PickedFile>& files,
                       OpenRun& open) const;
  // `before`: the rows of the previous step, or null.
  StepRows RowsOfStep(const ViewTree& tree, int64_t step, RowIndex& rows,
                      const StepRows* before) const;
  std::vector<int64_t> Sample(std::vector<int64_t> steps) const;
  Status Finish(OpenRun& open) const;
  Result<ChosenSteps> Choose(const StepTable& table,
                             const std::string& name) const;

  const GateQuestion& question_;
  const Arguments arguments_;
  Selection selection_;
  std::vector<ViewOfRuns>& views_;
  Diagnostics& diagnostics_;
  std::bitset<kMeasureCount> measures_;  // measures to read
  std::vector<int64_t> sample_;  // the sampled steps of this run
};

}  // namespace tfprof
