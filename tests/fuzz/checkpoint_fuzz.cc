// SPDX-License-Identifier: Apache-2.0
// Bytes as a version 1 checkpoint, and as a version 2 one: the size of the
// index in two bytes, the index, the data.
#include "fuzz/fuzz.h"
#include "support/files.h"
#include "support/memory_file.h"
#include "support/temp_dir.h"
#include "wire/checkpoint/checkpoint_reader.h"

namespace tfprof {

namespace {

void ReadAll(const std::string& prefix) {
  ReadLimits limits;
  limits.max_bytes = uint64_t{1} << 20;
  const auto reader = CheckpointReader::Open(prefix, limits);
  if (!reader) return;
  for (const std::string& name : reader->names()) {
    (void)reader->Find(name);
    const Result<Tensor> tensor = reader->Read(name);
    FuzzRequire(tensor || !tensor.error().message.empty(), "a silent error");
  }
}

}  // namespace

void FuzzCheckpoint(std::string_view bytes) {
  ReadAll(MemoryFile(bytes).path());
  // Its files belong together by their names, so these have a folder.
  static const TempDir folder;
  if (bytes.size() < 2) return;
  const size_t index =
      static_cast<size_t>(static_cast<unsigned char>(bytes[0]) << 8 |
                          static_cast<unsigned char>(bytes[1]));
  bytes.remove_prefix(2);
  WriteFile(folder / "m.index", bytes.substr(0, index));
  WriteFile(folder / "m.data-00000-of-00001",
            bytes.substr(std::min(index, bytes.size())));
  ReadAll(folder / "m");
}

}  // namespace tfprof
