// SPDX-License-Identifier: Apache-2.0
// Definitions that both versions of the checkpoint format share. Only for
// checkpoint_*.cc; other files include wire/checkpoint_reader.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>

#include "base/bytes.h"
#include "base/error.h"
#include "model/dtype.h"
#include "wire/checkpoint/checkpoint_reader.h"
#include "wire/checkpoint/table_file.h"

namespace tfprof::checkpoint {

bool HasReadableValues(int dtype);

// A version of the format.
class Format {
 public:
  virtual ~Format() = default;

  virtual Result<CheckpointEntry> Find(std::string_view name) const = 0;

  virtual Result<CheckpointTensor> Read(std::string_view name) const = 0;

  const std::vector<std::string>& names() const { return names_; }

 protected:
  explicit Format(std::vector<std::string> names) : names_(std::move(names)) {}

 private:
  std::vector<std::string> names_;  // sorted
};

using FormatPtr = std::unique_ptr<const Format>;

Result<FormatPtr> OpenV1(const std::vector<std::string>& paths,
                         const ReadLimits& limits);

Result<FormatPtr> OpenV2(const std::string& prefix,
                         const std::string& index_path,
                         const ReadLimits& limits);

// tfprof: the wording of the reference, shown to the user as it is.
inline Failure KeyNotFound(std::string_view name) {
  return Fail(ErrorCode::kNotFound, "Key {} not found in checkpoint", name);
}

// The name of a tensor for a message: a damaged name may have any bytes and any
// length.
std::string Shown(std::string_view name);

// `path`, or `path`.gz if only that exists.
std::string ExistingPath(const std::string& path);

// Part of a tensor: one extent per dimension.
struct Extent {
  static constexpr int64_t kWhole = -1;

  int64_t start = 0;
  int64_t length = kWhole;
};

using Slice = std::vector<Extent>;

// The key of a tensor's slice in a table.
std::string SliceKey(std::string_view name, const Slice& slice);

// `slice` with the lengths of whole dimensions filled in, or nothing if it is
// outside of a tensor with these dims.
std::optional<Slice> ResolveSlice(const Slice& slice,
                                  const std::vector<int64_t>& dims);

// The product of dims; nothing if one is negative or the product overflows.
std::optional<uint64_t> CountElements(const std::vector<int64_t>& dims);

// The same for a resolved slice.
std::optional<uint64_t> CountElements(const Slice& slice);

// Decodes `record`, which came from `table`: the only place that catches
// protozero's exceptions.
template <typename Function>
Status DecodeRecord(const TableFile& table, std::string_view record,
                    const Function& decode) {
  try {
    decode(protozero::pbf_reader(record.data(), record.size()));
    return {};
  } catch (const protozero::exception&) {
    return Fail(ErrorCode::kCorrupt,
                "{}: byte {}: a record of {} bytes cannot be decoded",
                table.path(), table.OffsetOf(record), record.size());
  }
}

// Names for the cases of a switch over pbf_reader::tag_and_type().
constexpr uint32_t Varint(uint32_t tag) {
  return protozero::tag_and_type(tag, protozero::pbf_wire_type::varint);
}

constexpr uint32_t Fixed32(uint32_t tag) {
  return protozero::tag_and_type(tag, protozero::pbf_wire_type::fixed32);
}

constexpr uint32_t Fixed64(uint32_t tag) {
  return protozero::tag_and_type(tag, protozero::pbf_wire_type::fixed64);
}

constexpr uint32_t Length(uint32_t tag) {
  return protozero::tag_and_type(tag,
                                 protozero::pbf_wire_type::length_delimited);
}

// Decoders of messages; they throw protozero's exceptions. A shape of unknown
// rank becomes one that CountElements() refuses.
std::vector<int64_t> DecodeShape(protozero::pbf_reader message);
Slice DecodeSlice(protozero::pbf_reader message);

// The values of a TensorProto. They are either in `content`, in the form for
// NumbersFromBytes(), or in a single list.
struct TensorFields {
  std::string_view content;
  std::vector<double> reals;
  std::vector<int64_t> integers;
  std::vector<std::string> strings;
};

// Uses `dtype` instead of the type in the message, which version 1 leaves out.
TensorFields DecodeTensor(protozero::pbf_reader message, int dtype);

// Decodes little-endian numbers. Nothing unless `bytes` has exactly `count` of
// them.
std::optional<CheckpointValues> NumbersFromBytes(int dtype,
                                                 std::string_view bytes,
                                                 uint64_t count);

struct CheckedValues {
  CheckpointValues values;
  uint32_t checksum = 0;  // the checksum that the entry should have
};

// Decodes a tensor of a version 2 data file: numbers as above, or strings.
// Nothing unless `bytes` has exactly `count` of them.
std::optional<CheckedValues> ValuesFromBytes(int dtype, std::string_view bytes,
                                             uint64_t count);

size_t CountValues(const CheckpointValues& values);

// A resolved slice and its values.
struct TensorPart {
  Slice slice;
  CheckpointValues values;
};

// Joins parts; nothing unless they cover the tensor exactly once.
std::optional<CheckpointValues> AssembleParts(const std::vector<int64_t>& dims,
                                              std::vector<TensorPart> parts);

}  // namespace tfprof::checkpoint
