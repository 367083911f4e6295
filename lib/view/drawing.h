// SPDX-License-Identifier: Apache-2.0
// Drawing: a graph reduced to a size that can be drawn. A scope that does not
// fit becomes one node, with the cost of everything in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/graph.h"
#include "model/profile.h"

namespace tfprof {

enum class DrawingColour : uint8_t { kNone, kDevice, kTime };

struct DrawingOptions {
  int64_t max_nodes = 200;  // 0 for all
  std::string focus;        // a pattern; empty for the whole graph
  int64_t radius = 1;       // edges away from the focus
  DrawingColour colour = DrawingColour::kDevice;
};

struct Drawing {
  static constexpr uint32_t kNone = UINT32_MAX;

  enum class Role : uint8_t {
    kOperation,
    kConstant,
    kVariable,
    kPlaceholder,
    kCommunication,
    kXla,
    kScope,  // a scope, or several nodes of one
  };

  struct Node {
    std::string name;  // in full
    std::string op;    // for a scope: its number of nodes
    std::string shape;
    std::string device;  // empty if several
    Role role = Role::kOperation;
    uint32_t cluster = kNone;
    int64_t micros = 0;  // a step
    int64_t bytes = 0;
    double share = 0;  // of the time of all nodes
  };

  struct Edge {
    uint32_t from = 0;
    uint32_t to = 0;
    bool is_control = false;
    uint32_t count = 0;    // edges of the graph that it stands for
    uint32_t carried = 0;  // a row of `carried` if it stands for one edge
  };

  // The tensor of an edge. Edges share it, since a graph may have far more
  // edges than outputs.
  struct Carried {
    int64_t output = 0;
    std::string shape;
  };

  // A scope that is drawn open, around its content.
  struct Cluster {
    std::string name;
    uint32_t parent = kNone;
  };

  DrawingColour colour = DrawingColour::kDevice;
  std::vector<Cluster> clusters;  // parents before children
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Carried> carried = {{}};  // the first is empty
  size_t left_out_nodes = 0;  // out of focus
  size_t left_out_edges = 0;  // too many to be drawn
  size_t missing_inputs = 0;  // edges from nodes that do not exist
};

// Without `costs`, which are freed before edges are made, nodes have no times.
// Fails if the focus is not a valid pattern or matches nothing.
Result<Drawing> BuildDrawing(const Graph& graph, std::optional<Profile> costs,
                             const DrawingOptions& options);

}  // namespace tfprof
