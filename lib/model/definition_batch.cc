// SPDX-License-Identifier: Apache-2.0
#include "model/definition_batch.h"

namespace tfprof {

void DefinitionBatch::Clear() {
  arena_.Clear();
  nodes_.clear();
  strings_.clear();
  stacks_.clear();
  entries_.clear();
  first_stack_ = 0;
}

template <typename Texts>
std::span<const std::string_view> DefinitionBatch::CopyTexts(
    const Texts& texts) {
  const auto kept = arena_.Make<std::string_view>(texts.size());
  for (size_t i = 0; i < kept.size(); ++i) kept[i] = arena_.Copy(texts[i]);
  return kept;
}

ShapeRecord DefinitionBatch::Copy(const ShapeRecord& shape) {
  return ShapeRecord(arena_.Copy(shape.dims()), shape.unknown_rank());
}

void DefinitionBatch::AddNode(const NodeDefinition& node) {
  NodeDefinition& kept = nodes_.emplace_back();
  kept.name = arena_.Copy(node.name);
  kept.op = arena_.Copy(node.op);
  kept.inputs = CopyTexts(node.inputs);
  if (node.shape.has_value()) kept.shape = Copy(*node.shape);
  const std::span<ShapeRecord> shapes = arena_.Copy(node.output_shapes);
  for (ShapeRecord& shape : shapes) shape = Copy(shape);
  kept.output_shapes = shapes;
  kept.data_format = arena_.Copy(node.data_format);
}

void DefinitionBatch::AddString(int64_t id, std::string_view text) {
  strings_.emplace_back(id, arena_.Copy(text));
}

StackId DefinitionBatch::AddStack(std::span<const FrameRecord> frames) {
  const StackId stack(next_stack());
  const std::span<FrameRecord> kept = arena_.Copy(frames);
  for (FrameRecord& frame : kept) {
    frame.file = arena_.Copy(frame.file);
    frame.function = arena_.Copy(frame.function);
    frame.source = arena_.Copy(frame.source);
  }
  stacks_.push_back(kept);
  return stack;
}

void DefinitionBatch::AddOpLogEntry(const OpLogEntry& entry) {
  Entry& kept = entries_.emplace_back();
  kept.entry.name = arena_.Copy(entry.name);
  kept.entry.float_ops = entry.float_ops;
  kept.entry.types = CopyTexts(entry.types);
  kept.entry.stack = entry.stack;
  kept.entry.is_of_graph = entry.is_of_graph;
  kept.strings_before = strings_.size();
  kept.stacks_before = stacks_.size();
}

void DefinitionBatch::Replay(DumpSink& sink,
                             std::vector<StackId>& stacks) const {
  size_t string = 0;
  size_t stack = 0;
  const auto catch_up = [&](size_t strings_before, size_t stacks_before) {
    for (; string < strings_before; ++string) {
      sink.AddString(strings_[string].first, strings_[string].second);
    }
    for (; stack < stacks_before; ++stack) {
      stacks.push_back(sink.AddStack(stacks_[stack]));
    }
  };
  for (const NodeDefinition& node : nodes_) sink.AddNode(node);
  for (const Entry& kept : entries_) {
    catch_up(kept.strings_before, kept.stacks_before);
    OpLogEntry entry = kept.entry;
    if (entry.stack.valid()) entry.stack = stacks[entry.stack.value];
    sink.AddOpLogEntry(entry);
  }
  catch_up(strings_.size(), stacks_.size());
}

}  // namespace tfprof
