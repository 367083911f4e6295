// SPDX-License-Identifier: Apache-2.0
#include "render/proto/result_proto.h"

#include <map>

#include "base/keyed.h"
#include "render/proto/proto_writer.h"
#include "render/proto/tensor_text.h"
#include "render/text/text.h"

namespace tfprof {

namespace {

// The field numbers of a measure; 0 if the message lacks it.
struct FieldPair {
  uint32_t self, total;
};

struct MeasureFields {
  Measure measure;
  FieldPair graph_node;        // in GraphNodeProto: scope and graph
  FieldPair multi_graph_node;  // in MultiGraphNodeProto: code and op
};

constexpr MeasureFields kFields[] = {
    {Measure::kRequestedBytes, {3, 7}, {3, 7}},
    {Measure::kPeakBytes, {24, 27}, {16, 19}},
    {Measure::kResidualBytes, {25, 28}, {17, 20}},
    {Measure::kOutputBytes, {26, 29}, {18, 21}},
    {Measure::kMicros, {2, 6}, {2, 6}},
    {Measure::kAcceleratorMicros, {17, 19}, {12, 14}},
    {Measure::kCpuMicros, {18, 20}, {13, 15}},
    {Measure::kParameters, {4, 8}, {4, 8}},
    {Measure::kFloatOps, {13, 14}, {5, 9}},
    {Measure::kRunCount, {21, 22}, {0, 0}},
    {Measure::kDefinitionCount, {0, 23}, {0, 0}},
};
static_assert(IsKeyedBy(kFields, &MeasureFields::measure, kMeasureCount));

constexpr uint32_t kGraphNodeChildren = 12;
constexpr uint32_t kMultiGraphNodeChildren = 11;

std::string ShapeProto(std::span<const int64_t> shape) {
  std::string message;
  ProtoWriter writer(message);
  for (const int64_t size : shape) {
    std::string dim;
    ProtoWriter(dim).Int(1, size);
    writer.Bytes(2, dim);
  }
  writer.Bool(3, shape.empty());
  return message;
}

// Appends the fields of a graph node that both messages have.
void AppendNode(const Profile& profile, NodeId node, ProtoWriter& writer) {
  const StringId device = profile.nodes.device[node.value];
  if (device.valid()) writer.TextItem(10, profile.strings[device]);
  for (const InputEdge& input : profile.nodes.inputs[node.value]) {
    std::string entry;
    ProtoWriter entry_writer(entry);
    entry_writer.Int(1, input.position);
    entry_writer.Bytes(2, ShapeProto(InputShape(profile, input)));
    writer.Bytes(16, entry);
  }
}

size_t VarintSize(uint64_t value) {
  size_t size = 1;
  for (; value >= 0x80; value >>= 7) ++size;
  return size;
}

// Rows are nested messages, up to a million deep. No recursion: sizes are
// summed up from the last row to the first, then rows are written in order.
class ResultWriter {
 public:
  explicit ResultWriter(const ViewTree& tree)
      : tree_(tree),
        is_grouped_(tree.view->policy.grouped),
        fields_(is_grouped_ ? &MeasureFields::multi_graph_node
                            : &MeasureFields::graph_node),
        children_(is_grouped_ ? kMultiGraphNodeChildren : kGraphNodeChildren) {}

  Status ReadTensors(Diagnostics& diagnostics);

  Status Write(Writer& writer) const;

 private:
  void AppendRow(uint32_t row, std::string& out) const;
  std::string GraphNodeOf(NodeId node) const;

