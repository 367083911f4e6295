// SPDX-License-Identifier: Apache-2.0
#include "model/record_batch.h"

#include <random>
#include <string>

#include "model/profile_builder.h"
#include "model/step_values.h"
#include "support/catch.h"

namespace tfprof {

namespace {

// A step of random records: known and new nodes, several devices, loops.
void EmitStep(unsigned seed, DumpSink& sink) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned limit) {
    return static_cast<int64_t>(random() % limit);
  };
  sink.BeginStep(seed);
  for (int device = 0; device < 4; ++device) {
    sink.BeginDevice(fmt::format("/job:a/gpu:{}{}", below(2),
                                 below(2) == 0 ? "" : "/stream:all"));
    for (int64_t count = below(20); count > 0; --count) {
      const std::string name = fmt::format("n{}:Op", below(8));
      std::vector<AllocatorRecord> memory;
      std::vector<OutputRecord> outputs;
      for (int64_t i = below(3); i > 0; --i) {
        memory.push_back(
            {"GPU_0_bfc", below(100), below(100), below(100), below(100)});
        outputs.push_back({.slot = static_cast<int32_t>(i),
                           .has_allocation = below(3) > 0,
                           .requested_bytes = below(100),
                           .allocated_bytes = below(100)});
      }
      sink.AddExec({.name = name,
                    .all_start_us = below(50),
                    .op_end_rel_us = below(9) - 2,
                    .memory = memory,
                    .outputs = outputs,
                    .temp_bytes = below(5),
                    .persistent_bytes = below(5)});
    }
  }
  sink.EndStep();
}

struct Outcome {
  std::string values;
  std::vector<std::string> warnings;
};

// Cuts what it is given into batches of a few records.
class Cutter final : public DumpSink {
 public:
  explicit Cutter(DumpSink& sink) : sink_(sink) {}

  void BeginStep(int64_t step) override { batch_.BeginStep(step); }

  void BeginDevice(std::string_view device) override {
    batch_.BeginDevice(device);
    if (++calls_ % 3 == 0) HandOn();
  }

  void AddExec(const ExecRecord& exec) override {
    batch_.AddExec(exec);
    if (++calls_ % 3 == 0) HandOn();
  }

  void EndStep() override {
    batch_.EndStep();
    HandOn();
  }

 private:
  void HandOn() {
    batch_.Replay(sink_);
    batch_.Clear();
  }

  DumpSink& sink_;
  RecordBatch batch_;
  int calls_ = 0;
};

enum class Way { kDirect, kInBatches, kInSmallBatches };

Outcome Build(Way way) {
  Diagnostics diagnostics;
  ProfileBuilder builder(kReferenceRules, diagnostics);
  builder.AddNode({.name = "n3", .op = "MatMul"});
  for (unsigned step = 0; step < 5; ++step) {
    switch (way) {
      case Way::kDirect:
        EmitStep(step, builder);
        break;
      case Way::kInBatches: {
        RecordBatch batch;
        EmitStep(step, batch);
        batch.Replay(builder);
        break;
      }
      case Way::kInSmallBatches: {
        Cutter cutter(builder);
        EmitStep(step, cutter);
        break;
      }
    }
  }
  const auto profile = builder.Finish();
  REQUIRE(profile);
  Outcome outcome{"", diagnostics.Lines()};
  for (int64_t step = -1; step < 5; ++step) {
    const StepValues values = ComputeStepValues(
        *profile, step < 0 ? std::nullopt : std::optional(step));
    for (const auto& column : values.column) {
      for (size_t node = 0; node < profile->nodes.size(); ++node) {
        outcome.values += fmt::format("{} ", column[node]);
      }
    }
  }
  return outcome;
}

}  // namespace

TEST_CASE("a step kept for later gives what it gives at once") {
  const Outcome direct = Build(Way::kDirect);
  CHECK_FALSE(direct.warnings.empty());
  for (const Way way : {Way::kInBatches, Way::kInSmallBatches}) {
    const Outcome replayed = Build(way);
    CHECK(direct.values == replayed.values);
    CHECK(direct.warnings == replayed.warnings);
  }
}

TEST_CASE("executions are expected before they come") {
  struct Sink final : DumpSink {
    void AddExec(const ExecRecord& exec) override {
      seen += fmt::format("{} ", exec.name);
    }

    void ExpectExec(std::string_view name) override {
      seen += fmt::format("({}) ", name);
    }

    std::string seen;
  };
  RecordBatch batch;
  for (const char* const name : {"a", "b", "c", "d", "e", "f"}) {
    batch.AddExec({.name = name, .label = "label"});
  }
  Sink sink;
  batch.Replay(sink);
  CHECK(sink.seen == "(e) a (f) b c d e f ");
}

TEST_CASE("a file without a step replays as nothing") {
  Diagnostics diagnostics;
  ProfileBuilder builder(kReferenceRules, diagnostics);
  RecordBatch().Replay(builder);
  const auto profile = builder.Finish();
  REQUIRE(profile);
  CHECK(profile->steps.empty());
}

}  // namespace tfprof
