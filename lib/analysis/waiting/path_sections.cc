// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/path_sections.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "analysis/waiting/ps_columns.h"
#include "base/rows_of_lists.h"
#include "base/strings.h"

namespace tfprof {

namespace {

using SharedPath = std::shared_ptr<const RecordedPath>;

std::string PathTimeText(int64_t ps) {
  return TextOf(Cell(static_cast<double>(ps) / 1000), Unit::kNanos);
}

double PathShareOf(int64_t part_ps, int64_t whole_ps) {
  return whole_ps == 0
             ? 0
             : static_cast<double>(part_ps) / static_cast<double>(whole_ps);
}

class PathSectionMaker {
 public:
  PathSectionMaker(SharedPath path, const RowFormat& format)
      : path_(std::move(path)), format_(format) {}

  Section Steps() const;
  Section Parts() const;
  Section Pieces() const;

 private:
  const RecordedProcess& ProcessOf(uint32_t process) const {
    return path_->capture->processes[process];
  }

  // For people, the process is shown only if there are several.
  bool ShowsHost() const {
    return !format_.is_for_people || path_->capture->processes.size() > 1;
  }

  Table NewTable(std::vector<TableColumn> columns) const {
    if (ShowsHost()) columns.insert(columns.begin(), {"host"});
    return {std::move(columns), {}};
  }

  std::vector<Cell> Row(uint32_t process, std::vector<Cell> cells) const {
    if (ShowsHost()) cells.insert(cells.begin(), ProcessOf(process).label);
    return cells;
  }

  TableColumn Time(std::string_view title, bool is_optional = false) const {
    return PsColumn(title, format_, is_optional);
  }

  Cell TimeCell(int64_t ps) const { return PsCell(ps, format_); }

  std::vector<Cell> StepCells(const ChainOfStep& chain) const;
  std::vector<Cell> PieceCells(uint32_t process, const ChainPiece& piece) const;
  std::vector<std::string> NotesOnMedian(uint32_t process) const;
  std::vector<uint32_t> ShownOf(const std::vector<ChainPiece>& pieces) const;

