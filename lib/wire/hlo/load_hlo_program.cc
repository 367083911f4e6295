// SPDX-License-Identifier: Apache-2.0
#include "wire/hlo/hlo_program_reader.h"
#include "wire/intake/readers.h"
#include "wire/intake/recognise.h"
#include "wire/wire_cursor.h"

namespace tfprof {

Result<std::shared_ptr<const HloProgram>> LoadHloProgram(const PickedFile& file,
                                                         const Inputs& inputs) {
  TFPROF_ASSIGN_OR_RETURN(const std::shared_ptr<const Bytes> content,
                          ContentOf(file, inputs));
  const Format* const format = Recognise(content->view());
  if (format == nullptr || format->read != ReadHloModule) return nullptr;
  try {
    return std::make_shared<const HloProgram>(
        DecodeHloProgram(content->view()));
  } catch (const protozero::exception& damage) {
    return Fail(ErrorCode::kCorrupt,
                "{}: the HLO module is damaged: {}; write or copy it again",
                file.Name(), DamageText(damage));
  }
}

}  // namespace tfprof
