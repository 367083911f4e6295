// SPDX-License-Identifier: Apache-2.0
#include "analysis/programs/program_findings.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "analysis/programs/precision_rows.h"
#include "base/strings.h"

namespace tfprof {

namespace {

// Shares of the time of all instructions, or kernels, from which on something
// is said.
constexpr double kTransfers = 0.1;
constexpr double kRoofsKnown = 0.5;
constexpr double kBoundBy = 0.7;
constexpr double kNotBoundBy = 0.5;
constexpr double kWasted = 0.1;
constexpr double kLowRoofShare = 0.5;
constexpr double kShuffles = 0.3;
constexpr double kRecomputation = 0.1;
constexpr double kSmallKernelPs = 5e6;
constexpr double kSmallKernels = 0.5;
constexpr double kSmallKernelsTime = 0.1;
constexpr double kLowOccupancy = 0.25;
constexpr double kLowOccupancyTime = 0.1;
constexpr double kUnusedMemory = 0.1;
constexpr int64_t kWorthABuffer = int64_t{1} << 20;

struct PrecisionLimit {
  std::string_view finding;
  double least = 0;  // share of time
  double saves = 0;  // share of that
  std::string_view advice;
};

constexpr PrecisionLimit kPrecisionLimits[] = {
    {"f64", 0.01, 0.5,
     "compute in 64 bits, which most accelerators do slowly; use f32"},
    {"f32 beside 16 bits", 0.05, 0.5,
     "are matrix products in f32 of a program that has others in 16 bits; use "
     "16 bits there, too"},
    {"cast", 0.05, 1,
     "only convert types; keep the type that the next operation needs"},
    {"transpose", 0.05, 1,
     "only transpose; choose a layout that operations before and behind share"},
    {"copy", 0.05, 1,
     "only copy; donate buffers, or give both sides the same layout"},
    {"pad", 0.05, 1, "only pad; choose sizes that need no padding"},
};

double RealPs(int64_t ps) { return static_cast<double>(ps); }

class ProgramFinder {
 public:
  ProgramFinder(const RecordedInstructions& instructions,
                const RecordedKernels& kernels, const Planned& planned)
      : instructions_(instructions),
        kernels_(kernels),
        planned_(planned),
        whole_ps_(RealPs(instructions.SelfPs())) {}

  std::vector<ProgramFinding> Run() {
    if (whole_ps_ > 0) {
      FindTransfers();
      FindBounds();
      FindWaste();
      FindShuffles();
      FindRecomputation();
      FindMoves();
    }
    FindSmallKernels();
    FindLowOccupancy();
    FindUnusedMemory();
    return std::move(findings_);
  }

 private:
  using Takes = std::function<bool(const InstructionRow&)>;

  double ShareOf(double ps) const { return ps / whole_ps_; }

  // "most in fusion.3 of jit_f (train.py:12)" of the first of those rows, which
  // stand in the order of their time.
  static std::string Evidence(const InstructionRow& row) {
    std::string words = fmt::format("most in {}", Printable(row.instruction));
    if (!row.program.empty()) words += fmt::format(" of {}", row.program);
    const std::string code = row.Code();
    if (!code.empty()) words += fmt::format(" ({})", AfterLastSlash(code));
    return words;
  }

  // The time of rows, and the first of them.
  std::pair<double, const InstructionRow*> TimeOf(const Takes& takes) const {
    double ps = 0;
    const InstructionRow* first = nullptr;
    for (const InstructionRow& row : instructions_.rows) {
      if (!takes(row)) continue;
      if (first == nullptr) first = &row;
      ps += RealPs(row.self_ps);
    }
    return {ps, first};
  }

  // A finding about the time of rows.
  void AddTime(std::string_view finding, double ps, const InstructionRow& row,
               std::optional<double> saves_ps, std::string_view what,
               std::string_view command) {
    findings_.push_back(
        {.finding = std::string(finding),
         .text = fmt::format("{:.1f}% of the time of instructions {}; {}; {}",
                             100 * ShareOf(ps), what, Evidence(row), command),
         .code = row.Code(),
         .saves_ps = saves_ps});
  }

  void FindTransfers();
  void FindBounds();
  void FindWaste();
  void FindShuffles();
  void FindRecomputation();
  void FindMoves();
  void FindSmallKernels();
  void FindLowOccupancy();
  void FindUnusedMemory();
  void AddMemory(std::string_view finding, const PlannedMemory& row,
                 int64_t bytes, int64_t whole, std::string_view what);

