// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/fleet_records.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/numbers.h"
#include "base/rows_of_lists.h"
#include "base/strings.h"

namespace tfprof {

namespace {

enum RecordColumn : size_t {
  kRecordWorker,
  kRecordKind,
  kRecordStep,
  kRecordName,
  kRecordOp,
  kRecordCode,
  kRecordCause,
  kRecordTime,
  kRecordLength,
  kRecordOwn,
  kRecordInput,
  kRecordWaiting,
  kRecordGraph,
  kRecordError,
  kRecordColumns
};

constexpr std::string_view kRecordOfWorker = "worker";
constexpr std::string_view kRecordOfStep = "step";
constexpr std::string_view kRecordOfNode = "node";

std::vector<TableColumn> RecordColumns() {
  using enum Unit;
  return {{"worker"},
          {"kind"},
          {"step"},
          {"name"},
          {"op"},
          {"code"},
          {"cause"},
          {"time", kNanos},
          {"length", kNanos},
          {"own", kNanos},
          {"input", kNanos},
          {"waiting", kNanos},
          {"graph"},
          {"error"}};
}

std::optional<WorkKind> KindNamed(std::string_view words) {
  for (size_t i = 0; i < kWorkKindCount; ++i) {
    if (WordsOf(static_cast<WorkKind>(i)) == words) {
      return static_cast<WorkKind>(i);
    }
  }
  return std::nullopt;
}

// The rows of workers by their numbers.
class RecordRows {
 public:
  explicit RecordRows(std::vector<Worker> workers)
      : workers_(std::move(workers)) {
    for (uint32_t i = 0; i < workers_.size(); ++i) {
      Worker& worker = workers_[i];
      AddPart({i, kNoNode}, 1 + worker.steps.size());
      for (uint32_t node = 0; node < worker.nodes.size(); ++node) {
        const size_t times = worker.nodes.TimeCount(node);
        if (times > 0) AddPart({i, node}, times);
      }
    }
  }

  size_t size() const { return rows_.size(); }

  std::vector<Cell> CellsOf(size_t row) const;

 private:
  static constexpr uint32_t kNoNode = UINT32_MAX;

  // The times of a node, or a worker itself with its steps.
  struct Part {
    uint32_t worker;
    uint32_t node;
  };

  void AddPart(Part part, size_t rows) {
    parts_.push_back(part);
    rows_.AddList(rows);
  }

