// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/calls.h"

#include <algorithm>
#include <tuple>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "model/node_label.h"

namespace tfprof {

namespace {

// Removes from a body what reads a name that does not run there.
class ClosedBody {
 public:
  ClosedBody(const StepRecords& records, std::vector<uint32_t> body)
      : records_(records), body_(std::move(body)), is_out_(body_.size()) {
    for (uint32_t i = 0; i < body_.size(); ++i) {
      ++names_[NodeOf(i)].count;
      ForInputs(i, [&](uint32_t name) { names_[name].readers.push_back(i); });
    }
  }

  // The records that are left.
  std::vector<uint32_t> Close() {
    for (uint32_t i = 0; i < body_.size(); ++i) to_check_.push_back(i);
    while (!to_check_.empty()) {
      const uint32_t i = to_check_.back();
      to_check_.pop_back();
      if (!is_out_[i] && !ReadsOnlyBody(i)) Remove(i);
    }
    std::vector<uint32_t> left;
    for (uint32_t i = 0; i < body_.size(); ++i) {
      if (!is_out_[i]) left.push_back(body_[i]);
    }
    return left;
  }

 private:
  struct Name {
    uint32_t count = 0;             // of records of this name
    std::vector<uint32_t> readers;  // places in body_
  };

  uint32_t NodeOf(uint32_t i) const { return records_.node[body_[i]].value; }

  StringId WithoutNumber(StringId node) const {
    const std::string_view sent = WithoutEdgeNumber(records_.strings[node]);
    return sent.empty() ? StringId() : records_.strings.Find(sent);
  }

  template <typename Visit>
  void ForInputs(uint32_t i, Visit visit) const {
    for (const auto& input : records_.inputs[records_.input_row[body_[i]]]) {
      visit(input.node.value);
      const StringId sent = WithoutNumber(input.node);
      if (sent.valid()) visit(sent.value);
    }
  }

  bool Runs(StringId name) const {
    if (!name.valid()) return false;
    const auto found = names_.find(name.value);
    return found != names_.end() && found->second.count > 0;
  }

  bool ReadsOnlyBody(uint32_t i) const {
    const auto inputs = records_.inputs[records_.input_row[body_[i]]];
    return std::all_of(inputs.begin(), inputs.end(), [&](const auto& input) {
      return Runs(input.node) || Runs(WithoutNumber(input.node));
    });
  }

  void Remove(uint32_t i) {
    is_out_[i] = true;
    Name& name = names_[NodeOf(i)];
    if (--name.count > 0) return;
    for (const uint32_t reader : name.readers) to_check_.push_back(reader);
  }

  const StepRecords& records_;
  const std::vector<uint32_t> body_;  // records
  std::vector<bool> is_out_;
  tsl::robin_map<uint32_t, Name, IntHash> names_;  // by StringId
  std::vector<uint32_t> to_check_;
};

class CallRecordOpener {
 public:
  CallRecordOpener(const StepRecords& records, const TaskOrder& order,
                   std::vector<TaskRow>& rows)
      : records_(records), order_(order), rows_(rows) {}

  std::vector<OpenedCall> Run() {
    const std::vector<uint32_t> calls = FindCalls();
    if (calls.empty()) return {};
    SortCandidates();
    std::vector<OpenedCall> opened;
    for (const uint32_t row : calls) {
      std::vector<uint32_t> body = BodyOf(row);
      if (!body.empty()) opened.push_back(Open(row, std::move(body)));
    }
    return opened;
  }

 private:
  // Candidates that calls looked at and did not take: nested calls that read
  // from outside would look at them again and again.
  static constexpr uint64_t kMostLooks = 1 << 28;

  // Rows of operations that may be calls, the shortest first.
  std::vector<uint32_t> FindCalls() const {
    std::vector<uint32_t> calls;
    for (uint32_t row = 0; row < rows_.size(); ++row) {
      if (rows_[row].kind != TaskKind::kOperation) continue;
      const StringId type = rows_[row].type;
      if (rows_[row].is_eager ||
          (type.valid() && IsCallType(records_.strings[type]))) {
        calls.push_back(row);
      }
    }
    const auto length = [&](uint32_t row) {
      return rows_[row].end - rows_[row].start;
    };
    std::sort(calls.begin(), calls.end(), [&](uint32_t a, uint32_t b) {
      if (length(a) != length(b)) return length(a) < length(b);
      return rows_[a].start != rows_[b].start
                 ? rows_[a].start < rows_[b].start
                 : order_.ByPlace(rows_[a], rows_[b]);
    });
    return calls;
  }

