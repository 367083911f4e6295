// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/path_parts.h"

#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analysis/tasks/waiting_types.h"
#include "base/hash.h"
#include "base/table_index.h"
#include "model/node_label.h"

namespace tfprof {

namespace {

struct KnownPart {
  static constexpr uint32_t kNone = UINT32_MAX;

  const char* type = nullptr;  // where its text stands
  uint32_t row = kNone;
};

// A part while it is summed up: many nodes make many, so that it borrows texts
// of the step and of its code lines.
struct PartSum {
  std::string_view name;
  std::string_view type;
  CodeLines::Owner owner;
  int64_t times = 0;
  int64_t path_ns = 0;

  std::string Code() const {
    return std::string(owner.line) + (owner.is_gradient ? " (gradient)" : "");
  }
};

// Parts by code line, op type and outermost scope, so that a loop that makes
// many nodes is one part. Without a line by scope and type. A part that others
// were added to has the same key.
std::string KeyOf(const PartSum& part) {
  const std::string code = part.Code();
  return fmt::format(
      "{}\n{}\n{}",
      code.empty() ? part.name : part.name.substr(0, part.name.find('/')),
      part.type, code);
}

// The longest first.
bool IsBefore(const PartSum& a, const PartSum& b) {
  if (a.path_ns != b.path_ns) return a.path_ns > b.path_ns;
  const auto names = std::tie(a.name, a.type);
  const auto others = std::tie(b.name, b.type);
  return names != others ? names < others : a.Code() < b.Code();
}

// The two outer names of a node, its own or scopes: "gradients/encoder" of
// "gradients/encoder/while/MatMul".
std::string_view OuterNames(std::string_view node) {
  const std::string_view scopes = OuterScopes(node, 2);
  return scopes.find('/') == std::string_view::npos ? node : scopes;
}

bool BringsInput(std::string_view type) {
  const WaitingType* const known = FindWaitingType(type);
  return known != nullptr && known->waits_for == WaitingType::For::kInput;
}

// The common scope of two parts whose outermost scope is the same.
std::string_view CommonScope(std::string_view a, std::string_view b) {
  return a == b ? a : a.substr(0, a.find('/'));
}

}  // namespace

DumpSummary::Path PathPartsOf(const StepPath& path, const CodeLines& code,
                              size_t most) {
  const StepTasks& tasks = *path.tasks;
  DumpSummary::Path summary;
  summary.step = tasks.records->step;
  summary.length_ns = path.wall_ns;
  summary.gap_ns = path.chain_gap_ns;
  // A list that grows in one piece takes up to three times its memory.
  std::deque<PartSum> sums;
  TableIndex rows;  // of sums, by key
  // By node, of its last type: many tasks may have the same long names.
  std::vector<KnownPart> known_parts(tasks.records->strings.size());
  for (const ChainTask& link : path.chain) {
    const StringId name = tasks.NodeOf(link.task);
    KnownPart& known_part = known_parts[name.value];
    const std::string_view type = tasks.TypeText(link.task);
    if (known_part.row == KnownPart::kNone || known_part.type != type.data()) {
      const std::string_view node = tasks.records->strings[name];
      const PartSum part{OuterNames(node), type, code.OwnerOf(node)};
      const std::string key = KeyOf(part);
      const auto next = static_cast<uint32_t>(sums.size());
      const uint32_t at = rows.FindOrAdd(
          TextHash()(key), next,
          [&](uint32_t known) { return KeyOf(sums[known]) == key; });
      known_part = {type.data(), at};
      if (at == next) sums.push_back(part);
      sums[at].name = CommonScope(sums[at].name, part.name);
    }
    PartSum& sum = sums[known_part.row];
    sum.path_ns += link.busy;
    ++sum.times;
  }
  rows = {};
  std::sort(sums.begin(), sums.end(), IsBefore);
  std::set<std::string_view> types;
  std::set<std::string> codes;
  for (; !sums.empty(); sums.pop_front()) {
    const PartSum& sum = sums.front();
    const bool is_first_of_type = types.insert(sum.type).second;
    const bool is_first_of_code = codes.insert(sum.Code()).second;
    if (summary.parts.size() >= most && !is_first_of_type &&
        !is_first_of_code) {
      continue;
    }
    summary.parts.push_back(
        {.name = std::string(sum.name),
         .type = std::string(sum.type),
         .code = sum.Code(),
         .times = sum.times,
         .path_ns = sum.path_ns,
         .function = std::string(code.FunctionOf(sum.owner.line)),
         .brings_input = BringsInput(sum.type)});
  }
  return summary;
}

}  // namespace tfprof
