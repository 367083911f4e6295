// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <future>
#include <memory>

#include "base/diagnostics.h"
#include "base/error.h"
#include "model/dump_sink.h"

namespace tfprof {

class BatchQueue;

// Decodes several step files at a time, each on a thread of its own, and hands
// their records on in the order of the files, so that what comes out does not
// depend on who was faster. A thread that is too far ahead waits, so that what
// is kept in memory does not grow with the files.
class StepPipeline {
 public:
  // Reads file number `file` into a sink. Called on any thread, once a file.
  using Decode = std::function<Status(size_t file, DumpSink&, Diagnostics&)>;

  // Starts at once; `jobs` is at least 1.
  StepPipeline(size_t files, size_t jobs, Decode decode);

  // Stops what still runs.
  ~StepPipeline();

  // The next file, into `sink`, on the caller's thread.
  Status ReadNext(DumpSink& sink, Diagnostics& diagnostics);

 private:
  struct Running {
    std::unique_ptr<BatchQueue> queue;
    std::unique_ptr<Diagnostics> diagnostics;
    std::future<Status> status;
  };

  void StartWhatMayRun();

  // False if the system has no thread left.
  bool StartNext();

  const size_t files_;
  const size_t jobs_;
  const Decode decode_;
  size_t next_ = 0;     // file to hand on
  size_t started_ = 0;  // files that some thread has or had
  std::deque<Running> running_;
};

}  // namespace tfprof
