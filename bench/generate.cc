// SPDX-License-Identifier: Apache-2.0
// Writes a synthetic dump of any size: graph.pb, op_log and run_meta_0, 1, ...
// The same flags give the same bytes. Memory does not grow with the files, so
// they may be larger than the machine's. Prints the sums of the records as
// JSON, for comparison with a profiler's answers.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <protozero/pbf_writer.hpp>

#include "base/strings.h"

namespace tfprof {

namespace {

struct Options {
  int64_t nodes = 100'000;
  int64_t steps = 1;
  int64_t executions = 1;  // of a node in a step
  int64_t depth = 6;       // of the scopes
  int64_t fanout = 8;      // scopes in a scope
  int64_t devices = 1;     // a CPU and, from 2 on, GPUs
  int64_t outputs = 1;     // of an execution
  int64_t memory = 1;      // allocators of an execution
  int64_t frames = 8;      // of a node's call stack; 0: none are recorded
  int64_t inputs = 2;      // of a node
  int64_t op_types = 50;
};

struct OptionName {
  std::string_view name;
  int64_t Options::*field;
  int64_t least;
  std::string_view help;
};

constexpr std::array<OptionName, 11> kOptions = {{
    {"nodes", &Options::nodes, 1, "graph nodes"},
    {"steps", &Options::steps, 0, "steps, a file each"},
    {"executions", &Options::executions, 1, "executions of a node in a step"},
    {"depth", &Options::depth, 1, "parts of a node's name"},
    {"fanout", &Options::fanout, 1, "scopes in a scope"},
    {"devices", &Options::devices, 1, "a CPU and, from 2 on, GPUs"},
    {"outputs", &Options::outputs, 0, "outputs of an execution"},
    {"memory", &Options::memory, 0, "allocators of an execution"},
    {"frames", &Options::frames, 0, "frames of a call stack"},
    {"inputs", &Options::inputs, 0, "inputs of a node"},
    {"op_types", &Options::op_types, 1, "different operation types"},
}};

// The sums of a step's records by the reference's rules.
struct Sums {
  int64_t records = 0;
  int64_t runs = 0;
  int64_t accelerator_us = 0;
  int64_t cpu_us = 0;
  int64_t requested_bytes = 0;
  int64_t output_bytes = 0;
};

// A well mixed number for each pair, the same on every machine.
uint64_t Mix(uint64_t a, uint64_t b) {
  uint64_t x = a * 0x9E3779B97F4A7C15u + b + 1;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// From `least` up to `most`.
int64_t Number(uint64_t a, uint64_t b, int64_t least, int64_t most) {
  return least + static_cast<int64_t>(Mix(a, b) %
                                      static_cast<uint64_t>(most - least + 1));
}

uint64_t Unsigned(int64_t number) { return static_cast<uint64_t>(number); }

[[noreturn]] void Die(const std::string& message) {
  fmt::print(stderr, "tfprof_generate: {}\n", message);
  std::exit(2);
}

// A file of protobuf messages. Messages in it are begun before their size is
// known: their length takes five bytes, enough for 32 GiB, and is filled in at
// the end.
class MessageFile {
 public:
  explicit MessageFile(const std::string& path)
      : path_(path), file_(path, std::ios::binary | std::ios::trunc) {}

  void Append(std::string_view bytes) {
    file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    size_ += bytes.size();
  }

  // Returns where its length stands.
  uint64_t Begin(uint32_t field) {
    std::string head;
    protozero::add_varint_to_buffer(&head, field << 3 | 2);
    Append(head);
    Append(std::string_view("\0\0\0\0\0", kLengthBytes));
    return size_ - kLengthBytes;
  }

  void End(uint64_t length_at) {
    uint64_t length = size_ - length_at - kLengthBytes;
    std::array<char, kLengthBytes> bytes{};
    for (char& byte : bytes) {
      byte = static_cast<char>((length & 0x7F) | 0x80);
      length >>= 7;
    }
    bytes.back() &= 0x7F;
    if (length != 0) Die(path_ + ": a message of more than 32 GiB");
    file_.seekp(static_cast<std::streamoff>(length_at));
    file_.write(bytes.data(), bytes.size());
    file_.seekp(0, std::ios::end);
  }

  void Close() {
    file_.close();
    if (!file_) Die(path_ + ": cannot be written");
  }

  uint64_t size() const { return size_; }

 private:
  static constexpr size_t kLengthBytes = 5;

  std::string path_;
  std::ofstream file_;
  uint64_t size_ = 0;
};

constexpr int64_t kNodesPerStack = 8;
constexpr int64_t kLeastReach = 64;  // how far back an input may come from

class Generator {
 public:
  Generator(const Options& options, std::string folder)
      : options_(options), folder_(std::move(folder)) {}

  void Run() {
    std::filesystem::create_directories(folder_);
    WriteGraph();
    WriteOpLog();
    for (int64_t step = 0; step < options_.steps; ++step) WriteStep(step);
    fmt::print("{{\"nodes\": {}, \"steps\": [{}]}}\n", options_.nodes, report_);
  }

 private:
  std::string NodeName(int64_t node) const {
    std::string name;
    int64_t rest = node;
    for (int64_t level = 1; level < options_.depth; ++level) {
      name += fmt::format("scope_{}/", rest % options_.fanout);
      rest /= options_.fanout;
    }
    return name + fmt::format("node_{}", node);
  }

  bool IsVariable(int64_t node) const { return node % 20 == 0; }

  std::string OpType(int64_t node) const {
    return IsVariable(node)
               ? "VariableV2"
               : fmt::format("Op{}", Mix(1, Unsigned(node)) %
                                         Unsigned(options_.op_types));
  }

  // Nodes on the CPU are those of device 0.
  int64_t DeviceOf(int64_t node) const { return node % options_.devices; }

  std::string DeviceName(int64_t device) const {
    return fmt::format("/job:localhost/replica:0/task:0/device:{}:{}",
                       device == 0 ? "CPU" : "GPU",
                       device == 0 ? 0 : device - 1);
  }

  void WriteGraph() {
    MessageFile file(folder_ + "/graph.pb");
    for (int64_t node = 0; node < options_.nodes; ++node) {
      message_.clear();
      protozero::pbf_writer graph(message_);
      protozero::pbf_writer definition(graph, 1);
      AddDefinition(definition, node);
      definition.commit();
      file.Append(message_);
    }
    file.Close();
  }

  void AddDefinition(protozero::pbf_writer& definition, int64_t node) {
    definition.add_string(1, NodeName(node));
    definition.add_string(2, OpType(node));
    for (int64_t i = 0; i < options_.inputs && node > 0; ++i) {
      const int64_t back =
          Number(Unsigned(node), Unsigned(i), 1,
                 std::min(node, kLeastReach + options_.nodes / 500));
      definition.add_string(3, NodeName(node - back));
    }
    const auto add_attr = [&](const char* name, bool is_list) {
      protozero::pbf_writer entry(definition, 5);
      entry.add_string(1, name);
      protozero::pbf_writer value(entry, 2);
      if (is_list) {
        protozero::pbf_writer list(value, 1);
        AddShape(list, 7);
      } else {
        AddShape(value, 7);
      }
    };
    add_attr("_output_shapes", true);
    if (IsVariable(node)) add_attr("shape", false);
  }

  static void AddShape(protozero::pbf_writer& message, uint32_t field) {
    protozero::pbf_writer shape(message, field);
    for (const int64_t size : {64, 32}) {
      protozero::pbf_writer dim(shape, 2);
      dim.add_int64(1, size);
    }
  }

  // Strings 1 to fanout are files, those after them functions.
  void WriteOpLog() {
    MessageFile file(folder_ + "/op_log");
    for (int64_t node = 0; node < options_.nodes; ++node) {
      message_.clear();
      protozero::pbf_writer log(message_);
      protozero::pbf_writer entry(log, 1);
      entry.add_string(1, NodeName(node));
      entry.add_int64(2, Number(2, Unsigned(node), 0, 1'000'000));
      if (IsVariable(node)) entry.add_string(3, "_trainable_variables");
      if (options_.frames > 0) AddCode(entry, node);
      entry.commit();
      file.Append(message_);
    }
    for (int64_t id = 1; id <= 2 * options_.fanout; ++id) {
      message_.clear();
      protozero::pbf_writer log(message_);
      protozero::pbf_writer entry(log, 2);
      entry.add_int64(1, id);
      entry.add_string(2, id <= options_.fanout
                              ? fmt::format("train/module_{}.py", id)
                              : fmt::format("function_{}", id));
      entry.commit();
      file.Append(message_);
    }
    file.Close();
  }

  // Frames branch like scopes do, the outermost first. Some nodes share a
  // stack, as those that one line of a model makes.
  void AddCode(protozero::pbf_writer& entry, int64_t node) const {
    protozero::pbf_writer code(entry, 4);
    int64_t rest = node / kNodesPerStack;
    for (int64_t level = 0; level < options_.frames; ++level) {
      const int64_t branch = rest % options_.fanout;
      rest /= options_.fanout;
      protozero::pbf_writer frame(code, 1);
      frame.add_int32(2, static_cast<int32_t>(10 * level + branch));
      frame.add_int64(6, 1 + branch);
      frame.add_int64(7, 1 + branch + options_.fanout);
    }
  }

  void WriteStep(int64_t step) {
    MessageFile file(fmt::format("{}/run_meta_{}", folder_, step));
    Sums sums;
    const uint64_t step_stats = file.Begin(1);
    for (int64_t device = 0; device < options_.devices; ++device) {
      WriteDevice(file, step, device, "", sums);
      if (device > 0) WriteDevice(file, step, device, "/stream:all", sums);
    }
    file.End(step_stats);
    file.Close();
    report_ += fmt::format(
        "{}{{\"file_bytes\": {}, \"records\": {}, \"occurrence\": {}, "
        "\"micros\": {}, \"accelerator_micros\": {}, \"cpu_micros\": {}, "
        "\"bytes\": {}, \"output_bytes\": {}}}",
        step == 0 ? "" : ", ", file.size(), sums.records, sums.runs,
        sums.accelerator_us + sums.cpu_us, sums.accelerator_us, sums.cpu_us,
        sums.requested_bytes, sums.output_bytes);
  }

  void WriteDevice(MessageFile& file, int64_t step, int64_t device,
                   std::string_view stream, Sums& sums) {
    const uint64_t stats = file.Begin(1);
    message_.clear();
    protozero::pbf_writer head(message_);
    head.add_string(1, DeviceName(device) + std::string(stream));
    file.Append(message_);
    for (int64_t run = 0; run < options_.executions; ++run) {
      for (int64_t node = device; node < options_.nodes;
           node += options_.devices) {
        message_.clear();
        protozero::pbf_writer parent(message_);
        protozero::pbf_writer record(parent, 2);
        AddRecord(record, step, run, node, !stream.empty(), sums);
        record.commit();
        file.Append(message_);
        ++sums.records;
      }
    }
    file.End(stats);
  }

  void AddRecord(protozero::pbf_writer& record, int64_t step, int64_t run,
                 int64_t node, bool is_kernel, Sums& sums) {
    const std::string name = NodeName(node);
    const std::string op = OpType(node);
    const uint64_t key =
        Unsigned((step * options_.executions + run) * options_.nodes + node);
    const int64_t start =
        1'600'000'000'000'000 + step * 10'000'000 + run * 1'000'000 + node;
    const int64_t duration = Number(is_kernel ? 3 : 4, key, 1, 900);
    record.add_string(1, is_kernel ? name + ":" + op : name);
    record.add_int64(2, start);
    record.add_int64(3, 1);
    record.add_int64(4, duration);
    record.add_int64(5, duration + 1);
    if (is_kernel) {
      sums.accelerator_us += duration;
    } else {
      sums.cpu_us += duration;
      ++sums.runs;
      AddMemory(record, key, sums);
      record.add_string(8, name + " = " + op + "()");
    }
    record.add_int64(9, start - 2);
    record.add_uint32(10, static_cast<uint32_t>(node % 8));
    record.add_int64(13, start * 1000);
    record.add_int64(14, 1000);
    record.add_int64(15, duration * 1000);
    record.add_int64(16, duration * 1000 + 1000);
    record.add_int64(17, start * 1000 - 2000);
  }

  void AddMemory(protozero::pbf_writer& record, uint64_t key,
                 Sums& sums) const {
    for (int64_t i = 0; i < options_.memory; ++i) {
      const int64_t bytes = Number(key, Unsigned(5 + i), 1, 4096);
      protozero::pbf_writer use(record, 6);
      use.add_string(1, "cpu");
      use.add_int64(2, bytes);
      use.add_int64(3, bytes);
      use.add_int64(4, bytes / 2);
      sums.requested_bytes += bytes;
    }
    for (int64_t slot = 0; slot < options_.outputs; ++slot) {
      const int64_t bytes = Number(key, Unsigned(100 + slot), 1, 4096);
      protozero::pbf_writer output(record, 7);
      output.add_int32(1, static_cast<int32_t>(slot));
      protozero::pbf_writer tensor(output, 3);
      tensor.add_enum(1, 1);
      AddShape(tensor, 2);
      protozero::pbf_writer allocation(tensor, 4);
      allocation.add_int64(1, bytes);
      allocation.add_int64(2, bytes + 64);
      allocation.add_string(3, "cpu");
      sums.output_bytes += bytes + 64;
    }
    protozero::pbf_writer stats(record, 12);
    stats.add_int64(1, 16);
    sums.requested_bytes += 16;
  }

  const Options options_;
  const std::string folder_;
  std::string message_;  // the one being made
  std::string report_;   // a JSON object for each step
};

std::string Usage() {
  std::string text = "usage: tfprof_generate FOLDER [--NAME=NUMBER ...]\n";
  for (const OptionName& option : kOptions) {
    text += fmt::format("  --{:<12} {:<32} {}\n", option.name, option.help,
                        Options().*option.field);
  }
  return text;
}

void ParseOption(std::string_view text, Options& options) {
  for (const OptionName& option : kOptions) {
    const std::string start = fmt::format("--{}=", option.name);
    if (!text.starts_with(start)) continue;
    const auto value = ParseInt64(text.substr(start.size()));
    if (!value || *value < option.least) {
      Die(fmt::format("{} needs a number from {} on", option.name,
                      option.least));
    }
    options.*option.field = *value;
    return;
  }
  Die(fmt::format("unknown option {}\n{}", text, Usage()));
}

int Main(const std::vector<std::string>& args) {
  if (args.empty() || args[0].starts_with("-")) Die("no folder\n" + Usage());
  Options options;
  for (size_t i = 1; i < args.size(); ++i) ParseOption(args[i], options);
  Generator(options, args[0]).Run();
  return 0;
}

}  // namespace

}  // namespace tfprof

int main(int argc, char** argv) {
  return tfprof::Main({argv + 1, argv + argc});
}
