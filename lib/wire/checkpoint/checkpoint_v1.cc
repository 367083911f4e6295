// SPDX-License-Identifier: Apache-2.0
// Version 1: one or more table files. The empty key of each lists its tensors
// and slices, and each slice has a key for its values.
#include <map>

#include "wire/checkpoint/checkpoint_parts.h"

namespace tfprof::checkpoint {

namespace {

// A slice and the file it is in.
struct Place {
  size_t table = 0;
  Slice slice;
};

struct Variable {
  CheckpointEntry entry;
  std::vector<Place> places;
};

using Variables = std::map<std::string, Variable, std::less<>>;

struct SavedSliceMeta {
  std::string name;
  CheckpointEntry entry;
  std::vector<Slice> slices;
};

SavedSliceMeta DecodeSliceMeta(protozero::pbf_reader message) {
  SavedSliceMeta meta;
  while (message.next()) {
    switch (message.tag_and_type()) {
      case Length(1):
        meta.name = message.get_string();
        break;
      case Length(2):
        meta.entry.dims = DecodeShape(message.get_message());
        break;
      case Varint(3):
        meta.entry.dtype = message.get_enum();
        break;
      case Length(4):
        meta.slices.push_back(DecodeSlice(message.get_message()));
        break;
      default:
        message.skip();
    }
  }
  return meta;
}

// SavedTensorSlices.meta, or nothing if the record has none.
std::optional<std::vector<SavedSliceMeta>> DecodeMeta(
    protozero::pbf_reader message) {
  std::optional<std::vector<SavedSliceMeta>> metas;
  while (message.next()) {
    if (message.tag_and_type() != Length(1)) {
      message.skip();
      continue;
    }
    metas.emplace();
    protozero::pbf_reader meta = message.get_message();
    while (meta.next()) {
      if (meta.tag_and_type() == Length(1)) {
        metas->push_back(DecodeSliceMeta(meta.get_message()));
      } else {
        meta.skip();
      }
    }
  }
  return metas;
}

// SavedTensorSlices.data.data; its name and slice fields repeat the key.
TensorFields DecodeSavedSlice(protozero::pbf_reader message, int dtype) {
  TensorFields tensor;
  while (message.next(2, protozero::pbf_wire_type::length_delimited)) {
    protozero::pbf_reader slice = message.get_message();
    while (slice.next(3, protozero::pbf_wire_type::length_delimited)) {
      tensor = DecodeTensor(slice.get_message(), dtype);
    }
  }
  return tensor;
}

// Nothing unless there are exactly `count` values.
std::optional<CheckpointValues> TakeValues(TensorFields tensor, int dtype,
                                           uint64_t count) {
  CheckpointValues values;
  if (dtype == kStringType) {
    values = std::move(tensor.strings);
  } else if (!tensor.content.empty()) {
    return NumbersFromBytes(dtype, tensor.content, count);
  } else if (dtype == kFloatType || dtype == kDoubleType) {
    values = std::move(tensor.reals);
  } else {
    values = std::move(tensor.integers);
  }
  if (CountValues(values) != count) return std::nullopt;
  return values;
}

std::vector<std::string> NamesOf(const Variables& variables) {
  std::vector<std::string> names;
  names.reserve(variables.size());
  for (const auto& [name, variable] : variables) names.push_back(name);
  return names;
}

class FormatV1 final : public Format {
 public:
  FormatV1(std::vector<TableFile> tables, Variables variables)
      : Format(NamesOf(variables)),
        tables_(std::move(tables)),
        variables_(std::move(variables)) {
    for (const TableFile& table : tables_) file_bytes_ += table.size();
  }

  Result<CheckpointEntry> Find(std::string_view name) const override {
    const auto found = variables_.find(name);
    if (found == variables_.end()) return KeyNotFound(name);
    return found->second.entry;
  }

  Result<CheckpointTensor> Read(std::string_view name) const override {
    const auto found = variables_.find(name);
    if (found == variables_.end()) return KeyNotFound(name);
    const Variable& variable = found->second;
    CheckpointTensor tensor{variable.entry.dtype, variable.entry.dims, {}};
    if (!HasReadableValues(tensor.dtype)) return tensor;

    std::vector<TensorPart> parts;
    uint64_t bytes_read = 0;
    for (const Place& place : variable.places) {
      TFPROF_ASSIGN_OR_RETURN(const std::string_view record,
                              FindRecord(name, place));
      // Bounds the memory if a slice is listed over and over.
      bytes_read += record.size();
      if (bytes_read > file_bytes_) return Uncovered(name, variable);
      TFPROF_ASSIGN_OR_RETURN(TensorPart part,
                              ReadPart(name, variable.entry, place, record));
      parts.push_back(std::move(part));
    }
    std::optional<CheckpointValues> values =
        AssembleParts(tensor.dims, std::move(parts));
    if (!values.has_value()) return Uncovered(name, variable);
    tensor.values = *std::move(values);
    return tensor;
  }

