// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/file_pipeline.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "model/definition_batch.h"
#include "model/record_batch.h"

namespace tfprof {

namespace {

constexpr size_t kBatchRecords = 512;
// Names and lists of inputs may be long.
constexpr size_t kBatchBytes = size_t{1} << 16;
// The limit on batches of all files together: enough for decoders to go on
// while one file is consumed slowly, and to make up for one that is decoded
// slowly.
constexpr size_t kHeld = 32;
constexpr size_t kHeldAJob = 16;
// The limit for one file, however many batches others hold.
constexpr size_t kAlwaysHeld = 8;
// The number of free batches that wakes the consumer: fewer than one file may
// always hold, or both sides would wait.
constexpr size_t kBatchesToWake = 4;
static_assert(kBatchesToWake < kAlwaysHeld);
// One thread decodes. Another one joins after the consumer had to wait this
// often: earlier it would only take processor time from the other two.
constexpr size_t kWaitsAWorker = 8;

// Thrown through a reader to stop it when its records are not needed any more.
struct Cancelled {};

}  // namespace

// A batch of calls of one of the two kinds.
struct CallBatch {
  DefinitionBatch definitions;
  RecordBatch records;
};

// Cuts the calls for a file into batches.
class FilePipeline::BatchSink final : public DumpSink {
 public:
  BatchSink(FilePipeline& pipeline, File& file)
      : pipeline_(pipeline), file_(file), batch_(pipeline.Empty()) {}

  ~BatchSink() override {
    if (!batch_.empty()) pipeline_.GiveBack(std::move(batch_));
  }

  void AddNode(const NodeDefinition& node) override {
    definitions().AddNode(node);
    HandOnIfFull();
  }

  void AddString(int64_t id, std::string_view text) override {
    definitions().AddString(id, text);
    HandOnIfFull();
  }

  StackId AddStack(std::span<const FrameRecord> frames) override {
    return definitions().AddStack(frames);
  }

  void AddOpLogEntry(const OpLogEntry& entry) override {
    definitions().AddOpLogEntry(entry);
    HandOnIfFull();
  }

  void BeginStep(int64_t step) override { records().BeginStep(step); }

  void BeginDevice(std::string_view device) override {
    records().BeginDevice(device);
  }

  void AddExec(const ExecRecord& exec) override {
    records().AddExec(exec);
    if (records().size() >= kBatchRecords) HandOn();
  }

  void EndStep() override { records().EndStep(); }

  void HandOn() {
    const size_t next_stack = definitions().next_stack();
    pipeline_.Push(file_, std::move(batch_));
    batch_ = pipeline_.Empty();
    definitions().NumberStacksFrom(next_stack);
  }

 private:
  DefinitionBatch& definitions() { return batch_.front().definitions; }

  RecordBatch& records() { return batch_.front().records; }

  void HandOnIfFull() {
    if (definitions().size() >= kBatchRecords ||
        definitions().bytes() >= kBatchBytes) {
      HandOn();
    }
  }

