// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "analysis/inventory.h"
#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "load_recordings.h"
#include "model/forwarding_sink.h"
#include "model/graph.h"
#include "model/profile_builder.h"
#include "model/step_selection.h"
#include "wire/intake/input.h"

namespace tfprof {

// The files of the arguments; an error if the arguments name none.
Result<std::vector<PickedFile>> PickFiles(const Arguments& arguments);

// The rules for `files`: those of --rules, else the command's default; for
// XSpaces the default is corrected.
Rules RulesFor(const Arguments& arguments,
               const std::vector<PickedFile>& files);

// True if the executions come from XSpaces (one per host).
bool AreRecordings(const std::vector<PickedFile>& files);

// The XSpaces or step files among `files`; an error if there are none.
Result<std::vector<PickedFile>> TracedFilesOf(std::vector<PickedFile> files);

// The step files among `files`; an error if there are none.
Result<std::vector<PickedFile>> StepFilesOf(std::vector<PickedFile> files);

// The steps that `asked` selects, by reading step files and saved profiles.
// Warnings are dropped: loading the files repeats them.
Result<ChosenSteps> ChooseStepsOf(const std::vector<PickedFile>& files,
                                  const StepSelection& asked,
                                  const Arguments& arguments);

// Removes the step files of steps that are not in `chosen`.
void KeepChosen(const ChosenSteps& chosen, std::vector<PickedFile>& files);

// The same for the steps that `steps` selects, with a note unless it is all.
Status KeepAskedSteps(const StepSelection& steps, const Arguments& arguments,
                      std::vector<PickedFile>& files, Diagnostics& diagnostics);

// The graph among `files`; an error if there is none.
Result<PickedFile> GraphFileOf(const std::vector<PickedFile>& files);

// Reads a picked graph. A graph without nodes is an error, since nearly any
// file reads as an empty message.
Result<Graph> LoadGraph(const PickedFile& file, const Arguments& arguments,
                        GraphDetail detail, Diagnostics& diagnostics,
                        GraphBuilder::Parts parts = GraphBuilder::Parts::kAll);

// The defined graph among `files`, if any, without the bytes of definitions.
Result<std::optional<Graph>> LoadDefinedGraph(
    const std::vector<PickedFile>& files, const Arguments& arguments,
    Diagnostics& diagnostics,
    GraphBuilder::Parts parts = GraphBuilder::Parts::kWithoutBytes);

// Reads the graphs that ran in a step, and calls `visit` with each of them.
Status ForEachGraphThatRan(const PickedFile& step, const Arguments& arguments,
                           GraphBuilder::Take visit, Diagnostics& diagnostics);

// The profile of the picked files, by their rules. Fills `counts` with the
// contents of the files, unless it is null; `others` get the same records.
Result<Profile> LoadProfile(const std::vector<PickedFile>& files,
                            const Arguments& arguments, LoadSpec kept,
                            Diagnostics& diagnostics,
                            InventorySink::Counts* counts,
                            std::vector<DumpSink*> others = {});

// The same from the chosen steps only, as if there were no other steps.
Result<Profile> LoadChosen(std::vector<PickedFile> files,
                           const ChosenSteps& chosen,
                           const Arguments& arguments, LoadSpec kept,
                           Diagnostics& diagnostics,
                           std::vector<DumpSink*> others = {});

// Recordings with the time of each node, summed over the chosen steps: numbers
// by step may take more memory than the file if there are many steps.
struct SummedRecordings {
  ChosenRecordings recordings;
  Profile profile;  // without its step table
};

Result<SummedRecordings> LoadSummed(const std::vector<PickedFile>& files,
                                    const StepSelection& asked,
                                    const Arguments& arguments,
                                    Diagnostics& diagnostics);

// Counts the tensors of the checkpoint by their names, if there is one.
Status CountCheckpoint(const std::vector<PickedFile>& files,
                       const Arguments& arguments,
                       InventorySink::Counts& counts);

}  // namespace tfprof
