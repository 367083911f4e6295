// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/parity.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"

namespace tfprof {

namespace {

constexpr size_t kExamples = 3;

class ParityCheck {
 public:
  ParityCheck(const Profile& base, const Profile& candidate)
      : base_(base), new_(candidate) {}

  Parity Run() {
    parity_.base_nodes = static_cast<int64_t>(base_.nodes.size());
    parity_.new_nodes = static_cast<int64_t>(new_.nodes.size());
    parity_.base_steps = base_.steps.size();
    parity_.new_steps = new_.steps.size();
    CompareNodes();
    if (parity_.base_steps != parity_.new_steps) {
      steps_.count = static_cast<int64_t>(parity_.new_steps) -
                     static_cast<int64_t>(parity_.base_steps);
      steps_.examples = {
          fmt::format("{} against {}", parity_.base_steps, parity_.new_steps)};
    }
    for (Parity::Difference* difference :
         {&gone_, &added_, &ops_, &shapes_, &devices_, &idle_, &steps_}) {
      if (difference->count != 0) {
        parity_.differences.push_back(std::move(*difference));
      }
    }
    return std::move(parity_);
  }

 private:
  static void Note(Parity::Difference& difference, std::string_view name) {
    ++difference.count;
    if (difference.examples.size() < kExamples) {
      difference.examples.push_back(Printable(name));
    }
  }

  // Nodes stand in order of name on both sides.
  void CompareNodes() {
    size_t i = 0, j = 0;
    while (i < base_.nodes.size() || j < new_.nodes.size()) {
      const bool has_i = i < base_.nodes.size();
      const bool has_j = j < new_.nodes.size();
      const int order =
          !has_i   ? 1
          : !has_j ? -1
                   : base_.NameOf(NodeId(i)).compare(new_.NameOf(NodeId(j)));
      if (order < 0) {
        Note(gone_, base_.NameOf(NodeId(i++)));
      } else if (order > 0) {
        Note(added_, new_.NameOf(NodeId(j++)));
      } else {
        CompareNode(i++, j++);
      }
    }
  }

  void CompareNode(size_t i, size_t j) {
    const std::string_view name = base_.NameOf(NodeId(i));
    if (Text(base_, base_.nodes.op[i]) != Text(new_, new_.nodes.op[j])) {
      Note(ops_, name);
    }
    if (!SameShapes(i, j)) Note(shapes_, name);
    const StringId was = base_.nodes.device[i];
    const StringId is = new_.nodes.device[j];
    if (was.valid() && is.valid()) {
      if (Text(base_, was) != Text(new_, is)) Note(devices_, name);
    } else if (was.valid() != is.valid() && both_ran_) {
      Note(idle_, name);
    }
  }

  static std::string_view Text(const Profile& profile, StringId id) {
    return id.valid() ? profile.strings[id] : std::string_view();
  }

  bool SameShapes(size_t i, size_t j) const {
    if (!std::ranges::equal(base_.nodes.shape[i], new_.nodes.shape[j])) {
      return false;
    }
    return std::ranges::equal(
        base_.nodes.output_shapes[i], new_.nodes.output_shapes[j],
        [&](const OutputShape& a, const OutputShape& b) {
          return a.output == b.output &&
                 std::ranges::equal(base_.nodes.output_dims[a.dims],
                                    new_.nodes.output_dims[b.dims]);
        });
  }

  const Profile& base_;
  const Profile& new_;
  const bool both_ran_ = !base_.steps.empty() && !new_.steps.empty();
  Parity parity_;
  Parity::Difference gone_{"removed nodes", 0, {}};
  Parity::Difference added_{"added nodes", 0, {}};
  Parity::Difference ops_{"nodes of another op", 0, {}};
  Parity::Difference shapes_{"nodes of another shape", 0, {}};
  Parity::Difference devices_{"nodes on another device", 0, {}};
  Parity::Difference idle_{"nodes that ran on one side only", 0, {}};
  Parity::Difference steps_{"steps more or less", 0, {}};
};

}  // namespace

std::string Parity::Words() const {
  std::string words;
  for (const Difference& difference : differences) {
    words += fmt::format(
        "{}{} {} ({}{})", words.empty() ? "" : "; ", difference.count,
        difference.what, fmt::join(difference.examples, ", "),
        difference.count > static_cast<int64_t>(kExamples) ? ", ..." : "");
  }
  return words;
}

Parity CompareDumps(const Profile& base, const Profile& candidate) {
  return ParityCheck(base, candidate).Run();
}

Section TableOf(const Parity& parity) {
  Section section{"compared dumps", {}, {}};
  section.notes.push_back(fmt::format("nodes: {} and {}; steps: {} and {}",
                                      parity.base_nodes, parity.new_nodes,
                                      parity.base_steps, parity.new_steps));
  if (parity.IsSame()) {
    section.notes.push_back(
        "graph, shapes, devices and number of steps are "
        "the same");
    return section;
  }
  Table table{{{"difference"}, {"count"}, {"examples"}}, {}};
  for (const Parity::Difference& difference : parity.differences) {
    table.AddRow({difference.what, difference.count,
                  fmt::format("{}", fmt::join(difference.examples, ", "))});
  }
  section.block = std::move(table);
  return section;
}

}  // namespace tfprof
