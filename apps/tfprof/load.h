// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "analysis/inventory.h"
#include "arguments.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/graph.h"
#include "model/profile_builder.h"
#include "wire/intake/input.h"

namespace tfprof {

// Which files the arguments name. Fails if they name none.
Result<std::vector<PickedFile>> PickFiles(const Arguments& arguments);

// Those of them that are step files, whose records alone are what is asked for.
// Fails if there are none.
Result<std::vector<PickedFile>> PickStepFiles(const Arguments& arguments);

// The one of them that is the graph. Fails if there is none.
Result<PickedFile> PickGraphFile(const Arguments& arguments);

// Reads it. A graph without nodes is an error: anything may read as one.
Result<Graph> LoadGraph(const PickedFile& file, const Arguments& arguments,
                        GraphDetail detail, Diagnostics& diagnostics);

// The graph that was defined, if there is one.
Result<std::optional<Graph>> LoadDefinedGraph(const Arguments& arguments,
                                              Diagnostics& diagnostics);

// Reads the graphs that ran in a step, and shows `visit` one after the other.
Status ForEachGraphThatRan(const PickedFile& step, const Arguments& arguments,
                           GraphBuilder::Take visit, Diagnostics& diagnostics);

// Reads them. `counts` may be null.
Result<Profile> LoadProfile(const std::vector<PickedFile>& files,
                            const Arguments& arguments, Kept kept,
                            Diagnostics& diagnostics,
                            InventorySink::Counts* counts);

}  // namespace tfprof
