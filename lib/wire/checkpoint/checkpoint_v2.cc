// SPDX-License-Identifier: Apache-2.0
// Version 2, the tensor bundle: a table with an entry per tensor, which gives
// the position of the values in a data file. The entry of a partitioned tensor
// lists its slices instead, and each slice has an entry of its own.
#include <algorithm>
#include <iterator>
#include <map>

#include "wire/checkpoint/checkpoint_parts.h"

namespace tfprof::checkpoint {

namespace {

struct Header {
  int32_t shards = 0;
  bool big_endian = false;
};

Header DecodeHeader(protozero::pbf_reader message) {
  Header header;
  while (message.next()) {
    switch (message.tag_and_type()) {
      case Varint(1):
        header.shards = message.get_int32();
        break;
      case Varint(2):
        header.big_endian = message.get_enum() != 0;
        break;
      default:
        message.skip();
    }
  }
  return header;
}

struct BundleEntry {
  int dtype = 0;
  std::vector<int64_t> dims;
  int32_t shard = 0;
  int64_t offset = 0;
  int64_t size = 0;
  uint32_t checksum = 0;
  std::vector<Slice> slices;
};

BundleEntry DecodeEntry(protozero::pbf_reader message) {
  BundleEntry entry;
  while (message.next()) {
    switch (message.tag_and_type()) {
      case Varint(1):
        entry.dtype = message.get_enum();
        break;
      case Length(2):
        entry.dims = DecodeShape(message.get_message());
        break;
      case Varint(3):
        entry.shard = message.get_int32();
        break;
      case Varint(4):
        entry.offset = message.get_int64();
        break;
      case Varint(5):
        entry.size = message.get_int64();
        break;
      case Fixed32(6):
        entry.checksum = message.get_fixed32();
        break;
      case Length(7):
        entry.slices.push_back(DecodeSlice(message.get_message()));
        break;
      default:
        message.skip();
    }
  }
  return entry;
}

// The bytes of a tensor, or of a slice, in a data file.
struct ReadBytes {
  size_t end = 0;
  size_t tensor = 0;
};

// An open data file.
struct Shard {
  std::string path;
  Bytes content;
  std::map<size_t, ReadBytes> read = {};  // by start offset

  // False if another tensor's bytes were read there: a small file must not
  // yield very many copies of a large tensor.
  bool Take(size_t begin, size_t size, size_t tensor) {
    if (size == 0) return true;
    const auto next = read.lower_bound(begin);
    if (next != read.end() && next->first < begin + size) {
      return next->first == begin && next->second.end == begin + size &&
             next->second.tensor == tensor;
    }
    if (next != read.begin() && std::prev(next)->second.end > begin) {
      return false;
    }
    read.emplace_hint(next, begin, ReadBytes{begin + size, tensor});
    return true;
  }
};

class FormatV2 final : public Format {
 public:
  FormatV2(std::string prefix, TableFile index, int32_t shards,
           std::vector<std::string> names, const ReadLimits& limits)
      : Format(std::move(names)),
        prefix_(std::move(prefix)),
        index_(std::move(index)),
        shard_count_(shards),
        limits_(limits) {}

  Result<CheckpointEntry> Find(std::string_view name) const override {
    TFPROF_ASSIGN_OR_RETURN(BundleEntry entry, FindTensor(name));
    return CheckpointEntry{entry.dtype, std::move(entry.dims)};
  }

  Result<CheckpointTensor> Read(std::string_view name) const override {
    TFPROF_ASSIGN_OR_RETURN(const BundleEntry entry, FindTensor(name));
    CheckpointTensor tensor{entry.dtype, entry.dims, {}};
    if (!HasReadableValues(entry.dtype)) return tensor;
    if (entry.slices.empty()) {
      TFPROF_ASSIGN_OR_RETURN(tensor.values, ReadValues(name, entry));
    } else {
      TFPROF_ASSIGN_OR_RETURN(tensor.values, ReadSlices(name, entry));
    }
    return tensor;
  }

 private:
  // The entry of a whole tensor. Views look up many names that are not
  // variables, so these are rejected before the table is searched.
  Result<BundleEntry> FindTensor(std::string_view name) const {
    if (!std::binary_search(names().begin(), names().end(), name)) {
      return KeyNotFound(name);
    }
    TFPROF_ASSIGN_OR_RETURN(std::optional<BundleEntry> entry,
                            FindEntry(name, name));
    if (!entry.has_value()) return KeyNotFound(name);
    return *std::move(entry);
  }

