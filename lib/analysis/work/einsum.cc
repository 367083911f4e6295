// SPDX-License-Identifier: Apache-2.0
// A contraction is a matrix product: as many operations as the product of the
// sizes of all labels, twice if something is summed up.
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/work/formulas.h"

namespace tfprof {

namespace {

// Labels of a term. Those that `...` stands for count from its end: -1, -2, …
using Labels = std::vector<int>;

using Sizes = std::map<int, int64_t>;

constexpr std::string_view kDots = "...";

// A scalar's term is empty.
std::vector<std::string_view> TermsOf(std::string_view list) {
  std::vector<std::string_view> terms;
  for (size_t comma = 0; comma != std::string_view::npos;) {
    comma = list.find(',');
    terms.push_back(list.substr(0, comma));
    list.remove_prefix(std::min(list.size(), terms.back().size() + 1));
  }
  return terms;
}

// The labels of `term`, of which `...` stands for `hidden`.
Labels LabelsOf(std::string_view term, size_t hidden) {
  Labels labels;
  while (!term.empty()) {
    if (term.starts_with(kDots)) {
      for (size_t i = hidden; i > 0; --i)
        labels.push_back(-static_cast<int>(i));
      term.remove_prefix(kDots.size());
    } else {
      labels.push_back(static_cast<unsigned char>(term[0]));
      term.remove_prefix(1);
    }
  }
  return labels;
}

// How many dimensions of `rank` the `...` of a term stands for; none without.
size_t HiddenIn(std::string_view term, size_t rank) {
  const size_t spelled = term.size() - kDots.size();
  return term.find(kDots) == std::string_view::npos || spelled > rank
             ? 0
             : rank - spelled;
}

Count SizeOf(const std::set<int>& labels, const Sizes& sizes) {
  Count product = 1;
  for (const int label : labels) {
    const auto size = sizes.find(label);
    if (size == sizes.end()) return Count::Unknown(Count::Missing::kRank);
    product = product * size->second;
  }
  return product;
}

std::set<int> Both(const std::set<int>& a, const std::set<int>& b) {
  std::set<int> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                        std::inserter(both, both.end()));
  return both;
}

std::set<int> Either(const std::set<int>& a, const std::set<int>& b) {
  std::set<int> either = a;
  either.insert(b.begin(), b.end());
  return either;
}

Count OfOne(const OpCall& call, const std::set<int>& in,
            const std::set<int>& out, const Sizes& sizes) {
  const bool sums =
      !std::includes(out.begin(), out.end(), in.begin(), in.end());
  return sums ? call.In(0) - SizeOf(out, sizes) : Count(0);
}

// What only one of them has is summed up first.
Count OfTwo(const std::array<std::set<int>, 2>& in, const std::set<int>& out,
            const Sizes& sizes) {
  std::array<std::set<int>, 2> kept;
  Count total = 0;
  for (const size_t i : {0u, 1u}) {
    kept[i] = Both(in[i], Either(in[1 - i], out));
    total = total + SizeOf(in[i], sizes) - SizeOf(kept[i], sizes);
  }
  const std::set<int> shared = Both(kept[0], kept[1]);
  const bool contracts =
      !std::includes(out.begin(), out.end(), shared.begin(), shared.end());
  return total +
         Count(contracts ? 2 : 1) * SizeOf(Either(kept[0], kept[1]), sizes);
}

}  // namespace

Count EinsumFloatOps(const OpCall& call) {
  for (uint32_t i = 0; i < call.inputs.size(); ++i) {
    if (const Count all = call.In(i); !all.is_known()) return all;
  }
  std::string equation = call.attrs.equation;
  std::erase(equation, ' ');
  const size_t arrow = equation.find("->");
  if (arrow == std::string::npos) return Count::Unknown(Count::Missing::kRank);
  const std::vector<std::string_view> terms =
      TermsOf(std::string_view(equation).substr(0, arrow));
  if (terms.size() > call.inputs.size()) {
    return Count::Unknown(Count::Missing::kRank);
  }
  Sizes sizes;
  std::vector<std::set<int>> in;
  size_t most_hidden = 0;
  for (size_t i = 0; i < terms.size(); ++i) {
    const auto dims = call.inputs[i].dims;
    const size_t hidden = HiddenIn(terms[i], dims.size());
    const Labels labels = LabelsOf(terms[i], hidden);
    most_hidden = std::max(most_hidden, hidden);
    for (size_t d = 0; d < std::min(labels.size(), dims.size()); ++d) {
      int64_t& size = sizes.try_emplace(labels[d], dims[d]).first->second;
      if (size == 1) size = dims[d];  // broadcast
    }
    in.emplace_back(labels.begin(), labels.end());
  }
  const Labels right =
      LabelsOf(std::string_view(equation).substr(arrow + 2), most_hidden);
  const std::set<int> out(right.begin(), right.end());
  if (in.size() == 1) return OfOne(call, in[0], out, sizes);
  if (in.size() > 2) return Count::Unknown(Count::Missing::kOperands);
  return OfTwo({in[0], in[1]}, out, sizes);
}

}  // namespace tfprof
