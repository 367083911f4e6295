// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <tuple>

#include "analysis/memory/account.h"
#include "analysis/tasks/step_tasks.h"

namespace tfprof {

namespace {

// By task, when the last operation ended that reads what it makes (ns).
std::vector<int64_t> LastUses(const StepTasks& tasks) {
  std::vector<int64_t> last(tasks.size());
  for (size_t task = 0; task < tasks.size(); ++task) {
    for (const StepTasks::Producer& producer : tasks.producers[task]) {
      if (producer.wait == Wait::kControl) continue;
      last[producer.task] = std::max(last[producer.task], tasks.OpEnd(task));
    }
  }
  return last;
}

class BufferEstimator {
 public:
  BufferEstimator(const StepTasks& tasks, MemoryAccounts& accounts)
      : tasks_(tasks),
        records_(*tasks.records),
        accounts_(accounts),
        last_use_(LastUses(tasks)) {}

  void Run();

 private:
  void Add(uint32_t task);
  void AddOutput(uint32_t record, uint32_t output, int64_t until_us);
  bool Allocates(uint32_t record, StringId allocator) const;

  const StepTasks& tasks_;
  const StepRecords& records_;
  MemoryAccounts& accounts_;
  const std::vector<int64_t> last_use_;
  // The buffer at each address of an allocator.
  std::map<std::pair<StringId, uint64_t>, uint32_t> held_;
};

bool BufferEstimator::Allocates(uint32_t record, StringId allocator) const {
  int64_t bytes = 0;
  for (const StepRecords::AllocatorUse& use : records_.memory[record]) {
    if (use.allocator == allocator) bytes = use.total_bytes;
  }
  return bytes > 0;
}

void BufferEstimator::AddOutput(uint32_t record, uint32_t output,
                                int64_t until_us) {
  const StepRecords::Output& made = records_.outputs[record][output];
  if (made.ptr == 0 || records_.strings[made.allocator].empty()) return;
  MemoryAccount& account = accounts_.Of(tasks_.host, made.allocator);
  const std::pair key(made.allocator, made.ptr);
  const auto held = held_.find(key);
  if (held != held_.end()) {
    Buffer& buffer = account.buffers[held->second];
    if (buffer.end_us >= CeilMicros(records_.OpStart(record))) {
      buffer.end_us = std::max(buffer.end_us, until_us);
      account.handovers.push_back({held->second, records_.name[record]});
      return;
    }
  }
  if (!Allocates(record, made.allocator)) {
    account.seen.push_back({record, output});
    return;
  }
  held_[key] = static_cast<uint32_t>(account.buffers.size());
  Buffer& buffer = account.buffers.emplace_back();
  buffer.start_us = FloorMicros(records_.OpStart(record));
  buffer.end_us = until_us;
  buffer.bytes = made.bytes;
  buffer.requested_bytes = made.requested_bytes;
  buffer.record = record;
  buffer.slot = made.slot;
}

void BufferEstimator::Add(uint32_t task) {
  const uint32_t record = tasks_.record[task];
  const int64_t until_us =
      FloorMicros(std::max(last_use_[task], records_.all_end[record]));
  const auto outputs = records_.outputs[record];
  for (uint32_t i = 0; i < outputs.size(); ++i) {
    AddOutput(record, i, until_us);
  }
  const auto uses = records_.memory[record];
  if (records_.temp_bytes[record] == 0 || uses.empty()) return;
  MemoryAccount& account = accounts_.Of(tasks_.host, uses[0].allocator);
  Buffer& buffer = account.buffers.emplace_back();
  buffer.start_us = FloorMicros(records_.OpStart(record));
  buffer.end_us = FloorMicros(records_.OpEnd(record));
  buffer.bytes = records_.temp_bytes[record];
  buffer.record = record;
}

void BufferEstimator::Run() {
  std::vector<uint32_t> order;
  for (uint32_t task = 0; task < tasks_.size(); ++task) {
    if (tasks_.kind[task] == TaskKind::kOperation) order.push_back(task);
  }
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::make_tuple(tasks_.OpEnd(a), a) <
           std::make_tuple(tasks_.OpEnd(b), b);
  });
  for (const uint32_t task : order) Add(task);
}

}  // namespace

Status EstimateBuffers(const StepRecords& records, MemoryAccounts& accounts) {
  for (MemoryAccount& account : accounts.all()) {
    account.is_estimate = true;
    account.buffers.clear();
    account.seen.clear();
  }
  TFPROF_ASSIGN_OR_RETURN(const std::vector<StepTasks> hosts,
                          TasksByHost(records));
  for (const StepTasks& tasks : hosts) BufferEstimator(tasks, accounts).Run();
  return {};
}

}  // namespace tfprof
