// SPDX-License-Identifier: Apache-2.0
// The table of input formats: what the files of each are for, how they are
// told from all others, and who reads them. A new format is a reader in a file
// of its own and a row in formats.cc.
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

// Whether bodies of functions are put under the nodes that run them: in no
// graph, in graphs for views, or in all; and in all whatever it costs.
enum class Expansion : uint8_t { kNone, kForViews, kForAll, kAlways };

// Which graph is read of a file that has several, and how.
struct GraphOptions {
  std::string tag_set;  // of a SavedModel: "serve,gpu"; empty: the first graph
  std::string tag;      // of an event file; empty: the only one
  Expansion expansion = Expansion::kNone;
  // A recording is read beside it, whose names its nodes should have.
  bool is_beside_recording = false;
};

// A file being read. `step` is the number of what a RunMetadata describes.
struct Source {
  const std::string& path;
  const Bytes& bytes;
  int64_t step = 0;
  ReadLimits limits = {};
  GraphOptions graph = {};
  int jobs = 1;  // threads that may read it
  // Of the hosts of a recording: whether there are others, so that the names of
  // devices say whose they are.
  bool has_other_hosts = false;
  // Of a recording: whether it is one step, whatever it marks as such.
  bool is_one_step = false;
};

// What a file is for.
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
// order of the file. A reader knows bytes and no rules: names, devices and
// times pass through as they are. After an error the sink holds what came
// before the damage.
using ReadFunction = Status (*)(const Source&, DumpSink&, Diagnostics&);

struct Inputs;
struct Offer;

// Adds to an offer the parts of all files of a format whose files hold several.
using UnpackFunction = Status (*)(const std::vector<std::string>& paths,
                                  const Inputs& inputs, Offer& offer);

struct Format {
  std::string_view words;  // "a GraphDef", after "is" or "needs"
  Role role = Role::kIgnored;
  ReadFunction read = nullptr;      // null: read by no reader, or not at all
  UnpackFunction unpack = nullptr;  // instead of `read`: it holds other files
  // Whether it is taken for its role only where no other file is.
  bool is_spare = false;
  // Whether views show the bodies of its functions unless told otherwise.
  bool expands_functions = false;
  // Whether the content has what no other format has. Looks at a bounded part.
  bool (*has_sign)(std::string_view content) = nullptr;
  // Where no sign is found, the nearest of all outlines decides. Of binary
  // messages only.
  const outline::Message* outline = nullptr;
  // Fields of the outermost message, of files in protobuf's text format.
  std::span<const std::string_view> text_fields = {};
  // Of a format that is not read: what follows `words` in its error, such as
  // "; give the RunMetadata that it was made from".
  std::string_view advice = {};
  // If these files are renderings of a format that is read: the suffix of its
  // files. The error names such a file if one lies beside.
  std::string_view original_suffix = {};
};

// In order of preference: of two outlines that are equally near the first
// counts, and for each role the format that its flag asks for comes first.
std::span<const Format> Formats();

// REQUIRES: `read` stands in the table.
const Format& FormatReadBy(ReadFunction read);

}  // namespace tfprof
