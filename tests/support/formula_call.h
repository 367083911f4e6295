// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/work/formulas.h"
#include "base/strings.h"
#include "support/catch.h"

namespace tfprof {

// An operation: what it is called with.
struct FormulaCase {
  std::string type;
  std::string inputs;  // "2x3 4 - ?": two dimensions, one, a scalar, unknown
  std::string outputs;
  std::string attrs;  // "ksize=1,3,3,1"; "untold" if no graph has the node
  int64_t float_ops = 0;
};

class FormulaCall {
 public:
  explicit FormulaCall(const FormulaCase& of)
      : type_(of.type), inputs_(Parse(of.inputs)), outputs_(Parse(of.outputs)) {
    for (const std::string& attr : SplitNonEmpty(of.attrs, ' ')) {
      if (attr == "untold") attrs_.are_told = false;
      const size_t equals = attr.find('=');
      if (equals == std::string::npos) continue;
      SetAttr(attr.substr(0, equals), attr.substr(equals + 1), attrs_);
    }
  }

  Count Ask() const {
    return FloatOpsOf(FindFormula(type_), type_, {inputs_, outputs_, attrs_});
  }

  std::string_view Remark() const {
    return RemarkOf(*FindFormula(type_), type_, {inputs_, outputs_, attrs_});
  }

 private:
  std::vector<ShapeView> Parse(const std::string& shapes) {
    std::vector<ShapeView> views;
    for (const std::string& shape : SplitNonEmpty(shapes, ' ')) {
      std::vector<int64_t>& dims = dims_.emplace_back();
      if (shape != "-" && shape != "?") {
        for (const std::string& dim : SplitNonEmpty(shape, 'x')) {
          dims.push_back(dim == "?" ? -1 : *ParseInt64(dim));
        }
      }
      views.push_back({dims, shape != "?"});
    }
    return views;
  }

  std::string type_;
  std::list<std::vector<int64_t>> dims_;
  std::vector<ShapeView> inputs_;
  std::vector<ShapeView> outputs_;
  OpAttrs attrs_;
};

inline Count FloatOps(const std::string& type, const std::string& inputs,
                      const std::string& outputs,
                      const std::string& attrs = "") {
  return FormulaCall({type, inputs, outputs, attrs}).Ask();
}

// The reason for an unknown number.
inline std::string Why(const std::string& type, const std::string& inputs,
                       const std::string& outputs,
                       const std::string& attrs = "") {
  const Count count = FloatOps(type, inputs, outputs, attrs);
  REQUIRE(!count.is_known());
  return count.why();
}

}  // namespace tfprof