  // Sorts tasks that may be in a body, by start.
  void SortCandidates() {
    for (uint32_t row = 0; row < rows_.size(); ++row) {
      if (rows_[row].kind == TaskKind::kOperation && !rows_[row].is_eager) {
        candidates_.push_back({rows_[row].start, rows_[row].end, row});
      }
    }
    std::sort(candidates_.begin(), candidates_.end(),
              [](const Candidate& a, const Candidate& b) {
                return std::tie(a.start, a.row) < std::tie(b.start, b.row);
              });
    next_.resize(candidates_.size() + 1);
    for (uint32_t i = 0; i < next_.size(); ++i) next_[i] = i;
  }

  // The first candidate from `at` on that no call has yet.
  uint32_t NextFree(uint32_t at) {
    while (next_[at] != at) {
      next_[at] = next_[next_[at]];
      at = next_[at];
    }
    return at;
  }

  // Places of candidates.
  std::vector<uint32_t> BodyOf(uint32_t row) {
    const TaskRow& call = rows_[row];
    // The row is cut once it is open.
    const auto begin = std::lower_bound(
        candidates_.begin(), candidates_.end(), call.start,
        [](const Candidate& a, int64_t start) { return a.start < start; });
    std::vector<uint32_t> within;
    for (uint32_t at =
             NextFree(static_cast<uint32_t>(begin - candidates_.begin()));
         at < candidates_.size() && candidates_[at].start <= call.end &&
         looks_ < kMostLooks;
         at = NextFree(at + 1)) {
      ++looks_;
      const Candidate& candidate = candidates_[at];
      if (candidate.row == row || candidate.end > call.end) continue;
      if (!call.is_eager &&
          candidate.start < records_.OpStart(call.record)) {
        continue;
      }
      within.push_back(at);
    }
    return call.is_eager ? within : Closed(std::move(within));
  }

  std::vector<uint32_t> Closed(std::vector<uint32_t> within) const {
    std::vector<uint32_t> records;
    for (const uint32_t at : within) {
      records.push_back(rows_[candidates_[at].row].record);
    }
    const std::vector<uint32_t> left =
        ClosedBody(records_, std::move(records)).Close();
    std::vector<uint32_t> body;  // in the order of `within`
    for (const uint32_t at : within) {
      if (body.size() == left.size()) break;
      if (rows_[candidates_[at].row].record == left[body.size()]) {
        body.push_back(at);
      }
    }
    return body;
  }

  OpenedCall Open(uint32_t row, std::vector<uint32_t> body) {
    OpenedCall opened;
    int64_t first = INT64_MAX;
    int64_t last = INT64_MIN;
    for (const uint32_t at : body) {
      first = std::min(first, candidates_[at].start);
      last = std::max(last, candidates_[at].end);
      next_[at] = at + 1;
      opened.body.push_back(rows_[candidates_[at].row].record);
    }
    TaskRow back = rows_[row];
    opened.record = back.record;
    back.is_of_call = true;
    back.part = 1;
    back.start = last;
    rows_[row].is_of_call = true;
    rows_[row].end = first;
    rows_.push_back(back);
    return opened;
  }

  struct Candidate {
    int64_t start = 0;
    int64_t end = 0;
    uint32_t row = 0;
  };

  const StepRecords& records_;
  const TaskOrder& order_;
  std::vector<TaskRow>& rows_;
  std::vector<Candidate> candidates_;
  std::vector<uint32_t> next_;  // by candidate: itself, if no call has it
  uint64_t looks_ = 0;
};

}  // namespace

bool IsCallType(std::string_view type) {
  if (type == "RemoteCall" || type == "SymbolicGradient") return true;
  constexpr std::string_view kStateful = "Stateful";
  constexpr std::string_view kStateless = "Stateless";
  if (type.starts_with(kStateful)) {
    type.remove_prefix(kStateful.size());
  } else if (type.starts_with(kStateless)) {
    type.remove_prefix(kStateless.size());
  }
  return type == "PartitionedCall" || type == "While" || type == "If" ||
         type == "Case";
}

std::vector<OpenedCall> OpenCallRecords(const StepRecords& records,
                                        const TaskOrder& order,
                                        std::vector<TaskRow>& rows) {
  return CallRecordOpener(records, order, rows).Run();
}

}  // namespace tfprof
