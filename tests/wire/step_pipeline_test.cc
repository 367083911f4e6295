// SPDX-License-Identifier: Apache-2.0
#include "wire/steps/step_pipeline.h"

#include <atomic>
#include <new>

#include "support/catch.h"
#include "wire/recording_sink.h"

namespace tfprof {

namespace {

// More than are queued, so that those who decode have to wait.
constexpr int kManyRecords = 200'000;

void EmitStep(size_t file, int records, DumpSink& sink) {
  sink.BeginStep(static_cast<int64_t>(file));
  sink.BeginDevice("/gpu:0");
  for (int i = 0; i < records; ++i) {
    const std::string name = fmt::format("n{}", i);
    sink.AddExec({.name = name, .all_start_us = i});
  }
  sink.EndStep();
}

class CountingSink final : public DumpSink {
 public:
  void AddExec(const ExecRecord& exec) override {
    in_order = in_order && exec.all_start_us == count % kManyRecords;
    ++count;
  }

  int64_t count = 0;
  bool in_order = true;
};

}  // namespace

TEST_CASE("files come in order and whole, however far ahead others are") {
  CountingSink sink;
  Diagnostics diagnostics;
  StepPipeline pipeline(7, 3, [](size_t file, DumpSink& records, Diagnostics&) {
    EmitStep(file, kManyRecords, records);
    return Status();
  });
  for (int file = 1; file <= 7; ++file) {
    REQUIRE(pipeline.ReadNext(sink, diagnostics));
    CHECK(sink.count == int64_t{file} * kManyRecords);
  }
  CHECK(sink.in_order);
}

TEST_CASE("a file that fails hands on what came before, and its warnings") {
  LineSink sink;
  Diagnostics diagnostics;
  StepPipeline pipeline(
      3, 2, [](size_t file, DumpSink& records, Diagnostics& said) -> Status {
        said.Warn("kind", fmt::format("file {}", file));
        records.BeginStep(static_cast<int64_t>(file));
        if (file == 1) return Fail(ErrorCode::kCorrupt, "damaged");
        records.EndStep();
        return {};
      });
  REQUIRE(pipeline.ReadNext(sink, diagnostics));
  const Status status = pipeline.ReadNext(sink, diagnostics);
  REQUIRE_FALSE(status);
  CHECK(status.error().message == "damaged");
  CHECK(sink.lines == Lines{"step 0", "end", "step 1"});
  CHECK(diagnostics.Lines() == Lines{"file 0", "file 1"});
}

TEST_CASE("whoever waits for room stops when nobody reads any more") {
  std::atomic<int> begun = 0;
  {
    StepPipeline pipeline(
        4, 4, [&](size_t file, DumpSink& records, Diagnostics&) -> Status {
          ++begun;
          if (file == 0) return Fail(ErrorCode::kCorrupt, "damaged");
          for (;;) EmitStep(file, kManyRecords, records);
        });
    LineSink sink;
    Diagnostics diagnostics;
    CHECK_FALSE(pipeline.ReadNext(sink, diagnostics));
  }
  CHECK(begun == 4);
}

TEST_CASE("memory that runs out on a thread runs out for the caller") {
  StepPipeline pipeline(2, 2, [](size_t, DumpSink&, Diagnostics&) -> Status {
    throw std::bad_alloc();
  });
  LineSink sink;
  Diagnostics diagnostics;
  CHECK_THROWS_AS(pipeline.ReadNext(sink, diagnostics), std::bad_alloc);
}

}  // namespace tfprof
