// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "analysis/difference/difference_sections.h"
#include "base/strings.h"

namespace tfprof {

namespace {

// More terms do not fit in a sentence.
constexpr size_t kMostTermsOfSentence = 4;

// One unit for all numbers of a sentence.
struct SentenceUnit {
  double ps = 1;
  std::string_view name;
  int digits = 2;

  explicit SentenceUnit(double largest_ps) {
    if (largest_ps >= 1e12) {
      ps = 1e12, name = "s";
    } else if (largest_ps >= 1e9) {
      ps = 1e9, name = "ms";
    } else if (largest_ps >= 1e6) {
      ps = 1e6, name = "us";
    } else {
      ps = 1e3, name = "ns";
    }
    digits = largest_ps / ps >= 10 ? 1 : 2;
  }

  std::string Of(double of_ps) const {
    return fmt::format("{:.{}f} {}", of_ps / ps, digits, name);
  }

  // "+3.1"; a change that would read as 0 has more digits.
  std::string Change(double of_ps) const {
    const double value = of_ps / ps;
    const double rounds_to_0 = 0.5 * std::pow(10, -digits);
    return std::abs(value) < rounds_to_0
               ? fmt::format("{:+.1g}", value)
               : fmt::format("{:+.{}f}", value, digits);
  }
};

std::string InBrackets(const std::string& text) {
  return text.empty() ? "" : fmt::format(" ({})", Printable(text));
}

// "exposed all-reduce", "input (train.py:41 load)", "compute dot.7
// (model.py:93)", "other kernel (model.py:93)".
std::string WordsOfTerm(const DifferenceTerm& term) {
  if (term.term_class == "unmatched") return "unmatched work";
  if (term.term_class == "work") {
    const std::string_view words = term.cause == "new"    ? "new work"
                                   : term.cause == "gone" ? "gone work"
                                                          : "other kernel";
    return std::string(words) + InBrackets(term.name);
  }
  constexpr std::string_view kIdle = "idle ";
  std::string words = term.term_class;
  if (words == "compute" || words == "collective" || words == "copy") {
    if (words == "collective") words = "exposed";
    return fmt::format("{} {}{}", words, Printable(term.name),
                       InBrackets(term.line));
  }
  if (words.starts_with(kIdle) && words != "idle unknown") {
    words.erase(0, kIdle.size());
  }
  std::replace(words.begin(), words.end(), '_', ' ');
  return words + InBrackets(term.name);
}

std::string SentenceOf(const DifferenceSide& before,
                       const DifferenceSide& after,
                       std::span<const DifferenceTerm> terms) {
  const double old_ps = before.mean_ps();
  const double new_ps = after.mean_ps();
  const std::string host =
      before.host.empty() ? "" : Printable(before.host) + ": ";
  const SentenceUnit unit(std::max(old_ps, new_ps));
  if (before.steps == 0 || after.steps == 0) {
    return before.steps == after.steps
               ? host + "no steps"
               : fmt::format("{}steps on one side only, the {} one, of {}",
                             host, before.steps == 0 ? "new" : "old",
                             unit.Of(std::max(old_ps, new_ps)));
  }
  std::string text =
      fmt::format("{}was {}, now {}", host, unit.Of(old_ps), unit.Of(new_ps));
  if (old_ps > 0) {
    text += fmt::format(" ({:+.1f} %)", 100 * (new_ps - old_ps) / old_ps);
  }
  std::string_view separator = ": ";
  double rest_ps = 0;
  uint64_t rest_rows = 0;
  size_t said = 0;
  for (const DifferenceTerm& term : terms) {
    if (term.change_ps() == 0) continue;
    if (term.term_class == "other" || said == kMostTermsOfSentence) {
      rest_ps += term.change_ps();
      rest_rows += term.rows;
      continue;
    }
    text += fmt::format("{}{} {}", separator, unit.Change(term.change_ps()),
                        WordsOfTerm(term));
    separator = ", ";
    ++said;
  }
  if (rest_ps != 0) {
    text += fmt::format("{}{} in {}{} row{}", separator, unit.Change(rest_ps),
                        rest_rows, said == 0 ? "" : " other",
                        rest_rows == 1 ? "" : "s");
  }
  return text;
}

}  // namespace

std::vector<std::string> DifferenceSentences(const Difference& difference,
                                             const DifferenceTerms& terms) {
  std::vector<std::string> sentences;
  size_t first = 0;
  for (size_t i = 0; i < difference.before.size(); ++i) {
    size_t end = first;
    while (end < terms.terms.size() &&
           terms.terms[end].host == difference.before[i].host) {
      ++end;
    }
    sentences.push_back(
        SentenceOf(difference.before[i], difference.after[i],
                   std::span(terms.terms).subspan(first, end - first)));
    first = end;
  }
  return sentences;
}

}  // namespace tfprof
