// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/work_report.h"

#include <algorithm>
#include <numeric>

namespace tfprof {

void WorkReport::Add(const NodeWork& node) {
  const size_t row = rows_.size();
  rows_.Push({.node = strings.Intern(node.node),
              .type = strings.Intern(node.type),
              .source = strings.Intern(node.source),
              .remark = strings.Intern(node.remark),
              .has_float_ops = node.float_ops.has_value(),
              .has_bytes = node.bytes.has_value(),
              .is_product = node.is_product,
              .has_product_ops = node.product_ops.has_value()});
  runs_.Set(row, node.runs);
  time_ns_.Set(row, node.time_ns);
  float_ops_.Set(row, node.float_ops.value_or(0));
  bytes_.Set(row, node.bytes.value_or(0));
  product_ops_.Set(row, node.product_ops.value_or(0));
}

void WorkReport::Sort() {
  strings.Freeze();
  order_.resize(rows_.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&](uint32_t a, uint32_t b) {
    const int64_t a_ops = float_ops_[a];
    const int64_t b_ops = float_ops_[b];
    if (a_ops != b_ops) return a_ops > b_ops;
    return strings[rows_[a].node] < strings[rows_[b].node];
  });
}

NodeWork WorkReport::operator[](size_t place) const {
  const uint32_t at = order_[place];
  const Row& row = rows_[at];
  NodeWork node{.node = strings[row.node],
                .type = strings[row.type],
                .runs = runs_[at],
                .time_ns = time_ns_[at],
                .float_ops = {},
                .source = strings[row.source],
                .remark = strings[row.remark],
                .bytes = {},
                .is_product = row.is_product,
                .product_ops = {}};
  if (row.has_float_ops) node.float_ops = float_ops_[at];
  if (row.has_bytes) node.bytes = bytes_[at];
  if (row.has_product_ops) node.product_ops = product_ops_[at];
  return node;
}

}  // namespace tfprof
