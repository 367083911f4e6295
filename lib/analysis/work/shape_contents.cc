// SPDX-License-Identifier: Apache-2.0
// Numbers that a graph computes from shapes and constants, such as the sizes
// that it hands to Reshape and Fill.
#include <algorithm>

#include "analysis/work/shape_rules.h"

namespace tfprof {

namespace {

using Content = std::optional<Dims>;

constexpr size_t kMostNumbers = 2 * kMostDims;

// The numbers of an input; nothing if none of them is known.
Content ContentIn(const ShapeQuestion& q, size_t input) {
  if (auto values = q.ValuesOf(input)) return values;
  if (input >= q.contents.size() || q.contents[input] == nullptr) return {};
  return *q.contents[input];
}

Content SameContent(const ShapeQuestion& q) { return ContentIn(q, 0); }

Content ShapeContent(const ShapeQuestion& q) {
  auto dims = q.DimsOf(0);
  if (!dims) return {};
  std::ranges::replace(*dims, kUnknownDim, kUnknownNumber);
  return dims;
}

// All inputs but the last, which is the axis.
Content ConcatContent(const ShapeQuestion& q) {
  Dims out;
  for (size_t input = 0; input + 1 < q.inputs.size(); ++input) {
    const Content part = ContentIn(q, input);
    if (!part || out.size() + part->size() > kMostNumbers) return {};
    out.insert(out.end(), part->begin(), part->end());
  }
  return out;
}

// A vector of scalars, some of which may be unknown.
Content PackContent(const ShapeQuestion& q) {
  Dims out;
  if (q.inputs.size() > kMostNumbers) return {};
  for (size_t input = 0; input < q.inputs.size(); ++input) {
    const auto dims = q.DimsOf(input);
    if (!dims || !dims->empty()) return {};
    const Content part = ContentIn(q, input);
    out.push_back(part && part->size() == 1 ? (*part)[0] : kUnknownNumber);
  }
  return out;
}

// A part of a vector.
Content SliceContent(const ShapeQuestion& q) {
  const Content from = ContentIn(q, 0);
  const auto begin = q.ValuesOf(1), end = q.ValuesOf(2), by = q.ValuesOf(3);
  if (!from || !begin || !end || !by || begin->size() != 1 ||
      end->size() != 1 || by->size() != 1 || (*by)[0] != 1) {
    return {};
  }
  const auto size = static_cast<int64_t>(from->size());
  const auto place = [&](int64_t at) {
    return std::clamp<int64_t>(at < 0 ? std::max(at, -size) + size : at, 0,
                               size);
  };
  const int64_t first =
      (q.Number("begin_mask") & 1) != 0 ? 0 : place((*begin)[0]);
  if ((q.Number("shrink_axis_mask") & 1) != 0) {
    if (first >= size) return {};
    return Dims{(*from)[static_cast<size_t>(first)]};
  }
  const int64_t last =
      (q.Number("end_mask") & 1) != 0 ? size : place((*end)[0]);
  if (last <= first) return Dims{};
  return Dims(from->begin() + first, from->begin() + last);
}

Content ProductContent(const ShapeQuestion& q) {
  const Content from = ContentIn(q, 0);
  if (!from) return {};
  int64_t product = 1;
  for (const int64_t number : *from) {
    if (number == kUnknownNumber ||
        __builtin_mul_overflow(product, number, &product)) {
      return {};
    }
  }
  return Dims{product};
}

// Both inputs number by number; one number meets all of the other input.
template <typename Combine>
Content Pairwise(const ShapeQuestion& q, Combine combine) {
  const Content a = ContentIn(q, 0), b = ContentIn(q, 1);
  if (!a || !b || a->empty() || b->empty()) return {};
  const size_t size = std::max(a->size(), b->size());
  if ((a->size() != size && a->size() != 1) ||
      (b->size() != size && b->size() != 1)) {
    return {};
  }
  Dims out;
  for (size_t i = 0; i < size; ++i) {
    const int64_t x = (*a)[a->size() == 1 ? 0 : i];
    const int64_t y = (*b)[b->size() == 1 ? 0 : i];
    int64_t z = kUnknownNumber;
    const bool is_known = x != kUnknownNumber && y != kUnknownNumber;
    out.push_back(is_known && combine(x, y, z) ? z : kUnknownNumber);
  }
  return out;
}

Content SumContent(const ShapeQuestion& q) {
  return Pairwise(q, [](int64_t x, int64_t y, int64_t& z) {
    return !__builtin_add_overflow(x, y, &z);
  });
}

Content DifferenceContent(const ShapeQuestion& q) {
  return Pairwise(q, [](int64_t x, int64_t y, int64_t& z) {
    return !__builtin_sub_overflow(x, y, &z);
  });
}

Content TimesContent(const ShapeQuestion& q) {
  return Pairwise(q, [](int64_t x, int64_t y, int64_t& z) {
    return !__builtin_mul_overflow(x, y, &z);
  });
}

// Sizes are not negative.
Content QuotientContent(const ShapeQuestion& q) {
  return Pairwise(q, [](int64_t x, int64_t y, int64_t& z) {
    if (x < 0 || y <= 0) return false;
    z = x / y;
    return true;
  });
}

struct ContentRow {
  std::string_view type;
  Content (*content)(const ShapeQuestion& q);
};

// Not constexpr: under sanitizers addresses of functions are no constants.
const ContentRow kContents[] = {
    {"Shape", ShapeContent},
    {"Identity", SameContent},
    {"StopGradient", SameContent},
    {"Reshape", SameContent},
    {"ExpandDims", SameContent},
    {"Squeeze", SameContent},
    {"ConcatV2", ConcatContent},
    {"Pack", PackContent},
    {"StridedSlice", SliceContent},
    {"Prod", ProductContent},
    {"Add", SumContent},
    {"AddV2", SumContent},
    {"Sub", DifferenceContent},
    {"Mul", TimesContent},
    {"FloorDiv", QuotientContent},
};

bool HasNumbers(const ShapeQuestion& q) {
  const auto is_there = [](const Dims* content) { return content != nullptr; };
  return std::ranges::any_of(q.contents, is_there);
}

}  // namespace

std::optional<Dims> ContentOf(const ShapeQuestion& question) {
  const std::string_view type = question.graph.OpOf(question.node);
  for (const ContentRow& row : kContents) {
    if (row.type != type) continue;
    // Sizes that are made of constants alone mostly come from these types.
    const bool is_wanted = type == "Shape" || type == "Pack" ||
                           type == "ConcatV2" || type == "Identity" ||
                           HasNumbers(question);
    if (!is_wanted) return {};
    Content content = row.content(question);
    if (!content || content->size() > kMostNumbers) return {};
    return content;
  }
  return {};
}

}  // namespace tfprof
