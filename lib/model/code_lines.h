// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "base/lists.h"
#include "base/string_pool.h"
#include "model/dump_sink.h"
#include "model/profile.h"

namespace tfprof {

// The line of the user's code that made each node: of its call stack the last
// one outside of the framework.
class CodeLines {
 public:
  // "train.py:41", or nothing if the op log does not have it.
  std::string_view Of(std::string_view node) const;

  bool empty() const { return line_of_node_.empty(); }

  struct Owner {
    std::string_view line;  // empty if none is known
    bool is_gradient = false;
  };

  // The line that a node is there for. Nodes of functions are there for the
  // one that calls them: "while/body/_5/add" for "while". Gradients, which are
  // all made by one call, are there for what they are the gradient of.
  Owner OwnerOf(std::string_view node) const;

 private:
  std::string_view LineAround(std::string_view node) const;

  friend class CodeLineSink;
  friend CodeLines CodeLinesOf(const Profile& profile);

  StringPool strings_;  // names and lines
  tsl::robin_map<uint32_t, StringId, IntHash> line_of_node_;
};

// Collects them from op logs. Other inputs are ignored.
class CodeLineSink final : public DumpSink {
 public:
  CodeLines Finish();

  void AddString(int64_t id, std::string_view text) override;
  StackId AddStack(std::span<const FrameRecord> frames) override;
  void AddOpLogEntry(const OpLogEntry& entry) override;

 private:
  struct CodeFrame {
    StringId file;  // inline; invalid if `file_id` stands for it
    int64_t file_id = 0;
    int32_t line = 0;
  };

  StringId LineOf(std::span<const CodeFrame> stack);

  CodeLines lines_;
  tsl::robin_map<int64_t, StringId, IntHash> string_of_id_;
  Lists<CodeFrame> stacks_;
  std::vector<std::pair<StringId, StackId>> entries_;  // node and stack
};

// The same of the call stacks in a profile.
CodeLines CodeLinesOf(const Profile& profile);

// Whether a file is of Python, TensorFlow or another library, not the user's.
bool IsLibraryFile(std::string_view file);

}  // namespace tfprof
