// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/find_by_name.h"
#include "support/catch.h"
#include "view/view.h"

namespace tfprof {

inline const View& ViewNamed(std::string_view name) {
  const View* const view = FindByName(Views(), &View::name, name);
  REQUIRE(view != nullptr);
  return *view;
}

}  // namespace tfprof
