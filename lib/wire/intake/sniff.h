// SPDX-License-Identifier: Apache-2.0
// What kind of file this is, told by its content and never by its name.
#pragma once

#include <string_view>

namespace tfprof {

enum class FileKind {
  kGraph,
  kMetaGraph,
  kSavedModel,
  kRunMetadata,
  kStepStats,
  kOpLog,
  kProfile,
  kCheckpointIndex,
  kEventFile,
  kEmpty,  // no bytes, or text without a field: valid for several kinds
  kUnknown,
};

// The kind whose structure the first records have, binary or text. Looks at a
// bounded number of fields, however large the file is. A file that is cut
// short or damaged further on still is of its kind.
FileKind Sniff(std::string_view content);

// Whether `content` can be read as `kind`, even if another kind is likelier.
bool CouldBe(FileKind kind, std::string_view content);

// "a GraphDef", for messages that say "is ..." or "needs ...".
std::string_view KindWords(FileKind kind);

}  // namespace tfprof
