// SPDX-License-Identifier: Apache-2.0
#include "render/proto/profile_writer.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "base/strings.h"
#include "proto/tfprof_log.pb.h"
#include "render/proto/exec_profile.h"
#include "render/proto/proto_writer.h"
#include "render/proto/utf8.h"
#include "render/text/text.h"

namespace tfprof {

namespace {

// The largest profile and message that protobuf can load.
constexpr uint64_t kMostMessageBytes = std::numeric_limits<int32_t>::max();

// Unique ids of so many nodes, none negative. `anew`: number of new ones.
Column<int64_t> DistinctIds(const Column<int64_t>& ids, size_t nodes,
                            uint64_t& anew) {
  std::vector<uint32_t> order(nodes);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](uint32_t node) { return ids[node]; });
  std::vector<uint32_t> without;
  int64_t last = -1;
  for (const uint32_t node : order) {
    if (ids[node] <= last) {
      without.push_back(node);
    } else {
      last = ids[node];
    }
  }
  anew = without.size();
  std::ranges::sort(without);
  Column<int64_t> distinct = ids;
  int64_t next = 0;
  auto taken = order.begin();
  for (const uint32_t node : without) {
    for (; taken != order.end() && ids[*taken] <= next; ++taken) {
      if (ids[*taken] == next) ++next;
    }
    distinct.Set(node, next++);
  }
  return distinct;
}

class ProfileWriter {
 public:
  ProfileWriter(const Profile& profile, Diagnostics& diagnostics)
      : profile_(profile),
        diagnostics_(diagnostics),
        runs_(profile.node_steps.size()),
        first_run_(profile.nodes.size() + 1, 0) {
    SortNodeSteps();
    NumberNodes();
  }

  Status Write(Writer& writer);

 private:
  void SortNodeSteps();
  void NumberNodes();
  std::vector<NodeId> NodesById() const;
  Status AppendNode(NodeId node, std::string& out);
  void AppendInputs(NodeId node, std::string& out);
  std::string CodeProto(StackId stack);
  void AppendTables(std::string& out);
  void AppendRaw(const std::string& raw, std::string& message);
  void CheckText(StringId id);

  // The text of a field; empty if it is not set.
  std::string_view Text(StringId id) {
    if (!id.valid()) return "";
    CheckText(id);
    return profile_.strings[id];
  }

  int64_t StepOf(uint32_t run) const {
    return profile_.step_numbers[profile_.node_steps.step[run]];
  }

  const Profile& profile_;
  Diagnostics& diagnostics_;
  std::vector<uint32_t> runs_;       // by node, then by step
  std::vector<uint32_t> first_run_;  // by NodeId, in runs_; and the end
  Column<int64_t> ids_;              // by NodeId
  std::set<StringId> broken_texts_;
};

void ProfileWriter::SortNodeSteps() {
  std::iota(runs_.begin(), runs_.end(), 0u);
  const NodeStepTable& runs = profile_.node_steps;
  std::sort(runs_.begin(), runs_.end(), [&](uint32_t a, uint32_t b) {
    return std::pair(runs.node[a], StepOf(a)) <
           std::pair(runs.node[b], StepOf(b));
  });
  for (size_t run = 0; run < runs.size(); ++run) {
    ++first_run_[runs.node[run].value + 1];
  }
  std::partial_sum(first_run_.begin(), first_run_.end(), first_run_.begin());
}

// Nodes of a saved profile may share an id. The reference would merge them, and
// leave out those with negative ids.
void ProfileWriter::NumberNodes() {
  uint64_t anew = 0;
  ids_ = DistinctIds(profile_.nodes.id, profile_.nodes.size(), anew);
  if (anew == 0) return;
  diagnostics_.Warn("nodes without a unique id",
                    fmt::format("{} nodes of the saved profile have no unique "
                                "id; renumbered",
                                anew));
}

std::vector<NodeId> ProfileWriter::NodesById() const {
  std::vector<NodeId> nodes;
  nodes.reserve(profile_.nodes.size());
  for (size_t node = 0; node < profile_.nodes.size(); ++node) {
    nodes.emplace_back(node);
  }
  std::ranges::sort(nodes, {}, [&](NodeId node) { return ids_[node.value]; });
  return nodes;
}

void ProfileWriter::CheckText(StringId id) {
  const std::string_view text = profile_.strings[id];
  if (IsUtf8(text) || !broken_texts_.insert(id).second) return;
  diagnostics_.Warn("texts that are not UTF-8",
                    fmt::format("'{}' is not UTF-8, which TensorFlow does not "
                                "load; saved with its bytes as \\xNN",
                                Printable(text)));
}

// Appends attributes and fields that are not interpreted.
void ProfileWriter::AppendRaw(const std::string& raw, std::string& message) {
  const auto mended =
      MendedTexts(raw, *tensorflow::tfprof::ProfileNode::descriptor());
  message += mended ? *mended : raw;
}

