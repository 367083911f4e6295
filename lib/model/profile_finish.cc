// SPDX-License-Identifier: Apache-2.0
// ProfileBuilder::Finish: from order of creation to order of name.
#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "base/column.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "base/text_order.h"
#include "model/profile_builder.h"

namespace tfprof {

namespace {

// A column is freed once it is sorted, so two tables never coexist.
template <typename T>
std::vector<T> Permuted(std::vector<T> column,
                        const std::vector<uint32_t>& order) {
  std::vector<T> sorted;
  sorted.reserve(order.size());
  for (const uint32_t row : order) sorted.push_back(column[row]);
  return sorted;
}

template <typename T>
Column<T> Permuted(Column<T> column, const std::vector<uint32_t>& order) {
  Column<T> sorted;
  for (const uint32_t row : order) sorted.push_back(column[row]);
  return sorted;
}

Column<int64_t> Permuted(const Column<int64_t>& column,
                         const std::vector<uint32_t>& order) {
  Column<int64_t> sorted(order.size());
  for (size_t i = 0; i < order.size(); ++i) sorted.Set(i, column[order[i]]);
  return sorted;
}

template <typename T>
Lists<T> Permuted(Lists<T> lists, const std::vector<uint32_t>& order) {
  Lists<T> sorted;
  for (const uint32_t row : order) sorted.AddRow(lists[row]);
  return sorted;
}

}  // namespace

Result<Profile> ProfileBuilder::Finish() {
  AccountHeld();
  functions_ = FunctionNames({});
  held_ = RecordBatch();
  profile_.step_table = step_table_.Finish();
  FinishRecordings();
  constexpr size_t kMost = std::numeric_limits<uint32_t>::max() - 1;
  if (std::max({nodes_.size(), profile_.node_steps.size(),
                profile_.strings.size(), profile_.recorded_frames.size(),
                nodes_.output_dims.size()}) > kMost) {
    return Fail(ErrorCode::kLimit,
                "more than {} rows in one table; load fewer steps at a time",
                kMost);
  }
  ResolveFrames();
  if (rules_.attribution) {
    AttributeTypes();
    // A saved profile has the recorded stacks.
    if (!kept_.records) AttributeStacks();
  }
  if (kept_.records) FinishRecords();
  profile_.strings.Freeze();
  next_row_ = std::vector<Row>();
  run_of_row_ = std::vector<uint32_t>();
  step_of_row_ = std::vector<uint32_t>();
  const auto name_of = [&](size_t row) {
    return profile_.strings[nodes_.name[row]];
  };
  const std::vector<Row> order = TextOrder(nodes_.size(), name_of).Find();
  std::vector<NodeId> node_of(order.size());
  for (size_t i = 0; i < order.size(); ++i) node_of[order[i]] = NodeId(i);
  SortNodes(order, node_of);
  Column<NodeId> nodes;
  for (size_t run = 0; run < profile_.node_steps.size(); ++run) {
    nodes.push_back(node_of[profile_.node_steps.node[run].value]);
  }
  profile_.node_steps.node = std::move(nodes);
  std::sort(profile_.steps.begin(), profile_.steps.end());
  profile_.steps.erase(
      std::unique(profile_.steps.begin(), profile_.steps.end()),
      profile_.steps.end());
  profile_.covered_nodes =
      static_cast<uint64_t>(std::count(covered_.begin(), covered_.end(), true));
  profile_.average_is_signed = rules_.signed_average;
  profile_.node_steps_are_sums = kept_.AreSums();
  return std::move(profile_);
}

template <typename... Columns>
void ProfileBuilder::SortColumns(const std::vector<Row>& order,
                                 Columns NodeTable::*... columns) {
  ((profile_.nodes.*columns = Permuted(std::move(nodes_.*columns), order)),
   ...);
}

void ProfileBuilder::SortNodes(const std::vector<Row>& order,
                               const std::vector<NodeId>& node_of) {
  RunBoth(
      [&] {
        SortInputs(order, node_of);
        SortColumns(order, &NodeTable::float_ops, &NodeTable::stack,
                    &NodeTable::is_defined, &NodeTable::step_count);
      },
      [&] {
        SortTypes(order);
        SortColumns(order, &NodeTable::name, &NodeTable::op, &NodeTable::id,
                    &NodeTable::device, &NodeTable::host_device,
                    &NodeTable::data_format, &NodeTable::shape,
                    &NodeTable::output_shapes);
        profile_.nodes.output_dims = std::move(nodes_.output_dims);
        if (!kept_.records) return;
        SortColumns(order, &NodeTable::attrs, &NodeTable::unread,
                    &NodeTable::accelerator_persistent_bytes);
      });
}

void ProfileBuilder::SortInputs(const std::vector<Row>& order,
                                const std::vector<NodeId>& node_of) {
  std::vector<NodeId> node_of_name(profile_.strings.size());
  for (size_t name = 0; name < row_of_name_.size(); ++name) {
    const Row row = row_of_name_[name];
    if (row != kNoRow) node_of_name[name] = node_of[row];
  }
  row_of_name_ = std::vector<Row>();
  Lists<InputEdge>& edges = profile_.nodes.inputs;
  for (const Row row : order) {
    int32_t position = 0;
    for (const Input input : inputs_[row]) {
      if (is_saved_profile_) {
        // A saved profile has no separate graph.
        assert(input.source < stored_inputs_.size());
        position = stored_inputs_[input.source].position;
      }
      const auto name = SourceName(input);
      if (name) {
        edges.Push({node_of_name[name->value], position, input.output});
      }
      ++position;
    }
    edges.EndRow();
  }
  inputs_ = {};
}

void ProfileBuilder::FinishRecords() {
  for (Row row = 0; row < nodes_.size(); ++row) EndPersistent(row);
  profile_.records =
      records_.Finish(profile_.node_steps.size(), profile_.strings);
  profile_.string_table.assign(string_of_id_.begin(), string_of_id_.end());
  std::sort(profile_.string_table.begin(), profile_.string_table.end());
}

void ProfileBuilder::SortTypes(const std::vector<Row>& order) {
  const auto by_row = [](const auto& a, const auto& b) {
    return a.first < b.first;
  };
  std::stable_sort(types_.begin(), types_.end(), by_row);
  const auto before = [&](StringId a, StringId b) {
    return profile_.strings[a] < profile_.strings[b];
  };
  NodeTable& nodes = profile_.nodes;
  nodes.is_device_first.resize(order.size());
  std::vector<StringId> of_node;
  for (size_t node = 0; node < order.size(); ++node) {
    const Row row = order[node];
    const StringId op = nodes_.op[row];
    const StringId device = nodes_.device[row];
    const auto [more, end] = std::equal_range(
        types_.begin(), types_.end(), std::pair(row, StringId()), by_row);
    if (more == end && !is_saved_profile_) {
      nodes.is_device_first[node] =
          op.valid() && device.valid() && before(device, op);
      continue;
    }
    of_node.clear();
    if (!is_saved_profile_) {
      const TypeList own(op, device);
      of_node.assign(own.begin(), own.end());
    }
    for (auto type = more; type != end; ++type) {
      of_node.push_back(type->second);
    }
    std::sort(of_node.begin(), of_node.end(), before);
    of_node.erase(std::unique(of_node.begin(), of_node.end()), of_node.end());
    nodes.type_lists.AddRow(of_node);
    nodes.type_list.Set(node, static_cast<int64_t>(nodes.type_lists.size()));
  }
  types_ = std::vector<std::pair<Row, StringId>>();
}

std::optional<StringId> ProfileBuilder::SourceName(const Input& input) {
  if (!is_saved_profile_) return StringId(size_t{input.source});
  const int64_t key = stored_inputs_[input.source].source;
  if (const auto found = name_of_key_.find(key); found != name_of_key_.end()) {
    return found->second;
  }
  // The reference dies here.
  diagnostics_.Warn("inputs of a saved profile name no node",
                    fmt::format("saved profile: no node has id {}, which is an "
                                "input; left out",
                                key));
  return std::nullopt;
}

StringId ProfileBuilder::Resolved(const TraceText& recorded) {
  // tfprof: an inline string wins over the id.
  if (recorded.text.valid()) return recorded.text;
  const auto found = string_of_id_.find(recorded.id);
  if (found != string_of_id_.end()) return found->second;
  // The reference dies here.
  diagnostics_.Warn("code traces refer to missing strings",
                    fmt::format("code trace: string id {} is not in the op "
                                "log, shown as 'unknown'",
                                recorded.id));
  return profile_.strings.Intern("unknown");
}

void ProfileBuilder::ResolveFrames() {
  RecordedFrames& recorded = profile_.recorded_frames;
  recorded.Freeze();
  profile_.frames.reserve(recorded.size() + 1);  // with the frame of no_stack
  const auto resolve = [&](const RecordedFrames::Frame& frame) {
    const StringId file = Resolved(recorded.TextOf(frame.file));
    const StringId function = Resolved(recorded.TextOf(frame.function));
    profile_.frames.push_back(
        {file, function, frame.line, frame.function_line});
  };
  if (kept_.records) {
    recorded.ForEach(resolve);
  } else {
    recorded.Drain(resolve);
  }
}

}  // namespace tfprof
