// SPDX-License-Identifier: Apache-2.0
// The most expensive op types, nodes, scopes, code lines, devices or input
// shapes, as one list.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/work/work_counter.h"
#include "base/column.h"
#include "base/error.h"
#include "base/keyed.h"
#include "base/regex_set.h"
#include "base/string_pool.h"
#include "model/profile.h"
#include "report/report.h"

namespace tfprof {

// The meaning of a row.
enum class TopBy : uint8_t {
  kOp,
  kName,
  kScope,
  kCode,
  kDevice,
  kShape,
  // Of recordings alone: KernelSections, TopOfInstructions, TopOfRegions.
  kKernel,
  kProgram,
  kCategory,
  kRegion
};

struct TopByWord {
  TopBy id;
  std::string_view word;  // of --by
};

inline constexpr TopByWord kTopByWords[] = {
    {TopBy::kOp, "op"},
    {TopBy::kName, "name"},
    {TopBy::kScope, "scope"},
    {TopBy::kCode, "code"},
    {TopBy::kDevice, "device"},
    {TopBy::kShape, "shape"},
    {TopBy::kKernel, "kernel"},
    {TopBy::kProgram, "program"},
    {TopBy::kCategory, "category"},
    {TopBy::kRegion, "region"},
};
static_assert(IsKeyedBy(kTopByWords, &TopByWord::id, 10));

constexpr std::string_view WordOf(TopBy by) {
  return kTopByWords[static_cast<size_t>(by)].word;
}

enum class TopOrder : uint8_t {
  kTime,
  kCalls,
  kCallTime,
  kBytes,
  kFloatOps,
  kName
};

// Float operations and bytes of nodes by name, over all steps of an answer;
// nothing: not known.
struct NamedWork {
  struct Work {
    std::optional<int64_t> float_ops = 0;
    std::optional<int64_t> bytes = 0;
  };

  std::map<std::string, Work, std::less<>> of_name;
};

struct TopOptions {
  TopBy by = TopBy::kOp;
  TopOrder order = TopOrder::kTime;
  int64_t most_rows = 20;   // for people; 0 is all
  int64_t scope_depth = 2;  // number of outer scopes
  RegexSet filter;          // of row names; empty: all
};

// The sums of nodes by row. Only the texts of the profile are needed later, so
// its owner may free the rest.
class TopSums {
 public:
  // Nodes in `work` have these float operations and bytes. REQUIRES: the
  // profile keeps the numbers of these steps (ascending), each or their sum.
  TopSums(const Profile& profile, const std::vector<int64_t>& steps,
          const TopOptions& options, const NamedWork& work = {});

  // Takes the texts and gives back the rest of the profile.
  void TakeTexts(Profile profile);

  // Drains the float operations of the same steps, in place of those of the
  // profile. They are counted by node name, so they are unknown for a name
  // whose calls are in several rows.
  void AddWork(WorkCounter& work);

  // Adds rows of the host's own time in ps, by line of the program. REQUIRES:
  // the profile is of recordings.
  void AddHostLines(const std::map<std::string, int64_t>& lines);

  // The mean self time over the steps, so that the rows add up to the whole.
  // `makes_rows`: makes them when they are written (Table::make_row).
  // REQUIRES: the texts live until then, and this is the last call.
  Section Finish(bool makes_rows);

 private:
  // The sums over the nodes of each row, in all chosen steps.
  struct Data {
    StringPool names;  // that are put together, such as "MatMul 64x128"
    StringPool of_profile;
    Column<std::string_view> name;  // of rows
    Column<int64_t> time;           // in us; for recordings in ps
    Column<int64_t> calls;
    Column<int64_t> bytes;
    Column<int64_t> float_ops;
    std::vector<bool> has_float_ops;  // known for at least one node
    // Those of an instruction of NamedWork are not known.
    std::vector<bool> lacks_float_ops;
    std::vector<bool> lacks_bytes;
    size_t steps = 0;
    bool in_picos = false;
    // The host's own time in ps, -1: not known; empty if it is not shown.
    std::vector<int64_t> host;
    std::deque<std::string> host_names;
  };

  class Grouping;
  class Ranker;

  const TopOptions options_;
  std::shared_ptr<Data> data_ = std::make_shared<Data>();
  // Names of nodes with the row that all calls of a name are in, or kSeveral.
  static constexpr uint32_t kSeveral = UINT32_MAX;

  struct NamedRows {
    Column<std::string_view> name;
    std::vector<uint32_t> row;
  };

  NamedRows row_of_node_;
};

// The same of a profile alone, with all rows made.
Section TopOf(const Profile& profile, const std::vector<int64_t>& steps,
              const TopOptions& options);

// The outer scopes of a name; a name without a scope stands for itself.
std::string_view ScopeOrName(std::string_view name, int64_t depth);

// A pattern to find anywhere in names; ignores case if it has no capitals.
Result<RegexSet> CompileSearch(const std::string& pattern);

}  // namespace tfprof
