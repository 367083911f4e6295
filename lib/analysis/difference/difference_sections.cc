// SPDX-License-Identifier: Apache-2.0
#include "analysis/difference/difference_sections.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "analysis/difference/scaling.h"
#include "analysis/waiting/ps_columns.h"

namespace tfprof {

namespace {

class DifferenceTables {
 public:
  DifferenceTables(const Difference& difference, const RowFormat& format)
      : difference_(difference), terms_(TermsOf(difference)), format_(format) {}

  // For people, the section has the sum as sentences.
  Section Sides() const;
  Section Terms() const;
  Section Waterfall() const;

 private:
  bool ShowsHost() const {
    return !format_.is_for_people || difference_.before.size() > 1;
  }

  Cell Ps(double ps) const {
    return format_.is_for_people ? Cell(ps / 1000) : Cell(ps);
  }

  // The mean of a side, for people.
  Cell MeanCell(const DifferenceRow& row, bool is_after) const {
    if (!(is_after ? row.after : row.before)) return Cell();
    return Ps(difference_.MeanPs(row, is_after));
  }

  // Notes that the rows shown of `count` are not all.
  std::vector<std::string> NotesOfRest(size_t shown, size_t count) const {
    if (shown == count) return {};
    return {fmt::format("{} more rows; --output=json has all", count - shown)};
  }

