// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "report/report.h"

namespace tfprof {

// A section for formats that know tables and trees only: other blocks become
// tables of the same numbers. Points into `report`.
struct PlainSection {
  std::string heading;
  std::vector<std::string> notes;
  const ViewTree* tree = nullptr;
  // Has no columns if the section has no table.
  std::shared_ptr<const Table> table = std::make_shared<const Table>();
};

std::vector<PlainSection> AsTables(const Report& report);

}  // namespace tfprof
