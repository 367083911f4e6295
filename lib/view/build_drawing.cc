// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/regex_set.h"
#include "base/strings.h"
#include "model/step_values.h"
#include "view/drawing.h"
#include "view/drawing_edges.h"

namespace tfprof {

namespace {

// A drawing with more edges per node than this would be black.
constexpr size_t kEdgesOfNode = 2;

Drawing::Role RoleOf(std::string_view op) {
  using enum Drawing::Role;
  if (op == "Const") return kConstant;
  if (op.starts_with("Variable") || op == "VarHandleOp") return kVariable;
  if (op.starts_with("Placeholder")) return kPlaceholder;
  if (op.starts_with("Xla") || op.starts_with("_Xla")) return kXla;
  if (op == "_Send" || op == "_Recv" || op == "_HostSend" ||
      op == "_HostRecv" || Contains(op, "Nccl") ||
      op.starts_with("Collective") || op.starts_with("Horovod")) {
    return kCommunication;
  }
  return kOperation;
}

// A name scope with its child scopes and its nodes.
struct Scope {
  std::string_view name;
  uint32_t parent = Drawing::kNone;
  std::vector<uint32_t> scopes;
  std::vector<uint32_t> nodes;
  int64_t micros = 0;
  int64_t bytes = 0;
  int64_t size = 0;  // nodes in it, at any depth
  bool is_open = false;
  bool is_split = false;  // its own nodes are one item; its scopes are drawn
};

class DrawingBuilder {
 public:
  DrawingBuilder(const Graph& graph, const DrawingOptions& options)
      : graph_(graph), options_(options), sources_(graph) {}

  Result<Drawing> Run(std::optional<Profile> costs) {
    TFPROF_RETURN_IF_ERROR(Select());
    if (costs) TakeCosts(*costs);
    costs.reset();  // frees memory before the edges, which may be as large
    MakeScopes();
    OpenScopes();
    Place();
    const size_t most_edges =
        options_.max_nodes == 0
            ? SIZE_MAX
            : kEdgesOfNode * static_cast<size_t>(options_.max_nodes);
    ConnectItems(graph_, sources_, item_of_, most_edges, drawing_);
    drawing_.colour = options_.colour;
    drawing_.missing_inputs = sources_.CountMissing();
    return std::move(drawing_);
  }

 private:
  Status Select();
  void TakeCosts(const Profile& costs);
  void MakeScopes();
  uint32_t ScopeOf(std::string_view path);
  void OpenScopes();
  void Place();
  uint32_t AddItem(uint32_t scope, const std::vector<uint32_t>& nodes);

