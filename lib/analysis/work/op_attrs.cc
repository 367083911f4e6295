// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/op_attrs.h"

#include "analysis/work/formulas.h"
#include "base/strings.h"

namespace tfprof {

namespace {

struct Row {
  std::string_view key;
  void (*set)(std::string_view text, OpAttrs& attrs);
};

template <bool OpAttrs::*member>
void SetBool(std::string_view text, OpAttrs& attrs) {
  attrs.*member = text == "true";
}

void SetWindow(std::string_view text, OpAttrs& attrs) {
  Count window = 1;
  for (const std::string& size : SplitNonEmpty(text, ',')) {
    window = window * ParseInt64(size).value_or(0);
  }
  if (window.is_known()) attrs.window = window.value();
}

void SetFused(std::string_view text, OpAttrs& attrs) {
  for (const std::string& fused : SplitNonEmpty(text, ',')) {
    attrs.names_fused = true;
    attrs.fused_per_element += FusedPerElement(fused);
  }
}

constexpr Row kRows[] = {
    {"transpose_a", SetBool<&OpAttrs::transpose_a>},
    {"adj_x", SetBool<&OpAttrs::adj_x>},
    {"is_training", SetBool<&OpAttrs::is_training>},
    {"use_peephole", SetBool<&OpAttrs::use_peephole>},
    {"use_nesterov", SetBool<&OpAttrs::use_nesterov>},
    {"activation_mode",
     [](std::string_view text, OpAttrs& attrs) {
       attrs.has_activation = text == "Relu";
     }},
    {"num_side_inputs",
     [](std::string_view text, OpAttrs& attrs) {
       attrs.has_side_input = ParseInt64(text).value_or(0) > 0;
     }},
    {"equation",
     [](std::string_view text, OpAttrs& attrs) { attrs.equation = text; }},
    {"ksize", SetWindow},
    {"fused_ops", SetFused},
};

}  // namespace

void SetAttr(std::string_view key, std::string_view text, OpAttrs& attrs) {
  for (const Row& row : kRows) {
    if (row.key == key) row.set(text, attrs);
  }
}

}  // namespace tfprof
