// SPDX-License-Identifier: Apache-2.0
// An execution of an operation, and how much of its time is its own.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

namespace tfprof {

struct Execution {
  uint32_t row = 0;  // of what ran
  bool is_eager = false;
  bool is_candidate = false;  // a row only if no other lies in it
  int64_t group = -1;         // of a step
  uint32_t call = 0;          // of Python that it ran for; 0: none is known
  uint64_t number = 0;        // in the order of the file
  int64_t begin_ps = 0;
  int64_t duration_ps = 0;
  int64_t self_ps = 0;

  int64_t end_ps() const { return begin_ps + duration_ps; }
};

// Takes executions when they end.
class ExecutionSink {
 public:
  virtual ~ExecutionSink() = default;

  virtual void Count(const Execution& execution) = 0;

  // A stretch that it had to itself, in order of time (ExclusiveSelfTimes).
  virtual void Ran(const Execution&, int64_t /*begin_ps*/, int64_t /*end_ps*/) {
  }
};

// Works out self times of a line. Executions come in order of begin.
class SelfTimes {
 public:
  virtual ~SelfTimes() = default;

  virtual void Add(const Execution& execution) = 0;

  // Ends what is open. Nothing may be added after it.
  virtual void Finish() = 0;
};

// tfprof: as TensorFlow's profiler counts. Begins and ends are put in order, at
// one time in the order of the file, and an end closes what began last: what
// began later and is still open is lost, and an end without its begin loses
// all that is open. A child that ends with its parent is lost by that.
class ReferenceSelfTimes final : public SelfTimes {
 public:
  explicit ReferenceSelfTimes(ExecutionSink& sink) : sink_(sink) {}

  void Add(const Execution& execution) override;
  void Finish() override;

 private:
  struct Open {
    Execution execution;
    int64_t children_ps = 0;
  };

  struct End {
    int64_t at_ps = 0;
    uint64_t number = 0;

    bool IsBefore(int64_t ps, uint64_t other) const {
      return at_ps < ps || (at_ps == ps && number < other);
    }
  };

  static bool IsLater(const End& a, const End& b) {
    return b.IsBefore(a.at_ps, a.number);
  }

  void Close(const End& end);

  ExecutionSink& sink_;
  std::vector<Open> open_;
  std::vector<End> ends_;  // a heap, the first one on top
};

// At each moment the time of a line is that of the execution that began last
// and is still open, so that self times add up to no more than the span of the
// line, whatever overlaps. Of equal begins the longest comes first.
class ExclusiveSelfTimes final : public SelfTimes {
 public:
  explicit ExclusiveSelfTimes(ExecutionSink& sink) : sink_(sink) {}

  void Add(const Execution& execution) override;
  void Finish() override;

 private:
  struct Open {
    Execution execution;
    bool holds_others = false;
  };

  void RunTo(int64_t ps);
  void CloseLast();

  ExecutionSink& sink_;
  std::deque<Open> open_;
  int64_t now_ps_ = 0;
};

}  // namespace tfprof
