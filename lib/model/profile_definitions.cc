// SPDX-License-Identifier: Apache-2.0
// ProfileBuilder for definitions: graphs, op logs, checkpoints.
#include <algorithm>
#include <charconv>
#include <cstddef>

#include "model/profile_builder.h"

namespace tfprof {

namespace {

// tfprof: a scalar is one dimension of 1, an unknown rank has no dimensions.
void AddDims(Lists<int64_t>& rows, const ShapeRecord& shape) {
  if (shape.dims().empty() && !shape.unknown_rank()) rows.Push(1);
  for (const int64_t dim : shape.dims()) rows.Push(dim);
  rows.EndRow();
}

int32_t ParseOutput(std::string_view text) {
  int32_t output = 0;
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, output);
  return parsed.ec == std::errc() && parsed.ptr == end ? output : -1;
}

}  // namespace

void ProfileBuilder::AddNode(const NodeDefinition& node) {
  // tfprof: the first definition of a name wins as a whole.
  const StringPool::Expected expected = profile_.strings.Expect(node.name);
  ExpectInputs(node.inputs, 0);
  const StringId name = profile_.strings.Intern(node.name, expected);
  if (RowOf(name) != kNoRow) return;
  for (ExpectedInput& input : expected_inputs_) {
    profile_.strings.ExpectView(input.expected);
  }
  const Row row = CreateRow(name, profile_.strings.Intern(node.op));
  nodes_.is_defined[row] = true;
  for (const ExpectedInput& input : expected_inputs_) {
    profile_.strings.ExpectText(input.expected);
  }
  functions_.AddNode(node);
  AddAttrs(row, node.data_format, node.attrs);
  AddInputs(node.inputs);
  if (node.shape.has_value()) {
    AddDims(nodes_.shape, *node.shape);
  } else {
    nodes_.shape.EndRow();
  }
  for (size_t i = 0; i < node.output_shapes.size(); ++i) {
    nodes_.output_shapes.Push(
        {static_cast<int32_t>(i),
         static_cast<uint32_t>(nodes_.output_dims.size())});
    AddDims(nodes_.output_dims, node.output_shapes[i]);
  }
  nodes_.output_shapes.EndRow();
}

void ProfileBuilder::AddAttrs(Row row, std::string_view data_format,
                              std::span<const std::string_view> attrs) {
  if (!data_format.empty()) {
    nodes_.data_format.Set(row, profile_.strings.Intern(data_format));
  }
  if (!kept_.records) return;
  for (const std::string_view attr : attrs) {
    nodes_.attrs.Push(profile_.strings.Intern(attr));
  }
  nodes_.attrs.EndRow();
}

// Prefetches names before the first lookup: all of them, or as many as pay off.
void ProfileBuilder::ExpectInputs(const InputNames& texts, size_t from) {
  constexpr size_t kExpected = 64;
  expected_inputs_.clear();
  const size_t end = std::min(texts.size(), from + kExpected);
  for (size_t i = from; i < end; ++i) {
    const std::string_view text = texts[i];
    // tfprof: the name is what stands before the first ':', less a leading '^';
    // the number after it is never read and counts as 0.
    const size_t colon = text.find(':');
    std::string_view name = text.substr(0, colon);
    const bool is_control = name.starts_with('^');
    if (is_control) name.remove_prefix(1);
    int32_t output = 0;
    if (rules_.input_index && is_control) {
      output = -1;
    } else if (rules_.input_index && colon != std::string_view::npos) {
      output = ParseOutput(text.substr(colon + 1));
    }
    expected_inputs_.push_back({name, profile_.strings.Expect(name), output});
  }
}

// The first of `texts` are already prefetched.
void ProfileBuilder::AddInputs(const InputNames& texts) {
  size_t added = 0;
  while (added < texts.size()) {
    for (const ExpectedInput& input : expected_inputs_) {
      const StringId source =
          profile_.strings.Intern(input.name, input.expected);
      inputs_.Push({source.value, input.output});
    }
    added += expected_inputs_.size();
    ExpectInputs(texts, added);
  }
  inputs_.EndRow();
}

void ProfileBuilder::AddString(int64_t id, std::string_view text) {
  // Entries of a map: the last of an id wins.
  string_of_id_[id] = profile_.strings.Intern(text);
}

StackId ProfileBuilder::AddStack(std::span<const FrameRecord> frames) {
  return AddFrames(frames, nullptr);
}

StackId ProfileBuilder::AddFrames(std::span<const FrameRecord> frames,
                                  RecordedFrames::LastingTexts* lasting) {
  for (const FrameRecord& frame : frames) {
    profile_.stacks.Push(
        profile_.recorded_frames.Add(frame, profile_.strings, lasting));
  }
  profile_.stacks.EndRow();
  return StackId(profile_.stacks.size() - 1);
}

void ProfileBuilder::AddOpLogEntry(const OpLogEntry& entry) {
  // Op logs are written in the order of the graph.
  const Row guess = next_logged_;
  const Row row = IsRowOf(guess, entry.name) ? guess : FindRow(entry.name);
  if (row == kNoRow) return KeepLogged(entry);
  next_logged_ = row + 1;
  for (const std::string_view type : entry.types) {
    AddType(row, profile_.strings.Intern(type));
  }
  AddLogged(row, entry.float_ops, entry.stack);
}

void ProfileBuilder::AddLogged(Row row, int64_t float_ops, StackId stack) {
  if (float_ops != 0) nodes_.float_ops.Set(row, float_ops);
  if (!stack.valid()) return;
  profile_.has_code_traces = true;
  // tfprof: a node's first call stack wins, while its last float ops do.
  if (!nodes_.stack[row].valid()) nodes_.stack.Set(row, stack);
}

void ProfileBuilder::AddCheckpointName(std::string_view name) {
  const Row row = FindRow(name);
  if (row != kNoRow) {
    AddType(row, profile_.strings.Intern("_checkpoint_variables"));
  }
}

}  // namespace tfprof
