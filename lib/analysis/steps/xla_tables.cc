// SPDX-License-Identifier: Apache-2.0
#include "analysis/steps/xla_tables.h"

#include <map>

#include <fmt/format.h>

namespace tfprof {

namespace {

std::string WordsOf(XlaReport::Compiled compiled) {
  switch (compiled) {
    case XlaReport::Compiled::kNo:
      return "no";
    case XlaReport::Compiled::kMaybe:
      return "maybe";
    case XlaReport::Compiled::kYes:
      return "yes";
  }
  return "";
}

// Adds nothing if no graph tells the members.
void AppendMembers(const XlaReport& xla, std::vector<Section>& sections) {
  Section section{"nodes of clusters", {}, {}};
  Table table{{{"cluster"}, {"node"}, {"op"}}, {}};
  // Several clusters may call one function: list it once.
  std::map<const void*, const std::string*> shown;
  for (const XlaReport::Cluster& cluster : xla.clusters) {
    if (cluster.members == nullptr) continue;
    const auto [first, is_new] =
        shown.try_emplace(cluster.members.get(), &cluster.name);
    if (!is_new) {
      section.notes.push_back(fmt::format("the nodes of {} are those of {}",
                                          cluster.name, *first->second));
      continue;
    }
    for (const XlaMember& member : *cluster.members) {
      table.AddRow({cluster.name, member.name, member.op});
    }
    const int64_t left =
        cluster.nodes - static_cast<int64_t>(cluster.members->size());
    if (left > 0) {
      section.notes.push_back(
          fmt::format("{} more nodes of {}", left, cluster.name));
    }
  }
  if (table.rows.empty()) return;
  section.block = std::move(table);
  sections.push_back(std::move(section));
}

}  // namespace

std::vector<Section> TablesOf(const XlaReport& xla) {
  using enum Unit;
  std::vector<Section> sections;
  Section clusters{"clusters of XLA", {}, {}};
  if (xla.requested_nodes + xla.refused_nodes > 0) {
    clusters.notes.push_back(
        fmt::format("{} nodes ask to be compiled, {} ask not to be",
                    xla.requested_nodes, xla.refused_nodes));
  }
  if (!xla.has_graph) {
    clusters.notes.push_back(
        "members and functions that must compile are unknown without a graph");
  }
  if (xla.clusters.empty()) {
    clusters.notes.push_back("no cluster ran, and the graphs define none");
    sections.push_back(std::move(clusters));
    return sections;
  }
  Table table{{{"cluster"},
               {"nodes"},
               {"compiles"},
               {"compile", kMicros},
               {"runs"},
               {"run on host", kMicros},
               {"kernels", kMicros},
               {"fallbacks"},
               {"ops"}},
              {}};
  for (const XlaReport::Cluster& c : xla.clusters) {
    table.AddRow({c.name, c.nodes == 0 ? Cell() : Cell(c.nodes), c.compiles,
                  c.compile_us, c.runs, c.run_us, c.kernel_us, c.fallbacks,
                  c.types});
  }
  clusters.block = std::move(table);
  sections.push_back(std::move(clusters));
  AppendMembers(xla, sections);
  Table steps{{{"step"},
               {"compiled"},
               {"compiling", kMicros},
               {"in clusters", kMicros},
               {"outside", kMicros},
               {"why"}},
              {}};
  for (const XlaReport::Step& s : xla.steps) {
    steps.AddRow({s.step, WordsOf(s.compiled), s.compile_us, s.inside_us,
                  s.outside_us, s.why});
  }
  sections.push_back({"steps that compiled",
                      {"times of scheduling on the host; the section of "
                       "kernels has the work that a cluster launched on a GPU"},
                      std::move(steps)});
  return sections;
}

}  // namespace tfprof
