// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/path_parts.h"

#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <string_view>
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

// A part while it is summed up. Many nodes make many, so that what it is called
// is found again from one of its tasks.
struct PartSum {
  uint32_t task = 0;       // the first
  uint32_t name_size = 0;  // of the outer names of its node, in bytes
  int64_t times = 0;
  int64_t path_ns = 0;
};

class PartTexts {
 public:
  PartTexts(const StepTasks& tasks, const CodeLines& code)
      : tasks_(tasks), code_(code) {}

  std::string_view NodeOf(const PartSum& part) const {
    return tasks_.records->strings[tasks_.NodeOf(part.task)];
  }

  std::string_view NameOf(const PartSum& part) const {
    return OuterNames(NodeOf(part)).substr(0, part.name_size);
  }

  std::string_view TypeOf(const PartSum& part) const {
    return tasks_.TypeText(part.task);
  }

  CodeLines::Owner OwnerOf(const PartSum& part) const {
    return code_.OwnerOf(NodeOf(part));
  }

  std::string CodeOf(const PartSum& part) const {
    const CodeLines::Owner owner = OwnerOf(part);
    return std::string(owner.line) + (owner.is_gradient ? " (gradient)" : "");
  }

  // Parts by code line, op type and outermost scope, so that a loop that makes
  // many nodes is one part. Without a line by scope and type. A part that
  // others were added to has the same key.
  std::string KeyOf(const PartSum& part) const {
    const std::string code = CodeOf(part);
    const std::string_view name = NameOf(part);
    return fmt::format("{}\n{}\n{}",
                       code.empty() ? name : name.substr(0, name.find('/')),
                       TypeOf(part), code);
  }

  // The longest first.
  bool IsBefore(const PartSum& a, const PartSum& b) const {
    if (a.path_ns != b.path_ns) return a.path_ns > b.path_ns;
    const std::pair names(NameOf(a), TypeOf(a));
    const std::pair others(NameOf(b), TypeOf(b));
    return names != others ? names < others : CodeOf(a) < CodeOf(b);
  }

 private:
  const StepTasks& tasks_;
  const CodeLines& code_;
};

}  // namespace

DumpSummary::Path PathPartsOf(const StepPath& path, const CodeLines& code,
                              size_t most) {
  const StepTasks& tasks = *path.tasks;
  const PartTexts texts(tasks, code);
  DumpSummary::Path summary;
  summary.step = tasks.records->step;
  summary.length_ns = path.wall_ns;
  summary.wait_ns = path.chain_wait_ns;
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
      PartSum part{.task = link.task};
      part.name_size =
          static_cast<uint32_t>(OuterNames(texts.NodeOf(part)).size());
      const std::string key = texts.KeyOf(part);
      const auto next = static_cast<uint32_t>(sums.size());
      const uint32_t at = rows.FindOrAdd(
          TextHash()(key), next,
          [&](uint32_t known) { return texts.KeyOf(sums[known]) == key; });
      known_part = {type.data(), at};
      if (at == next) sums.push_back(part);
      sums[at].name_size = static_cast<uint32_t>(
          CommonScope(texts.NameOf(sums[at]), texts.NameOf(part)).size());
    }
    PartSum& sum = sums[known_part.row];
    sum.path_ns += link.busy;
    ++sum.times;
  }
  rows = {};
  known_parts = std::vector<KnownPart>();
  std::sort(sums.begin(), sums.end(),
            [&](const PartSum& a, const PartSum& b) {
              return texts.IsBefore(a, b);
            });
  std::set<std::string_view> types;
  std::set<std::string> codes;
  for (; !sums.empty(); sums.pop_front()) {
    const PartSum& sum = sums.front();
    const std::string_view type = texts.TypeOf(sum);
    const std::string line = texts.CodeOf(sum);
    const bool is_first_of_type = types.insert(type).second;
    const bool is_first_of_code = codes.insert(line).second;
    if (summary.parts.size() >= most && !is_first_of_type &&
        !is_first_of_code) {
      continue;
    }
    const std::string_view function =
        code.FunctionOf(texts.OwnerOf(sum).line);
    summary.parts.push_back({.name = texts.NameOf(sum),
                             .type = type,
                             .code = line,
                             .times = sum.times,
                             .path_ns = sum.path_ns,
                             .function = function,
                             .brings_input = BringsInput(type)});
  }
  return summary;
}

}  // namespace tfprof
