// SPDX-License-Identifier: Apache-2.0
#include "render/text/text_summary.h"

#include <fmt/format.h>

#include "base/numbers.h"
#include "model/dtype.h"

namespace tfprof {

namespace {

class SummaryText {
 public:
  SummaryText(const GraphSummary& summary, TextOutput& out)
      : s_(summary), graph_(*summary.graph), out_(out) {}

  Status Render() {
    TFPROF_RETURN_IF_ERROR(AppendEnds("inputs", "possible inputs", s_.inputs));
    TFPROF_RETURN_IF_ERROR(AppendEnds("variables", "variables", s_.variables));
    TFPROF_RETURN_IF_ERROR(AppendOutputs());
    out_.text() += fmt::format(
        "Found {} ({}) const parameters, {} ({}) variable parameters, and {} "
        "control_edges\n",
        s_.const_parameters, HumanCount(s_.const_parameters),
        s_.variable_parameters, HumanCount(s_.variable_parameters),
        s_.control_edges);
    AppendDevices();
    TFPROF_RETURN_IF_ERROR(AppendMissing());
    // tfprof: the program ends here if an input does not exist.
    if (!s_.missing.empty() && !s_.is_whole) return out_.Flush();
    AppendOps();
    AppendCommand();
    if (s_.in_cycles == 0 || s_.is_whole) {
      TFPROF_RETURN_IF_ERROR(AppendStructure());
    }
    return out_.Flush();
  }

 private:
  std::string_view Text(StringId id) const { return graph_.strings[id]; }

  Status AppendEnds(std::string_view none, std::string_view some,
                    const std::vector<uint32_t>& nodes);
  Status AppendOutputs();
  void AppendDevices();
  Status AppendMissing();
  void AppendOps();
  void AppendCommand();
  Status AppendStructure();

  const GraphSummary& s_;
  const Graph& graph_;
  TextOutput& out_;
};

// tfprof: items and the line end in a blank.
Status SummaryText::AppendEnds(std::string_view none, std::string_view some,
                               const std::vector<uint32_t>& nodes) {
  if (nodes.empty()) {
    out_.text() += fmt::format("No {} spotted.\n", none);
    return {};
  }
  out_.text() += fmt::format("Found {} {}: ", nodes.size(), some);
  for (const uint32_t node : nodes) {
    out_.text() +=
        fmt::format("(name={}, type={}({}), shape={}) ", graph_.NameOf(node),
                    DtypeName(graph_.dtype[node]), graph_.dtype[node],
                    ShapeText(graph_, node));
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  out_.text() += '\n';
  return {};
}

Status SummaryText::AppendOutputs() {
  if (s_.outputs.empty()) {
    out_.text() += "No outputs spotted.\n";
    return {};
  }
  out_.text() += fmt::format("Found {} possible outputs: ", s_.outputs.size());
  for (const uint32_t node : s_.outputs) {
    out_.text() += fmt::format("(name={}, op={}) ", graph_.NameOf(node),
                               graph_.OpOf(node));
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  out_.text() += '\n';
  return {};
}

// tfprof: these lines have no line end.
void SummaryText::AppendDevices() {
  for (const auto& [device, nodes] : s_.nodes_of_device) {
    out_.text() += fmt::format("{} nodes assigned to device '{}'{}", nodes,
                               device, s_.is_whole ? "\n" : "");
  }
}

Status SummaryText::AppendMissing() {
  for (const auto& [node, name] : s_.missing) {
    out_.text() += fmt::format("Invalid input {} for node {}\n", name,
                               graph_.NameOf(node));
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return {};
}

void SummaryText::AppendOps() {
  out_.text() += "Op types used: ";
  bool is_first = true;
  for (const auto& [op, count] : s_.op_counts) {
    out_.text() += fmt::format("{}{} {}", is_first ? "" : ", ", count, op);
    is_first = false;
  }
  out_.text() += '\n';
}

// Arguments for benchmark_model; variables are listed as inputs.
void SummaryText::AppendCommand() {
  std::string names, types, shapes, outputs;
  const auto add = [](std::string& list, std::string_view item, char separator,
                      bool is_first) {
    if (!is_first) list += separator;
    list += item;
  };
  bool is_first = true;
  for (const auto* const nodes : {&s_.inputs, &s_.variables}) {
    for (const uint32_t node : *nodes) {
      const Graph::Shape& shape = graph_.shape[node];
      const bool has_dims = shape.is_given && !shape.unknown_rank;
      add(names, graph_.NameOf(node), ',', is_first);
      add(types, DtypeName(graph_.dtype[node]), ',', is_first);
      add(shapes,
          has_dims
              ? fmt::format("{}", fmt::join(graph_.shape_dims[shape.dims], ","))
              : "",
          ':', is_first);
      is_first = false;
    }
  }
  for (const uint32_t node : s_.outputs) {
    add(outputs, graph_.NameOf(node), ',', node == s_.outputs.front());
  }
  out_.text() += fmt::format(
      "To use with tensorflow/tools/benchmark:benchmark_model try these "
      "arguments:\nbazel run tensorflow/tools/benchmark:benchmark_model -- "
      "--graph={} --show_flops --input_layer={} --input_layer_type={} "
      "--input_layer_shape={} --output_layer={}\n",
      s_.path, names, types, shapes, outputs);
}

Status SummaryText::AppendStructure() {
  for (const uint32_t node : s_.structure) {
    std::string& text = out_.text();
    text += fmt::format("{} ({}): [", graph_.NameOf(node), graph_.OpOf(node));
    bool is_first = true;
    for (const StringId input : graph_.inputs[node]) {
      if (!is_first) text += ", ";
      is_first = false;
      text += Text(input);
    }
    text += ']';
    const Constant* const value = graph_.ConstantOf(node);
    if (graph_.OpOf(node) == "Const" && value != nullptr &&
        value->is_decodable) {
      text += fmt::format(", value={}", ConstantText(*value));
    }
    text += '\n';
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return {};
}

}  // namespace

Status RenderSummary(const GraphSummary& summary, TextOutput& out) {
  return SummaryText(summary, out).Render();
}

}  // namespace tfprof
