// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "report/report.h"

namespace tfprof {

// The sections of a report for formats that know tables and trees only: blocks
// that have a wording of their own become tables of the same numbers. Points
// into `report`.
struct PlainSection {
  std::string heading;
  std::vector<std::string> notes;
  const ViewTree* tree = nullptr;
  Table table;  // without columns if there is none
};

std::vector<PlainSection> AsTables(const Report& report);

}  // namespace tfprof
