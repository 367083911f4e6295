// SPDX-License-Identifier: Apache-2.0
#include "view/details.h"

#include <algorithm>
#include <map>

#include "base/numbers.h"

namespace tfprof {

namespace {

void SortUnique(std::vector<std::string_view>& words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

}  // namespace

std::vector<std::string_view> RowTypes(const ViewTree& tree, uint32_t row) {
  const Profile& profile = *tree.profile;
  const ViewPolicy& policy = tree.view->policy;
  const auto members = tree.MembersOf(row);
  if (members.empty() && !policy.grouped) return {policy.placeholder_type};
  std::vector<std::string_view> types;
  for (const NodeId node : members) {
    for (const StringId type : profile.nodes.TypesOf(node.value)) {
      types.push_back(profile.strings[type]);
    }
  }
  SortUnique(types);
  return types;
}

std::vector<std::string_view> RowDevices(const ViewTree& tree, uint32_t row) {
  std::vector<std::string_view> devices;
  for (const NodeId node : tree.MembersOf(row)) {
    const StringId device = tree.profile->nodes.device[node.value];
    devices.push_back(device.valid() ? tree.profile->strings[device] : "");
  }
  SortUnique(devices);
  return devices;
}

void AppendShape(std::string& out, std::span<const int64_t> shape) {
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i > 0) out += 'x';
    AppendInt(out, shape[i]);
  }
}

void AppendInputShapes(std::string& out, const Profile& profile, NodeId node,
                       std::string_view separator) {
  bool is_first = true;
  for (const InputEdge& input : profile.nodes.inputs[node.value]) {
    if (!is_first) out += separator;
    is_first = false;
    AppendInt(out, input.position);
    out += ':';
    const auto shape = InputShape(profile, input);
    if (shape.empty()) out += "unknown";
    AppendShape(out, shape);
  }
}

std::vector<ShapeGroup> GroupByInputShapes(const ViewTree& tree, uint32_t row) {
  std::map<std::string, ShapeGroup> by_shapes;
  std::string inputs;
  for (const NodeId node : tree.MembersOf(row)) {
    inputs.clear();
    AppendInputShapes(inputs, *tree.profile, node, ",\t");
    ShapeGroup& group = by_shapes[inputs];
    ++group.nodes;
    group.run_count =
        WrapAdd(group.run_count, tree.values->Of(Measure::kRunCount, node));
    group.micros =
        WrapAdd(group.micros, tree.values->Of(Measure::kMicros, node));
  }
  std::vector<ShapeGroup> groups;
  for (auto& [shapes, group] : by_shapes) {
    group.inputs = shapes;
    group.run_count = tree.values->Shown(group.run_count);
    group.micros = tree.values->Shown(group.micros);
    groups.push_back(std::move(group));
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const ShapeGroup& a, const ShapeGroup& b) {
                     return a.run_count > b.run_count;
                   });
  return groups;
}

}  // namespace tfprof
