// SPDX-License-Identifier: Apache-2.0
#include "wire/steps/step_pipeline.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "model/record_batch.h"

namespace tfprof {

namespace {

constexpr size_t kBatchRecords = 512;
// Of all files together, some 120 MB: enough to decode on while the graph or
// the file before is dealt with.
constexpr size_t kQueuedBatches = 1024;
constexpr size_t kFewestQueuedBatches = 16;

// Thrown through a reader whose records nobody wants any more.
struct Cancelled {};

}  // namespace

// The batches of one file on their way between two threads.
class BatchQueue {
 public:
  explicit BatchQueue(size_t capacity) : capacity_(capacity) {}

  // Waits until there is room. Throws Cancelled.
  void Push(RecordBatch batch) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock,
                  [&] { return is_cancelled_ || full_.size() < capacity_; });
    if (is_cancelled_) throw Cancelled();
    full_.push_back(std::move(batch));
    changed_.notify_all();
  }

  // An empty batch, one that was used before if there is one.
  RecordBatch Empty() {
    const std::lock_guard lock(mutex_);
    if (empty_.empty()) return {};
    RecordBatch batch = std::move(empty_.back());
    empty_.pop_back();
    return batch;
  }

  // Waits for the next batch; nothing when there will be none.
  std::optional<RecordBatch> Pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_finished_ || !full_.empty(); });
    if (full_.empty()) return std::nullopt;
    RecordBatch batch = std::move(full_.front());
    full_.pop_front();
    changed_.notify_all();
    return batch;
  }

  void GiveBack(RecordBatch batch) {
    batch.Clear();
    const std::lock_guard lock(mutex_);
    empty_.push_back(std::move(batch));
  }

  void Finish() {
    const std::lock_guard lock(mutex_);
    is_finished_ = true;
    changed_.notify_all();
  }

  void Cancel() {
    const std::lock_guard lock(mutex_);
    is_cancelled_ = true;
    changed_.notify_all();
  }

 private:
  const size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<RecordBatch> full_;
  std::vector<RecordBatch> empty_;
  bool is_finished_ = false;
  bool is_cancelled_ = false;
};

namespace {

// Cuts the records of a file into batches.
class BatchSink final : public DumpSink {
 public:
  explicit BatchSink(BatchQueue& queue) : queue_(queue) {}

  void BeginStep(int64_t step) override { batch_.BeginStep(step); }

  void BeginDevice(std::string_view device) override {
    batch_.BeginDevice(device);
  }

  void AddExec(const ExecRecord& exec) override {
    batch_.AddExec(exec);
    if (batch_.size() >= kBatchRecords) HandOn();
  }

  void EndStep() override { batch_.EndStep(); }

  void HandOn() {
    queue_.Push(std::move(batch_));
    batch_ = queue_.Empty();
  }

 private:
  BatchQueue& queue_;
  RecordBatch batch_;
};

// Lets the other side know of the end, however it comes.
struct FinishAtEnd {
  BatchQueue& queue;

  ~FinishAtEnd() { queue.Finish(); }
};

}  // namespace

StepPipeline::StepPipeline(size_t files, size_t jobs, Decode decode)
    : files_(files), jobs_(jobs), decode_(std::move(decode)) {
  StartWhatMayRun();
}

StepPipeline::~StepPipeline() {
  for (const Running& running : running_) running.queue->Cancel();
  for (const Running& running : running_) {
    if (running.status.valid()) running.status.wait();
  }
}

void StepPipeline::StartWhatMayRun() {
  while (started_ < files_ && running_.size() < jobs_ && StartNext()) {
  }
}

bool StepPipeline::StartNext() {
  Running running{std::make_unique<BatchQueue>(
                      std::max(kQueuedBatches / jobs_, kFewestQueuedBatches)),
                  std::make_unique<Diagnostics>(),
                  {}};
  const auto decode = [this, file = started_, queue = running.queue.get(),
                       diagnostics = running.diagnostics.get()]() -> Status {
    const FinishAtEnd finish{*queue};
    try {
      BatchSink sink(*queue);
      Status status = decode_(file, sink, *diagnostics);
      sink.HandOn();
      return status;
    } catch (const Cancelled&) {
      return {};
    }
  };
  try {
    running.status = std::async(std::launch::async, decode);
  } catch (const std::system_error&) {
    return false;
  }
  running_.push_back(std::move(running));
  ++started_;
  return true;
}

Status StepPipeline::ReadNext(DumpSink& sink, Diagnostics& diagnostics) {
  StartWhatMayRun();
  const size_t file = next_++;
  if (running_.empty()) {
    started_ = next_;
    return decode_(file, sink, diagnostics);
  }
  const Running& running = running_.front();
  while (std::optional<RecordBatch> batch = running.queue->Pop()) {
    batch->Replay(sink);
    running.queue->GiveBack(std::move(*batch));
  }
  Status status = running_.front().status.get();
  diagnostics.Append(*running.diagnostics);
  running_.pop_front();
  return status;
}

}  // namespace tfprof
