// SPDX-License-Identifier: Apache-2.0
// Drives one target with libFuzzer. TFPROF_FUZZ_TARGET names it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <google/protobuf/stubs/logging.h>

#include "fuzz/fuzz.h"
#include "fuzz/mutate.h"
#include "fuzz/proportion.h"
#include "fuzz/repeat.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

const tfprof::FuzzTarget* target = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* name = std::getenv("TFPROF_FUZZ_TARGET");
  for (const tfprof::FuzzTarget& known : tfprof::FuzzTargets()) {
    if (name != nullptr && known.name == name) target = &known;
  }
  if (target == nullptr) {
    std::fputs("TFPROF_FUZZ_TARGET: set it to one of\n", stderr);
    for (const tfprof::FuzzTarget& known : tfprof::FuzzTargets()) {
      std::fprintf(stderr, "  %s\n", known.name.data());
    }
    std::exit(2);
  }
  google::protobuf::SetLogHandler(nullptr);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tfprof::RunInProportion(*target,
                          {reinterpret_cast<const char*>(data), size},
                          tfprof::FuzzTime::kLimited);
  return 0;
}

// First a valid message or a repeated record, then bytes that are wrong in one
// place.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,
                                          size_t max_size, unsigned seed) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  std::string bytes;
  if (seed % 16 == 0) {
    bytes = tfprof::RepeatRecord(input, seed);
  } else if (target->message != nullptr && seed % 4 != 0) {
    bytes = tfprof::MutateMessage(*target->message(), input, seed);
  }
  if (bytes.empty() || bytes.size() > max_size) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  std::copy(bytes.begin(), bytes.end(), data);
  if (seed % 4 == 1) return LLVMFuzzerMutate(data, bytes.size(), max_size);
  return bytes.size();
}
