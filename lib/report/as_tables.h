// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
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
  // Without columns if there is none.
  std::shared_ptr<const Table> table = std::make_shared<const Table>();
};

std::vector<PlainSection> AsTables(const Report& report);

}  // namespace tfprof