  const SharedPath path_;
  const RowFormat format_;
};

std::vector<Cell> PathSectionMaker::StepCells(const ChainOfStep& chain) const {
  const HostStep& step = path_->StepOf(chain);
  const ChainSums& sums = chain.sums;
  std::vector<Cell> cells = {step.number,
                             step.name,
                             TimeCell(step.begin_ps),
                             TimeCell(step.length_ps),
                             TimeCell(sums.occupied_ps),
                             TimeCell(sums.work_ps),
                             TimeCell(sums.hidden_work_ps),
                             TimeCell(sums.guess_ps)};
  for (const int64_t ps : sums.of_reason) cells.push_back(TimeCell(ps));
  cells.emplace_back(static_cast<int64_t>(sums.pieces));
  return Row(chain.process, std::move(cells));
}

// What the path of the median step says, in words.
std::vector<std::string> PathSectionMaker::NotesOnMedian(
    uint32_t process) const {
  const ChainOfStep* const chain = path_->MedianOf(process);
  if (chain == nullptr) return {};
  const HostStep& step = path_->StepOf(*chain);
  const ChainSums& sums = chain->sums;
  const std::string of =
      ShowsHost() ? Printable(ProcessOf(process).label) + ": " : std::string();
  std::vector<std::pair<int64_t, WaitReason>> reasons;
  for (size_t i = 0; i < kWaitReasons; ++i) {
    if (sums.of_reason[i] == 0) continue;
    reasons.emplace_back(-sums.of_reason[i], static_cast<WaitReason>(i));
  }
  std::sort(reasons.begin(), reasons.end());
  const auto part = [&](int64_t ps, std::string_view what) {
    return fmt::format(", {} ({:.1f} %) {}", PathTimeText(ps),
                       100 * PathShareOf(ps, step.length_ps), what);
  };
  std::string line = fmt::format("{}path of step {}: {}", of, step.number,
                                 PathTimeText(step.length_ps)) +
                     part(sums.work_ps, "work");
  for (const auto& [ps, reason] : reasons) line += part(-ps, WordsOf(reason));
  std::vector<std::string> notes = {std::move(line)};
  if (sums.hidden_work_ps > 0) {
    notes.push_back(fmt::format(
        "{}of {} of work {} are hidden under the host's part", of,
        PathTimeText(sums.occupied_ps), PathTimeText(sums.hidden_work_ps)));
  }
  if (sums.guess_ps > 0) {
    notes.push_back(fmt::format(
        "{}~ marks guesses, {} of the step: edges between operations and "
        "between streams are not recorded",
        of, PathTimeText(sums.guess_ps)));
  }
  const int64_t unknown_ps = sums.Of(WaitReason::kUnknown);
  if (PathShareOf(unknown_ps, step.length_ps) > kMostUnknownPart) {
    notes.push_back(fmt::format(
        "{}the recording does not say what the step waited for during {}: "
        "record with host_tracer_level=2 and python_tracer_level=1, or "
        "annotate the program",
        of, PathTimeText(unknown_ps)));
  }
  return notes;
}

Section PathSectionMaker::Steps() const {
  Section section{"path steps", {}, {}};
  std::vector<TableColumn> columns = {{"step"},
                                      {"name"},
                                      Time("begin"),
                                      Time("length"),
                                      Time("occupied"),
                                      Time("path work"),
                                      Time("hidden work"),
                                      Time("guess", true)};
  for (size_t i = 0; i < kWaitReasons; ++i) {
    const std::string_view reason = WordsOf(static_cast<WaitReason>(i));
    columns.push_back(format_.is_for_people
                          ? Time(reason, true)
                          : Time(fmt::format("path {}", reason)));
  }
  columns.push_back({"pieces"});
  for (uint32_t i = 0; i < path_->capture->processes.size(); ++i) {
    for (std::string& note : NotesOnMedian(i)) {
      section.notes.push_back(std::move(note));
    }
  }
  // People read about a single step in the notes.
  if (format_.is_for_people && path_->steps.size() < 2) return section;
  Table table = NewTable(std::move(columns));
  const size_t shown = format_.Shown(path_->steps.size());
  table.AddRows(shown, format_.makes_rows, [maker = *this](size_t row) {
    return maker.StepCells(maker.path_->steps[row]);
  });
  if (shown < path_->steps.size()) {
    section.notes.push_back(
        RowFormat::WordsOfRest(path_->steps.size() - shown));
  }
  section.block = std::move(table);
  return section;
}

Section PathSectionMaker::Parts() const {
  Section section{"path by name", {}, {}};
  Table table = NewTable({{"share", Unit::kShare},
                          Time("path"),
                          Time("guess", true),
                          {"times"},
                          {"kind"},
                          {"name"}});
  size_t left_out = 0;
  for (uint32_t process = 0; process < path_->pieces.size(); ++process) {
    const ChainOfStep* const chain = path_->MedianOf(process);
    if (chain == nullptr) continue;
    const int64_t length_ps = path_->StepOf(*chain).length_ps;
    const std::vector<ChainPart> parts = path_->PartsOf(process);
    const size_t shown = format_.Shown(parts.size());
    left_out += parts.size() - shown;
    for (size_t i = 0; i < shown; ++i) {
      const ChainPart& part = parts[i];
      table.AddRow(
          Row(process,
              {PathShareOf(part.path_ps, length_ps), TimeCell(part.path_ps),
               TimeCell(part.guess_ps), static_cast<int64_t>(part.times),
               std::string(part.Kind()), std::string(part.name)}));
    }
  }
  if (left_out > 0) section.notes.push_back(RowFormat::WordsOfRest(left_out));
  section.block = std::move(table);
  return section;
}

std::vector<Cell> PathSectionMaker::PieceCells(uint32_t process,
                                               const ChainPiece& piece) const {
  const std::string_view kind =
      piece.is_work() ? "work" : WordsOf(piece.reason);
  const bool is_marked =
      format_.is_for_people && piece.link == PieceLink::kGuess;
  int64_t begin_ps = piece.begin_ps;
  if (format_.is_for_people) {
    begin_ps -= path_->StepOf(*path_->MedianOf(process)).begin_ps;
  }
  return Row(process, {TimeCell(begin_ps), TimeCell(piece.length_ps),
                       fmt::format("{}{}", is_marked ? "~ " : "", kind),
                       std::string(piece.name), std::string(piece.where),
                       std::string(WordsOf(piece.link))});
}

// People see the longest pieces, in order of time.
std::vector<uint32_t> PathSectionMaker::ShownOf(
    const std::vector<ChainPiece>& pieces) const {
  std::vector<uint32_t> rows(pieces.size());
  std::iota(rows.begin(), rows.end(), 0u);
  const size_t shown = format_.Shown(rows.size());
  if (shown == rows.size()) return rows;
  std::nth_element(rows.begin(), rows.begin() + static_cast<ptrdiff_t>(shown),
                   rows.end(), [&](uint32_t a, uint32_t b) {
                     return std::tie(pieces[b].length_ps, a) <
                            std::tie(pieces[a].length_ps, b);
                   });
  rows.resize(shown);
  std::sort(rows.begin(), rows.end());
  return rows;
}

Section PathSectionMaker::Pieces() const {
  Section section{"path pieces", {}, {}};
  Table table = NewTable({Time("begin"),
                          Time(format_.is_for_people ? "time" : ""),
                          {"kind"},
                          {"name"},
                          {"where"},
                          {"link"}});
  size_t left_out = 0;
  RowsOfLists rows;
  const auto shown = std::make_shared<std::vector<std::vector<uint32_t>>>();
  for (const std::vector<ChainPiece>& pieces : path_->pieces) {
    shown->push_back(ShownOf(pieces));
    left_out += pieces.size() - shown->back().size();
    rows.AddList(shown->back().size());
  }
  table.AddRows(rows.size(), format_.makes_rows,
                [maker = *this, rows, shown](size_t row) {
                  const auto [process, place] = rows.At(row);
                  return maker.PieceCells(
                      static_cast<uint32_t>(process),
                      maker.path_->pieces[process][(*shown)[process][place]]);
                });
  if (left_out > 0) {
    section.notes.push_back("the longest of it; " +
                            RowFormat::WordsOfRest(left_out));
  }
  section.block = std::move(table);
  return section;
}

}  // namespace

std::vector<Section> PathSectionsOf(SharedPath path, const RowFormat& format) {
  const PathSectionMaker maker(std::move(path), format);
  std::vector<Section> sections;
  sections.push_back(maker.Steps());
  sections.push_back(maker.Parts());
  sections.push_back(maker.Pieces());
  return sections;
}

Status CheckWhatIf(const RecordedPath& path) {
  for (const ChainOfStep& chain : path.steps) {
    if (chain.step_of_all != path.median) continue;
    const HostStep& step = path.StepOf(chain);
    const double unknown =
        PathShareOf(chain.sums.Of(WaitReason::kUnknown), step.length_ps);
    if (unknown <= kMostUnknownPart) continue;
    return Fail(ErrorCode::kUnsupported,
                "--faster: for {:.0f} % of step {} the recording does not say "
                "what the step waited for, and a what-if is refused above "
                "{:.0f} %; record with host_tracer_level=2 and "
                "python_tracer_level=1",
                100 * unknown, step.number, 100 * kMostUnknownPart);
  }
  return {};
}

int64_t MostSavedPs(const RecordedPath& path, uint32_t process,
                    const RegexSet& works, double factor) {
  const HostView& view = *path.views[process];
  const RecordedHost& host = view.host();
  int64_t matched_ps = 0;
  for (const ChainPiece& piece : path.pieces[process]) {
    if (!piece.is_work()) continue;
    const DeviceWork& work = view.works[piece.work];
    bool matches = works.Matches(piece.name) || works.Matches(piece.where);
    if (!matches && work.row != kNoRow) {
      const RecordedNode& node = host.nodes[host.work[work.row].node];
      matches = works.Matches(host.Text(node.name)) ||
                works.Matches(host.Text(node.type));
    }
    if (matches) matched_ps += piece.length_ps;
  }
  return static_cast<int64_t>(static_cast<double>(matched_ps) *
                              (1 - 1 / factor));
}

}  // namespace tfprof
