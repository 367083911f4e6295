// SPDX-License-Identifier: Apache-2.0
// The readers of protobuf messages that TensorFlow writes.
#pragma once

#include "wire/intake/format.h"

namespace tfprof {

// GraphDef; an empty file is an empty graph.
Status ReadGraph(const Source& source, DumpSink& sink, Diagnostics&);

// The graph inside a MetaGraphDef.
Status ReadMetaGraph(const Source& source, DumpSink& sink, Diagnostics&);

// The first graph inside a SavedModel; warns when there are more.
Status ReadSavedModel(const Source& source, DumpSink& sink, Diagnostics&);

// RunMetadata. Without step stats there is no step and a warning.
Status ReadRunMetadata(const Source& source, DumpSink& sink, Diagnostics&);

// StepStats that stand alone.
Status ReadStepStats(const Source& source, DumpSink& sink, Diagnostics&);

// OpLogProto; an empty file is an empty op log.
Status ReadOpLog(const Source& source, DumpSink& sink, Diagnostics&);

// ProfileProto. An empty file is an error: a profile says at least its steps.
Status ReadProfile(const Source& source, DumpSink& sink, Diagnostics&);

}  // namespace tfprof
