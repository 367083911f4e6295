// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/readers.h"

namespace tfprof {

namespace {

constexpr Reader kReaders[] = {
    {FileKind::kGraph, Role::kGraph, ReadGraph},
    {FileKind::kMetaGraph, Role::kGraph, ReadMetaGraph},
    {FileKind::kSavedModel, Role::kGraph, ReadSavedModel},
    {FileKind::kRunMetadata, Role::kRunMetadata, ReadRunMetadata},
    {FileKind::kStepStats, Role::kRunMetadata, ReadStepStats},
    {FileKind::kOpLog, Role::kOpLog, ReadOpLog},
    {FileKind::kProfile, Role::kProfile, ReadProfile},
};

}  // namespace

std::span<const Reader> Readers() { return kReaders; }

const Reader* FindReader(FileKind kind) {
  for (const Reader& reader : kReaders) {
    if (reader.kind == kind) return &reader;
  }
  return nullptr;
}

}  // namespace tfprof
