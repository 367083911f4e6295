// SPDX-License-Identifier: Apache-2.0
// The forest of Python call stacks. A node is a member of its innermost frame.
// Frames with equal text under one parent are one row. Frames of libraries are
// left out if the profile folds them.
//
// tfprof: the node of a gradient is charged to the call stack of its forward
// operation, every frame marked " (gradient)"; its own stack is not used.
// Rules::attribution uses it if the forward operation has none.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <tsl/robin_map.h>

#include "base/chunked_vector.h"
#include "base/hash.h"
#include "base/strings.h"
#include "base/table_index.h"
#include "model/code_lines.h"
#include "view/view.h"

namespace tfprof {

namespace {

// The longest end of a name that is stored per row. The rest is the beginning
// of a file's name, which many rows may share.
constexpr size_t kMostTail = 128;

// The row for call stacks without a line of the user's code.
constexpr std::string_view kLibraryCode = "(library code)";

// Numbers the beginnings of long names, each of which is hashed once per file.
class HeadIds {
 public:
  static constexpr uint32_t kNone = 0;

  uint32_t Of(StringId file, std::string_view head) {
    if (head.empty()) return kNone;
    const auto [known, is_new] =
        of_file_.insert({uint64_t{file.value} << 32 | head.size(), kNone});
    if (is_new) {
      const auto next = static_cast<uint32_t>(heads_.size());
      const auto [found, is_first] = ids_.insert({head, next});
      if (is_first) heads_.push_back(head);
      known.value() = found->second;
    }
    return known->second;
  }

  std::string_view operator[](uint32_t id) const { return heads_[id]; }

  bool empty() const { return heads_.size() == 1; }

 private:
  std::vector<std::string_view> heads_ = {""};
  tsl::robin_map<std::string_view, uint32_t> ids_;
  // By file and length, the latter below 2^32.
  tsl::robin_map<uint64_t, uint32_t, IntHash> of_file_;
};

// A tree that grows by frames. Children keep the order of their creation.
class FrameTree {
 public:
  explicit FrameTree(const Profile& profile)
      : profile_(profile), is_gradient_(1) {
    rows_.Push({});
  }

  // The row at the end of `stack`, created as needed. An empty stack gives 0,
  // the root.
  uint32_t Descend(StackId stack, bool is_gradient);

  void AddMember(uint32_t row, NodeId node) { members_.push_back({row, node}); }

  Forest ToForest();

 private:
  struct Line {
    StringId tail;      // in forest_.strings
    uint32_t head = 0;  // in heads_

    bool operator==(const Line&) const = default;
  };

  struct Row {
    uint32_t parent = 0;
    FrameId frame;             // the first frame with that name
    uint32_t first_child = 0;  // 0: none, since the root is nobody's child
    uint32_t last_child = 0;
    uint32_t next_sibling = 0;
  };

  bool IsFolded(FrameId frame);
  Line LineOf(FrameId frame, bool is_gradient);
  Line MakeLine(FrameId frame, bool is_gradient);
  Line LineOfRow(uint32_t row) const;
  uint32_t Child(uint32_t under, FrameId frame, bool is_gradient);
  // The row for stacks without a line of the user's code.
  uint32_t LibraryRow(FrameId frame, bool is_gradient);
  uint32_t AddRow(uint32_t under, FrameId frame, bool is_gradient);

