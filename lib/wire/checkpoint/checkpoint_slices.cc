// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <limits>

#include "wire/checkpoint/checkpoint_parts.h"

namespace tfprof::checkpoint {

namespace {

// These encodings preserve the order of values when compared as bytes.

// The number of bytes, then the bytes, most significant first.
void AppendOrdered(std::string& out, uint64_t value) {
  std::string bytes;
  for (; value != 0; value >>= 8) {
    bytes.insert(bytes.begin(), static_cast<char>(value & 0xff));
  }
  out += static_cast<char>(bytes.size());
  out += bytes;
}

void AppendOrdered(std::string& out, std::string_view text) {
  for (const char byte : text) {
    out += byte;
    if (byte == '\0') out += '\xff';
    if (byte == '\xff') out += '\0';
  }
  out += '\0';
  out += '\1';
}

// Two's complement, most significant byte first, 7 bits per byte. The number of
// leading ones, or of leading zeros if negative, is the number of bytes.
void AppendOrderedSigned(std::string& out, int64_t value) {
  constexpr size_t kMost = 10;
  const uint64_t magnitude = static_cast<uint64_t>(value < 0 ? ~value : value);
  const auto bits = static_cast<size_t>(std::bit_width(magnitude));
  const size_t size = bits / 7 + 1;
  unsigned char bytes[kMost];
  std::fill_n(bytes, kMost, value < 0 ? 0xff : 0);
  for (size_t i = 0; i < 8; ++i) {
    bytes[kMost - 1 - i] =
        static_cast<unsigned char>(static_cast<uint64_t>(value) >> (8 * i));
  }
  unsigned char* first = bytes + (kMost - size);
  for (size_t bit = 0; bit < size; ++bit) {
    first[bit / 8] ^= static_cast<unsigned char>(0x80 >> bit % 8);
  }
  out.append(reinterpret_cast<const char*>(first), size);
}

// Multiplies; false on overflow.
bool MultiplyInto(uint64_t& product, int64_t factor) {
  constexpr uint64_t kMost = std::numeric_limits<int64_t>::max();
  if (factor < 0) return false;
  const auto by = static_cast<uint64_t>(factor);
  if (by != 0 && product > kMost / by) return false;
  product *= by;
  return true;
}

// A tensor that is filled part by part.
template <typename T>
class Filling {
 public:
  Filling(const std::vector<int64_t>& dims, size_t count)
      : dims_(dims), values_(count), filled_(count) {}

  // False if an element is already set. REQUIRES: the slice is resolved, not
  // empty, and has as many elements as `part`.
  bool Place(const Slice& slice, std::vector<T>& part) {
    const size_t rank = slice.size();
    const size_t run = rank == 0 ? 1 : static_cast<size_t>(slice.back().length);
    std::vector<int64_t> index(rank, 0);  // within the slice
    for (size_t from = 0; from < part.size(); from += run) {
      size_t to = 0;
      for (size_t d = 0; d < rank; ++d) {
        to = to * static_cast<size_t>(dims_[d]) +
             static_cast<size_t>(slice[d].start + index[d]);
      }
      for (size_t i = 0; i < run; ++i) {
        if (filled_[to + i]) return false;
        filled_[to + i] = true;
        values_[to + i] = std::move(part[from + i]);
      }
      for (size_t d = rank < 2 ? 0 : rank - 1; d-- > 0;) {
        if (++index[d] < slice[d].length) break;
        index[d] = 0;
      }
    }
    return true;
  }

  std::vector<T> Take() { return std::move(values_); }

 private:
  const std::vector<int64_t>& dims_;
  std::vector<T> values_;
  std::vector<bool> filled_;
};

template <typename T>
std::optional<CheckpointValues> Assemble(const std::vector<int64_t>& dims,
                                         std::vector<TensorPart>& parts,
                                         size_t count) {
  Filling<T> filling(dims, count);
  for (TensorPart& part : parts) {
    auto* values = std::get_if<std::vector<T>>(&part.values);
    if (values == nullptr || !filling.Place(part.slice, *values)) {
      return std::nullopt;
    }
    *values = std::vector<T>();
  }
  return filling.Take();
}

}  // namespace

std::string SliceKey(std::string_view name, const Slice& slice) {
  std::string key;
  AppendOrdered(key, uint64_t{0});
  AppendOrdered(key, name);
  AppendOrdered(key, uint64_t{slice.size()});
  for (const Extent& extent : slice) {
    AppendOrderedSigned(key, extent.start);
    AppendOrderedSigned(key, extent.length);
  }
  return key;
}

std::optional<Slice> ResolveSlice(const Slice& slice,
                                  const std::vector<int64_t>& dims) {
  if (slice.size() != dims.size()) return std::nullopt;
  Slice resolved = slice;
  for (size_t d = 0; d < dims.size(); ++d) {
    Extent& extent = resolved[d];
    if (extent.length == Extent::kWhole && extent.start == 0) {
      extent.length = dims[d];
    }
    if (extent.start < 0 || extent.length < 0 || extent.start > dims[d] ||
        extent.length > dims[d] - extent.start) {
      return std::nullopt;
    }
  }
  return resolved;
}

std::optional<uint64_t> CountElements(const std::vector<int64_t>& dims) {
  uint64_t count = 1;
  for (const int64_t dim : dims) {
    if (!MultiplyInto(count, dim)) return std::nullopt;
  }
  return count;
}

std::optional<uint64_t> CountElements(const Slice& slice) {
  uint64_t count = 1;
  for (const Extent& extent : slice) {
    if (!MultiplyInto(count, extent.length)) return std::nullopt;
  }
  return count;
}

size_t CountValues(const CheckpointValues& values) {
  return std::visit(
      [](const auto& list) -> size_t {
        if constexpr (requires { list.size(); }) return list.size();
        return 0;
      },
      values);
}

std::optional<CheckpointValues> AssembleParts(const std::vector<int64_t>& dims,
                                              std::vector<TensorPart> parts) {
  const std::optional<uint64_t> count = CountElements(dims);
  uint64_t found = 0;
  for (const TensorPart& part : parts) found += CountValues(part.values);
  if (!count.has_value() || found != *count || parts.empty()) {
    return std::nullopt;
  }
  // The usual case: the tensor was saved in one piece.
  if (parts.size() == 1) return std::move(parts[0].values);
  if (std::holds_alternative<std::vector<double>>(parts[0].values)) {
    return Assemble<double>(dims, parts, found);
  }
  if (std::holds_alternative<std::vector<int64_t>>(parts[0].values)) {
    return Assemble<int64_t>(dims, parts, found);
  }
  return Assemble<std::string>(dims, parts, found);
}

}  // namespace tfprof::checkpoint
