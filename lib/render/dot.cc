// SPDX-License-Identifier: Apache-2.0
#include "render/dot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/strings.h"
#include "render/text/text.h"
#include "view/drawing.h"

namespace tfprof {

namespace {

// Light enough for black text, and distinct for colour-blind people.
constexpr std::array<std::string_view, 8> kDeviceColours = {
    "#a6cee3", "#fdbf6f", "#b2df8a", "#cab2d6",
    "#fb9a99", "#ffff99", "#d9d9d9", "#ccebc5"};
constexpr std::string_view kNoColour = "#ffffff";

// From nearly white to red.
constexpr std::array<std::string_view, 6> kTimeColours = {
    "#fff5f0", "#fee0d2", "#fcbba1", "#fc9272", "#fb6a4a", "#de2d26"};

std::string_view ShapeOf(Drawing::Role role) {
  switch (role) {
    case Drawing::Role::kOperation:
      return "box";
    case Drawing::Role::kConstant:
      return "ellipse";
    case Drawing::Role::kVariable:
      return "cylinder";
    case Drawing::Role::kPlaceholder:
      return "house";
    case Drawing::Role::kCommunication:
      return "parallelogram";
    case Drawing::Role::kXla:
      return "hexagon";
    case Drawing::Role::kScope:
      return "box3d";
  }
  return "box";
}

// Quotes text; control characters and invalid UTF-8 are escaped.
std::string DotQuoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : Printable(text)) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

class DotWriter {
 public:
  DotWriter(const Drawing& drawing, Writer& writer)
      : drawing_(drawing), out_(writer) {}

  Status Write() {
    out_.text() +=
        "digraph graph_def {\n"
        // The limits bound Graphviz's optimization, which can take minutes;
        // without newrank it fails on cycles through clusters.
        "  graph [rankdir=BT, fontname=\"Helvetica\", newrank=true, nslimit=2, "
        "nslimit1=2, mclimit=0.5];\n"
        "  node [fontname=\"Helvetica\", fontsize=10, style=filled, "
        "fillcolor=\"#ffffff\"];\n"
        "  edge [fontname=\"Helvetica\", fontsize=8, color=\"#555555\"];\n";
    ChooseColours();
    TFPROF_RETURN_IF_ERROR(WriteClusters());
    for (const Drawing::Edge& edge : drawing_.edges) {
      WriteEdge(edge);
      TFPROF_RETURN_IF_ERROR(out_.Drain());
    }
    out_.text() += "}\n";
    return out_.Flush();
  }

 private:
  void ChooseColours();
  Status WriteClusters();
  void WriteNode(uint32_t node, size_t indent);
  void WriteEdge(const Drawing::Edge& edge);
  std::string_view ColourOf(const Drawing::Node& node) const;

