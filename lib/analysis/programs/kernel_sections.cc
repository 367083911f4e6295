// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/kernel_sections.h"

#include <algorithm>
#include <string>
#include <utility>

namespace tfprof {

namespace {

double KernelMicros(double ps) { return ps / 1e6; }

double KernelMicros(int64_t ps) { return static_cast<double>(ps) / 1e6; }

// The table of rows, which people see fewer columns of.
class KernelTables {
 public:
  KernelTables(const RecordedKernels& kernels, const TopOptions& options,
               bool for_people)
      : kernels_(kernels), options_(options), for_people_(for_people) {
    for (const KernelNameRow& row : kernels.names) {
      whole_ps_ += static_cast<double>(row.lengths.sum_ps);
    }
  }

  Section Names() const;
  Section Launches() const;
  Section Copies() const;

 private:
  static constexpr size_t kShare = 0;

  // A sum over the steps as the mean of one.
  Cell OfStep(int64_t sum) const {
    if (kernels_.steps <= 1) return sum;
    return static_cast<double>(sum) / static_cast<double>(kernels_.steps);
  }

  Cell MicrosOfStep(int64_t ps) const {
    return KernelMicros(ps) /
           static_cast<double>(std::max<int64_t>(kernels_.steps, 1));
  }

  Cell ShareOf(const LengthSpread& lengths) const;
  void AddSpreadColumns(Table& table) const;
  void AddSpread(const LengthSpread& lengths, std::vector<Cell>& cells) const;
  std::vector<Cell> CellsOf(const KernelRow& row) const;
  Table NewTable(std::string_view count) const;

  // The rows that the filter lets through, in the order that is asked for.
  template <typename Row>
  std::vector<const Row*> Chosen(const std::vector<Row>& rows) const;