  const ViewTree& tree_;
  const bool is_grouped_;
  FieldPair MeasureFields::*const fields_;
  const uint32_t children_;
  std::map<uint32_t, std::string> tensors_;  // by row
};

Status ResultWriter::ReadTensors(Diagnostics& diagnostics) {
  if (is_grouped_ || !tree_.selection.Selects(Detail::kTensorValue) ||
      !tree_.read_tensor) {
    return {};
  }
  for (uint32_t row = 1; row < tree_.size(); ++row) {
    const Result<Tensor> tensor = tree_.read_tensor(tree_.TailOf(row));
    TFPROF_RETURN_IF_ERROR(WarnAboutTensor(tensor, diagnostics));
    if (!tensor) continue;
    std::string& message = tensors_[row];
    ProtoWriter writer(message);
    writer.Int(1, tensor->dtype);
    if (const auto* doubles =
            std::get_if<std::vector<double>>(&tensor->values)) {
      std::vector<double> rounded;
      for (const double value : *doubles) rounded.push_back(SixDigits(value));
      writer.Packed(2, rounded);
    } else if (const auto* integers =
                   std::get_if<std::vector<int64_t>>(&tensor->values)) {
      writer.Packed(3, *integers);
    } else if (const auto* texts =
                   std::get_if<std::vector<std::string>>(&tensor->values)) {
      for (const std::string& text : *texts) writer.TextItem(4, text);
    }
  }
  return {};
}

// A node of a group: total equals self.
std::string ResultWriter::GraphNodeOf(NodeId node) const {
  std::string message;
  ProtoWriter writer(message);
  writer.Text(1, tree_.profile->NameOf(node));
  for (const MeasureFields& row : kFields) {
    const int64_t value =
        tree_.values->Shown(tree_.values->Of(row.measure, node));
    if (row.graph_node.self != 0) writer.Int(row.graph_node.self, value);
    writer.Int(row.graph_node.total, value);
  }
  AppendNode(*tree_.profile, node, writer);
  return message;
}

// Appends a row without its children. tfprof: the root has totals only.
void ResultWriter::AppendRow(uint32_t row, std::string& out) const {
  ProtoWriter writer(out);
  writer.Text(1, tree_.NameOf(row).str());
  for (const MeasureFields& of_measure : kFields) {
    const FieldPair& fields = of_measure.*fields_;
    const TreeColumn& column = tree_[of_measure.measure];
    if (fields.self != 0 && row > 0) writer.Int(fields.self, column.self[row]);
    if (fields.total != 0) writer.Int(fields.total, column.total[row]);
  }
  for (const NodeId node : tree_.MembersOf(row)) {
    if (is_grouped_) {
      writer.Bytes(10, GraphNodeOf(node));
    } else {
      AppendNode(*tree_.profile, node, writer);
    }
  }
  if (const auto tensor = tensors_.find(row); tensor != tensors_.end()) {
    writer.Bytes(15, tensor->second);
  }
}

Status ResultWriter::Write(Writer& writer) const {
  const auto rows = static_cast<uint32_t>(tree_.size());
  std::vector<uint64_t> size(rows, 0);
  std::string text;
  for (uint32_t row = rows; row-- > 0;) {
    text.clear();
    AppendRow(row, text);
    size[row] += text.size();
    if (row > 0) {
      // Tags of this field take one byte.
      size[tree_.parent[row]] += 1 + VarintSize(size[row]) + size[row];
    }
  }
  TextOutput out(writer);
  for (uint32_t row = 0; row < rows; ++row) {
    if (row > 0) AppendHeader(out.text(), children_, size[row]);
    AppendRow(row, out.text());
    TFPROF_RETURN_IF_ERROR(out.Drain());
  }
  return out.Flush();
}

std::string AdviceMessage(const Advice& advice) {
  std::string message;
  ProtoWriter writer(message);
  for (const Advice::Entry& entry : advice.entries) {
    std::string checker;
    for (const Advice::Statement& statement : entry.statements) {
      ProtoWriter(checker).TextItem(2, statement.text);
    }
    std::string of_map;
    ProtoWriter entry_writer(of_map);
    entry_writer.Text(1, entry.checker);
    entry_writer.Bytes(2, checker);
    writer.Bytes(1, of_map);
  }
  return message;
}

}  // namespace

Status RenderResultProto(const Report& report, Diagnostics& diagnostics,
                         Writer& writer) {
  const auto& block = report.sections.at(0).block;
  if (const auto* advice = std::get_if<Advice>(&block)) {
    return writer.Write(AdviceMessage(*advice));
  }
  const auto& tree = std::get<ViewTree>(block);
  ResultWriter result(tree);
  TFPROF_RETURN_IF_ERROR(result.ReadTensors(diagnostics));
  return result.Write(writer);
}

}  // namespace tfprof