 private:
  Result<std::string_view> FindRecord(std::string_view name,
                                      const Place& place) const {
    const TableFile& table = tables_[place.table];
    TFPROF_ASSIGN_OR_RETURN(const std::optional<std::string_view> record,
                            table.Find(SliceKey(name, place.slice)));
    if (record.has_value()) return *record;
    return Fail(ErrorCode::kCorrupt,
                "{}: byte 0: lists a slice of {} that is missing", table.path(),
                Shown(name));
  }

  Result<TensorPart> ReadPart(std::string_view name,
                              const CheckpointEntry& entry, const Place& place,
                              std::string_view record) const {
    const TableFile& table = tables_[place.table];
    TensorFields tensor;
    TFPROF_RETURN_IF_ERROR(
        DecodeRecord(table, record, [&](const protozero::pbf_reader& message) {
          tensor = DecodeSavedSlice(message, entry.dtype);
        }));
    std::optional<Slice> slice = ResolveSlice(place.slice, entry.dims);
    const std::optional<uint64_t> count =
        slice.has_value() ? CountElements(*slice) : std::nullopt;
    std::optional<CheckpointValues> values =
        count.has_value() ? TakeValues(std::move(tensor), entry.dtype, *count)
                          : std::nullopt;
    if (!values.has_value()) {
      return Fail(ErrorCode::kCorrupt,
                  "{}: byte {}: the values of {} do not fit its shape",
                  table.path(), table.OffsetOf(record), Shown(name));
    }
    return TensorPart{*std::move(slice), *std::move(values)};
  }

  Failure Uncovered(std::string_view name, const Variable& variable) const {
    const size_t table = variable.places.empty() ? 0 : variable.places[0].table;
    return Fail(ErrorCode::kCorrupt,
                "{}: byte 0: the {} slices of {} do not cover it once; is a "
                "file of the checkpoint missing?",
                tables_[table].path(), variable.places.size(), Shown(name));
  }

  std::vector<TableFile> tables_;
  Variables variables_;
  uint64_t file_bytes_ = 0;  // of all tables
};

// Adds the tensors in the meta record of table number `number`.
Status AddTable(const TableFile& table, size_t number, Variables& variables) {
  TFPROF_ASSIGN_OR_RETURN(const std::optional<std::string_view> record,
                          table.Find(""));
  std::optional<std::vector<SavedSliceMeta>> metas;
  if (record.has_value()) {
    TFPROF_RETURN_IF_ERROR(
        DecodeRecord(table, *record, [&](const protozero::pbf_reader& message) {
          metas = DecodeMeta(message);
        }));
  }
  if (!metas.has_value()) {
    return Fail(ErrorCode::kCorrupt,
                "{}: byte 0: is a table, but not a checkpoint of version 1; "
                "--checkpoint_path takes the prefix, without .index",
                table.path());
  }
  for (SavedSliceMeta& meta : *metas) {
    if (!CountElements(meta.entry.dims).has_value()) {
      return Fail(ErrorCode::kCorrupt,
                  "{}: byte {}: {} has an impossible shape", table.path(),
                  table.OffsetOf(*record), Shown(meta.name));
    }
    const auto [at, is_new] = variables.try_emplace(meta.name);
    CheckpointEntry& known = at->second.entry;
    if (is_new) known = meta.entry;
    if (known.dtype != meta.entry.dtype || known.dims != meta.entry.dims) {
      return Fail(ErrorCode::kCorrupt,
                  "{}: byte {}: {} has another shape or type than in the other "
                  "files",
                  table.path(), table.OffsetOf(*record), Shown(meta.name));
    }
    for (Slice& slice : meta.slices) {
      at->second.places.push_back({number, std::move(slice)});
    }
  }
  return {};
}

}  // namespace

Result<FormatPtr> OpenV1(const std::vector<std::string>& paths,
                         const ReadLimits& limits) {
  std::vector<TableFile> tables;
  Variables variables;
  for (const std::string& path : paths) {
    TFPROF_ASSIGN_OR_RETURN(Bytes content, Bytes::Open(path, limits));
    TFPROF_ASSIGN_OR_RETURN(TableFile table,
                            TableFile::Open(path, std::move(content)));
    TFPROF_RETURN_IF_ERROR(AddTable(table, tables.size(), variables));
    tables.push_back(std::move(table));
  }
  return std::make_unique<FormatV1>(std::move(tables), std::move(variables));
}

}  // namespace tfprof::checkpoint
