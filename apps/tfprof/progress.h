// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "base/bytes.h"
#include "base/writer.h"

namespace tfprof {

enum class ShowProgress : uint8_t { kAuto, kAlways, kNever };

// Shows the amount of data read on stderr if the work takes longer than half a
// second. On a terminal it is one line, erased before the answer.
class ProgressDisplay {
 public:
  // REQUIRES: nothing else writes to `err` before Stop().
  ProgressDisplay(ShowProgress show, Writer& err);

  ~ProgressDisplay() { Stop(); }

  ReadMeter& meter() { return meter_; }

  void Stop();

 private:
  void Run();
  void Say(int64_t seconds);

  Writer& err_;
  ReadMeter meter_;
  std::mutex mutex_;
  std::condition_variable stopping_;
  bool is_stopped_ = false;
  bool is_shown_ = false;
  std::thread thread_;
};

// Stops the display at the first byte of the answer.
class AnswerWriter final : public Writer {
 public:
  AnswerWriter(Writer& out, ProgressDisplay& progress)
      : out_(out), progress_(progress) {}

  Status Write(std::string_view bytes) override {
    progress_.Stop();
    return out_.Write(bytes);
  }

  Status Close() override { return out_.Close(); }

  bool is_terminal() const override { return out_.is_terminal(); }

 private:
  Writer& out_;
  ProgressDisplay& progress_;
};

}  // namespace tfprof
