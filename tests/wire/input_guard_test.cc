// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/input_guard.h"

#include <limits>

#include "support/catch.h"
#include "support/files.h"
#include "support/temp_dir.h"
#include "wire/intake/input.h"
#include "wire/recording_sink.h"

namespace tfprof {

namespace {

constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();

struct Guarded {
  explicit Guarded(const ReadLimits& limits = {})
      : guard(limits, sink, diagnostics) {
    guard.BeginFile("file");
  }

  LineSink sink;
  Diagnostics diagnostics;
  InputGuard guard;
};

// The warnings about `exec`.
Lines WarningsOf(const ExecRecord& exec) {
  Guarded guarded;
  guarded.guard.BeginStep(3);
  guarded.guard.BeginDevice("/gpu:0");
  guarded.guard.AddExec(exec);
  CHECK(guarded.sink.lines.size() == 3);
  return guarded.diagnostics.Lines();
}

Lines WarningsOfShape(std::vector<int64_t> dims) {
  Guarded guarded;
  guarded.guard.AddNode({.name = "n", .op = "A", .shape = ShapeRecord{dims}});
  CHECK(guarded.sink.lines.size() == 1);
  return guarded.diagnostics.Lines();
}

Lines Warning(const std::string& what) {
  return {
      fmt::format("file: node 'n' in step 3 on '/gpu:0': {}; is the file "
                  "damaged?",
                  what)};
}

}  // namespace

TEST_CASE("nothing beyond a limit is handed on") {
  ReadLimits limits;
  limits.max_nodes = 2;
  Guarded guarded(limits);
  for (int i = 0; i < 5; ++i) guarded.guard.AddNode({.name = "n", .op = "A"});
  guarded.guard.BeginStep(0);
  CHECK(guarded.sink.lines.size() == 2);
  REQUIRE_FALSE(guarded.guard.status());
  CHECK(guarded.guard.status().error().code == ErrorCode::kLimit);
  CHECK(guarded.guard.status().error().message ==
        "file: more than 2 nodes; raise --max_input_nodes to read them");
}

TEST_CASE("a name beyond the limit is shown by its beginning") {
  ReadLimits limits;
  limits.max_name_bytes = 60;
  for (const size_t size : {60u, 61u}) {
    Guarded guarded(limits);
    const std::string name = '\x1b' + std::string(size - 1, 'x');
    guarded.guard.AddExec({.name = name});
    CHECK(guarded.guard.status().has_value() == (size == 60));
    CHECK(guarded.sink.lines.size() == (size == 60 ? 1 : 0));
    if (size == 60) continue;
    CHECK(guarded.guard.status().error().message ==
          "file: a name of 61 bytes, '\\x1b" + std::string(39, 'x') +
              "...'; raise --max_name_bytes to read it");
  }
}

TEST_CASE("limits count over all files") {
  const TempDir dir;
  Inputs inputs;
  for (const char* name : {"run_meta_0", "run_meta_1", "run_meta_2"}) {
    inputs.run_meta_paths.push_back(dir / name);
    WriteFile(dir / name, std::string("\x0a\x04\x0a\x02\x0a\x00", 6));
  }
  const auto error = [&]() -> std::string {
    LineSink sink;
    Diagnostics diagnostics;
    const auto files = ResolveInputs(inputs).value();
    const Status status = ReadInputs(files, inputs, sink, diagnostics);
    return status ? "" : status.error().message;
  };
  for (const int jobs : {1, 3}) {
    inputs.jobs = jobs;
    inputs.limits = {};
    CHECK(error().empty());
    inputs.limits.max_steps = 2;
    CHECK(error() == dir /
                         "run_meta_2: more than 2 steps; raise "
                         "--max_input_steps to read them");
    inputs.limits = {};
    inputs.limits.max_bytes = 15;
    CHECK(error() == dir /
                         "run_meta_2: 18 bytes with the files before it are "
                         "more than 15; raise --max_input_bytes to read it");
  }
}

TEST_CASE("steps of a profile count, too") {
  ReadLimits limits;
  limits.max_steps = 1;
  Guarded guarded(limits);
  guarded.guard.AddStoredStep(0);
  CHECK(guarded.guard.status());
  guarded.guard.AddStoredStep(7);
  CHECK_FALSE(guarded.guard.status());
  CHECK(guarded.sink.lines == Lines{"stored step 0"});
}

TEST_CASE("absurd values are reported with their place and handed on") {
  CHECK(WarningsOf({.name = "n", .all_start_us = kHuge}) ==
        Warning(fmt::format("a start of {} us", kHuge)));
  CHECK(WarningsOf({.name = "n", .op_end_rel_us = -kHuge}) ==
        Warning(fmt::format("a duration of {} us", -kHuge)));
  CHECK(WarningsOf({.name = "n", .temp_bytes = kHuge}) ==
        Warning(fmt::format("{} bytes of memory", kHuge)));
  const AllocatorRecord memory[] = {{.allocator = "a", .peak_bytes = kHuge}};
  CHECK(WarningsOf({.name = "n", .memory = memory}) ==
        Warning(fmt::format("{} bytes of memory", kHuge)));
  const OutputRecord outputs[] = {{.requested_bytes = kHuge}};
  CHECK(WarningsOf({.name = "n", .outputs = outputs}) ==
        Warning(fmt::format("{} bytes of memory", kHuge)));
}

TEST_CASE("values of a real run are not reported") {
  CHECK(WarningsOf({.name = "n",
                    .all_start_us = 1'700'000'000'000'000,
                    .op_end_rel_us = 86'400'000'000,
                    .temp_bytes = -4096,
                    .persistent_bytes = int64_t{1} << 40})
            .empty());
  CHECK(WarningsOfShape({-1, 224, 224, 3}).empty());
  CHECK(WarningsOfShape({1'000'000, 1'000'000}).empty());
}

TEST_CASE("dimensions are multiplied with care") {
  const std::string_view end = "; is the file damaged?";
  CHECK(WarningsOfShape({kHuge, kHuge}) ==
        Lines{fmt::format(
            "file: node 'n': a dimension of {} makes too many elements{}",
            kHuge, end)});
  CHECK(WarningsOfShape({2, -5}) ==
        Lines{fmt::format("file: node 'n': a dimension of -5{}", end)});
}

TEST_CASE("float operations of an op log are looked at") {
  Guarded guarded;
  guarded.guard.AddOpLogEntry({.name = "n", .float_ops = -1});
  CHECK(guarded.diagnostics.Lines() ==
        Lines{"file: node 'n': -1 float operations; is the file damaged?"});
}

}  // namespace tfprof
