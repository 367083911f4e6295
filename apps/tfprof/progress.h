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

// Says on stderr how far the reading is, when the work takes longer than half a
// second. On a terminal it is one line, which is gone when the answer comes.
class ProgressDisplay {
 public:
  // `err` is not written to by others before Stop().
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

// Ends the display with the first byte of the answer.
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
