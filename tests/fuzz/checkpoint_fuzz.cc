// SPDX-License-Identifier: Apache-2.0
// Bytes as a version 1 checkpoint, and as a version 2 one: the size of the
// index in two bytes, the index, the data.
#include <string>
#include <utility>

#include <snappy.h>

#include "fuzz/fuzz.h"
#include "support/files.h"
#include "support/memory_file.h"
#include "support/temp_dir.h"
#include "wire/checkpoint/checkpoint_reader.h"
#include "wire/checkpoint_builder.h"
#include "wire/intake/input.h"

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

// A table with one block that says that it is compressed with snappy, all
// checksums right.
std::string TableOfSnappy(std::string block) {
  block += char{1};
  checkpoint_builder::AppendFixed32(block,
                                    checkpoint_builder::MaskedChecksum(block));
  return checkpoint_builder::Table(block);
}

// What a folder holds is decided by some of its files' content.
void FindIn(const TempDir& folder, std::string_view bytes) {
  for (const char* const name :
       {"checkpoint", "run_meta_1", "run_meta_2", "a.meta", "b.meta"}) {
    WriteFile(folder / name, bytes);
  }
  WriteFile(folder / "c.meta", "graph_def { node { name: 'n' op: 'Add' } }");
  WriteFile(folder / "d.meta", "graph_def { node { name: 'm' op: 'Add' } }");
  Inputs inputs;
  inputs.dumps = {folder.path()};
  const auto files = ResolveInputs(inputs);
  FuzzRequire(files || !files.error().message.empty(), "a silent error");
}

}  // namespace

void FuzzCheckpoint(std::string_view bytes) {
  ReadAll(MemoryFile(bytes).path());
  ReadAll(MemoryFile(TableOfSnappy(std::string(bytes))).path());
  std::string compressed;
  snappy::Compress(bytes.data(), bytes.size(), &compressed);
  ReadAll(MemoryFile(TableOfSnappy(std::move(compressed))).path());
  static const TempDir saver;
  FindIn(saver, bytes);
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
