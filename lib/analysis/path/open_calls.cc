// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/open_calls.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/calls/callers.h"

namespace tfprof {

namespace {

class CallOpener {
 public:
  CallOpener(const FunctionNames& functions, StepRecords& records,
             StepPath& path)
      : functions_(functions),
        records_(records),
        path_(path),
        tasks_(*path.tasks) {}

  void Run() {
    if (!functions_.HasCalls()) return;
    for (const ChainTask& link : path_.chain) {
      if (IsCall(link.task)) inside_[std::string(NameOf(link.task))];
    }
    if (inside_.empty()) return;
    FindInside();
    std::vector<ChainTask> opened;
    for (const ChainTask& link : path_.chain) {
      const auto inside = inside_.find(NameOf(link.task));
      // Calls that tasks are made of are open.
      if (inside == inside_.end() || tasks_.is_of_call[link.task]) {
        opened.push_back(link);
      } else {
        Open(link, inside->second, opened);
      }
    }
    path_.chain = std::move(opened);
    for (const auto& [task, name] : names_) {
      records_.node.Set(tasks_.record[task], records_.strings.Intern(name));
    }
  }

 private:
  std::string_view NameOf(uint32_t task) const {
    return records_.strings[tasks_.NodeOf(task)];
  }

  bool IsCall(uint32_t task) const {
    const std::string_view name = NameOf(task);
    return !functions_.CalleesOf(FunctionNames::kGraph, name).empty() &&
           functions_.TypeOf(FunctionNames::kGraph, name) ==
               tasks_.TypeText(task);
  }

  // "name = Type(a, b)", as in records.
  std::string LabelOf(uint32_t task) const {
    std::string inputs;
    for (const auto& input :
         records_.inputs[records_.input_row[tasks_.record[task]]]) {
      inputs += inputs.empty() ? "" : ", ";
      inputs += records_.strings[input.node];
    }
    return fmt::format("{} = {}({})", NameOf(task), tasks_.TypeText(task),
                       inputs);
  }

  bool MayBeInside(std::string_view name) const {
    const auto of_graph = functions_.FitOf(FunctionNames::kGraph, name);
    return of_graph == FunctionNames::Fit::kNone || functions_.AnyFits(name) ||
           !functions_.CalleesOf(FunctionNames::kGraph, name).empty();
  }

  // Fills inside_ and names_.
  void FindInside() {
    std::vector<uint32_t> task_of;
    std::vector<RanNode> ran;
    std::vector<std::pair<std::string, bool>> known(records_.strings.size());
    std::vector<bool> is_known(records_.strings.size());
    for (uint32_t task = 0; task < tasks_.size(); ++task) {
      if (tasks_.kind[task] != TaskKind::kOperation || tasks_.part[task] > 0) {
        continue;
      }
      const size_t node = tasks_.NodeOf(task).value;
      auto& [label, may_be] = known[node];
      if (!is_known[node]) {
        is_known[node] = true;
        may_be = MayBeInside(NameOf(task));
        if (may_be) label = LabelOf(task);
      }
      if (!may_be) continue;
      const size_t record = tasks_.record[task];
      task_of.push_back(task);
      ran.push_back({NameOf(task), label, records_.all_start[record],
                     records_.all_end[record]});
    }
    const Callers callers = FindCallers(functions_, ran);
    const std::set<std::string_view> calls(callers.calls.begin(),
                                           callers.calls.end());
    for (size_t i = 0; i < ran.size(); ++i) {
      if (callers.of[i] == Callers::kNone) continue;
      const std::string& call = callers.calls[callers.of[i]];
      const auto inside = inside_.find(OutermostOf(call));
      if (inside == inside_.end()) continue;
      std::string name = call + "/" + std::string(ran[i].name);
      if (!calls.contains(name)) inside->second.push_back(task_of[i]);
      names_.emplace_back(task_of[i], std::move(name));
    }
    for (auto& [call, tasks] : inside_) {
      std::ranges::sort(tasks, {}, [&](uint32_t task) {
        return std::pair(tasks_.end[task], task);
      });
    }
  }

  // The outermost call of the chain in "outer/call/inner/call".
  std::string_view OutermostOf(std::string_view call) const {
    for (size_t end = call.find('/'); end != std::string_view::npos;
         end = call.find('/', end + 1)) {
      if (inside_.contains(call.substr(0, end))) return call.substr(0, end);
    }
    return call;
  }

  void Open(const ChainTask& link, const std::vector<uint32_t>& inside,
            std::vector<ChainTask>& opened) const {
    const int64_t begin = tasks_.start[link.task];
    int64_t until = begin + link.busy;
    int64_t rest = link.busy;
    std::vector<ChainTask> backwards;
    const auto after =
        std::ranges::upper_bound(inside, until, {}, [&](uint32_t task) {
          return tasks_.end[task];
        });
    for (size_t at = static_cast<size_t>(after - inside.begin()); at-- > 0;) {
      const uint32_t task = inside[at];
      if (tasks_.end[task] <= begin) break;
      if (tasks_.end[task] > until) continue;
      const int64_t start = std::max(begin, tasks_.start[task]);
      backwards.push_back({.task = task,
                           .link = Link::kData,
                           .is_in_call = true,
                           .busy = tasks_.end[task] - start});
      rest -= backwards.back().busy;
      until = start;
    }
    opened.push_back(link);
    opened.back().busy = rest;
    opened.insert(opened.end(), backwards.rbegin(), backwards.rend());
  }

  const FunctionNames& functions_;
  StepRecords& records_;
  StepPath& path_;
  const StepTasks& tasks_;
  // By name of a call in the chain: its tasks that are no calls, by end.
  std::map<std::string, std::vector<uint32_t>, std::less<>> inside_;
  std::vector<std::pair<uint32_t, std::string>> names_;  // of tasks in calls
};

}  // namespace

void OpenCalls(const FunctionNames& functions, StepRecords& records,
               StepPath& path) {
  CallOpener(functions, records, path).Run();
}

}  // namespace tfprof
