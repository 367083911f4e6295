// SPDX-License-Identifier: Apache-2.0
// Signs by which files are known that no outline of a message describes. Each
// looks at a bounded part of the content.
#pragma once

#include <string_view>

namespace tfprof {

// The last bytes of every table file, among them both versions of checkpoints.
bool EndsAsTable(std::string_view content);

// The first record of an event file states its version.
bool StartsAsEvents(std::string_view content);

// An XSpace of which one of the first planes has a name that profilers give.
// False of what has such names and besides them what no XSpace has.
bool HasProfilerPlane(std::string_view content);

// A RunMetadata with graphs of functions or of partitions, and without step
// stats.
bool HoldsGraphsOnly(std::string_view content);

bool StartsAsHloText(std::string_view content);

// What --xla_dump_to writes beside HLO: LLVM code, buffers, live ranges.
bool StartsAsXlaText(std::string_view content);

// JSON for Chrome's trace viewer: of TensorFlow's Timeline or of this program,
// of TensorFlow's and JAX's profiler, or of anybody.
bool IsTimeline(std::string_view content);
bool IsProfilerTrace(std::string_view content);
bool IsChromeTrace(std::string_view content);

// .keras (zip) and .h5 (HDF5).
bool IsKerasArchive(std::string_view content);

// keras_metadata.pb of a SavedModel.
bool HoldsKerasMetadata(std::string_view content);

bool IsTensorFlowLite(std::string_view content);

bool StartsAsDatabase(std::string_view content);

}  // namespace tfprof