  const Drawing& drawing_;
  TextOutput out_;
  std::map<std::string_view, std::string_view> colour_of_device_;
};

void DotWriter::ChooseColours() {
  if (drawing_.colour != DrawingColour::kDevice) return;
  for (const Drawing::Node& node : drawing_.nodes) {
    if (!node.device.empty()) colour_of_device_[node.device];
  }
  size_t next = 0;
  for (auto& [device, colour] : colour_of_device_) {
    colour = kDeviceColours[next++ % kDeviceColours.size()];
    out_.text() += fmt::format("  // {}: {}\n", Printable(device), colour);
  }
}

// The colour for a share of time, on a logarithmic scale that distinguishes a
// thousandth from nothing.
std::string_view ColourOfShare(double share) {
  if (share <= 0) return kNoColour;
  const double steps = std::log10(share) + 3;  // 0 at a thousandth, 3 at all
  const double last = static_cast<double>(kTimeColours.size() - 1);
  return kTimeColours[static_cast<size_t>(
      std::clamp(std::round(steps / 3 * last), 0.0, last))];
}

std::string_view DotWriter::ColourOf(const Drawing::Node& node) const {
  switch (drawing_.colour) {
    case DrawingColour::kNone:
      return kNoColour;
    case DrawingColour::kTime:
      return ColourOfShare(node.share);
    case DrawingColour::kDevice: {
      const auto found = colour_of_device_.find(node.device);
      return found == colour_of_device_.end() ? kNoColour : found->second;
    }
  }
  return kNoColour;
}

// Clusters are in preorder, parents first: a stack of open ones is enough.
Status DotWriter::WriteClusters() {
  std::vector<std::vector<uint32_t>> children(drawing_.clusters.size() + 1);
  std::vector<std::vector<uint32_t>> nodes(drawing_.clusters.size() + 1);
  const auto slot = [&](uint32_t cluster) {
    return cluster == Drawing::kNone ? drawing_.clusters.size() : cluster;
  };
  for (uint32_t i = static_cast<uint32_t>(drawing_.clusters.size()); i-- > 0;) {
    children[slot(drawing_.clusters[i].parent)].push_back(i);
  }
  for (uint32_t i = 0; i < drawing_.nodes.size(); ++i) {
    nodes[slot(drawing_.nodes[i].cluster)].push_back(i);
  }

  struct Open {
    uint32_t cluster;
    bool is_begun;
  };

  for (const uint32_t node : nodes.back()) WriteNode(node, 1);
  std::vector<Open> stack;
  for (const uint32_t child : children.back()) stack.push_back({child, false});
  size_t depth = 1;
  while (!stack.empty()) {
    Open& top = stack.back();
    if (top.is_begun) {
      --depth;
      out_.text() += std::string(2 * depth, ' ') + "}\n";
      stack.pop_back();
      continue;
    }
    top.is_begun = true;
    const uint32_t cluster = top.cluster;
    const std::string blanks(2 * depth, ' ');
    out_.text() += fmt::format(
        "{0}subgraph \"cluster_{1}\" {{\n{0}  label={2}; style=rounded; "
        "color=\"#999999\";\n",
        blanks, cluster, DotQuoted(drawing_.clusters[cluster].name));
    ++depth;
    for (const uint32_t node : nodes[cluster]) WriteNode(node, depth);
    for (const uint32_t child : children[cluster]) {
      stack.push_back({child, false});
    }
    TFPROF_RETURN_IF_ERROR(out_.Drain());
  }
  return {};
}

void DotWriter::WriteNode(uint32_t row, size_t indent) {
  const Drawing::Node& node = drawing_.nodes[row];
  // The last part of a name that ends in '/' is empty.
  const std::string_view last = AfterLastSlash(node.name);
  std::string label = DotQuoted(last.empty() ? node.name : last);
  label.pop_back();
  const auto add = [&](std::string_view line) {
    if (line.empty()) return;
    const std::string quoted = DotQuoted(line);
    label += "\\n" + quoted.substr(1, quoted.size() - 2);
  };
  add(node.op);
  add(node.shape);
  if (node.micros > 0) {
    std::string cost;
    AppendTime(cost, node.micros);
    cost += fmt::format(" ({:.1f}%)", node.share * 100);
    add(cost);
  }
  if (node.bytes > 0) {
    std::string cost;
    AppendBytes(cost, node.bytes);
    add(cost);
  }
  out_.text() += fmt::format(
      "{}n{} [label={}\", tooltip={}, shape={}, fillcolor=\"{}\"];\n",
      std::string(2 * indent, ' '), row, label, DotQuoted(node.name),
      ShapeOf(node.role), ColourOf(node));
}

void DotWriter::WriteEdge(const Drawing::Edge& edge) {
  std::string label;
  if (edge.count > 1) {
    label = fmt::format("{} edges", edge.count);
  } else {
    const auto& [output, shape] = drawing_.carried[edge.carried];
    if (output > 0) label = fmt::format(":{}", output);
    if (!shape.empty()) label += (label.empty() ? "" : " ") + shape;
  }
  std::string attributes = edge.is_control ? "style=dashed" : "";
  if (!label.empty()) {
    attributes +=
        (attributes.empty() ? "label=" : ", label=") + DotQuoted(label);
  }
  out_.text() += fmt::format("  n{} -> n{}", edge.from, edge.to);
  if (!attributes.empty()) out_.text() += fmt::format(" [{}]", attributes);
  out_.text() += ";\n";
}

}  // namespace

Status RenderDot(const Report& report, Diagnostics& diagnostics,
                 Writer& writer) {
  const auto& drawing = std::get<Drawing>(report.sections.front().block);
  constexpr size_t kHopeless = 2000;
  if (drawing.nodes.size() > kHopeless) {
    diagnostics.Warn("large drawings",
                     fmt::format("{} nodes: Graphviz may take forever; "
                                 "--max_nodes and --focus make the drawing "
                                 "smaller",
                                 drawing.nodes.size()));
  }
  return DotWriter(drawing, writer).Write();
}

}  // namespace tfprof
