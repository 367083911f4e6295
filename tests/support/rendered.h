// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/writer.h"
#include "report/report.h"
#include "support/catch.h"

namespace tfprof {

using RenderFunction = Status (*)(const Report&, Diagnostics&, Writer&);

// The output of a format for a report.
inline std::string Rendered(RenderFunction render, const Report& report) {
  Diagnostics diagnostics;
  StringWriter out;
  REQUIRE(render(report, diagnostics, out));
  return out.text();
}

// The same of a section with this block.
template <typename Block>
std::string RenderedBlock(RenderFunction render, Block block,
                          std::string heading = "",
                          std::vector<std::string> notes = {}) {
  Report report;
  report.sections.push_back(
      {std::move(heading), std::move(notes), std::move(block)});
  return Rendered(render, report);
}

}  // namespace tfprof
