// SPDX-License-Identifier: Apache-2.0
// Runs whose cause is known, made for a test, and what the gate says of them.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app.h"
#include "support/files.h"
#include "support/temp_dir.h"

namespace tfprof {

struct GateOp {
  std::string name;
  std::string type;
  double micros = 0;
  int64_t bytes = 4096;
  int line = 0;  // of model.py; 0 without
};

// The content of a run. Operations of a step run one after the other.
struct GateModel {
  std::vector<GateOp> ops = {{"encoder/matmul", "MatMul", 4000, 4096, 10},
                         {"encoder/relu", "Relu", 1000, 4096, 11},
                         {"decoder/matmul", "MatMul", 4000, 4096, 12},
                         {"decoder/softmax", "Softmax", 1000, 4096, 13}};
  double idle_micros = 10;  // after each
  int lanes = 1;            // that run at a time
  int steps = 4;
  int hosts = 1;
  bool has_starts = true;
  int64_t epoch_micros = 0;
  double spread = 0.005;
  double slow_every_tenth = 1;
  std::string feed;  // the shape of a placeholder
};

// The same sequence everywhere.
class GateLuck {
 public:
  explicit GateLuck(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ULL + 1) {}

  double Normal() {
    double sum = 0;
    for (int i = 0; i < 12; ++i) sum += Uniform();
    return sum - 6;
  }

 private:
  double Uniform() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state_ >> 11) * 0x1p-53;
  }

  uint64_t state_;
};

inline std::string StepText(const GateModel& model, int step, double factor, GateLuck& luck) {
  std::string text = "step_stats {\n";
  const double of_step = factor * (step == 0 ? 2 : 1) *
                         (step % 10 == 9 ? model.slow_every_tenth : 1);
  for (int host = 0; host < model.hosts; ++host) {
    text += fmt::format(
        "dev_stats {{ device: \"/job:w/replica:0/task:{}/device:CPU:0\"\n",
        host);
    std::vector<double> at(static_cast<size_t>(model.lanes),
                           1e6 * (step + 1.0));
    for (size_t i = 0; i < model.ops.size(); ++i) {
      const GateOp& op = model.ops[i];
      double& lane = at[i % at.size()];
      const auto length = static_cast<int64_t>(
          op.micros * of_step * (1 + 0.002 * luck.Normal()));
      const auto start =
          model.has_starts ? model.epoch_micros + static_cast<int64_t>(lane) : 0;
      text += fmt::format(
          "node_stats {{ node_name: \"{0}\" all_start_micros: {1} "
          "op_end_rel_micros: {2} all_end_rel_micros: {2} timeline_label: "
          "\"{0} = {3}()\" memory {{ allocator_name: \"cpu\" total_bytes: {4} "
          "peak_bytes: {4} }} }}\n",
          op.name, start, length, op.type, op.bytes);
      lane += static_cast<double>(length) + model.idle_micros;
    }
    text += "}\n";
  }
  return text + "}\n";
}

inline std::string WriteGateRun(const TempDir& folder, const std::string& name,
                     const GateModel& model, uint64_t seed) {
  const std::string path = folder.path() + "/" + name;
  std::filesystem::create_directories(path);
  std::string graph, log;
  for (const GateOp& op : model.ops) {
    graph += fmt::format("node {{ name: \"{}\" op: \"{}\" }}\n", op.name,
                         op.type);
    if (op.line == 0) continue;
    log += fmt::format(
        "log_entries {{ name: \"{}\" code_def {{ traces {{ file: "
        "\"/src/model.py\" lineno: {} function: \"f\" line: \"f()\" }} }} }}\n",
        op.name, op.line);
  }
  if (!model.feed.empty()) {
    graph += fmt::format(
        "node {{ name: \"x\" op: \"Placeholder\" attr {{ key: "
        "\"_output_shapes\" value {{ list {{ shape {{ dim {{ size: {} }} }} }} "
        "}} }} }}\n",
        model.feed);
  }
  WriteFile(path + "/graph.pbtxt", graph);
  if (!log.empty()) WriteFile(path + "/op_log", log);
  GateLuck luck(seed);
  const double factor = 1 + model.spread * luck.Normal();
  for (int step = 0; step < model.steps; ++step) {
    WriteFile(fmt::format("{}/run_meta_{}.pbtxt", path, step),
              StepText(model, step, factor, luck));
  }
  return path;
}

struct GateAnswer {
  int code = 0;
  std::string out, err;

  bool Says(const std::string& text) const {
    return out.find(text) != std::string::npos;
  }

  bool Complains(const std::string& text) const {
    return err.find(text) != std::string::npos;
  }

  std::string FirstLine() const { return out.substr(0, out.find('\n')); }
};

inline GateAnswer AskGate(std::vector<std::string> args) {
  args.insert(args.begin(), "gate");
  StringWriter out;
  StringWriter err;
  GateAnswer answer;
  answer.code = RunApp(args, out, err);
  answer.out = out.text();
  answer.err = err.text();
  return answer;
}

// Runs of two models, as flags.
class GateRuns {
 public:
  explicit GateRuns(const GateModel& before, const GateModel& after, int each = 5)
      : GateRuns(before, [&after](int) { return after; }, each) {}

  GateRuns(const GateModel& before, const std::function<GateModel(int)>& after, int each) {
    for (int run = 0; run < each; ++run) {
      const auto seed = static_cast<uint64_t>(run);
      Add(before_, WriteGateRun(folder_, fmt::format("before_{}", run), before,
                            2 * seed + 1));
      Add(after_, WriteGateRun(folder_, fmt::format("after_{}", run), after(run),
                           2 * seed + 2));
    }
  }

  GateAnswer Gate(std::vector<std::string> more = {}) const {
    std::vector<std::string> args = {"--baseline=" + before_,
                                     "--candidate=" + after_};
    args.insert(args.end(), more.begin(), more.end());
    return AskGate(args);
  }

  // The answer with a budget of that text.
  GateAnswer Budget(const std::string& text,
                std::vector<std::string> more = {}) const {
    more.push_back("--budget=" + Write("budget.toml", text));
    return Gate(more);
  }

  std::string Write(const std::string& name, const std::string& text) const {
    WriteFile(folder_.path() + "/" + name, text);
    return folder_.path() + "/" + name;
  }

  const std::string& before() const { return before_; }

  const std::string& after() const { return after_; }

  std::string First() const { return before_.substr(0, before_.find(',')); }

 private:
  static void Add(std::string& list, const std::string& run) {
    list += (list.empty() ? "" : ",") + run;
  }

  TempDir folder_;
  std::string before_, after_;
};

}  // namespace tfprof