  FilePipeline& pipeline_;
  File& file_;
  Handle batch_;
};

FilePipeline::FilePipeline(size_t files, size_t jobs, Decode decode)
    : jobs_(std::min(jobs, files)), decode_(std::move(decode)), count_(files),
      files_(std::min(files, MostHeld() + jobs_)) {
  // Reserved before threads start, since a thread that cannot be stored could
  // never be joined.
  workers_.reserve(jobs_);
  if (files > 0) StartWorker();
}

FilePipeline::~FilePipeline() {
  {
    const std::lock_guard lock(mutex_);
    is_cancelled_ = true;
  }
  has_room_.notify_all();
  for (const std::future<void>& worker : workers_) worker.wait();
}

bool FilePipeline::StartWorker() {
  try {
    workers_.push_back(std::async(std::launch::async, [this] { Work(); }));
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

// REQUIRES: the caller holds the lock.
bool FilePipeline::HasRoom() const { return held_ < MostHeld(); }

size_t FilePipeline::MostHeld() const { return kHeld + kHeldAJob * jobs_; }

void FilePipeline::Work() {
  while (true) {
    size_t number;
    {
      std::unique_lock lock(mutex_);
      // Small files wait for the others, too.
      has_room_.wait(lock, [&] {
        return is_cancelled_ || begun_ == count_ ||
               (HasRoom() && begun_ - done_ < files_.size());
      });
      if (is_cancelled_ || begun_ == count_) return;
      number = begun_++;
    }
    DecodeInto(PlaceOf(number), number);
  }
}

void FilePipeline::DecodeInto(File& file, size_t number) {
  try {
    BatchSink sink(*this, file);
    Status status = decode_(number, sink, file.diagnostics);
    sink.HandOn();
    file.status = std::move(status);
  } catch (const Cancelled&) {
  } catch (...) {
    file.thrown = std::current_exception();
  }
  {
    const std::lock_guard lock(mutex_);
    file.is_finished = true;
  }
  is_there_.notify_all();
}

// Blocks until there is room. Throws Cancelled.
void FilePipeline::Push(File& file, Handle batch) {
  bool are_enough;
  {
    std::unique_lock lock(mutex_);
    has_room_.wait(lock, [&] {
      return is_cancelled_ || HasRoom() || file.held < kAlwaysHeld;
    });
    if (is_cancelled_) throw Cancelled();
    file.full.splice(file.full.end(), batch);
    ++file.held;
    ++held_;
    are_enough = file.full.size() >= kBatchesToWake;
  }
  if (are_enough) is_there_.notify_one();
}

// Blocks until the next batch; nothing at the end.
FilePipeline::Handle FilePipeline::Pop(File& file) {
  std::unique_lock lock(mutex_);
  while (file.full.empty() && !file.is_finished) {
    if (++waits_ >= kWaitsAWorker && workers_.size() < jobs_ &&
        begun_ < count_) {
      waits_ = 0;
      lock.unlock();
      StartWorker();
      lock.lock();
      continue;
    }
    is_there_.wait(lock);
  }
  Handle batch;
  if (!file.full.empty()) {
    batch.splice(batch.end(), file.full, file.full.begin());
  }
  return batch;
}

// A recycled batch, if there is one.
FilePipeline::Handle FilePipeline::Empty() {
  Handle batch;
  {
    const std::lock_guard lock(mutex_);
    if (!empty_.empty()) batch.splice(batch.end(), empty_, empty_.begin());
  }
  if (batch.empty()) batch.emplace_back();
  return batch;
}

void FilePipeline::GiveBack(Handle batch) {
  batch.front().definitions.Clear();
  batch.front().records.Clear();
  const std::lock_guard lock(mutex_);
  // The last used batch is still in the processor's cache.
  empty_.splice(empty_.begin(), batch);
}

Status FilePipeline::ReadNext(DumpSink& sink, Diagnostics& diagnostics) {
  const size_t number = next_++;
  if (workers_.empty()) return decode_(number, sink, diagnostics);
  File& file = PlaceOf(number);
  std::vector<StackId> stacks;
  for (Handle batch = Pop(file); !batch.empty(); batch = Pop(file)) {
    batch.front().definitions.Replay(sink, stacks);
    batch.front().records.Replay(sink);
    GiveBack(std::move(batch));
    bool is_low;
    {
      const std::lock_guard lock(mutex_);
      --file.held;
      --held_;
      // Waking a thread costs as much as a batch, so wait until there is room
      // for many.
      is_low = held_ <= MostHeld() / 2 || file.held <= kAlwaysHeld / 2;
    }
    if (is_low) has_room_.notify_all();
  }
  if (file.thrown != nullptr) std::rethrow_exception(file.thrown);
  diagnostics.Append(file.diagnostics);
  Status status = std::move(file.status);
  // There may be very many files: the slot is reused for another.
  file = File();
  {
    const std::lock_guard lock(mutex_);
    ++done_;
  }
  has_room_.notify_all();
  return status;
}

}  // namespace tfprof
