// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <future>
#include <list>
#include <mutex>
#include <vector>

#include "base/diagnostics.h"
#include "base/error.h"
#include "model/dump_sink.h"

namespace tfprof {

struct CallBatch;

// Decodes files on threads and passes their calls on in the order of the files,
// so the result does not depend on timing. A thread that is too far ahead
// waits, so memory does not grow with the files.
class FilePipeline {
 public:
  // Reads file number `file` into a sink. Called on any thread, once per file.
  using Decode = std::function<Status(size_t file, DumpSink&, Diagnostics&)>;

  // Starts at once, with up to `jobs` threads, at least 1, besides the
  // caller's.
  FilePipeline(size_t files, size_t jobs, Decode decode);

  // Stops the threads.
  ~FilePipeline();

  FilePipeline(const FilePipeline&) = delete;
  FilePipeline& operator=(const FilePipeline&) = delete;

  // Passes the next file to `sink`, on the caller's thread.
  Status ReadNext(DumpSink& sink, Diagnostics& diagnostics);

 private:
  class BatchSink;
  // A list of one batch or none: batches move between lists and are never
  // copied.
  using Handle = std::list<CallBatch>;

  struct File {
    Handle full;  // decoded, not yet consumed
    size_t held = 0;
    bool is_finished = false;
    Status status;
    std::exception_ptr thrown;
    Diagnostics diagnostics;
  };

  // False if the system cannot start another thread.
  bool StartWorker();
  void Work();

  File& PlaceOf(size_t number) { return files_[number % files_.size()]; }

  void DecodeInto(File& file, size_t number);

  size_t MostHeld() const;  // most batches of all files
  bool HasRoom() const;
  void Push(File& file, Handle batch);
  Handle Pop(File& file);
  Handle Empty();
  void GiveBack(Handle batch);

  const size_t jobs_;
  const Decode decode_;
  const size_t count_;  // of files
  size_t next_ = 0;     // the next file to consume

  std::mutex mutex_;  // guards everything below
  std::condition_variable is_there_;
  std::condition_variable has_room_;
  std::vector<File> files_;  // ring of the files after done_
  size_t done_ = 0;          // files that were consumed
  size_t begun_ = 0;         // files that some thread has started
  size_t held_ = 0;  // batches of all files in use
  Handle empty_;     // recycled batches
  bool is_cancelled_ = false;
  size_t waits_ = 0;

  std::vector<std::future<void>> workers_;
};

}  // namespace tfprof
