// SPDX-License-Identifier: Apache-2.0
// The table of input formats. A reader turns the bytes of one file, binary or
// text, into calls of a DumpSink in the order of the file. It knows bytes and
// no rules: names, devices and times pass through as they are.
//
// After an error the sink holds what came before the damage.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/dump_sink.h"
#include "wire/intake/sniff.h"

namespace tfprof {

// A file being read. `step` is the number of what a RunMetadata describes.
struct Source {
  const std::string& path;
  const Bytes& bytes;
  int64_t step = 0;
  ReadLimits limits = {};
};

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

// What a file is for.
enum class Role {
  kGraph,
  kOpLog,
  kCheckpoint,
  kRunMetadata,
  kProfile,
  kIgnored,
};

struct Reader {
  FileKind kind;
  Role role;
  Status (*read)(const Source&, DumpSink&, Diagnostics&);
};

// For each role the format its flag asks for comes first.
std::span<const Reader> Readers();

// The reader of a kind of file, or null.
const Reader* FindReader(FileKind kind);

}  // namespace tfprof