  const Profile& profile_;
  Forest forest_;
  ChunkedVector<Row> rows_;
  std::vector<bool> is_gradient_;  // by row
  std::vector<std::pair<uint32_t, NodeId>> members_;
  // By StackId, forward and gradient; 0: not yet. Many nodes share a stack.
  std::array<std::vector<uint32_t>, 2> leaf_of_stack_;
  // By FrameId, forward and gradient; without a tail: not yet.
  std::array<std::vector<Line>, 2> line_of_frame_;
  HeadIds heads_;
  LibraryFiles libraries_{profile_.strings, profile_.own_files};
  // The start of a file's name after its folders, by StringId.
  tsl::robin_map<uint32_t, size_t, IntHash> base_begin_;
  TableIndex children_;  // index of rows_ by parent and frame line
  uint32_t library_row_ = 0;  // the row kLibraryCode; 0: none
  Line library_line_;
};

uint32_t FrameTree::Descend(StackId stack, bool is_gradient) {
  auto& leaves = leaf_of_stack_[is_gradient];
  if (leaves.empty()) leaves.assign(profile_.stacks.size(), 0);
  uint32_t row = leaves[stack.value];
  if (row != 0) return row;
  FrameId last;
  for (const FrameId frame : profile_.stacks[stack.value]) {
    last = frame;
    if (!IsFolded(frame)) row = Child(row, frame, is_gradient);
  }
  if (row == 0 && last.valid()) row = LibraryRow(last, is_gradient);
  leaves[stack.value] = row;
  return row;
}

bool FrameTree::IsFolded(FrameId id) {
  if (!profile_.folds_library_code) return false;
  const bool is_no_stack =
      profile_.no_stack.valid() &&
      id == profile_.stacks[profile_.no_stack.value].front();
  if (is_no_stack) return false;
  return libraries_.Has(profile_.frames[id.value].file);
}

FrameTree::Line FrameTree::LineOf(FrameId frame, bool is_gradient) {
  auto& lines = line_of_frame_[is_gradient];
  if (lines.empty()) lines.resize(profile_.frames.size());
  Line& line = lines[frame.value];
  if (!line.tail.valid()) line = MakeLine(frame, is_gradient);
  return line;
}

// tfprof: FILE:LINE:FUNCTION, without the folders of the file; the name of a
// function of 20 bytes or more is cut to 17 and "...".
FrameTree::Line FrameTree::MakeLine(FrameId id, bool is_gradient) {
  const Frame& frame = profile_.frames[id.value];
  if (profile_.no_stack.valid() &&
      id == profile_.stacks[profile_.no_stack.value].front()) {
    return {forest_.strings.Intern(profile_.strings[frame.function]),
            HeadIds::kNone};
  }
  const std::string_view file = profile_.strings[frame.file];
  const auto [begin, is_new] = base_begin_.insert({frame.file.value, 0});
  if (is_new) begin.value() = file.size() - FileBaseName(file).size();
  const std::string_view base = file.substr(begin->second);
  const std::string_view function = profile_.strings[frame.function];
  const bool is_cut = function.size() >= 20;
  const std::string end =
      fmt::format(":{}:{}{}{}", frame.line,
                  is_cut ? function.substr(0, 17) : function,
                  is_cut ? "..." : "", is_gradient ? kGradientSuffix : "");
  // Cut by the length of the whole name, so that equal names have equal parts.
  const size_t size = base.size() + end.size();
  const std::string_view head =
      base.substr(0, size - std::min(size, kMostTail));
  const std::string tail = std::string(base.substr(head.size())) + end;
  return {forest_.strings.Intern(tail), heads_.Of(frame.file, head)};
}

// REQUIRES: not the root.
FrameTree::Line FrameTree::LineOfRow(uint32_t row) const {
  if (row == library_row_) return library_line_;
  return line_of_frame_[is_gradient_[row]][rows_[row].frame.value];
}

uint32_t FrameTree::Child(uint32_t under, FrameId frame, bool is_gradient) {
  const Line line = LineOf(frame, is_gradient);
  const auto next = static_cast<uint32_t>(rows_.size());
  const uint64_t name = uint64_t{line.head} << 32 | line.tail.value;
  const uint32_t row = children_.FindOrAdd(
      IntHash()(IntHash()(name) ^ under), next, [&](uint32_t at) {
        return rows_[at].parent == under && LineOfRow(at) == line;
      });
  return row == next ? AddRow(under, frame, is_gradient) : row;
}

uint32_t FrameTree::LibraryRow(FrameId frame, bool is_gradient) {
  if (library_row_ == 0) {
    library_line_.tail = forest_.strings.Intern(kLibraryCode);
    library_row_ = AddRow(0, frame, is_gradient);
  }
  return library_row_;
}

uint32_t FrameTree::AddRow(uint32_t under, FrameId frame, bool is_gradient) {
  const auto added = static_cast<uint32_t>(rows_.size());
  rows_.Push({.parent = under, .frame = frame});
  is_gradient_.push_back(is_gradient);
  Row& above = rows_[under];
  if (above.first_child == 0) {
    above.first_child = added;
  } else {
    rows_[above.last_child].next_sibling = added;
  }
  above.last_child = added;
  return added;
}

Forest FrameTree::ToForest() {
  children_ = {};
  leaf_of_stack_ = {};
  forest_.strings.Freeze();
  forest_.Reserve(rows_.size());
  forest_.frame.reserve(rows_.size());
  std::sort(members_.begin(), members_.end());
  const auto add_members = [this](uint32_t row) {
    auto member = std::lower_bound(members_.begin(), members_.end(),
                                   std::pair(row, NodeId(size_t{0})));
    for (; member != members_.end() && member->first == row; ++member) {
      forest_.members.Push(member->second);
    }
    forest_.members.EndRow();
  };
  forest_.AddRow(0, kRootName);
  forest_.frame.emplace_back();
  forest_.is_gradient.push_back(false);
  forest_.members.EndRow();

  struct Visit {
    uint32_t row;
    uint32_t under;  // a row of the forest
  };

  std::vector<Visit> open = {{rows_[0].first_child, 0}};
  while (!open.empty()) {
    Visit& next = open.back();
    const uint32_t row = next.row;
    if (row == 0) {
      open.pop_back();
      continue;
    }
    next.row = rows_[row].next_sibling;
    const Line line = LineOfRow(row);
    const uint32_t added =
        forest_.AddRow(next.under, forest_.strings[line.tail]);
    if (!heads_.empty()) {
      forest_.head.resize(forest_.size());
      forest_.head.back() = heads_[line.head];
    }
    forest_.frame.push_back(rows_[row].frame);
    forest_.is_gradient.push_back(is_gradient_[row]);
    add_members(row);
    open.push_back({rows_[row].first_child, added});
  }
  forest_.strings.ForgetIds();
  forest_.Close();
  return std::move(forest_);
}

// The forward operation of a gradient node, if it is one:
// "gradients/conv/Conv2D_grad/x" belongs to "conv/Conv2D".
std::optional<std::string_view> ForwardName(std::string_view name) {
  constexpr std::string_view kBefore = "gradients/";
  const size_t gradients = name.find(kBefore);
  const size_t end = name.find("_grad/");
  if (gradients == std::string_view::npos || end == std::string_view::npos) {
    return std::nullopt;
  }
  const size_t begin = gradients + kBefore.size();
  if (begin == end) return std::nullopt;
  // tfprof: where "_grad/" comes first the length wraps around, which takes
  // everything behind "gradients/".
  return name.substr(begin, end - begin);
}

}  // namespace

Result<Forest> BuildCodeForest(const Profile& profile,
                               Diagnostics& diagnostics) {
  const auto has_frames = [&](NodeId node) {
    const StackId stack = profile.nodes.stack[node.value];
    return stack.valid() && !profile.stacks[stack.value].empty();
  };
  FrameTree tree(profile);
  bool has_forward = false;
  std::map<std::string_view, std::vector<NodeId>> gradients;
  for (size_t i = 0; i < profile.nodes.size(); ++i) {
    const NodeId node(i);
    if (!has_frames(node)) continue;
    if (const auto forward = ForwardName(profile.NameOf(node))) {
      gradients[*forward].push_back(node);
    } else {
      has_forward = true;
      tree.AddMember(tree.Descend(profile.nodes.stack[i], false), node);
    }
  }
  // The reference dies when only gradients have traces.
  if (!has_forward && profile.is_recording) {
    return Fail(ErrorCode::kNotFound,
                "no code view: this file has no user frames; programs of JAX "
                "have them, a recording with python_tracer_level=1, or an op "
                "log given by --op_log_path");
  }
  if (!has_forward) {
    return Fail(ErrorCode::kNotFound,
                "no code trace information: the code view needs an op log "
                "with call stacks, given by --op_log_path");
  }
  uint64_t lost = 0;
  for (const auto& [name, nodes] : gradients) {
    const NodeId forward = profile.FindNode(name);
    const bool is_known =
        forward.valid() && has_frames(forward) && !ForwardName(name);
    if (profile.no_stack.valid() &&
        (!is_known || profile.nodes.stack[forward.value] == profile.no_stack)) {
      for (const NodeId node : nodes) {
        const StackId own = profile.nodes.stack[node.value];
        tree.AddMember(tree.Descend(own, false), node);
      }
      continue;
    }
    if (!is_known) {
      ++lost;
      continue;
    }
    const uint32_t leaf =
        tree.Descend(profile.nodes.stack[forward.value], true);
    for (const NodeId node : nodes) tree.AddMember(leaf, node);
  }
  // tfprof: groups are counted, not nodes.
  if (lost > 0) {
    diagnostics.Warn("lost gradients",
                     fmt::format("{} gradient nodes not accounted", lost));
  }
  return tree.ToForest();
}

}  // namespace tfprof
