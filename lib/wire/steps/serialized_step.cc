// SPDX-License-Identifier: Apache-2.0
#include "wire/steps/serialized_step.h"

#include <algorithm>

#include "proto/run_metadata.pb.h"
#include "wire/intake/readers.h"
#include "wire/intake/recognise.h"
#include "wire/text_format.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// The start of the first record.
class FirstStart final : public DumpSink {
 public:
  void AddExec(const ExecRecord& exec) override {
    if (exec.all_start_us <= 0) return;
    start_us = start_us == 0 ? exec.all_start_us
                             : std::min(start_us, exec.all_start_us);
  }

  int64_t start_us = 0;
};

// StepStats as the first field of a RunMetadata.
Bytes Wrapped(std::string_view step_stats) {
  std::string bytes(1, static_cast<char>(Len(1)));
  for (uint64_t left = step_stats.size();; left >>= 7) {
    if (left < 0x80) {
      bytes += static_cast<char>(left);
      break;
    }
    bytes += static_cast<char>(0x80 | (left & 0x7f));
  }
  return Bytes(bytes.append(step_stats));
}

}  // namespace

Result<SerializedStep> ReadSerializedStep(const PickedFile& file,
                                          const Inputs& inputs,
                                          Diagnostics& diagnostics) {
  // Bytes that are passed on unchanged must be complete.
  Inputs strict = inputs;
  strict.limits.allow_partial = false;
  FirstStart first;
  PickedFile opened = file;
  TFPROF_RETURN_IF_ERROR(OpenContent(opened, strict));
  const Status whole = ReadInputs({opened}, strict, first, diagnostics);
  if (!whole && inputs.limits.allow_partial) {
    return Fail(whole.error().code,
                "{}: is incomplete, and it must be copied unchanged; leave it "
                "out",
                file.path);
  }
  TFPROF_RETURN_IF_ERROR(whole);
  const std::shared_ptr<const Bytes> bytes = opened.content.Shared();
  Bytes content = Bytes::PartOf(bytes, bytes->view());
  const bool is_bare = CouldBe(FormatReadBy(ReadStepStats), content.view()) &&
                       !CouldBe(FormatReadBy(ReadRunMetadata), content.view());
  if (IsText(content.view())) {
    const std::string name = file.Name();
    const Source source{name, content, file.step};
    const google::protobuf::Message* type =
        &tensorflow::RunMetadata::default_instance();
    if (is_bare) type = &tensorflow::StepStats::default_instance();
    TFPROF_ASSIGN_OR_RETURN(content,
                            TextToBinary(source, {}, *type, diagnostics));
  }
  if (is_bare) content = Wrapped(content.view());
  return SerializedStep{std::move(content), first.start_us};
}

}  // namespace tfprof
