// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "base/error.h"
#include "base/writer.h"
#include "render/renderer.h"

namespace tfprof {

// Where a report goes and in which format.
struct Output {
  const Renderer* renderer = nullptr;
  Writer* writer = nullptr;
  std::unique_ptr<Writer> owned;  // `writer`, unless that is standard output

  Status Render(const Report& report, Diagnostics& diagnostics) {
    TFPROF_RETURN_IF_ERROR(renderer->render(report, diagnostics, *writer));
    return writer->Close();
  }
};

// Takes KIND or KIND:outfile=PATH and opens the target, so that a wrong path is
// found before any work is done. `out` is standard output.
Result<Output> OpenOutput(std::string_view spec, Writer& out);

}  // namespace tfprof
