// SPDX-License-Identifier: Apache-2.0
// The readers of protobuf messages that TensorFlow writes.
#pragma once

#include "wire/intake/format.h"

namespace tfprof {

// GraphDef; an empty file is an empty graph.
Status ReadGraph(const Source& source, DumpSink& sink, Diagnostics&);

// The graph inside a MetaGraphDef.
Status ReadMetaGraph(const Source& source, DumpSink& sink, Diagnostics&);

// The selected graph of a SavedModel, else the first.
Status ReadSavedModel(const Source& source, DumpSink& sink, Diagnostics&);

// RunMetadata. Without step stats there is no step and a warning.
Status ReadRunMetadata(const Source& source, DumpSink& sink, Diagnostics&);

// The graphs in a RunMetadata without step stats: the graph of a single
// function, or each of several under `graph_N/`, as TensorBoard shows them.
Status ReadRunGraphs(const Source& source, DumpSink& sink, Diagnostics&);

// HloProto: the program as a graph, its instructions as nodes.
Status ReadHloModule(const Source& source, DumpSink& sink, Diagnostics&);

// XSpace, as a Recording. Warns of missing parts.
Status ReadRecording(const Source& source, DumpSink& sink, Diagnostics&);

// StepStats without a RunMetadata around it.
Status ReadStepStats(const Source& source, DumpSink& sink, Diagnostics&);

// OpLogProto; an empty file is an empty op log.
Status ReadOpLog(const Source& source, DumpSink& sink, Diagnostics&);

// ProfileProto. An empty file is an error, since a profile has at least its
// steps.
Status ReadProfile(const Source& source, DumpSink& sink, Diagnostics&);

}  // namespace tfprof
