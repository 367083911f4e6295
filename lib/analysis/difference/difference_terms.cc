// SPDX-License-Identifier: Apache-2.0
#include "analysis/difference/difference_terms.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace tfprof {

namespace {

constexpr std::string_view kUnmatched = "unmatched";
constexpr std::string_view kOther = "other";
constexpr double kLeastShare = 0.01;

using Side = DifferenceRow::Side;

double PerStep(double sum, const DifferenceSide& of) {
  return of.steps > 0 ? sum / static_cast<double>(of.steps) : 0;
}

// The terms of one host.
class TermMaker {
 public:
  TermMaker(const DifferenceSide& before, const DifferenceSide& after,
            bool names_are_places)
      : before_(before), after_(after), names_are_places_(names_are_places) {}

  void Add(const DifferenceRow& row) {
    const bool is_on_both = row.before && row.after;
    if (row.is_wait()) {
      is_on_both ? AddAlone(row) : AddSides(row, row.row_class);
    } else if (is_on_both) {
      const std::string& was = row.before->place();
      const std::string& is = row.after->place();
      const bool is_same =
          names_are_places_ || was.empty() || is.empty() || was == is;
      is_same ? AddAlone(row) : AddSides(row, "work");
    } else if (row.row_class != "compute") {
      AddAlone(row);  // its name is a kind or a device, which needs no match
    } else {
      AddSides(row, "work");
    }
  }

  // Appends the terms to those of other hosts.
  void Finish(DifferenceTerms& result);

 private:
  // Class and place.
  using GroupKey = std::pair<std::string, std::string>;

  struct Group {
    DifferenceTerm term;
    bool has_before = false;
    bool has_after = false;
  };

  DifferenceTerm NewTerm(std::string term_class, std::string name) const {
    DifferenceTerm term;
    term.host = before_.host;
    term.term_class = std::move(term_class);
    term.name = std::move(name);
    return term;
  }

  void AddAlone(const DifferenceRow& row);
  void AddSides(const DifferenceRow& row, const std::string& group_class);
  void AddSide(const DifferenceRow& row, const std::string& group_class,
               bool is_after);
  std::string CauseOf(const DifferenceRow& row) const;
  void CloseGroups();
  double MatchedShare() const;

