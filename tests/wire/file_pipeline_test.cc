// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/file_pipeline.h"

#include <atomic>
#include <new>

#include "support/catch.h"
#include "wire/recording_sink.h"

namespace tfprof {

namespace {

// More than are kept, so that those who decode have to wait.
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

// All that a graph and an op log can say, `count` times over.
void EmitDefinitions(int count, DumpSink& sink) {
  const std::vector<int64_t> dims = {2, -1};
  const std::vector<ShapeRecord> shapes = {ShapeRecord(dims),
                                           ShapeRecord({}, true)};
  for (int i = 0; i < count; ++i) {
    const std::string name = fmt::format("n{}", i);
    const std::vector<std::string_view> texts = {"a:1", "^b", "", name};
    NodeDefinition node{.name = name, .op = "Add", .inputs = texts};
    if (i % 2 == 0) node.shape = shapes[0];
    if (i % 3 == 0) node.output_shapes = shapes;
    if (i % 5 == 0) node.data_format = "NHWC";
    sink.AddNode(node);
  }
  // A text that needs a block of its own.
  sink.AddNode({.name = std::string(100'000, 'x'), .op = "Add"});
  std::vector<StackId> stacks;
  for (int i = 0; i < count; ++i) {
    const std::string name = fmt::format("n{}", i);
    sink.AddString(i, name);
    const std::vector<FrameRecord> frames = {
        {.file = name, .function = "f", .source = "x = 1", .line = i},
        {.file_id = i, .function_id = 3, .function_line = 4}};
    if (i % 3 == 0) stacks.push_back(sink.AddStack(frames));
    const std::vector<std::string_view> types = {"t", name};
    OpLogEntry entry{.name = name, .float_ops = i, .types = types};
    if (i % 7 > 0) entry.stack = stacks[static_cast<size_t>(i / 6)];
    sink.AddOpLogEntry(entry);
  }
  sink.AddString(-1, "last");
}

}  // namespace

TEST_CASE("files come in order and whole, however far ahead others are") {
  CountingSink sink;
  Diagnostics diagnostics;
  FilePipeline pipeline(7, 3, [](size_t file, DumpSink& records, Diagnostics&) {
    EmitStep(file, kManyRecords, records);
    return Status();
  });
  for (int file = 1; file <= 7; ++file) {
    REQUIRE(pipeline.ReadNext(sink, diagnostics));
    CHECK(sink.count == int64_t{file} * kManyRecords);
  }
  CHECK(sink.in_order);
}

// More than a pipeline has places for, of which every other one says nothing.
TEST_CASE("very many small files come in order, with what each said") {
  constexpr size_t kFiles = 2'000;
  LineSink sink;
  Diagnostics diagnostics;
  FilePipeline pipeline(
      kFiles, 3, [](size_t file, DumpSink& records, Diagnostics& said) {
        if (file % 2 == 0) records.BeginStep(static_cast<int64_t>(file));
        said.Warn(fmt::format("kind {}", file), fmt::format("file {}", file));
        return Status();
      });
  Lines steps, warnings;
  for (size_t file = 0; file < kFiles; ++file) {
    REQUIRE(pipeline.ReadNext(sink, diagnostics));
    if (file % 2 == 0) steps.push_back(fmt::format("step {}", file));
    warnings.push_back(fmt::format("file {}", file));
    REQUIRE(sink.lines.size() == steps.size());
  }
  CHECK(sink.lines == steps);
  CHECK(diagnostics.Lines() == warnings);
}

TEST_CASE("graphs and op logs come as if they were read in place") {
  constexpr int kMany = 2000;  // several batches
  LineSink in_place, ahead;
  // The sinks number stacks in other ways.
  ahead.AddStack({});
  for (int file = 0; file < 3; ++file) EmitDefinitions(kMany, in_place);
  Diagnostics diagnostics;
  FilePipeline pipeline(3, 2, [](size_t, DumpSink& sink, Diagnostics&) {
    EmitDefinitions(kMany, sink);
    return Status();
  });
  for (int file = 0; file < 3; ++file) {
    REQUIRE(pipeline.ReadNext(ahead, diagnostics));
  }
  CHECK(in_place.lines == ahead.lines);
}

TEST_CASE("a file that fails hands on what came before, and its warnings") {
  LineSink sink;
  Diagnostics diagnostics;
  FilePipeline pipeline(
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
    FilePipeline pipeline(
        4, 4, [&](size_t file, DumpSink& records, Diagnostics&) -> Status {
          ++begun;
          if (file == 0) return Fail(ErrorCode::kCorrupt, "damaged");
          for (;;) EmitStep(file, kManyRecords, records);
        });
    LineSink sink;
    Diagnostics diagnostics;
    CHECK_FALSE(pipeline.ReadNext(sink, diagnostics));
  }
  CHECK(begun >= 1);
}

TEST_CASE("memory that runs out on a thread runs out for the caller") {
  FilePipeline pipeline(2, 2, [](size_t, DumpSink&, Diagnostics&) -> Status {
    throw std::bad_alloc();
  });
  LineSink sink;
  Diagnostics diagnostics;
  CHECK_THROWS_AS(pipeline.ReadNext(sink, diagnostics), std::bad_alloc);
}

}  // namespace tfprof
