// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "analysis/report.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "base/writer.h"

namespace tfprof {

// An output format: a row of the table in renderers.cc.
struct Renderer {
  std::string_view kind;  // the word in --output
  std::string_view summary;
  // Whether the kind takes, and needs, outfile=PATH.
  bool needs_outfile = false;
  // Writes the report. kUnsupported for a block that the format cannot say.
  Status (*render)(const Report&, Diagnostics&, Writer&);
};

std::span<const Renderer> Renderers();

}  // namespace tfprof