  const RecordedInstructions& instructions_;
  const RecordedKernels& kernels_;
  const Planned& planned_;
  const double whole_ps_;
  std::vector<ProgramFinding> findings_;
};

constexpr std::string_view kShowRoofline = "steps --show=roofline";
constexpr std::string_view kShowPrecision = "steps --show=precision";

void ProgramFinder::FindTransfers() {
  const auto [ps, row] =
      TimeOf([](const InstructionRow& it) { return it.is_async; });
  if (row == nullptr || ps < kTransfers * whole_ps_) return;
  AddTime("waits for transfers", ps, *row, ps,
          "waits for transfers; start them earlier, or move less",
          kShowRoofline);
}

void ProgramFinder::FindBounds() {
  const auto has_roof = [](const InstructionRow& it) { return it.has_roof(); };
  const auto [roofed, row] = TimeOf(has_roof);
  if (row == nullptr || roofed < kRoofsKnown * whole_ps_) return;
  double memory = 0, compute = 0;
  for (const InstructionRow& it : instructions_.rows) {
    if (!it.has_roof()) continue;
    memory += RealPs(it.self_ps) * it.memory_share;
    compute += RealPs(it.self_ps) * it.compute_share;
  }
  if (memory > kBoundBy * roofed && compute < kNotBoundBy * roofed) {
    AddTime("memory bound", roofed, *row, std::nullopt,
            "is close to what the memory can move: only fewer bytes help, such "
            "as fusions and smaller types",
            kShowRoofline);
  }
  if (compute > kBoundBy * roofed && memory < kNotBoundBy * roofed) {
    AddTime("compute bound", roofed, *row, std::nullopt,
            "is close to what the device can compute: only fewer operations or "
            "smaller types help",
            kShowRoofline);
  }
}

void ProgramFinder::FindWaste() {
  for (const InstructionRow& row : instructions_.rows) {
    const double wasted_ps = row.wasted_ns * 1000;
    const bool is_found = row.has_roof() && row.roof_share < kLowRoofShare &&
                          wasted_ps >= kWasted * whole_ps_;
    if (!is_found) continue;
    std::string code = row.Code();
    findings_.push_back(
        {.finding = "below the roof",
         .text = fmt::format(
             "{}{} reaches {:.1f}% of what the device can do, by {}; {}",
             Printable(row.instruction),
             code.empty() ? "" : fmt::format(" ({})", AfterLastSlash(code)),
             100 * row.roof_share, row.bound, kShowRoofline),
         .name = std::string(row.instruction),
         .program = std::string(row.program),
         .code = std::move(code),
         .saves_ps = wasted_ps});
  }
}

void ProgramFinder::FindShuffles() {
  const auto shuffles = [](std::string_view opcode) {
    return opcode == "sort" || opcode == "gather" || opcode == "scatter";
  };
  const auto [ps, row] = TimeOf([&](const InstructionRow& it) {
    if (shuffles(it.Category())) return true;
    if (it.hlo_row == HloProgram::kNone) return false;
    const auto opcodes = it.costs->OpcodesIn(it.hlo_row);
    return std::any_of(opcodes.begin(), opcodes.end(), shuffles);
  });
  if (row == nullptr || ps < kShuffles * whole_ps_) return;
  AddTime("shuffles", ps, *row, ps,
          "sorts, gathers or scatters, which read memory in no order",
          kShowRoofline);
}

void ProgramFinder::FindRecomputation() {
  const double ps = RealPs(instructions_.RecomputedPs());
  if (ps <= 0 || ps < kRecomputation * whole_ps_) return;
  const auto [sum, row] =
      TimeOf([](const InstructionRow& it) { return it.IsRecomputed(); });
  AddTime("recomputation", ps, *row, ps,
          "computes again what jax.checkpoint did not keep; a policy that "
          "keeps more needs more memory",
          kShowRoofline);
}

void ProgramFinder::FindMoves() {
  struct Sum {
    double ps = 0;
    const InstructionRow* first = nullptr;
  };

  std::map<std::string_view, Sum> sums;
  for (const auto& [finding, at] : FindPrecision(instructions_)) {
    const InstructionRow& row = instructions_.rows[at];
    Sum& sum = sums[finding];
    sum.ps += RealPs(row.self_ps);
    if (sum.first == nullptr) sum.first = &row;
  }
  for (const PrecisionLimit& limit : kPrecisionLimits) {
    const auto found = sums.find(limit.finding);
    if (found == sums.end()) continue;
    const auto& [ps, row] = found->second;
    if (ps <= 0 || ps < limit.least * whole_ps_) continue;
    findings_.push_back(
        {.finding = std::string(limit.finding),
         .text = fmt::format("instructions with {:.1f}% of the time {}; {}; {}",
                             100 * ShareOf(ps), limit.advice, Evidence(*row),
                             kShowPrecision),
         .code = row->Code(),
         .saves_ps = ps * limit.saves});
  }
}

void ProgramFinder::FindSmallKernels() {
  double whole_ps = 0, small_ps = 0;
  int64_t kernels = 0, small = 0;
  const KernelRow* first = nullptr;
  for (const KernelRow& row : kernels_.kernels) {
    whole_ps += RealPs(row.lengths.sum_ps);
    kernels += row.lengths.count;
    if (row.lengths.MeanPs() >= kSmallKernelPs) continue;
    if (first == nullptr) first = &row;
    small_ps += RealPs(row.lengths.sum_ps);
    small += row.lengths.count;
  }
  const bool is_found = first != nullptr &&
                        static_cast<double>(small) >=
                            kSmallKernels * static_cast<double>(kernels) &&
                        small_ps >= kSmallKernelsTime * whole_ps;
  if (!is_found) return;
  findings_.push_back(
      {.finding = "small kernels",
       .text = fmt::format(
           "{} of {} kernels take less than 5 us, as long as a launch does; "
           "most in {}; fuse them, or record them as a graph; top --by=kernel",
           small, kernels, Printable(ShortKernelName(first->kernel))),
       .saves_ps = small_ps});
}

void ProgramFinder::FindLowOccupancy() {
  double whole_ps = 0;
  for (const KernelRow& row : kernels_.kernels) {
    whole_ps += RealPs(row.lengths.sum_ps);
  }
  for (const KernelRow& row : kernels_.kernels) {
    const bool is_found =
        row.occupancy && *row.occupancy < kLowOccupancy &&
        RealPs(row.lengths.sum_ps) >= kLowOccupancyTime * whole_ps;
    if (!is_found) continue;
    findings_.push_back(
        {.finding = "low occupancy",
         .text = fmt::format(
             "{} fills {:.0f}% of a multiprocessor; other launch shapes, fewer "
             "registers or less shared memory fill more; top --by=kernel",
             Printable(ShortKernelName(row.kernel)), 100 * *row.occupancy),
         .name = std::string(row.kernel),
         .program = std::string(row.program)});
  }
}

void ProgramFinder::AddMemory(std::string_view finding,
                              const PlannedMemory& row, int64_t bytes,
                              int64_t whole, std::string_view what) {
  if (bytes < kWorthABuffer ||
      static_cast<double>(bytes) < kUnusedMemory * static_cast<double>(whole)) {
    return;
  }
  const HloModule& module = row.of.program->module;
  const std::string program =
      fmt::format("{}({})", module.strings[module.name], row.of.id);
  findings_.push_back(
      {.finding = std::string(finding),
       .text = fmt::format(
           "{:.1f}% of the memory that {} plans is {}; memory",
           100 * static_cast<double>(bytes) / static_cast<double>(whole),
           Printable(program), what),
       .program = program,
       .saves_bytes = bytes});
}

void ProgramFinder::FindUnusedMemory() {
  for (const PlannedMemory& row : planned_.rows) {
    AddMemory("padding", row, row.padding_bytes, row.peak_bytes,
              "padding of shapes; sizes that fill tiles need less");
    AddMemory("fragmentation", row,
              row.BytesOf(PlannedKind::kTemporary) - row.temporary_peak_bytes,
              row.total_bytes, "lost between buffers");
  }
}

}  // namespace

std::vector<ProgramFinding> FindProgramFindings(
    const RecordedInstructions& instructions, const RecordedKernels& kernels,
    const Planned& planned) {
  return ProgramFinder(instructions, kernels, planned).Run();
}

}  // namespace tfprof