  std::vector<Worker> workers_;
  std::vector<Part> parts_;
  RowsOfLists rows_;  // of parts_
};

std::vector<Cell> RecordRows::CellsOf(size_t row) const {
  const auto [part, place] = rows_.At(row);
  const Worker& worker = workers_[parts_[part].worker];
  std::vector<Cell> cells(kRecordColumns);
  cells[kRecordWorker] = worker.name;
  const auto set_kind = [&](std::string_view kind) {
    cells[kRecordKind] = std::string(kind);
  };
  if (parts_[part].node != kNoNode) {
    const WorkerNodes::Node node = worker.nodes[parts_[part].node];
    const WorkerNodes::StepTime time =
        worker.nodes.TimeOf(parts_[part].node, place);
    set_kind(kRecordOfNode);
    cells[kRecordStep] = worker.steps[time.step].step;
    cells[kRecordName] = OwnedText(node.name);
    cells[kRecordOp] = OwnedText(node.op);
    cells[kRecordCode] = CellOfText(node.code);
    cells[kRecordCause] = std::string(WordsOf(node.kind));
    cells[kRecordTime] = time.ns;
  } else if (place == 0) {
    set_kind(kRecordOfWorker);
    cells[kRecordGraph] = CellOfText(worker.graph);
    cells[kRecordError] = CellOfText(worker.error);
  } else {
    const Worker::Step& step = worker.steps[place - 1];
    set_kind(kRecordOfStep);
    cells[kRecordStep] = step.step;
    cells[kRecordLength] = step.length_ns;
    cells[kRecordOwn] = step.own_ns;
    cells[kRecordInput] = step.input_ns;
    cells[kRecordWaiting] = step.waiting_ns;
  }
  return cells;
}

// Removes the apostrophe that CSV puts before texts that a spreadsheet would
// take for a formula.
std::string Unguarded(const std::string& text) {
  const bool is_guarded =
      text.size() > 1 && text[0] == '\'' &&
      std::string_view("=+-@\t\r").find(text[1]) != std::string_view::npos;
  return is_guarded ? text.substr(1) : text;
}

}  // namespace

Section FleetRecords(std::vector<Worker> workers, bool when_written) {
  const auto rows = std::make_shared<const RecordRows>(std::move(workers));
  Table table;
  table.columns = RecordColumns();
  table.AddRows(rows->size(), when_written,
                [rows](size_t row) { return rows->CellsOf(row); });
  return {"records", {}, std::move(table)};
}

Result<FleetRecordReader> FleetRecordReader::Open(
    const std::vector<std::string>& names) {
  FleetRecordReader reader;
  reader.columns_ = names.size();
  for (const TableColumn& column : RecordColumns()) {
    const auto found = std::find(names.begin(), names.end(), KeyOf(column));
    if (found == names.end()) {
      return Fail(ErrorCode::kCorrupt,
                  "no column '{}': are these rows of tfprof fleet --records?",
                  KeyOf(column));
    }
    reader.place_.push_back(static_cast<size_t>(found - names.begin()));
  }
  return reader;
}

Result<int64_t> FleetRecordReader::NumberIn(
    const std::vector<std::string>& fields, size_t column) const {
  const std::string& text = fields[place_[column]];
  const std::optional<int64_t> number = ParseInt64(text);
  if (number && (*number >= 0 || column == kRecordStep)) return *number;
  return Fail(ErrorCode::kCorrupt, "{} '{}' is not a whole number",
              KeyOf(RecordColumns()[column]), Printable(text));
}

Status FleetRecordReader::AddStep(const std::vector<std::string>& fields) {
  Worker::Step step;
  for (const auto& [column, value] :
       {std::pair{kRecordStep, &step.step},
        std::pair{kRecordLength, &step.length_ns},
        std::pair{kRecordOwn, &step.own_ns},
        std::pair{kRecordInput, &step.input_ns},
        std::pair{kRecordWaiting, &step.waiting_ns}}) {
    TFPROF_ASSIGN_OR_RETURN(*value, NumberIn(fields, column));
  }
  const __int128 parts =
      static_cast<__int128>(step.own_ns) + step.input_ns + step.waiting_ns;
  if (parts > step.length_ns) {
    return Fail(ErrorCode::kCorrupt, "step {} is shorter than its parts",
                step.step);
  }
  worker_.steps.push_back(step);
  return {};
}

Status FleetRecordReader::AddNode(const std::vector<std::string>& fields) {
  NodeTime time;
  time.name = Unguarded(fields[place_[kRecordName]]);
  time.op = Unguarded(fields[place_[kRecordOp]]);
  time.code = Unguarded(fields[place_[kRecordCode]]);
  const std::optional<WorkKind> kind = KindNamed(fields[place_[kRecordCause]]);
  if (!kind) {
    return Fail(ErrorCode::kCorrupt,
                "unknown cause '{}'; expected own work, input, waiting for "
                "others or call",
                Printable(fields[place_[kRecordCause]]));
  }
  time.kind = *kind;
  TFPROF_ASSIGN_OR_RETURN(time.step, NumberIn(fields, kRecordStep));
  TFPROF_ASSIGN_OR_RETURN(time.ns, NumberIn(fields, kRecordTime));
  times_.push_back(std::move(time));
  return {};
}

Status FleetRecordReader::Add(const std::vector<std::string>& fields,
                              Fleet& fleet) {
  if (fields.size() != columns_) {
    return Fail(ErrorCode::kCorrupt, "{} fields instead of {}", fields.size(),
                columns_);
  }
  std::string name = Unguarded(fields[place_[kRecordWorker]]);
  if (!has_worker_ || name != worker_.name) {
    TFPROF_RETURN_IF_ERROR(Finish(fleet));
    worker_.name = std::move(name);
    has_worker_ = true;
  }
  const std::string& kind = fields[place_[kRecordKind]];
  if (kind == kRecordOfStep) return AddStep(fields);
  if (kind == kRecordOfNode) return AddNode(fields);
  if (kind != kRecordOfWorker) {
    return Fail(ErrorCode::kCorrupt,
                "unknown kind '{}'; expected worker, step or node",
                Printable(kind));
  }
  worker_.graph = fields[place_[kRecordGraph]];
  worker_.error = Unguarded(fields[place_[kRecordError]]);
  return {};
}

// Turns the rows of a node, one a step, into one node with all its steps.
Status FleetRecordReader::JoinNodes() {
  std::sort(worker_.steps.begin(), worker_.steps.end(),
            [](const auto& a, const auto& b) { return a.step < b.step; });
  const auto same = std::adjacent_find(
      worker_.steps.begin(), worker_.steps.end(),
      [](const auto& a, const auto& b) { return a.step == b.step; });
  if (same != worker_.steps.end()) {
    return Fail(ErrorCode::kCorrupt,
                "step {} of worker '{}' occurs twice: were rows added twice?",
                same->step, Printable(worker_.name));
  }
  std::sort(
      times_.begin(), times_.end(), [](const NodeTime& a, const NodeTime& b) {
        return std::tie(a.name, a.op, a.step) < std::tie(b.name, b.op, b.step);
      });
  WorkerNodes& nodes = worker_.nodes;
  for (const NodeTime& time : times_) {
    const auto step =
        std::lower_bound(worker_.steps.begin(), worker_.steps.end(), time.step,
                         [](const Worker::Step& row, int64_t number) {
                           return row.step < number;
                         });
    if (step == worker_.steps.end() || step->step != time.step) {
      return Fail(ErrorCode::kCorrupt,
                  "worker '{}' has times of step {} but no row for that step",
                  Printable(worker_.name), time.step);
    }
    const bool is_new = nodes.size() == 0 ||
                        nodes[nodes.size() - 1].name != time.name ||
                        nodes[nodes.size() - 1].op != time.op;
    if (is_new) nodes.Add({time.name, time.op, time.code, time.kind});
    nodes.AddTime(static_cast<uint32_t>(step - worker_.steps.begin()), time.ns);
  }
  times_.clear();
  return {};
}

Status FleetRecordReader::Finish(Fleet& fleet) {
  if (!has_worker_) return {};
  TFPROF_RETURN_IF_ERROR(JoinNodes());
  has_worker_ = false;
  return fleet.Add(std::exchange(worker_, {}));
}

}  // namespace tfprof