  const DifferenceSide& before_;
  const DifferenceSide& after_;
  const bool names_are_places_;
  std::vector<DifferenceTerm> terms_;
  std::map<GroupKey, Group> groups_;
};

std::string WaitCause(const std::string& row_class) {
  if (row_class == "not recorded") return "";
  return row_class == "idle compile" ? "compiled again" : "other wait";
}

std::string TermMaker::CauseOf(const DifferenceRow& row) const {
  if (row.change_ps == 0) return "";
  if (row.is_wait()) return WaitCause(row.row_class);
  if (!row.before) return "new";
  if (!row.after) return "gone";
  const double change = row.change_ps;
  if (row.row_class != "compute" && change > 0) {
    const double longer = PerStep(row.after->in_flight_ps, after_) -
                          PerStep(row.before->in_flight_ps, before_);
    if (2 * longer < change) return "exposed";
  }
  const double old_calls =
      PerStep(static_cast<double>(row.before->works), before_);
  const double calls = PerStep(static_cast<double>(row.after->works), after_);
  const double old_ps =
      PerStep(static_cast<double>(row.before->sum_ps), before_);
  const double of_calls =
      old_calls > 0 ? (calls - old_calls) * old_ps / old_calls : 0;
  if (std::abs(of_calls) > std::abs(change - of_calls)) {
    return of_calls > 0 ? "more calls" : "fewer calls";
  }
  return change > 0 ? "slower" : "faster";
}

void TermMaker::AddAlone(const DifferenceRow& row) {
  DifferenceTerm term = NewTerm(row.row_class, row.name);
  term.cause = CauseOf(row);
  if (row.before) {
    term.before_ps = PerStep(static_cast<double>(row.before->sum_ps), before_);
    term.line = row.before->line;
    term.is_guess = row.before->is_mostly_guess();
  }
  if (row.after) {
    term.after_ps = PerStep(static_cast<double>(row.after->sum_ps), after_);
    if (!row.after->line.empty()) term.line = row.after->line;
    term.is_guess = term.is_guess || row.after->is_mostly_guess();
  }
  term.rows = row.change_ps != 0 ? 1 : 0;
  term.is_on_both = row.before && row.after;
  terms_.push_back(std::move(term));
}

void TermMaker::AddSides(const DifferenceRow& row,
                         const std::string& group_class) {
  if (row.before) AddSide(row, group_class, false);
  if (row.after) AddSide(row, group_class, true);
}

void TermMaker::AddSide(const DifferenceRow& row,
                        const std::string& group_class, bool is_after) {
  const Side& side = is_after ? *row.after : *row.before;
  GroupKey key(group_class, row.is_wait() ? "" : side.place());
  if (!row.is_wait() && key.second.empty()) key.first = kUnmatched;
  const auto [found, is_new] = groups_.try_emplace(key);
  Group& group = found->second;
  DifferenceTerm& term = group.term;
  if (is_new) {
    term = NewTerm(key.first, row.is_wait() ? row.name : key.second);
    term.line = side.line;
  } else if (row.is_wait() && term.name != row.name) {
    term.name.clear();  // of several
  }
  const DifferenceSide& of = is_after ? after_ : before_;
  (is_after ? term.after_ps : term.before_ps) +=
      PerStep(static_cast<double>(side.sum_ps), of);
  (is_after ? group.has_after : group.has_before) = true;
  term.is_guess = term.is_guess || side.is_mostly_guess();
  if (side.sum_ps != 0) ++term.rows;
}

void TermMaker::CloseGroups() {
  for (auto& [key, group] : groups_) {
    DifferenceTerm& term = group.term;
    const bool is_wait = key.first != "work" && key.first != kUnmatched;
    term.is_on_both =
        group.has_before && group.has_after && key.first != kUnmatched;
    if (is_wait) {
      term.cause = WaitCause(key.first);
    } else if (key.first != kUnmatched) {
      term.cause = term.is_on_both   ? "other kernel"
                   : group.has_after ? "new"
                                     : "gone";
    }
    terms_.push_back(std::move(term));
  }
  groups_.clear();
}

double TermMaker::MatchedShare() const {
  const double all = before_.mean_ps() + after_.mean_ps();
  double matched = 0;
  for (const DifferenceTerm& term : terms_) {
    if (term.is_on_both) matched += term.before_ps + term.after_ps;
  }
  return all > 0 ? std::min(matched / all, 1.0) : 1;
}

void TermMaker::Finish(DifferenceTerms& result) {
  CloseGroups();
  result.matched_shares.push_back(MatchedShare());
  const double least =
      kLeastShare * std::abs(after_.mean_ps() - before_.mean_ps());
  DifferenceTerm other = NewTerm(std::string(kOther), "");
  std::vector<DifferenceTerm> shown, unmatched;
  for (DifferenceTerm& term : terms_) {
    if (term.term_class == kUnmatched) {
      unmatched.push_back(std::move(term));
    } else if (std::abs(term.change_ps()) < least || term.change_ps() == 0) {
      other.before_ps += term.before_ps;
      other.after_ps += term.after_ps;
      other.rows += term.rows;
      other.is_on_both = other.is_on_both || term.is_on_both;
    } else {
      shown.push_back(std::move(term));
    }
  }
  std::stable_sort(shown.begin(), shown.end(),
                   [](const auto& a, const auto& b) {
                     const double left = std::abs(a.change_ps());
                     const double right = std::abs(b.change_ps());
                     return std::tie(right, a.term_class, a.name) <
                            std::tie(left, b.term_class, b.name);
                   });
  const bool has_other = other.before_ps != 0 || other.after_ps != 0;
  if (has_other) unmatched.push_back(std::move(other));
  for (auto* const terms : {&shown, &unmatched}) {
    for (DifferenceTerm& term : *terms) result.terms.push_back(std::move(term));
  }
}

}  // namespace

DifferenceTerms TermsOf(const Difference& difference) {
  DifferenceTerms result;
  // Rows of all hosts stand together, sorted by their change.
  std::map<std::string_view, size_t> host_of;
  std::vector<TermMaker> makers;
  for (size_t host = 0; host < difference.before.size(); ++host) {
    host_of[difference.before[host].host] = host;
    makers.emplace_back(difference.before[host], difference.after[host],
                        difference.names_are_places);
  }
  for (const DifferenceRow& row : difference.rows) {
    makers[host_of[row.host]].Add(row);
  }
  for (TermMaker& maker : makers) maker.Finish(result);
  return result;
}

}  // namespace tfprof