  const RecordedKernels& kernels_;
  const TopOptions& options_;
  const bool for_people_;
  double whole_ps_ = 0;  // of all kernels
};

template <typename Row>
std::vector<const Row*> KernelTables::Chosen(
    const std::vector<Row>& rows) const {
  std::vector<const Row*> chosen;
  for (const Row& row : rows) {
    if (options_.filter.empty() || options_.filter.Matches(row.kernel)) {
      chosen.push_back(&row);
    }
  }
  std::stable_sort(chosen.begin(), chosen.end(),
                   [&](const Row* a, const Row* b) {
                     switch (options_.order) {
                       case TopOrder::kName:
                         return a->kernel < b->kernel;
                       case TopOrder::kCalls:
                         return a->lengths.count > b->lengths.count;
                       case TopOrder::kCallTime:
                         return a->lengths.MeanPs() > b->lengths.MeanPs();
                       default:
                         return false;
                     }
                   });
  return chosen;
}

Cell KernelTables::ShareOf(const LengthSpread& lengths) const {
  return whole_ps_ > 0 ? Cell(static_cast<double>(lengths.sum_ps) / whole_ps_)
                       : Cell();
}

Table KernelTables::NewTable(std::string_view count) const {
  Table table;
  table.columns = {{"share", Unit::kShare},
                   {"self", Unit::kMicros},
                   {std::string(count), Unit::kCount}};
  table.shares = kShare;
  table.most_rows = static_cast<size_t>(options_.most_rows);
  table.all_by = "-n 0";
  return table;
}

void KernelTables::AddSpreadColumns(Table& table) const {
  for (const std::string_view title :
       {"mean", "median", "least", "most", "deviation"}) {
    if (for_people_ && title == "deviation") continue;
    table.columns.push_back({std::string(title), Unit::kMicros});
  }
}

void KernelTables::AddSpread(const LengthSpread& lengths,
                             std::vector<Cell>& cells) const {
  cells.emplace_back(KernelMicros(lengths.MeanPs()));
  cells.emplace_back(KernelMicros(lengths.median_ps));
  cells.emplace_back(KernelMicros(lengths.least_ps));
  cells.emplace_back(KernelMicros(lengths.most_ps));
  if (for_people_) return;
  cells.push_back(lengths.deviation_ps
                      ? Cell(KernelMicros(*lengths.deviation_ps))
                      : Cell());
}

Section KernelTables::Names() const {
  Table table = NewTable("kernels");
  AddSpreadColumns(table);
  if (!for_people_) table.columns.push_back({"kernel"});
  table.columns.push_back({"short name"});
  table.columns.push_back({"rows", Unit::kCount});
  for (const KernelNameRow* row : Chosen(kernels_.names)) {
    std::vector<Cell> cells = {ShareOf(row->lengths),
                               MicrosOfStep(row->lengths.sum_ps),
                               OfStep(row->lengths.count)};
    AddSpread(row->lengths, cells);
    if (!for_people_) cells.emplace_back(OwnedText(row->kernel));
    cells.emplace_back(OwnedText(ShortKernelName(row->kernel)));
    cells.emplace_back(row->rows);
    table.AddRow(std::move(cells));
  }
  return {"kernels by name", {}, std::move(table)};
}

std::vector<Cell> KernelTables::CellsOf(const KernelRow& row) const {
  std::vector<Cell> cells = {ShareOf(row.lengths),
                             MicrosOfStep(row.lengths.sum_ps),
                             OfStep(row.lengths.count)};
  AddSpread(row.lengths, cells);
  const LaunchShape& shape = row.shape;
  const auto mean = [&](double sum) {
    return row.launches > 0
               ? Cell(KernelMicros(sum / static_cast<double>(row.launches)))
               : Cell();
  };
  const auto add = [&](Cell cell) { cells.push_back(std::move(cell)); };
  add(CellOf(shape.grid));
  add(CellOf(shape.block));
  add(CellOf(shape.registers));
  if (!for_people_) {
    add(CellOf(shape.static_shared_bytes));
    add(CellOf(shape.dynamic_shared_bytes));
  }
  add(CellOf(shape.shared_bytes));
  if (!for_people_) add(CellOf(shape.private_bytes));
  add(CellOf(row.occupancy));
  if (!for_people_) {
    add(row.occupancy ? Cell(OwnedText(row.is_occupancy_recorded ? "recorded"
                                                                 : "computed"))
                      : Cell());
    add(OfStep(row.launches));
  }
  add(mean(row.launch_ps));
  add(mean(row.queue_ps));
  if (!for_people_) add(OwnedText(row.kernel));
  add(OwnedText(ShortKernelName(row.kernel)));
  add(OwnedText(row.operation));
  if (for_people_) return cells;
  add(OwnedText(row.program));
  add(OwnedText(row.program_id));
  add(OwnedText(row.instruction));
  add(CellOfText(row.device));
  add(static_cast<int64_t>(row.devices));
  return cells;
}

Section KernelTables::Launches() const {
  Table table = NewTable("kernels");
  AddSpreadColumns(table);
  const auto add = [&](std::string title, Unit unit = Unit::kNone) {
    table.columns.push_back({std::move(title), unit});
  };
  add("grid");
  add("block");
  add("registers");
  if (!for_people_) {
    add("static shared bytes", Unit::kBytes);
    add("dynamic shared bytes", Unit::kBytes);
  }
  add("shared bytes", Unit::kBytes);
  if (!for_people_) add("private bytes", Unit::kBytes);
  add("occupancy", for_people_ ? Unit::kShare : Unit::kNone);
  if (!for_people_) {
    add("occupancy is");
    add("launches", Unit::kCount);
  }
  add("launch", Unit::kMicros);
  add("queue", Unit::kMicros);
  if (!for_people_) add("kernel");
  add("short name");
  add("operation");
  if (!for_people_) {
    add("program");
    add("program id");
    add("instruction");
    add("device");
    add("devices", Unit::kCount);
  }
  for (const KernelRow* row : Chosen(kernels_.kernels)) {
    table.AddRow(CellsOf(*row));
  }
  return {"kernels", {}, std::move(table)};
}

Section KernelTables::Copies() const {
  Table table;
  table.columns = {{"self", Unit::kMicros}, {"copies", Unit::kCount}};
  AddSpreadColumns(table);
  for (const std::string_view title : {"bytes", "least bytes", "most bytes"}) {
    table.columns.push_back({std::string(title), Unit::kBytes});
  }
  table.columns.push_back({for_people_ ? "B/s" : "bytes per s", Unit::kCount});
  table.columns.push_back({"synchronous", Unit::kCount});
  table.columns.push_back({"direction"});
  table.columns.push_back({"device"});
  for (const CopyRow& row : kernels_.copies) {
    std::vector<Cell> cells = {MicrosOfStep(row.lengths.sum_ps),
                               OfStep(row.lengths.count)};
    AddSpread(row.lengths, cells);
    cells.push_back(row.bytes ? OfStep(*row.bytes) : Cell());
    cells.push_back(CellOf(row.least_bytes));
    cells.push_back(CellOf(row.most_bytes));
    const bool has_rate = row.bytes && row.lengths.sum_ps > 0;
    cells.push_back(has_rate ? Cell(static_cast<double>(*row.bytes) * 1e12 /
                                    static_cast<double>(row.lengths.sum_ps))
                             : Cell());
    cells.push_back(OfStep(row.synchronous));
    cells.emplace_back(OwnedText(row.direction));
    cells.emplace_back(OwnedText(row.device));
    table.AddRow(std::move(cells));
  }
  return {"copies", {}, std::move(table)};
}

}  // namespace

std::vector<Section> KernelSections(
    const std::shared_ptr<const RecordedKernels>& kernels,
    const TopOptions& options, bool for_people) {
  const KernelTables tables(*kernels, options, for_people);
  std::vector<Section> sections;
  if (!kernels->kernels.empty()) {
    sections.push_back(tables.Names());
    sections.push_back(tables.Launches());
  }
  if (!kernels->copies.empty()) sections.push_back(tables.Copies());
  return sections;
}

}  // namespace tfprof
