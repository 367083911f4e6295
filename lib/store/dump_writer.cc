// SPDX-License-Identifier: Apache-2.0
#include "store/dump_writer.h"

#include <algorithm>

#include <tsl/robin_set.h>

#include "base/hash.h"
#include "model/step_values.h"
#include "store/dump_schema.h"
#include "store/stable_order.h"
#include "view/view.h"

namespace tfprof {

namespace {

std::optional<double> Micros(int64_t ns, bool is_known = true) {
  if (!is_known) return std::nullopt;
  return static_cast<double>(ns) / 1000;
}

// The written rows of a forest, in preorder.
struct TreeRows {
  static constexpr uint32_t kNone = UINT32_MAX;

  std::vector<uint32_t> forest_row;  // by row
  std::vector<uint32_t> row_of;      // by row of the forest; kNone: not written
};

// All rows, or those with children.
TreeRows TakeRows(const Forest& forest, bool only_with_children) {
  TreeRows rows;
  rows.row_of.assign(forest.size(), TreeRows::kNone);
  for (uint32_t row = 0; row < forest.size(); ++row) {
    if (only_with_children && row != 0 && forest.end[row] == row + 1) continue;
    rows.row_of[row] = static_cast<uint32_t>(rows.forest_row.size());
    rows.forest_row.push_back(row);
  }
  return rows;
}

// The last row of each row's subtree.
std::vector<uint32_t> LastRows(const Forest& forest, const TreeRows& rows) {
  std::vector<uint32_t> last(rows.forest_row.size());
  for (size_t i = last.size(); i-- > 0;) {
    last[i] = std::max(last[i], static_cast<uint32_t>(i));
    if (i == 0) break;
    uint32_t& parent = last[rows.row_of[forest.parent[rows.forest_row[i]]]];
    parent = std::max(parent, last[i]);
  }
  return last;
}

// By node: its row; kNone if it has none.
std::vector<uint32_t> RowsOfNodes(const Forest& forest, const TreeRows& rows,
                                  size_t nodes) {
  std::vector<uint32_t> of_node(nodes, TreeRows::kNone);
  for (uint32_t row = 0; row < forest.size(); ++row) {
    const uint32_t taken = rows.row_of[row] != TreeRows::kNone
                               ? rows.row_of[row]
                               : rows.row_of[forest.parent[row]];
    for (const NodeId node : forest.members[row]) of_node[node.value] = taken;
  }
  return of_node;
}

Status WriteTree(const Forest& forest, const TreeRows& rows, bool has_frames,
                 TableWriter table) {
  const std::vector<uint32_t> last = LastRows(forest, rows);
  std::vector<int64_t> depth(last.size());
  for (size_t i = 0; i < last.size(); ++i) {
    const uint32_t row = rows.forest_row[i];
    const uint32_t parent = rows.row_of[forest.parent[row]];
    if (i != 0) depth[i] = depth[parent] + 1;
    const RowName full = forest.NameOf(row);
    // Lines of code may share one long name.
    const std::string name = i == 0       ? "(all)"
                             : has_frames ? full.Short()
                                          : full.str();
    std::optional<int64_t> above;
    if (i != 0) above = int64_t{parent};
    table.Put(static_cast<int64_t>(i));
    table.Put(above);
    table.Put(last[i]);
    table.Put(depth[i]);
    table.Put(name);
    if (has_frames) {
      table.Put(i == 0 || !forest.frame[row].valid()
                    ? std::nullopt
                    : std::optional<int64_t>(forest.frame[row].value));
    }
    TFPROF_RETURN_IF_ERROR(table.EndRow());
  }
  return table.Finish();
}

// Returns the row of each node.
Result<std::vector<uint32_t>> WriteScopes(const Profile& profile,
                                          Diagnostics& diagnostics,
                                          FilledDatabase& file) {
  TFPROF_ASSIGN_OR_RETURN(const Forest scopes,
                          BuildScopeForest(profile, diagnostics));
  const TreeRows rows = TakeRows(scopes, true);
  TFPROF_RETURN_IF_ERROR(
      WriteTree(scopes, rows, false,
                TableWriter(file, "scopes", TableWriter::Keys::kGiven)));
  return RowsOfNodes(scopes, rows, profile.nodes.size());
}

// The same for the code view, which exists only if there are call stacks.
Result<std::vector<uint32_t>> WriteCode(const Profile& profile,
                                        FilledDatabase& file) {
  Diagnostics unheard;
  const Result<Forest> code = BuildCodeForest(profile, unheard);
  if (!code) {
    return std::vector<uint32_t>(profile.nodes.size(), TreeRows::kNone);
  }
  const TreeRows rows = TakeRows(*code, false);
  TFPROF_RETURN_IF_ERROR(
      WriteTree(*code, rows, true,
                TableWriter(file, "code_lines", TableWriter::Keys::kGiven)));
  return RowsOfNodes(*code, rows, profile.nodes.size());
}

Status WriteFrames(const Profile& profile, FilledDatabase& file) {
  TableWriter table(file, "frames", TableWriter::Keys::kGiven);
  for (size_t i = 0; i < profile.frames.size(); ++i) {
    const Frame& frame = profile.frames[i];
    TFPROF_RETURN_IF_ERROR(table.Add(
        static_cast<int64_t>(i), Shortened(profile.strings[frame.file]),
        frame.line, Shortened(profile.strings[frame.function])));
  }
  return table.Finish();
}

// Hashes rows of Profile::stacks by their frames.
struct StackHash {
  const Profile* profile;