  const Graph& graph_;
  const DrawingOptions& options_;
  Drawing drawing_;
  const InputSources sources_;
  std::vector<bool> is_selected_;
  std::vector<int64_t> micros_;  // by node
  std::vector<int64_t> bytes_;
  std::vector<Scope> scopes_;  // parents first; the root is 0
  // By enclosing scope and last part of the name, so lookups of a long path do
  // not cost its length for each part.
  std::map<std::pair<uint32_t, std::string_view>, uint32_t> scope_of_;
  std::vector<uint32_t> item_of_;  // by node: its node in the drawing
};

// Selects nodes that match the focus, and nodes near them.
Status DrawingBuilder::Select() {
  is_selected_.assign(graph_.main_nodes, options_.focus.empty());
  if (options_.focus.empty()) return {};
  TFPROF_ASSIGN_OR_RETURN(const RegexSet focus,
                          RegexSet::Compile({options_.focus}));
  std::vector<uint32_t> edge;
  for (uint32_t node = 0; node < graph_.main_nodes; ++node) {
    if (!focus.Matches(graph_.NameOf(node))) continue;
    is_selected_[node] = true;
    edge.push_back(node);
  }
  if (edge.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--focus: no node matches '{}' in full; write .* around a part "
                "of a name",
                Printable(options_.focus));
  }
  const Lists<uint32_t> users = sources_.FindUsers();
  for (int64_t hop = 0; hop < options_.radius && !edge.empty(); ++hop) {
    std::vector<uint32_t> next;
    const auto reach = [&](uint32_t node) {
      if (is_selected_[node]) return;
      is_selected_[node] = true;
      next.push_back(node);
    };
    for (const uint32_t node : edge) {
      sources_.Each(node, [&](uint32_t source, StringId) { reach(source); });
      for (const uint32_t user : users[node]) reach(user);
    }
    edge = std::move(next);
  }
  drawing_.left_out_nodes = static_cast<size_t>(
      std::count(is_selected_.begin(), is_selected_.end(), false));
  return {};
}

void DrawingBuilder::TakeCosts(const Profile& costs) {
  const StepValues values = ComputeStepValues(costs, std::nullopt);
  micros_.assign(graph_.main_nodes, 0);
  bytes_.assign(graph_.main_nodes, 0);
  for (uint32_t node = 0; node < graph_.main_nodes; ++node) {
    const NodeId row = costs.FindNode(graph_.NameOf(node));
    if (!row.valid()) continue;
    micros_[node] = values.Of(Measure::kMicros, row);
    bytes_[node] = values.Of(Measure::kRequestedBytes, row);
  }
}

// The scope with this path; creates it and the scopes around it as needed.
uint32_t DrawingBuilder::ScopeOf(std::string_view path) {
  uint32_t scope = 0;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const auto next = static_cast<uint32_t>(scopes_.size());
    const auto [found, is_new] =
        scope_of_.try_emplace({scope, path.substr(begin, end - begin)}, next);
    if (is_new) {
      scopes_.emplace_back();
      scopes_.back().name = path.substr(0, end);
      scopes_.back().parent = scope;
      scopes_[scope].scopes.push_back(next);
    }
    scope = found->second;
    begin = end + 1;
  }
  return scope;
}

void DrawingBuilder::MakeScopes() {
  scopes_.emplace_back();
  for (uint32_t node = 0; node < graph_.main_nodes; ++node) {
    if (!is_selected_[node]) continue;
    const std::string_view name = graph_.NameOf(node);
    const size_t slash = name.rfind('/');
    const uint32_t scope =
        slash == std::string_view::npos ? 0 : ScopeOf(name.substr(0, slash));
    scopes_[scope].nodes.push_back(node);
    ++scopes_[scope].size;
    if (!micros_.empty()) {
      scopes_[scope].micros = WrapAdd(scopes_[scope].micros, micros_[node]);
      scopes_[scope].bytes = WrapAdd(scopes_[scope].bytes, bytes_[node]);
    }
  }
  for (size_t i = scopes_.size(); --i > 0;) {
    Scope& parent = scopes_[scopes_[i].parent];
    parent.size += scopes_[i].size;
    parent.micros = WrapAdd(parent.micros, scopes_[i].micros);
    parent.bytes = WrapAdd(parent.bytes, scopes_[i].bytes);
  }
}

// Opens scopes while their content fits, the one with the most time or nodes
// first. If a scope has too many nodes of its own, they stay one item, and its
// child scopes are drawn.
void DrawingBuilder::OpenScopes() {
  const auto most = options_.max_nodes == 0
                        ? SIZE_MAX
                        : static_cast<size_t>(options_.max_nodes);
  const auto is_less = [&](uint32_t a, uint32_t b) {
    return std::tuple(scopes_[a].micros, scopes_[a].size, b) <
           std::tuple(scopes_[b].micros, scopes_[b].size, a);
  };
  std::priority_queue<uint32_t, std::vector<uint32_t>, decltype(is_less)> next(
      is_less);
  next.push(0);
  size_t shown = 1;
  while (!next.empty()) {
    Scope& scope = scopes_[next.top()];
    next.pop();
    const size_t all = scope.scopes.size() + scope.nodes.size();
    const size_t with_one = scope.scopes.size() + (scope.nodes.empty() ? 0 : 1);
    if (shown - 1 + all > most && shown - 1 + with_one > most) continue;
    scope.is_open = true;
    scope.is_split = shown - 1 + all > most;
    shown += (scope.is_split ? with_one : all) - 1;
    for (const uint32_t child : scope.scopes) next.push(child);
  }
}