void ProfileWriter::AppendInputs(NodeId node, std::string& out) {
  // tfprof: one output per source, from the last input of that source.
  std::map<int64_t, int64_t> outputs;
  for (const InputEdge& input : profile_.nodes.inputs[node.value]) {
    if (!input.source.valid()) {
      // The reference crashes here.
      diagnostics_.Warn(
          "inputs name no node",
          fmt::format("{}: input {} names no node; left out of the profile",
                      Printable(profile_.NameOf(node)), input.position));
      continue;
    }
    const int64_t source = ids_[input.source.value];
    AppendMapEntry(out, 2, input.position, source);
    if (input.output >= 0) outputs[source] = input.output;
  }
  for (const auto& [source, output] : outputs) {
    AppendMapEntry(out, 14, source, output);
  }
}

std::string ProfileWriter::CodeProto(StackId stack) {
  std::string code;
  ProtoWriter writer(code);
  for (const FrameId id : profile_.stacks[stack.value]) {
    const RecordedFrames& frames = profile_.recorded_frames;
    const RecordedFrames::Frame& frame = frames[id];
    const TraceText& file = frames.TextOf(frame.file);
    const TraceText& function = frames.TextOf(frame.function);
    const TraceText& source = frames.TextOf(frame.source);
    std::string trace;
    ProtoWriter trace_writer(trace);
    trace_writer.Text(1, Text(file.text));
    trace_writer.Int(2, frame.line);
    trace_writer.Text(3, Text(function.text));
    trace_writer.Text(4, Text(source.text));
    trace_writer.Int(5, frame.function_line);
    trace_writer.Int(6, file.id);
    trace_writer.Int(7, function.id);
    trace_writer.Int(8, source.id);
    writer.Bytes(1, trace);
  }
  return code;
}

// Appends an entry of the node map.
Status ProfileWriter::AppendNode(NodeId node, std::string& out) {
  const NodeTable& nodes = profile_.nodes;
  const size_t row = node.value;
  std::string message;
  ProtoWriter writer(message);
  writer.Text(1, Text(nodes.name[row]));
  AppendInputs(node, message);
  writer.Packed(4, nodes.shape[row]);
  for (const StringId type : nodes.TypesOf(row)) writer.TextItem(5, Text(type));
  writer.Text(6, Text(nodes.device[row]));
  writer.Text(7, Text(nodes.host_device[row]));
  writer.Int(8, nodes.float_ops[row]);
  writer.Text(9, Text(nodes.op[row]));
  if (nodes.stack[row].valid()) writer.Bytes(10, CodeProto(nodes.stack[row]));
  std::string raw;  // as it was read
  for (const StringId attr : nodes.attrs[row]) {
    ProtoWriter(raw).Bytes(11, profile_.strings[attr]);
  }
  std::string exec;
  for (uint32_t i = first_run_[row]; i < first_run_[row + 1]; ++i) {
    for (const StringId device : profile_.records.devices[runs_[i]]) {
      CheckText(device);
    }
    exec.clear();
    AppendExecProfile(profile_, runs_[i], exec);
    AppendMapEntry(message, 12, StepOf(runs_[i]), exec);
  }
  writer.Int(13, ids_[row]);
  for (const OutputShape& shape : nodes.output_shapes[row]) {
    std::string tuple;
    ProtoWriter(tuple).Packed(1, nodes.output_dims[shape.dims]);
    AppendMapEntry(message, 15, shape.output, tuple);
  }
  if (nodes.unread[row].valid()) raw += profile_.strings[nodes.unread[row]];
  AppendRaw(raw, message);
  if (message.size() > kMostMessageBytes) {
    return Fail(ErrorCode::kLimit,
                "{}: its records take {} bytes, more than the {} of a protobuf "
                "message; convert fewer steps",
                Printable(profile_.NameOf(node)), message.size(),
                kMostMessageBytes);
  }
  AppendMapEntry(out, 1, ids_[row], message);
  return {};
}

void ProfileWriter::AppendTables(std::string& out) {
  ProtoWriter writer(out);
  writer.Bool(2, profile_.has_code_traces);
  writer.Packed(3, profile_.steps);
  for (const auto& [id, text] : profile_.string_table) {
    AppendMapEntry(out, 4, id, Text(text));
  }
  writer.Bool(5, profile_.misses_accelerator_stream);
}

Status ProfileWriter::Write(Writer& writer) {
  TextOutput out(writer);
  uint64_t written = 0;
  for (const NodeId node : NodesById()) {
    const size_t before = out.text().size();
    TFPROF_RETURN_IF_ERROR(AppendNode(node, out.text()));
    written += out.text().size() - before;
    TFPROF_RETURN_IF_ERROR(out.Drain());
  }
  const size_t before = out.text().size();
  AppendTables(out.text());
  written += out.text().size() - before;
  if (written > kMostMessageBytes) {
    diagnostics_.Warn("large saved profiles",
                      fmt::format("the profile has {} bytes, of which "
                                  "TensorFlow loads at most {}; tfprof loads "
                                  "it all",
                                  written, kMostMessageBytes));
  }
  return out.Flush();
}

}  // namespace

Status RenderProfile(const Report& report, Diagnostics& diagnostics,
                     Writer& writer) {
  const auto* profile = std::get<const Profile*>(report.sections.at(0).block);
  return ProfileWriter(*profile, diagnostics).Write(writer);
}

}  // namespace tfprof