  Result<std::optional<BundleEntry>> FindEntry(std::string_view key,
                                               std::string_view name) const {
    TFPROF_ASSIGN_OR_RETURN(const std::optional<std::string_view> record,
                            index_.Find(key));
    if (!record.has_value()) return std::nullopt;
    BundleEntry entry;
    TFPROF_RETURN_IF_ERROR(DecodeRecord(
        index_, *record, [&](const protozero::pbf_reader& message) {
          entry = DecodeEntry(message);
        }));
    if (!CountElements(entry.dims).has_value()) {
      return Fail(ErrorCode::kCorrupt,
                  "{}: byte {}: {} has an impossible shape", index_.path(),
                  index_.OffsetOf(*record), Shown(name));
    }
    return entry;
  }

  Result<CheckpointValues> ReadSlices(std::string_view name,
                                      const BundleEntry& whole) const {
    std::vector<TensorPart> parts;
    uint64_t bytes_read = 0;
    for (const Slice& slice : whole.slices) {
      TFPROF_ASSIGN_OR_RETURN(const std::optional<BundleEntry> entry,
                              FindEntry(SliceKey(name, slice), name));
      std::optional<Slice> resolved = ResolveSlice(slice, whole.dims);
      if (!entry.has_value() || !resolved.has_value() ||
          entry->dtype != whole.dtype ||
          CountElements(entry->dims) != CountElements(*resolved)) {
        return Uncovered(name, whole);
      }
      TFPROF_ASSIGN_OR_RETURN(CheckpointValues values,
                              ReadValues(name, *entry));
      parts.push_back({*std::move(resolved), std::move(values)});
      // Bounds the memory if slices share bytes.
      bytes_read += static_cast<uint64_t>(entry->size);
      if (bytes_read > opened_bytes_) return Uncovered(name, whole);
    }
    std::optional<CheckpointValues> values =
        AssembleParts(whole.dims, std::move(parts));
    if (!values.has_value()) return Uncovered(name, whole);
    return *std::move(values);
  }

  Failure Uncovered(std::string_view name, const BundleEntry& whole) const {
    return Fail(ErrorCode::kCorrupt,
                "{}: byte 0: the {} slices of {} do not cover it once",
                index_.path(), whole.slices.size(), Shown(name));
  }

  Result<CheckpointValues> ReadValues(std::string_view name,
                                      const BundleEntry& entry) const {
    TFPROF_ASSIGN_OR_RETURN(Shard* const shard, OpenShard(name, entry.shard));
    TFPROF_ASSIGN_OR_RETURN(const std::string_view bytes,
                            FindBytes(name, entry, *shard));
    const auto tensor = static_cast<size_t>(
        std::lower_bound(names().begin(), names().end(), name) -
        names().begin());
    if (!shard->Take(static_cast<size_t>(entry.offset), bytes.size(), tensor)) {
      return Fail(ErrorCode::kCorrupt,
                  "{}: byte {}: {} shares bytes with another tensor",
                  shard->path, entry.offset, Shown(name));
    }
    // Shapes without a count were rejected earlier.
    const uint64_t count = CountElements(entry.dims).value_or(0);
    std::optional<CheckedValues> found =
        ValuesFromBytes(entry.dtype, bytes, count);
    if (!found.has_value() || found->checksum != entry.checksum) {
      return Fail(ErrorCode::kCorrupt,
                  "{}: byte {}: the {} bytes of {} do not match its {}; copy "
                  "the checkpoint again",
                  shard->path, entry.offset, entry.size, Shown(name),
                  found.has_value() ? "checksum" : "shape");
    }
    return std::move(found->values);
  }

  Result<std::string_view> FindBytes(std::string_view name,
                                     const BundleEntry& entry,
                                     const Shard& shard) const {
    const std::string_view content = shard.content.view();
    if (entry.offset < 0 || entry.size < 0) {
      return Fail(ErrorCode::kCorrupt,
                  "{}: byte 0: the entry of {} has a negative offset or size",
                  index_.path(), Shown(name));
    }
    const auto offset = static_cast<uint64_t>(entry.offset);
    const auto size = static_cast<uint64_t>(entry.size);
    if (offset > content.size() || size > content.size() - offset) {
      return Fail(ErrorCode::kCorrupt,
                  "{}: byte {}: the file ends before {}, {} bytes from byte "
                  "{}; copy the checkpoint again",
                  shard.path, content.size(), Shown(name), size, offset);
    }
    return content.substr(offset, size);
  }

