// SPDX-License-Identifier: Apache-2.0
// ProfileBuilder under Rules::attribution: accounts nodes of functions that are
// not inlined under their call.
#include <functional>
#include <string>
#include <utility>

#include "model/calls/callers.h"
#include "model/exec_times.h"
#include "model/profile_builder.h"
#include "model/step_line.h"

namespace tfprof {

namespace {

class ExecVisitor final : public DumpSink {
 public:
  using Visit = std::function<void(const ExecRecord&)>;

  explicit ExecVisitor(Visit visit) : visit_(std::move(visit)) {}

  void AddExec(const ExecRecord& exec) override { visit_(exec); }

 private:
  const Visit visit_;
};

}  // namespace

std::string_view ProfileBuilder::DefinedType(std::string_view name) const {
  const Row row = FindRow(name);
  if (row == kNoRow || !nodes_.is_defined[row]) return {};
  return profile_.strings[nodes_.op[row]];
}

bool ProfileBuilder::MayBeOfCall(std::string_view name) {
  using enum FunctionNames::Fit;
  if (functions_.AnyFits(name)) return true;
  const bool is_call =
      !functions_.CalleesOf(FunctionNames::kGraph, name).empty();
  return is_call || functions_.FitOf(FunctionNames::kGraph, name) == kNone;
}

void ProfileBuilder::AddExec(const ExecRecord& exec) {
  step_table_.AddExec(exec);
  if (!Holds(exec)) Account(exec);
}

bool ProfileBuilder::Holds(const ExecRecord& exec) {
  if (!rules_.attribution || !functions_.HasCalls()) return false;
  const std::string_view name = BaseName(exec.name);
  const Row row = FindRecordRow(name);  // usually a guess
  const StringId known =
      row == kNoRow ? profile_.strings.Intern(name) : nodes_.name[row];
  const size_t id = known.value;
  if (id >= is_asked_.size()) {
    is_asked_.resize(profile_.strings.size());
    may_be_of_call_.resize(profile_.strings.size());
  }
  if (!is_asked_[id]) {
    is_asked_[id] = true;
    may_be_of_call_[id] = MayBeOfCall(name);
  }
  if (!may_be_of_call_[id]) return false;
  if (held_devices_.empty() ||
      held_devices_.back().device.name != device_.name) {
    held_devices_.push_back({held_.size(), device_});
  }
  held_.AddExec(exec);
  return true;
}

void ProfileBuilder::AccountHeld() {
  if (held_devices_.empty()) return;
  std::vector<RanNode> records;
  StringId last_device, host;
  auto next = held_devices_.begin();
  // The device of a record; records are queried in order.
  const auto device_of = [&](size_t record) {
    while (next + 1 != held_devices_.end() && next[1].first <= record) ++next;
    return next->device;
  };
  ExecVisitor collect([&](const ExecRecord& exec) {
    const Device device = device_of(records.size());
    if (device.name != last_device) {
      const std::string_view name = profile_.strings[device.name];
      last_device = device.name;
      host = profile_.strings.Intern(ReadStepLine(name).host);
    }
    const ExecSpan span = RecordedSpan(exec);
    records.push_back({BaseName(exec.name), exec.label, span.start, span.end,
                       host.value, device.kind.is_canonical});
  });
  records.reserve(held_.size());
  held_.Replay(collect);
  const Callers callers = FindCallers(functions_, records);
  records = std::vector<RanNode>();
  const Device device = device_;
  size_t at = 0;
  next = held_devices_.begin();
  ExecVisitor account([&](const ExecRecord& exec) {
    const uint32_t call = callers.of[at];
    device_ = device_of(at++);
    if (call == Callers::kNone) return Account(exec);
    const std::string name =
        callers.calls[call] + "/" + std::string(BaseName(exec.name));
    const StringId outer = profile_.strings.Intern(name);
    std::vector<StringId>& names = profile_.name_in_function;
    if (names.size() <= outer.value) names.resize(outer.value + 1);
    StringId& inner_name = names[outer.value];
    if (!inner_name.valid()) {
      inner_name = profile_.strings.Intern(BaseName(exec.name));
    }
    ExecRecord inner = exec;
    inner.name = name;
    Account(inner);
  });
  held_.Replay(account);
  device_ = device;
  held_.Clear();
  held_devices_.clear();
}

}  // namespace tfprof
