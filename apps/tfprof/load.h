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

// The files that the arguments name; an error if they name none.
Result<std::vector<PickedFile>> PickFiles(const Arguments& arguments);

// The rules by which the numbers of `files` are made: those that were asked
// for, else the command's usual ones, of XSpaces the corrected ones.
Rules RulesFor(const Arguments& arguments,
               const std::vector<PickedFile>& files);

// Whether what ran is a recording, in one XSpace a host.
bool AreRecordings(const std::vector<PickedFile>& files);

// Those of `files` that say what ran when: XSpaces, or step files; an error if
// there are none.
Result<std::vector<PickedFile>> TracedFilesOf(std::vector<PickedFile> files);

// The step files among `files`; an error if there are none.
Result<std::vector<PickedFile>> StepFilesOf(std::vector<PickedFile> files);

// The same of what was picked. Who looks at the other files, too, picks once
// and asks StepFilesOf: picking looks into files.
Result<std::vector<PickedFile>> PickStepFiles(const Arguments& arguments);

// The steps that `asked` chooses of what was picked: step files and saved
// profiles are read for what they hold. Says what reading them says again.
Result<ChosenSteps> ChooseStepsOf(const std::vector<PickedFile>& files,
                                  const StepSelection& asked,
                                  const Arguments& arguments);

// Leaves out the step files of other steps.
void KeepChosen(const ChosenSteps& chosen, std::vector<PickedFile>& files);

// The same of those that `steps` chooses, and says so unless it is all.
Status KeepAskedSteps(const StepSelection& steps, const Arguments& arguments,
                      std::vector<PickedFile>& files, Diagnostics& diagnostics);

// The picked graph; an error if there is none.
Result<PickedFile> PickGraphFile(const Arguments& arguments);

// Reads a picked graph. One without nodes is an error: nearly any file reads as
// an empty message.
Result<Graph> LoadGraph(const PickedFile& file, const Arguments& arguments,
                        GraphDetail detail, Diagnostics& diagnostics);

// The graph among `files` that was defined, if there is one.
Result<std::optional<Graph>> LoadDefinedGraph(
    const std::vector<PickedFile>& files, const Arguments& arguments,
    Diagnostics& diagnostics);

// Reads the graphs that ran in a step, and shows `visit` one after the other.
Status ForEachGraphThatRan(const PickedFile& step, const Arguments& arguments,
                           GraphBuilder::Take visit, Diagnostics& diagnostics);

// The account of the picked files by their rules. `counts`, unless it is null, is
// filled with what was seen in them; `others` are handed the same.
Result<Profile> LoadProfile(const std::vector<PickedFile>& files,
                            const Arguments& arguments, Kept kept,
                            Diagnostics& diagnostics,
                            InventorySink::Counts* counts,
                            std::vector<DumpSink*> others = {});

// The same of the chosen steps alone, as if there were no others.
Result<Profile> LoadChosen(std::vector<PickedFile> files,
                           const ChosenSteps& chosen,
                           const Arguments& arguments, Kept kept,
                           Diagnostics& diagnostics,
                           std::vector<DumpSink*> others = {});

// What nodes of recordings took in the steps that were asked for, added up: of
// hundreds of thousands of steps each would be more than the file itself.
struct SummedRecordings {
  ChosenRecordings recordings;
  Profile profile;
};

Result<SummedRecordings> LoadSummed(const std::vector<PickedFile>& files,
                                    const StepSelection& asked,
                                    const Arguments& arguments,
                                    Diagnostics& diagnostics);

// Adds what is in a checkpoint, if there is one: its names only are read.
Status CountCheckpoint(const std::vector<PickedFile>& files,
                       const Arguments& arguments,
                       InventorySink::Counts& counts);

}  // namespace tfprof
