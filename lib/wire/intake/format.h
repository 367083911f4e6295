// SPDX-License-Identifier: Apache-2.0
// The table of input formats: the role of each format's files, how they are
// recognized, and their reader. A new format is a reader in a file of its own
// and a row in formats.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/dump_sink.h"

namespace tfprof {

namespace outline {
struct Message;
}

// When function bodies are put under the nodes that run them: never, in graphs
// for views, in all graphs, or in all at any cost.
enum class Expansion : uint8_t { kNone, kForViews, kForAll, kAlways };

// Selects a graph in a file that has several, and how it is read.
struct GraphOptions {
  std::string tag_set;  // of a SavedModel: "serve,gpu"; empty: the first graph
  std::string tag;      // of an event file; empty: the only one
  Expansion expansion = Expansion::kNone;
  // A recording is read as well, and the nodes should have its names.
  bool is_beside_recording = false;
  // Trainable variables are marked as an op log does, since there is none.
  bool marks_trainable = false;
};

// A file to read. `step` is the number of the step in a RunMetadata.
struct Source {
  const std::string& path;
  const Bytes& bytes;
  int64_t step = 0;
  ReadLimits limits = {};
  GraphOptions graph = {};
  int jobs = 1;  // threads that may read the file
  // There are other hosts in the recording, so names of devices include the
  // host.
  bool has_other_hosts = false;
  // The recording is one step, whatever it marks as steps.
  bool is_one_step = false;
  // RecordedHost::compiled is wanted.
  bool with_programs = false;
};

// The use of a file.
enum class Role {
  kGraph,
  kOpLog,
  kCheckpoint,
  kRunMetadata,
  kXSpace,
  kProfile,
  kIgnored,
};

constexpr size_t kRoleCount = static_cast<size_t>(Role::kIgnored) + 1;

// Turns the bytes of one file, binary or text, into calls of a DumpSink in the
// order of the file. A reader applies no rules: names, devices and times pass
// through unchanged. After an error the sink has the content before the damage.
using ReadFunction = Status (*)(const Source&, DumpSink&, Diagnostics&);

struct Inputs;
struct Offer;

// Adds the parts of all files of a container format to an offer.
using UnpackFunction = Status (*)(const std::vector<std::string>& paths,
                                  const Inputs& inputs, Offer& offer);

struct Format {
  std::string_view words;  // "a GraphDef", after "is" or "needs"
  Role role = Role::kIgnored;
  ReadFunction read = nullptr;      // null: not supported, or read elsewhere
  UnpackFunction unpack = nullptr;  // set for containers, instead of `read`
  // Takes its role only if there is no other file for it.
  bool is_spare = false;
  // Views show the bodies of its functions by default.
  bool expands_functions = false;
  // True if `content` has a mark of this format. Reads a bounded part.
  bool (*has_sign)(std::string_view content) = nullptr;
  // The outline of a binary message; the closest outline decides if no mark is
  // found.
  const outline::Message* outline = nullptr;
  // Top-level fields of files in protobuf's text format.
  std::span<const std::string_view> text_fields = {};
  // For unsupported formats: the advice after `words` in the error, such as ";
  // give the RunMetadata that it was made from".
  std::string_view advice = {};
  // What follows the beginning of a file tells more about its kind, or is read
  // by a command of its own.
  bool needs_end = false;
  // For files that are renderings of a supported format: the suffix of the
  // original. The error names such a file if one is in the same folder.
  std::string_view original_suffix = {};
};

// In order of preference: the first of two equally close outlines wins, and for
// each role the format that its flag asks for comes first.
std::span<const Format> Formats();

// REQUIRES: `read` is in the table.
const Format& FormatReadBy(ReadFunction read);

}  // namespace tfprof