  size_t operator()(uint32_t stack) const {
    size_t sum = 0;
    for (const FrameId frame : profile->stacks[stack]) {
      sum = IntHash()(sum * 31 + frame.value);
    }
    return sum;
  }
};

struct SameStack {
  const Profile* profile;

  bool operator()(uint32_t a, uint32_t b) const {
    return std::ranges::equal(profile->stacks[a], profile->stacks[b]);
  }
};

// Writes each distinct stack once. Returns the written one by StackId.
Result<std::vector<uint32_t>> WriteStacks(const Profile& profile,
                                          FilledDatabase& file) {
  TableWriter table(file, "stacks", TableWriter::Keys::kInRow);
  tsl::robin_set<uint32_t, StackHash, SameStack> known(16, StackHash{&profile},
                                                       SameStack{&profile});
  std::vector<uint32_t> first(profile.stacks.size());
  for (uint32_t stack = 0; stack < first.size(); ++stack) {
    const auto [found, is_new] = known.insert(stack);
    first[stack] = *found;
    if (!is_new) continue;
    uint32_t position = 0;
    for (const FrameId frame : profile.stacks[stack]) {
      TFPROF_RETURN_IF_ERROR(table.Add(stack, position++, frame.value));
    }
  }
  TFPROF_RETURN_IF_ERROR(table.Finish());
  return first;
}

Status WriteNodes(const Profile& profile, const std::vector<uint32_t>& scope,
                  const std::vector<uint32_t>& code,
                  const std::vector<uint32_t>& stack, const StepValues& values,
                  DeviceNames& devices, FilledDatabase& file) {
  TableWriter table(file, "nodes", TableWriter::Keys::kGiven);
  const NodeTable& nodes = profile.nodes;
  const auto known = [](uint32_t row) {
    return row == TreeRows::kNone ? std::nullopt : std::optional<int64_t>(row);
  };
  for (size_t i = 0; i < nodes.size(); ++i) {
    std::optional<int64_t> device;
    if (nodes.device[i].valid()) {
      TFPROF_ASSIGN_OR_RETURN(
          device, devices.Of(profile.strings[nodes.device[i]], "operations"));
    }
    const StackId of_node = nodes.stack[i];
    table.Put(static_cast<int64_t>(i));
    table.Put(profile.NameOf(NodeId(i)));
    table.Put(profile.strings[nodes.op[i]]);
    table.Put(device);
    table.Put(scope[i]);
    table.Put(known(code[i]));
    table.Put(of_node.valid() ? std::optional<int64_t>(stack[of_node.value])
                              : std::nullopt);
    table.Put(static_cast<bool>(nodes.is_defined[i]));
    table.Put(nodes.step_count[i]);
    for (size_t measure = 0; measure < kMeasureCount; ++measure) {
      table.Put(values.ShownOf(measure, values.Exact(measure)[i]));
    }
    TFPROF_RETURN_IF_ERROR(table.EndRow());
  }
  return table.Finish();
}

// An index on the row of each node.
Status WriteNodesByRow(const std::vector<uint32_t>& row_of_node,
                       std::string_view name, FilledDatabase& file) {
  static_assert(TreeRows::kNone + 1 == 0);  // sorts first
  uint32_t keys = 0;
  for (const uint32_t row : row_of_node) keys = std::max(keys, row + 1);
  IndexWriter<2> index(file, name);
  for (const uint32_t node :
       StableOrder(row_of_node.size(), size_t{keys} + 1,
                   [&](size_t i) { return row_of_node[i] + 1; })) {
    if (row_of_node[node] == TreeRows::kNone) continue;
    TFPROF_RETURN_IF_ERROR(index.AddInOrder({row_of_node[node], node}));
  }
  return index.Finish();
}

Status WriteNodeNames(const Profile& profile, FilledDatabase& file) {
  DatabaseTree by_name = file.TreeOf("nodes_by_name");
  RecordBytes record;
  for (size_t i = 0; i < profile.nodes.size(); ++i) {
    record.Clear();
    record.Put(profile.NameOf(NodeId(i)));
    record.Put(static_cast<int64_t>(i));
    TFPROF_RETURN_IF_ERROR(by_name.AddKey(record.Finish()));
  }
  return by_name.Finish();
}

Status WriteNodeSums(const StepValues& values, size_t nodes,
                     FilledDatabase& file) {
  TableWriter table(file, "node_sums", TableWriter::Keys::kGiven);
  for (size_t i = 0; i < nodes; ++i) {
    table.Put(static_cast<int64_t>(i));
    for (size_t measure = 0; measure < kMeasureCount; ++measure) {
      table.Put(values.Exact(measure)[i]);
    }
    TFPROF_RETURN_IF_ERROR(table.EndRow());
  }
  return table.Finish();
}

using OptionalText = std::optional<std::string_view>;

// Name and `length_is` of a step of a recording.
std::pair<OptionalText, OptionalText> WordsOfStep(const StepTable& table,
                                                  int64_t step) {
  if (!table.series) return {};
  const auto& steps = table.series->steps;
  const auto found = std::lower_bound(
      steps.begin(), steps.end(), step,
      [](const auto& of, int64_t number) { return of.number < number; });
  if (found == steps.end() || found->number != step) return {};
  return {found->name, found->length_is};
}

Status WriteSteps(const Profile& profile, const ChosenSteps& chosen,
                  DeviceNames& devices, FilledDatabase& file) {
  TableWriter steps(file, "steps", TableWriter::Keys::kGiven);
  TableWriter of_device(file, "step_devices", TableWriter::Keys::kHidden);
  const StepTable& table = profile.step_table;
  // Devices of a recording that nothing ran on are listed, too.
  for (size_t i = 0; table.series && i < table.device_names.size(); ++i) {
    TFPROF_RETURN_IF_ERROR(
        devices.Of(table.device_names[i], "").map([](const auto&) {}));
  }
  for (const StepTable::Step& step : table.steps) {
    if (!chosen.Contains(step.step)) continue;
    // A step of a recording has a length even if nothing ran in it.
    const bool is_timed = step.time.HasTimes() || table.series.has_value();
    const auto [name, length_is] = WordsOfStep(table, step.step);
    TFPROF_RETURN_IF_ERROR(steps.Add(
        step.step,
        is_timed ? std::optional<int64_t>(step.start_ns) : std::nullopt,
        Micros(step.LengthNs(), is_timed), Micros(step.time.busy_ns, is_timed),
        Micros(step.IdleNs(), is_timed),
        Micros(step.time.sum_ns, step.time.records > 0),
        step.time.Parallelism(), step.time.records,
        int64_t{step.time.without_start}, step.has_compiled, name, length_is));
    for (const StepTable::Device& device : step.devices) {
      if (!device.is_used) continue;
      TFPROF_ASSIGN_OR_RETURN(const std::optional<int64_t> row,
                              devices.Of(table.device_names[device.name], ""));
      TFPROF_RETURN_IF_ERROR(of_device.Add(
          step.step, row,
          Micros(device.time.busy_ns,
                 device.time.HasTimes() || table.series.has_value()),
          Micros(device.time.sum_ns), device.time.Parallelism(),
          device.time.records, int64_t{device.time.without_start}));
    }
  }
  TFPROF_RETURN_IF_ERROR(steps.Finish());
  return of_device.Finish();
}

}  // namespace

Result<std::optional<int64_t>> DeviceNames::Of(std::string_view name,
                                               std::string_view kind) {
  if (name.empty()) return std::optional<int64_t>();
  const size_t known = names_.size();
  const int64_t row = names_.Intern(name).value;
  if (names_.size() > known) {
    TFPROF_RETURN_IF_ERROR(table_.Add(row, name, kind));
  }
  return std::optional<int64_t>(row);
}

WrittenNodes::WrittenNodes(const Profile& profile)
    : strings_(profile.strings), names_(profile.nodes.name) {
  for (uint32_t node = 0; node < names_.size(); ++node) {
    by_name_.FindOrAdd(TextHash()(NameOf(node)), node,
                       [](uint32_t) { return false; });
  }
}

std::optional<int64_t> WrittenNodes::Find(std::string_view name) const {
  const uint32_t node = by_name_.Find(
      TextHash()(name), [&](uint32_t row) { return NameOf(row) == name; });
  if (node == TableIndex::kNone) return std::nullopt;
  return node;
}

CostScale ScaleOf(const Profile& profile, const DumpWriterOptions& options) {
  CostScale scale;
  scale.in_picos = profile.is_recording;
  if (options.is_mean_of_chosen) {
    scale.steps =
        static_cast<int64_t>(std::max<size_t>(options.steps.numbers.size(), 1));
  }
  return scale;
}

bool HasNamesInOrder(const Profile& profile) {
  std::string_view last;
  for (size_t i = 0; i < profile.nodes.size(); ++i) {
    const std::string_view name = profile.NameOf(NodeId(i));
    if (name < last || !IsReadable(name)) return false;
    last = name;
  }
  return true;
}

Status WriteProfile(const Profile& profile, const DumpWriterOptions& options,
                    DeviceNames& devices, Diagnostics& diagnostics,
                    FilledDatabase& file) {
  TableWriter dump(file, "dump", TableWriter::Keys::kInRow);
  TFPROF_RETURN_IF_ERROR(dump.Add("program", options.version));
  TFPROF_RETURN_IF_ERROR(
      dump.Add("rules", options.corrects_rules ? "corrected" : "reference"));
  TFPROF_RETURN_IF_ERROR(dump.Add("steps_are", options.steps.are));
  TFPROF_RETURN_IF_ERROR(dump.Finish());
  TFPROF_RETURN_IF_ERROR(WriteSteps(profile, options.steps, devices, file));
  TFPROF_RETURN_IF_ERROR(WriteFrames(profile, file));
  TFPROF_ASSIGN_OR_RETURN(const std::vector<uint32_t> stacks,
                          WriteStacks(profile, file));
  TFPROF_ASSIGN_OR_RETURN(const std::vector<uint32_t> scope_of_node,
                          WriteScopes(profile, diagnostics, file));
  TFPROF_ASSIGN_OR_RETURN(const std::vector<uint32_t> code_of_node,
                          WriteCode(profile, file));
  const StepValues values =
      options.is_mean_of_chosen
          ? ComputeChosenSums(profile, options.steps.numbers)
          : ComputeStepValues(profile, std::nullopt);
  TFPROF_RETURN_IF_ERROR(WriteNodes(profile, scope_of_node, code_of_node,
                                    stacks, values, devices, file));
  TFPROF_RETURN_IF_ERROR(
      WriteNodesByRow(scope_of_node, "nodes_by_scope", file));
  TFPROF_RETURN_IF_ERROR(WriteNodesByRow(code_of_node, "nodes_by_code", file));
  if (HasNamesInOrder(profile)) {
    TFPROF_RETURN_IF_ERROR(WriteNodeNames(profile, file));
  }
  if (!ScaleOf(profile, options).IsRounded()) return {};
  return WriteNodeSums(values, profile.nodes.size(), file);
}

}  // namespace tfprof
