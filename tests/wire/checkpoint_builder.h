// SPDX-License-Identifier: Apache-2.0
// Makes table files byte by byte, also ones that no program would write.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <protozero/pbf_writer.hpp>
#include <protozero/varint.hpp>

namespace tfprof::checkpoint_builder {

inline uint32_t MaskedChecksum(std::string_view bytes) {
  uint32_t crc = ~uint32_t{0};
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) {
      crc = crc >> 1 ^ ((crc & 1) != 0 ? 0x82f63b78u : 0);
    }
  }
  crc = ~crc;
  return (crc >> 15 | crc << 17) + 0xa282ead8u;
}

inline void AppendFixed32(std::string& out, uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) {
    out += static_cast<char>(value >> shift);
  }
}

inline std::string VarintsOf(std::initializer_list<uint64_t> values) {
  std::string out;
  for (const uint64_t value : values) {
    protozero::add_varint_to_buffer(&out, value);
  }
  return out;
}

// An entry of a block as it is stored.
struct Entry {
  uint64_t shared = 0;  // bytes taken from the key before
  std::string key;      // what follows them
  std::string value;
};

inline std::string Encode(const std::vector<Entry>& entries) {
  std::string block;
  for (const Entry& entry : entries) {
    block += VarintsOf({entry.shared, entry.key.size(), entry.value.size()});
    block += entry.key + entry.value;
  }
  return block;
}

// Ends the entries of a block with one restart point, a type and a checksum.
inline std::string Seal(std::string entries, char type = 0) {
  AppendFixed32(entries, 0);
  AppendFixed32(entries, 1);
  entries += type;
  AppendFixed32(entries, MaskedChecksum(entries));
  return entries;
}

// A table of one sealed block, with all checksums right. `index` stands in for
// the index of that block.
inline std::string Table(const std::string& block,
                         const std::string& index = std::string()) {
  std::string table = block;
  const std::string handle = VarintsOf({0, block.size() - 5});
  table += Seal(index.empty() ? Encode({{0, "\xff", handle}}) : index);
  std::string footer =
      VarintsOf({0, 0, block.size(), table.size() - block.size() - 5});
  footer.resize(40);
  return table + footer + "\x57\xfb\x80\x8b\x24\x75\x47\xdb";
}

using Message = std::function<void(protozero::pbf_writer&)>;

inline std::string Proto(const Message& write) {
  std::string bytes;
  protozero::pbf_writer writer(bytes);
  write(writer);
  return bytes;
}

inline Entry HeaderEntry(bool big_endian = false) {
  return {0, "", Proto([&](auto& header) {
            header.add_int32(1, 1);
            header.add_enum(2, big_endian);
          })};
}

inline std::string Shape(const std::vector<int64_t>& dims) {
  return Proto([&](auto& shape) {
    for (const int64_t dim : dims) {
      shape.add_message(2, Proto([&](auto& d) { d.add_int64(1, dim); }));
    }
  });
}

// The number 1 as a data file has it.
inline constexpr std::string_view kOne("\1\0\0\0", 4);

// An entry for int32 values of a data file, with the checksum of kOne.
inline Entry TensorEntry(const std::string& key,
                         const std::vector<int64_t>& dims, int64_t offset,
                         int64_t size, int32_t shard = 0) {
  return {0, key, Proto([&](auto& entry) {
            entry.add_enum(1, 3);
            entry.add_message(2, Shape(dims));
            entry.add_int32(3, shard);
            entry.add_int64(4, offset);
            entry.add_int64(5, size);
            entry.add_fixed32(6, MaskedChecksum(kOne));
          })};
}

}  // namespace tfprof::checkpoint_builder
