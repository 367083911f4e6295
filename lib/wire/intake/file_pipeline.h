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

// Decodes files on threads of their own and hands on what they say in the order
// of the files, so that what comes out does not depend on who was faster. A
// thread that is too far ahead waits, so that what is kept in memory does not
// grow with the files.
class FilePipeline {
 public:
  // Reads file number `file` into a sink. Called on any thread, once a file.
  using Decode = std::function<Status(size_t file, DumpSink&, Diagnostics&)>;

  // Starts at once, with up to `jobs` threads, at least 1, beside the caller's.
  FilePipeline(size_t files, size_t jobs, Decode decode);

  // Stops what still runs.
  ~FilePipeline();

  FilePipeline(const FilePipeline&) = delete;
  FilePipeline& operator=(const FilePipeline&) = delete;

  // The next file, into `sink`, on the caller's thread.
  Status ReadNext(DumpSink& sink, Diagnostics& diagnostics);

 private:
  class BatchSink;
  // Of one batch or none: it moves between lists and is copied nowhere.
  using Handle = std::list<CallBatch>;

  struct File {
    Handle full;  // decoded and not yet handed on
    size_t held = 0;
    bool is_finished = false;
    Status status;
    std::exception_ptr thrown;
    Diagnostics diagnostics;
  };

  // False if the system has no thread left.
  bool StartWorker();
  void Work();

  File& PlaceOf(size_t number) { return files_[number % files_.size()]; }

  void DecodeInto(File& file, size_t number);

  size_t MostHeld() const;  // batches of all files
  bool HasRoom() const;
  void Push(File& file, Handle batch);
  Handle Pop(File& file);
  Handle Empty();
  void GiveBack(Handle batch);

  const size_t jobs_;
  const Decode decode_;
  const size_t count_;  // of files
  size_t next_ = 0;     // file to hand on

  std::mutex mutex_;  // of all below
  std::condition_variable is_there_;
  std::condition_variable has_room_;
  std::vector<File> files_;  // places of those behind done_, round by round
  size_t done_ = 0;          // files that were handed on
  size_t begun_ = 0;         // files that some thread has or had
  size_t held_ = 0;  // batches of all files that are not given back
  Handle empty_;     // that were used before
  bool is_cancelled_ = false;
  size_t waits_ = 0;

  std::vector<std::future<void>> workers_;
};

}  // namespace tfprof