uint32_t DrawingBuilder::AddItem(uint32_t scope,
                                 const std::vector<uint32_t>& nodes) {
  const auto item = static_cast<uint32_t>(drawing_.nodes.size());
  Drawing::Node& node = drawing_.nodes.emplace_back();
  const Scope& of = scopes_[scope];
  const bool is_part = of.is_open;
  node.name = scope == 0 ? "(top level)" : of.name;
  node.role = Drawing::Role::kScope;
  node.op = fmt::format("{} nodes",
                        is_part ? static_cast<int64_t>(nodes.size()) : of.size);
  node.micros = of.micros;
  node.bytes = of.bytes;
  if (is_part) {
    node.micros = node.bytes = 0;
    for (const uint32_t member : nodes) {
      if (micros_.empty()) break;
      node.micros = WrapAdd(node.micros, micros_[member]);
      node.bytes = WrapAdd(node.bytes, bytes_[member]);
    }
  }
  return item;
}

// Makes a cluster of each open scope, and an item of everything shown.
void DrawingBuilder::Place() {
  const double total = std::max(1.0, static_cast<double>(scopes_[0].micros));
  item_of_.assign(graph_.main_nodes, Drawing::kNone);
  std::vector<uint32_t> cluster_of(scopes_.size(), Drawing::kNone);
  std::vector<uint32_t> item_of_scope(scopes_.size(), Drawing::kNone);
  for (uint32_t i = 0; i < scopes_.size(); ++i) {
    const Scope& scope = scopes_[i];
    const bool has_parent = scope.parent != Drawing::kNone;
    const uint32_t around =
        has_parent ? cluster_of[scope.parent] : Drawing::kNone;
    if (has_parent && item_of_scope[scope.parent] != Drawing::kNone &&
        !scopes_[scope.parent].is_open) {
      item_of_scope[i] = item_of_scope[scope.parent];  // hidden in a closed one
    } else if (!scope.is_open) {
      item_of_scope[i] = AddItem(i, scope.nodes);
      drawing_.nodes.back().cluster = around;
    } else if (has_parent && scope.nodes.empty() && scope.scopes.size() == 1) {
      // of two nested clusters only the inner one is drawn
      cluster_of[i] = around;
    } else if (has_parent) {
      cluster_of[i] = static_cast<uint32_t>(drawing_.clusters.size());
      drawing_.clusters.push_back({std::string(scope.name), around});
    }
    if (scope.is_open && scope.is_split && !scope.nodes.empty()) {
      item_of_scope[i] = AddItem(i, scope.nodes);
      drawing_.nodes.back().cluster = cluster_of[i];
    }
    for (const uint32_t row : scope.nodes) {
      if (item_of_scope[i] != Drawing::kNone) {
        item_of_[row] = item_of_scope[i];
        continue;
      }
      item_of_[row] = static_cast<uint32_t>(drawing_.nodes.size());
      Drawing::Node& node = drawing_.nodes.emplace_back();
      node.name = graph_.NameOf(row);
      node.op = graph_.OpOf(row);
      node.role = RoleOf(graph_.OpOf(row));
      node.shape = TextOfShape(graph_, row, 0);
      node.device = graph_.strings[graph_.device[row]];
      node.cluster = cluster_of[i];
      if (!micros_.empty()) {
        node.micros = micros_[row];
        node.bytes = bytes_[row];
      }
    }
  }
  for (Drawing::Node& node : drawing_.nodes) {
    node.share = static_cast<double>(node.micros) / total;
  }
}

}  // namespace

Result<Drawing> BuildDrawing(const Graph& graph, std::optional<Profile> costs,
                             const DrawingOptions& options) {
  return DrawingBuilder(graph, options).Run(std::move(costs));
}

}  // namespace tfprof
