// SPDX-License-Identifier: Apache-2.0
// Times each stage between the files of a dump and the text of a view, and
// weighs what it holds.
//
// usage: tfprof_bench DUMP [--benchmark_filter=... and the like]
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <google/protobuf/arena.h>
#include <malloc.h>

#include "base/bytes.h"
#include "base/diagnostics.h"
#include "base/writer.h"
#include "model/dump_sink.h"
#include "model/profile_builder.h"
#include "model/rules.h"
#include "model/step_values.h"
#include "proto/run_metadata.pb.h"
#include "render/text/text.h"
#include "report/report.h"
#include "view/build_tree.h"
#include "view/selection.h"
#include "view/view.h"
#include "wire/intake/input.h"
#include "wire/intake/readers.h"

namespace tfprof {

namespace {

// Takes everything and keeps nothing but a count of executions.
class CountingSink final : public DumpSink {
 public:
  void AddNode(const NodeDefinition&) override {}

  void AddString(int64_t, std::string_view) override {}

  StackId AddStack(std::span<const FrameRecord>) override {
    return StackId(size_t{0});
  }

  void AddOpLogEntry(const OpLogEntry&) override {}

  void AddCheckpointName(std::string_view) override {}

  void BeginStep(int64_t) override {}

  void BeginDevice(std::string_view) override {}

  void AddExec(const ExecRecord&) override { ++execs_; }

  void EndStep() override {}

  void AddStoredNode(const StoredNode&) override {}

  void AddStoredStep(int64_t) override {}

  void SetHasCodeTraces() override {}

  int64_t execs() const { return execs_; }

 private:
  int64_t execs_ = 0;
};

class CountingWriter final : public Writer {
 public:
  Status Write(std::string_view bytes) override {
    bytes_ += bytes.size();
    return {};
  }

  size_t bytes() const { return bytes_; }

 private:
  size_t bytes_ = 0;
};

// Takes the value out of a result or ends the program with its message.
template <typename T>
T Take(Result<T> result) {
  if (!result) {
    fmt::print(stderr, "tfprof_bench: {}\n", result.error().message);
    std::exit(1);
  }
  return std::move(*result);
}

void Check(const Status& status) {
  if (!status) {
    fmt::print(stderr, "tfprof_bench: {}\n", status.error().message);
    std::exit(1);
  }
}

struct Dump {
  Inputs inputs;
  std::vector<PickedFile> files;
  int64_t execs = 0;

  std::vector<PickedFile> FilesOf(Role role) const {
    std::vector<PickedFile> some;
    for (const PickedFile& file : files) {
      if (file.role == role) some.push_back(file);
    }
    return some;
  }
};

int64_t FileBytes(const std::vector<PickedFile>& files) {
  int64_t bytes = 0;
  for (const PickedFile& file : files) {
    bytes +=
        static_cast<int64_t>(Take(Bytes::Open(file.path, {})).view().size());
  }
  return bytes;
}

double HeapBytes() { return static_cast<double>(mallinfo2().uordblks); }

// From here on the peak of resident memory is counted anew.
void ResetPeak() { std::ofstream("/proc/self/clear_refs") << "5"; }

double PeakBytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) * 1024;
  }
  return 0;
}

Profile LoadProfile(const Dump& dump) {
  Diagnostics diagnostics;
  ProfileBuilder builder(kReferenceRules, diagnostics);
  Check(ReadInputs(dump.files, dump.inputs, builder, diagnostics));
  return Take(builder.Finish());
}

void SetRate(benchmark::State& state, int64_t bytes) {
  state.SetBytesProcessed(state.iterations() * bytes);
}

// Bytes to records, which nobody keeps.
void DecodeRole(benchmark::State& state, const Dump& dump, Role role) {
  const std::vector<PickedFile> files = dump.FilesOf(role);
  Diagnostics diagnostics;
  while (state.KeepRunning()) {
    CountingSink sink;
    Check(ReadInputs(files, dump.inputs, sink, diagnostics));
    benchmark::DoNotOptimize(sink.execs());
  }
  SetRate(state, FileBytes(files));
}

