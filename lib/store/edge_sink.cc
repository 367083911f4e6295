// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>
#include <utility>

#include "model/node_label.h"
#include "store/dump_writer.h"
#include "store/stable_order.h"

namespace tfprof {

void EdgeSink::AddNode(const NodeDefinition& node) {
  const std::optional<int64_t> row = nodes_.Find(node.name);
  if (!row) return;
  const auto dst = static_cast<size_t>(*row);
  if (inputs_.size() <= dst) inputs_.resize(dst + 1);
  if (inputs_[dst].begin != kUnknown) return;
  inputs_[dst] = {sources_.size(), node.inputs.size()};
  for (const std::string_view text : node.inputs) {
    const InputName input = ParseInputName(text);
    const std::optional<int64_t> src = nodes_.Find(input.node);
    sources_.push_back(
        {src ? static_cast<uint32_t>(*src) : Source::kNoNode, input.slot});
  }
}

void EdgeSink::Sort() {
  std::vector<Source> sorted;
  sorted.reserve(sources_.size());
  for (Inputs& inputs : inputs_) {
    const auto all = std::span(sources_).subspan(
        inputs.count == 0 ? 0 : inputs.begin, inputs.count);
    inputs.begin = sorted.size();
    sorted.insert(sorted.end(), all.begin(), all.end());
  }
  sources_ = std::move(sorted);
  by_source_ =
      StableOrder(sources_.size(), nodes_.size() + 1,
                  [this](size_t row) { return sources_[row].node + 1; });
}

Status EdgeSink::Write(FilledDatabase& file) {
  // The columns of the key come first.
  TableWriter table(file, "edges", TableWriter::Keys::kInRow);
  std::vector<uint32_t> node_of(sources_.size());
  for (uint32_t dst = 0; dst < inputs_.size(); ++dst) {
    for (uint32_t input = 0; input < inputs_[dst].count; ++input) {
      const size_t row = inputs_[dst].begin + input;
      node_of[row] = dst;
      const Source& source = sources_[row];
      const bool is_control = source.output == InputName::kControl;
      TFPROF_RETURN_IF_ERROR(table.Add(
          dst, input,
          source.node == Source::kNoNode ? std::nullopt
                                         : std::optional<int64_t>(source.node),
          is_control ? std::nullopt : std::optional<int64_t>(source.output),
          is_control));
    }
  }
  TFPROF_RETURN_IF_ERROR(table.Finish());
  IndexWriter<3> by_source(file, "edges_by_src");
  for (const uint32_t row : by_source_) {
    const Source& source = sources_[row];
    const int64_t src =
        source.node == Source::kNoNode ? by_source.kNull : int64_t{source.node};
    const uint32_t dst = node_of[row];
    const auto input = static_cast<int64_t>(row - inputs_[dst].begin);
    TFPROF_RETURN_IF_ERROR(by_source.AddInOrder({src, dst, input}));
  }
  sources_ = std::vector<Source>();
  by_source_ = std::vector<uint32_t>();
  return by_source.Finish();
}

Status WriteStoredEdges(const Profile& profile, FilledDatabase& file) {
  TableWriter table(file, "edges", TableWriter::Keys::kInRow);
  IndexWriter<3> by_source(file, "edges_by_src");
  std::vector<InputEdge> inputs;
  for (uint32_t node = 0; node < profile.nodes.size(); ++node) {
    // The first of several inputs with one position counts.
    const auto all = profile.nodes.inputs[node];
    inputs.assign(all.begin(), all.end());
    std::ranges::stable_sort(inputs, {}, &InputEdge::position);
    const auto again = std::unique(
        inputs.begin(), inputs.end(),
        [](const auto& a, const auto& b) { return a.position == b.position; });
    inputs.erase(again, inputs.end());
    for (const InputEdge& edge : inputs) {
      TFPROF_RETURN_IF_ERROR(table.Add(
          node, edge.position,
          edge.source.valid() ? std::optional<int64_t>(edge.source.value)
                              : std::nullopt,
          edge.output < 0 ? std::nullopt : std::optional<int64_t>(edge.output),
          std::nullopt));
      TFPROF_RETURN_IF_ERROR(by_source.Add(
          {edge.source.valid() ? int64_t{edge.source.value} : by_source.kNull,
           node, edge.position}));
    }
  }
  TFPROF_RETURN_IF_ERROR(table.Finish());
  return by_source.Finish();
}

}  // namespace tfprof
