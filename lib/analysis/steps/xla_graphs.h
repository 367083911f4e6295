// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/graph.h"

namespace tfprof {

// A node of a cluster, named within its function if it is in one.
struct XlaMember {
  std::string name;
  std::string op;
};

// Facts about XLA from graphs. A step may have many graphs, so each is read
// once and not kept.
class XlaGraphs {
 public:
  // The nodes of a cluster. Clusters that call the same function share it.
  struct Members {
    int64_t nodes = 0;
    std::string types;  // the most frequent ops
    std::shared_ptr<const std::vector<XlaMember>> first;  // in graph order
  };

  void Add(const Graph& graph);

  bool empty() const { return !has_any_; }

  // True if a node calls a function that must be compiled.
  bool MustCompile(std::string_view node) const {
    return must_compile_.contains(node);
  }

  // By cluster name, from the first graph that has the cluster.
  const std::map<std::string, Members>& clusters() const { return clusters_; }

  // The number of nodes of the defined graph that must be compiled.
  int64_t requested_nodes() const { return requested_nodes_; }

  int64_t refused_nodes() const { return refused_nodes_; }

 private:
  void AddCalls(const Graph& graph);
  void AddClusters(const Graph& graph);

  bool has_any_ = false;
  std::set<std::string, std::less<>> must_compile_;
  std::map<std::string, Members> clusters_;
  int64_t requested_nodes_ = 0;
  int64_t refused_nodes_ = 0;
};

// Takes `end` off `name`, if it ends so.
bool StripEnd(std::string_view& name, std::string_view end);

}  // namespace tfprof
