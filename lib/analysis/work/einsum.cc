// SPDX-License-Identifier: Apache-2.0
// Counts a contraction like a matrix product: the product of the sizes of all
// labels, times 2 if labels are summed over.
#include "analysis/work/einsum.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tfprof {

namespace {

// Labels of a term. Labels hidden by `...` are -1, -2, … from its end.
using Labels = std::vector<int>;

using Sizes = std::map<int, int64_t>;

constexpr std::string_view kDots = "...";

// The term of a scalar is empty.
std::vector<std::string_view> TermsOf(std::string_view list) {
  std::vector<std::string_view> terms;
  for (size_t comma = 0; comma != std::string_view::npos;) {
    comma = list.find(',');
    terms.push_back(list.substr(0, comma));
    list.remove_prefix(std::min(list.size(), terms.back().size() + 1));
  }
  return terms;
}

// The labels of `term`, in which `...` stands for `hidden` dimensions.
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

// How many of `rank` dimensions `...` stands for; none if it is not used.
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

// Labels that only one input has are summed over first.
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

// An equation and the sizes that its inputs give to its labels.
struct Contraction {
  std::vector<Labels> in;
  Labels out;
  Sizes sizes;  // may be kUnknownDim
};

// Nothing if the equation has no arrow or more inputs than given, or if an
// input has no rank.
std::optional<Contraction> ReadEquation(std::string_view text,
                                        std::span<const ShapeView> inputs) {
  std::string equation(text);
  std::erase(equation, ' ');
  const size_t arrow = equation.find("->");
  if (arrow == std::string::npos) return {};
  const std::vector<std::string_view> terms =
      TermsOf(std::string_view(equation).substr(0, arrow));
  if (terms.size() > inputs.size()) return {};
  Contraction read;
  size_t most_hidden = 0;
  for (size_t i = 0; i < terms.size(); ++i) {
    if (!inputs[i].has_rank) return {};
    const auto dims = inputs[i].dims;
    const size_t hidden = HiddenIn(terms[i], dims.size());
    const Labels labels = LabelsOf(terms[i], hidden);
    most_hidden = std::max(most_hidden, hidden);
    for (size_t d = 0; d < std::min(labels.size(), dims.size()); ++d) {
      int64_t& size = read.sizes.try_emplace(labels[d], dims[d]).first->second;
      const bool is_broadcast = size == 1;
      const bool is_new = size < 0 && dims[d] > 1;
      if (is_broadcast || is_new) size = dims[d];
    }
    read.in.push_back(labels);
  }
  read.out =
      LabelsOf(std::string_view(equation).substr(arrow + 2), most_hidden);
  return read;
}

std::set<int> SetOf(const Labels& labels) {
  return {labels.begin(), labels.end()};
}

}  // namespace

Count EinsumFloatOps(const OpCall& call) {
  for (uint32_t i = 0; i < call.inputs.size(); ++i) {
    if (const Count all = call.In(i); !all.is_known()) return all;
  }
  const auto read = ReadEquation(call.attrs.equation, call.inputs);
  if (!read) return Count::Unknown(Count::Missing::kRank);
  const std::set<int> out = SetOf(read->out);
  if (read->in.size() == 1) {
    return OfOne(call, SetOf(read->in[0]), out, read->sizes);
  }
  if (read->in.size() > 2) return Count::Unknown(Count::Missing::kOperands);
  return OfTwo({SetOf(read->in[0]), SetOf(read->in[1])}, out, read->sizes);
}

InferredShape EinsumShape(const ShapeQuestion& q) {
  const auto read = ReadEquation(q.graph.AttrOf(q.node, "equation"), q.inputs);
  if (!read) return {};
  Dims dims;
  for (const int label : read->out) {
    const auto size = read->sizes.find(label);
    dims.push_back(size == read->sizes.end() ? kUnknownDim : size->second);
  }
  return dims;
}

}  // namespace tfprof
