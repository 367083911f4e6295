// SPDX-License-Identifier: Apache-2.0
#include "base/strings.h"
#include "wire/hlo/hlo_graph.h"
#include "wire/hlo/hlo_reader.h"
#include "wire/intake/readers.h"
#include "wire/wire_cursor.h"

namespace tfprof {

Status ReadHloModule(const Source& source, DumpSink& sink, Diagnostics&) {
  try {
    const HloModule module = DecodeHlo(source.bytes.view());
    sink.BeginGraph({});
    AddHloNodes(module, {}, sink);
  } catch (const protozero::exception& damage) {
    return Fail(ErrorCode::kCorrupt,
                "{}: the HLO module is damaged: {}; write or copy it again",
                source.path, DamageText(damage));
  }
  return {};
}

}  // namespace tfprof