// The same bytes with protobuf's own classes, which hold the fields that we
// read and skip the others. Files beyond 2 GiB are an error there.
void ParseRunMetadata(benchmark::State& state, const Dump& dump,
                      bool with_arena) {
  const std::vector<PickedFile> files = dump.FilesOf(Role::kRunMetadata);
  const auto parse = [](const Bytes& bytes, auto* message) {
    const std::string_view view = bytes.view();
    if (!message->ParseFromArray(view.data(), static_cast<int>(view.size()))) {
      fmt::print(stderr, "tfprof_bench: protobuf cannot parse a step\n");
      std::exit(1);
    }
    benchmark::DoNotOptimize(message);
  };
  ResetPeak();
  while (state.KeepRunning()) {
    for (const PickedFile& file : files) {
      const Bytes bytes = Take(Bytes::Open(file.path, {}));
      if (with_arena) {
        google::protobuf::Arena arena;
        parse(bytes,
              google::protobuf::Arena::CreateMessage<tensorflow::RunMetadata>(
                  &arena));
      } else {
        tensorflow::RunMetadata message;
        parse(bytes, &message);
      }
    }
  }
  SetRate(state, FileBytes(files));
  state.counters["peak_MB"] = PeakBytes() / 1e6;
}

// All files to a profile.
void Load(benchmark::State& state, const Dump& dump) {
  double kept = 0;
  ResetPeak();
  while (state.KeepRunning()) {
    const double before = HeapBytes();
    const Profile profile = LoadProfile(dump);
    kept = HeapBytes() - before;
  }
  SetRate(state, FileBytes(dump.files));
  state.counters["kept_MB"] = kept / 1e6;
  state.counters["kept_B/record"] =
      kept / static_cast<double>(std::max<int64_t>(dump.execs, 1));
  state.counters["peak_MB"] = PeakBytes() / 1e6;
}

void BuildView(benchmark::State& state, const Profile& profile,
               const View& view) {
  while (state.KeepRunning()) {
    Diagnostics diagnostics;
    const Forest forest = Take(view.build(profile, diagnostics));
    state.counters["rows"] = static_cast<double>(forest.size());
  }
}

// The cost of an answer from a finished forest, from regexes to text.
void AnswerView(benchmark::State& state, const Profile& profile,
                const View& view) {
  Diagnostics diagnostics;
  const Forest forest = Take(view.build(profile, diagnostics));
  ViewOptions options;
  // Deeper rows of a graph would be mostly indentation.
  options.max_depth = 100;
  options.select = {"micros", "bytes", "occurrence"};
  options.order_by = "micros";
  ResetPeak();
  size_t text_bytes = 0;
  while (state.KeepRunning()) {
    const Selection selection = Take(MakeSelection(options));
    Report report;
    report.sections.push_back(
        {"",
         {},
         BuildTree(profile, view, forest,
                   std::make_shared<const StepValues>(
                       ComputeStepValues(profile, selection.step)),
                   selection)});
    CountingWriter out;
    Check(RenderText(report, {}, diagnostics, out));
    text_bytes = out.bytes();
  }
  state.counters["text_MB"] = static_cast<double>(text_bytes) / 1e6;
  state.counters["peak_MB"] = PeakBytes() / 1e6;
}

Dump Open(const std::string& path) {
  Dump dump;
  dump.inputs.dumps = {path};
  dump.files = Take(ResolveInputs(dump.inputs));
  std::erase_if(dump.files, [](const PickedFile& file) {
    return file.role == Role::kIgnored || file.role == Role::kCheckpoint;
  });
  CountingSink sink;
  Diagnostics diagnostics;
  Check(ReadInputs(dump.files, dump.inputs, sink, diagnostics));
  dump.execs = sink.execs();
  return dump;
}

template <typename Function>
void Register(const std::string& name, Function function) {
  benchmark::RegisterBenchmark(name.c_str(), std::move(function))
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

int Main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc != 2) {
    fmt::print(stderr, "usage: tfprof_bench DUMP [--benchmark_...]\n");
    return 2;
  }
  const Dump dump = Open(argv[1]);
  constexpr std::pair<const char*, Role> kParts[] = {
      {"decode/graph", Role::kGraph},
      {"decode/op_log", Role::kOpLog},
      {"decode/run_metadata", Role::kRunMetadata},
  };
  for (const auto& [name, role] : kParts) {
    Register(name, [&dump, role = role](benchmark::State& state) {
      DecodeRole(state, dump, role);
    });
  }
  for (const bool with_arena : {false, true}) {
    Register(with_arena ? "protobuf/arena" : "protobuf/heap",
             [&dump, with_arena](benchmark::State& state) {
               ParseRunMetadata(state, dump, with_arena);
             });
  }
  Register("load", [&](benchmark::State& state) { Load(state, dump); });
  const Profile profile = LoadProfile(dump);
  for (const View& view : Views()) {
    const std::string name(view.name);
    Register("forest/" + name,
             [&](benchmark::State& state) { BuildView(state, profile, view); });
    Register("answer/" + name, [&](benchmark::State& state) {
      AnswerView(state, profile, view);
    });
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace

}  // namespace tfprof

int main(int argc, char** argv) { return tfprof::Main(argc, argv); }