  Result<Shard*> OpenShard(std::string_view name, int32_t number) const {
    const auto opened = shards_.find(number);
    if (opened != shards_.end()) return &opened->second;
    if (number < 0 || number >= shard_count_) {
      return Fail(ErrorCode::kCorrupt,
                  "{}: byte 0: the index puts {} into data file {} of {}",
                  index_.path(), Shown(name), number, shard_count_);
    }
    std::string path = ExistingPath(
        fmt::format("{}.data-{:05}-of-{:05}", prefix_, number, shard_count_));
    Result<Bytes> opened_now = Bytes::Open(path, limits_);
    // kNotFound is for unknown names; the index claims that this file exists.
    if (!opened_now && opened_now.error().code == ErrorCode::kNotFound) {
      return Fail(ErrorCode::kCorrupt,
                  "{}; is a file of the checkpoint missing?",
                  opened_now.error().message);
    }
    TFPROF_ASSIGN_OR_RETURN(Bytes content, std::move(opened_now));
    opened_bytes_ += content.view().size();
    const auto added =
        shards_.emplace(number, Shard{std::move(path), std::move(content)});
    return &added.first->second;
  }

  std::string prefix_;
  TableFile index_;
  int32_t shard_count_;
  ReadLimits limits_;
  mutable std::map<int32_t, Shard> shards_;
  mutable uint64_t opened_bytes_ = 0;  // of all of them
};

// The names of the tensors: keys that begin with a zero byte belong to slices,
// and the empty key to the header. A table shortens common prefixes of keys, so
// a small file can hold long names; the accepted growth is that of
// decompression, limited to keep the names in proportion to the file.
Result<std::vector<std::string>> ReadNames(const TableFile& index,
                                           const ReadLimits& limits) {
  constexpr uint64_t kAlways = uint64_t{32} << 20;
  constexpr uint64_t kOfIndex = 5;
  std::vector<std::string> names;
  uint64_t bytes = 0;
  const auto add = [&](std::string_view key, std::string_view) -> Status {
    if (key.empty() || key[0] == '\0') return {};
    bytes += key.size() + sizeof(std::string);
    if (bytes > kAlways + kOfIndex * index.size()) {
      return Fail(ErrorCode::kLimit,
                  "{}: its names take {} MB and {} times its size, more than "
                  "in any model",
                  index.path(), kAlways >> 20, kOfIndex);
    }
    if (bytes / limits.max_inflate_ratio > index.size()) {
      return Fail(ErrorCode::kLimit,
                  "{}: its names take more than {} times its size; raise "
                  "--max_inflate_ratio to read it",
                  index.path(), limits.max_inflate_ratio);
    }
    names.emplace_back(key);
    return {};
  };
  TFPROF_RETURN_IF_ERROR(index.ForEach(add));
  std::sort(names.begin(), names.end());  // already sorted in a valid file
  return names;
}

}  // namespace

Result<FormatPtr> OpenV2(const std::string& prefix,
                         const std::string& index_path,
                         const ReadLimits& limits) {
  TFPROF_ASSIGN_OR_RETURN(Bytes content, Bytes::Open(index_path, limits));
  TFPROF_ASSIGN_OR_RETURN(TableFile index,
                          TableFile::Open(index_path, std::move(content)));
  TFPROF_ASSIGN_OR_RETURN(const std::optional<std::string_view> record,
                          index.Find(""));
  Header header;
  if (record.has_value()) {
    TFPROF_RETURN_IF_ERROR(
        DecodeRecord(index, *record, [&](const protozero::pbf_reader& message) {
          header = DecodeHeader(message);
        }));
  }
  if (header.shards <= 0) {
    return Fail(ErrorCode::kCorrupt,
                "{}: byte 0: is a table, but not the index of a checkpoint",
                index_path);
  }
  if (header.big_endian) {
    return Fail(ErrorCode::kUnsupported,
                "{}: was written on a big-endian machine, whose values are not "
                "read",
                index_path);
  }
  TFPROF_ASSIGN_OR_RETURN(std::vector<std::string> names,
                          ReadNames(index, limits));
  return std::make_unique<FormatV2>(prefix, std::move(index), header.shards,
                                    std::move(names), limits);
}

}  // namespace tfprof::checkpoint
