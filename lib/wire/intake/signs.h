// SPDX-License-Identifier: Apache-2.0
// Marks of files that no outline of a message describes. Each function reads a
// bounded part of the content.
#pragma once

#include <string_view>

namespace tfprof {

// The last bytes of every table file, including both versions of checkpoints.
bool EndsAsTable(std::string_view content);

// The first record of an event file states its version.
bool StartsAsEvents(std::string_view content);

// True for an XSpace in which one of the first planes has a profiler's name.
// False if the file also has fields that no XSpace has.
bool HasProfilerPlane(std::string_view content);

// A profile for pprof, and the one of them that JAX writes of the memory of
// devices. The texts that tell come last, so these functions walk over the top
// level of the whole content; other files end them at the first field.
bool IsDeviceMemoryProfile(std::string_view content);
bool IsPprof(std::string_view content);

// The beginning of such a profile, up to its texts.
bool IsPprofWithoutTexts(std::string_view content);

// A RunMetadata with graphs of functions or of partitions, and without step
// stats.
bool HoldsGraphsOnly(std::string_view content);

bool StartsAsHloText(std::string_view content);

// Files that --xla_dump_to writes besides HLO: LLVM code, buffers, live ranges.
bool StartsAsXlaText(std::string_view content);

// JSON for Chrome's trace viewer, from TensorFlow's Timeline, this program,
// TensorFlow's or JAX's profiler, or any other program.
bool IsTimeline(std::string_view content);
bool IsProfilerTrace(std::string_view content);
bool IsChromeTrace(std::string_view content);

// .keras (zip) and .h5 (HDF5).
bool IsKerasArchive(std::string_view content);

// keras_metadata.pb of a SavedModel.
bool HoldsKerasMetadata(std::string_view content);

bool IsTensorFlowLite(std::string_view content);

// The SQLite export of Nsight Systems.
bool IsNsightDatabase(std::string_view content);

bool StartsAsDatabase(std::string_view content);

}  // namespace tfprof