  const Difference& difference_;
  const DifferenceTerms terms_;
  const RowFormat format_;
};

Section DifferenceTables::Sides() const {
  Table table{{{"side"},
               {"steps"},
               PsColumn("length sum", format_),
               PsColumn("mean", format_),
               {"matched", Unit::kShare}},
              {}};
  if (ShowsHost()) table.columns.insert(table.columns.begin(), {"host"});
  for (size_t i = 0; i < difference_.before.size(); ++i) {
    for (const auto& [words, side] :
         {std::pair("before", &difference_.before[i]),
          std::pair("after", &difference_.after[i])}) {
      std::vector<Cell> cells = {std::string(words), side->steps,
                                 PsCell(side->length_sum_ps, format_),
                                 Ps(side->mean_ps()), terms_.matched_shares[i]};
      if (ShowsHost()) cells.insert(cells.begin(), side->host);
      table.AddRow(std::move(cells));
    }
  }
  std::vector<std::string> notes;
  if (format_.is_for_people) notes = DifferenceSentences(difference_, terms_);
  return {"difference", std::move(notes), std::move(table)};
}

Section DifferenceTables::Terms() const {
  const bool people = format_.is_for_people;
  Table table;
  if (ShowsHost()) table.columns.push_back({"host"});
  for (const char* const title : {"class", "name", "cause", "line"}) {
    table.columns.push_back({title});
  }
  for (const char* const title : {"before", "after", "change"}) {
    table.columns.push_back(PsColumn(title, format_));
  }
  table.columns.push_back({"rows"});
  if (!people) {
    table.columns.push_back({"is guess"});
    table.columns.push_back({"is matched"});
  }
  std::vector<const DifferenceTerm*> terms;
  for (const DifferenceTerm& term : terms_.terms) {
    // For people, rows that did not change are no term.
    if (!people || term.rows > 0) terms.push_back(&term);
  }
  const size_t count = terms.size();
  const size_t shown = format_.Shown(count);
  for (size_t i = 0; i < shown; ++i) {
    const DifferenceTerm& term = *terms[i];
    std::vector<Cell> cells;
    if (ShowsHost()) cells.emplace_back(term.host);
    cells.emplace_back((people && term.is_guess ? "~ " : "") + term.term_class);
    for (const std::string& text : {term.name, term.cause, term.line}) {
      cells.emplace_back(text);
    }
    for (const double ps : {term.before_ps, term.after_ps, term.change_ps()}) {
      cells.push_back(Ps(ps));
    }
    cells.emplace_back(static_cast<int64_t>(term.rows));
    if (!people) {
      cells.emplace_back(term.is_guess);
      cells.emplace_back(term.is_on_both);
    }
    table.AddRow(std::move(cells));
  }
  std::vector<std::string> notes = NotesOfRest(shown, count);
  if (people && count == 0) notes.emplace_back("no change");
  return {"terms", std::move(notes), std::move(table)};
}

Section DifferenceTables::Waterfall() const {
  const bool people = format_.is_for_people;
  Table table;
  if (ShowsHost()) table.columns.push_back({"host"});
  for (const char* const title : {"class", "name"}) {
    table.columns.push_back({title});
  }
  if (people) {
    for (const char* const title : {"before", "after", "change"}) {
      table.columns.push_back(PsColumn(title, format_));
    }
  } else {
    for (const char* const title : {"before sum", "after sum"}) {
      table.columns.push_back(PsColumn(title, format_));
    }
  }
  table.columns.push_back({"before works"});
  table.columns.push_back({"after works"});
  if (!people) {
    table.columns.push_back(PsColumn("change", format_));
    table.columns.push_back({"is new"});
    table.columns.push_back({"is gone"});
  }
  // The largest change comes first.
  const auto first_same =
      std::find_if(difference_.rows.begin(), difference_.rows.end(),
                   [](const DifferenceRow& row) { return row.change_ps == 0; });
  const size_t count =
      people ? static_cast<size_t>(first_same - difference_.rows.begin())
             : difference_.rows.size();
  const size_t shown = format_.Shown(count);
  for (size_t i = 0; i < shown; ++i) {
    const DifferenceRow& row = difference_.rows[i];
    const DifferenceRow::Side before =
        row.before.value_or(DifferenceRow::Side());
    const DifferenceRow::Side after = row.after.value_or(DifferenceRow::Side());
    std::vector<Cell> cells;
    if (ShowsHost()) cells.emplace_back(row.host);
    const bool is_guess =
        people && (before.is_mostly_guess() || after.is_mostly_guess());
    cells.emplace_back((is_guess ? "~ " : "") + row.row_class);
    cells.emplace_back(row.name);
    if (people) {
      cells.push_back(MeanCell(row, false));
      cells.push_back(MeanCell(row, true));
      cells.push_back(Ps(row.change_ps));
    } else {
      cells.push_back(PsCell(before.sum_ps, format_));
      cells.push_back(PsCell(after.sum_ps, format_));
    }
    cells.emplace_back(static_cast<int64_t>(before.works));
    cells.emplace_back(static_cast<int64_t>(after.works));
    if (!people) {
      cells.push_back(Ps(row.change_ps));
      cells.emplace_back(!row.before.has_value());
      cells.emplace_back(!row.after.has_value());
    }
    table.AddRow(std::move(cells));
  }
  std::vector<std::string> notes = NotesOfRest(shown, count);
  if (count == 0) notes.emplace_back("no change");
  return {"waterfall", std::move(notes), std::move(table)};
}

void AddScaling(const Difference& difference, const RowFormat& format,
                std::vector<Section>& sections) {
  if (const std::optional<Scaling> scaling = ScalingOf(difference)) {
    sections.push_back(ScalingSection(*scaling, format));
  }
}

}  // namespace

std::vector<Section> DifferenceSections(const Difference& difference,
                                        const RowFormat& format) {
  std::vector<Section> sections = BriefDifference(difference, format);
  const DifferenceTables tables(difference, format);
  if (format.is_for_people) {
    sections[0] = tables.Sides();
    sections.push_back(tables.Terms());
  }
  sections.push_back(tables.Waterfall());
  return sections;
}

std::vector<Section> BriefDifference(const Difference& difference,
                                     const RowFormat& format) {
  std::vector<Section> sections;
  if (format.is_for_people) {
    sections.push_back({"difference",
                        DifferenceSentences(difference, TermsOf(difference)),
                        {}});
    AddScaling(difference, format, sections);
    return sections;
  }
  const DifferenceTables tables(difference, format);
  sections.push_back(tables.Sides());
  AddScaling(difference, format, sections);
  sections.push_back(tables.Terms());
  return sections;
}

}  // namespace tfprof
