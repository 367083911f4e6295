// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analysis/programs/given_work.h"
#include "support/catch.h"

namespace tfprof {

class GivenWorkMaker {
 public:
  GivenWorkMaker& Add(std::string_view name, std::optional<int64_t> float_ops,
                      std::optional<int64_t> bytes) {
    auto compiled = RegexSet::Compile({std::string(name)});
    REQUIRE(compiled.has_value());
    work_.Add({*std::move(compiled), float_ops, bytes});
    return *this;
  }

  const GivenWork& work() const { return work_; }

 private:
  GivenWork work_;
};

}  // namespace tfprof
