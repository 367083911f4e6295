// SPDX-License-Identifier: Apache-2.0
// Checkpoints that were made to mislead.
#include <functional>
#include <string>
#include <tuple>

#include <snappy.h>

#include "base/strings.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/temp_dir.h"
#include "wire/checkpoint/checkpoint_reader.h"
#include "wire/checkpoint_builder.h"

namespace tfprof {
namespace {

using checkpoint_builder::Encode;
using checkpoint_builder::Entry;
using checkpoint_builder::HeaderEntry;
using checkpoint_builder::Message;
using checkpoint_builder::Proto;
using checkpoint_builder::Seal;
using checkpoint_builder::Shape;
using checkpoint_builder::Table;
using checkpoint_builder::TensorEntry;
using checkpoint_builder::VarintsOf;

// The message about reading the tensor w of a made-up checkpoint, whose data
// file holds the number 1 and 96 bytes more.
std::string ReadMadeUp(const std::string& index) {
  TempDir dir;
  WriteFile(dir / "m.index", index);
  WriteFile(dir / "m.data-00000-of-00001",
            std::string(checkpoint_builder::kOne) + std::string(96, 'x'));
  const auto reader = CheckpointReader::Open(dir / "m", {});
  if (!reader.has_value()) return reader.error().message;
  const Result<CheckpointTensor> tensor = reader->Read("w");
  return tensor.has_value() ? "read" : tensor.error().message;
}

std::string ReadMadeUp(const std::vector<Entry>& entries) {
  return ReadMadeUp(Table(Seal(Encode(entries))));
}

TEST_CASE("a table whose structure lies is refused before it is believed") {
  const std::string good = Encode({HeaderEntry()});
  const std::string key(1, 'k');
  const std::string blocks[] = {
      // The sizes of key and value wrap around to 1.
      Seal(good + VarintsOf({0, 0xffffffff, 2}) + "kv"),
      Seal(good + VarintsOf({0, 1, 0xffffffff}) + "kv"),
      Seal(good + VarintsOf({0, 1, uint64_t{1} << 63}) + "kv"),
      Seal(good + VarintsOf({9, 1, 1}) + "kv"),  // shares what is not there
      Seal(good + VarintsOf({0, 1})),
      Seal(good, 1),  // as if compressed
      Seal(""),
      good,
  };
  for (const std::string& block : blocks) {
    CHECK(Contains(ReadMadeUp(Table(block)), ": byte 0: "));
  }
  const std::string block = Seal(good);
  const uint64_t huge = ~uint64_t{0};
  for (const std::string& handle :
       {VarintsOf({0, huge}), VarintsOf({0, huge - 4}), VarintsOf({huge, 0}),
        VarintsOf({0, uint64_t{1} << 40}),
        VarintsOf({1, block.size() - 5 + 60}), VarintsOf({0}), std::string()}) {
    const std::string index = Seal(Encode({{0, "\xff", handle}}));
    CHECK(Contains(ReadMadeUp(Table(block, index)), "a damaged block"));
  }
}

TEST_CASE("blocks that are walked again and again are refused") {
  // Keys between restart points, of which there is one.
  std::vector<Entry> entries = {HeaderEntry()};
  entries.resize(256, {0, "k", ""});
  CHECK_FALSE(Contains(ReadMadeUp(entries), "cannot be searched"));
  entries.push_back({0, "k", ""});
  CHECK(Contains(ReadMadeUp(entries), "a block that cannot be searched"));
  // An index that names its block twice.
  const std::string block = Seal(Encode({HeaderEntry()}));
  const std::string handle = VarintsOf({0, block.size() - 5});
  const std::string index =
      Seal(Encode({{0, "\xfe", handle}, {0, "\xff", handle}}));
  CHECK(Contains(ReadMadeUp(Table(block, index)), "a damaged block"));
}

TEST_CASE("bytes of a data file are those of one tensor") {
  TempDir dir;
  WriteFile(dir / "m.data-00000-of-00001",
            std::string(checkpoint_builder::kOne));
  WriteFile(dir / "m.index",
            Table(Seal(Encode({HeaderEntry(), TensorEntry("a", {1}, 0, 4),
                               TensorEntry("b", {1}, 0, 4)}))));
  const auto reader = CheckpointReader::Open(dir / "m", {});
  REQUIRE(reader.has_value());
  CHECK(reader->Read("a").has_value());
  CHECK(reader->Read("a").has_value());  // may be asked again
  const auto shared = reader->Read("b");
  REQUIRE_FALSE(shared.has_value());
  CHECK(Contains(shared.error().message, "shares bytes"));
}

TEST_CASE("an entry that does not fit its shape or its file is refused") {
  struct Row {
    Entry entry;
    const char* message;
  };

  const Row rows[] = {
      {TensorEntry("w", {1}, 0, 4), "read"},
      {TensorEntry("w", {1}, 4, 4), "do not match its checksum"},
      {TensorEntry("w", {2}, 0, 4), "do not match its shape"},
      {TensorEntry("w", {int64_t{1} << 40}, 0, 4), "do not match its shape"},
      {TensorEntry("w", {int64_t{1} << 40, 1 << 30}, 0, 4), "impossible shape"},
      {TensorEntry("w", {-1}, 0, 4), "impossible shape"},
      {TensorEntry("w", {1}, 97, 4), "the file ends before w"},
      {TensorEntry("w", {1}, INT64_MAX, 4), "the file ends before w"},
      {TensorEntry("w", {1}, 0, INT64_MAX), "the file ends before w"},
      {TensorEntry("w", {1}, -4, 4), "negative offset"},
      {TensorEntry("w", {1}, 4, -4), "negative offset"},
      {TensorEntry("w", {1}, 0, 4, 1), "into data"},
      {TensorEntry("w", {1}, 0, 4, -1), "into data"},
      {{0, "w", "\xff"}, "cannot be decoded"},
      {{0, "v", ""}, "Key w not found in checkpoint"},
  };
  for (const Row& row : rows) {
    const std::string said = ReadMadeUp({HeaderEntry(), row.entry});
    CAPTURE(said, row.message);
    CHECK(Contains(said, row.message));
  }
}

TEST_CASE("a name in a message is one short line") {
  const std::string name = "w\n\x1b[2J" + std::string(1000, 'x');
  TempDir dir;
  WriteFile(dir / "m.index",
            Table(Seal(Encode({HeaderEntry(), TensorEntry(name, {-2}, 0, 4)}))));
  const auto reader = CheckpointReader::Open(dir / "m", {});
  REQUIRE(reader.has_value());
  const auto found = reader->Find(name);
  REQUIRE_FALSE(found.has_value());
  CHECK(Contains(found.error().message, "w\\n\\x1b[2J"));
  CHECK(found.error().message.size() < 400);
}

TEST_CASE("slices must cover their tensor once") {
  using namespace std::string_literals;
  const auto slice = [](int64_t start, int64_t length) {
    return Proto([&](auto& message) {
      message.add_message(1, Proto([&](auto& extent) {
                            extent.add_int64(1, start);
                            extent.add_int64(2, length);
                          }));
    });
  };
  const auto whole = [&](int64_t dim, const std::vector<std::string>& slices) {
    Entry entry = TensorEntry("w", {dim}, 0, 0);
    protozero::pbf_writer writer(entry.value);
    for (const std::string& bytes : slices) writer.add_message(7, bytes);
    return entry;
  };
  // One value at 0 and one at 1; the keys are the name, the rank, the extent.
  const Entry first = TensorEntry("\0w\0\1\1\1\x80\x81"s, {1}, 0, 4);
  const Entry second = TensorEntry("\0w\0\1\1\1\x81\x81"s, {1}, 0, 4);
  const auto read = [&](const Entry& entry) {
    return ReadMadeUp({HeaderEntry(), first, second, entry});
  };
  CHECK(read(whole(2, {slice(0, 1), slice(1, 1)})) == "read");
  const std::vector<std::string> repeated(1000, slice(0, 1));
  for (const Entry& entry :
       {whole(2, {slice(0, 1), slice(0, 1)}), whole(2, {slice(0, 1)}),
        whole(1, {slice(0, 1), slice(1, 1)}), whole(1000, repeated),
        whole(2, {slice(0, 2)}), whole(2, {slice(-1, 1), slice(1, 1)}),
        whole(2, {slice(0, 1), slice(1, INT64_MAX)}), whole(2, {"", ""})}) {
    CHECK(Contains(read(entry), "slices of w do not cover it once"));
  }
}

TEST_CASE("an index needs a header of a machine like ours") {
  const Entry tensor = TensorEntry("w", {1}, 0, 4);
  CHECK(Contains(ReadMadeUp({tensor}), "not the index of a checkpoint"));
  CHECK(Contains(ReadMadeUp({HeaderEntry(true), tensor}), "big-endian"));
}

// Reads tensor w, of two elements, from a made-up version 1 file.
Result<CheckpointTensor> ReadVersion1(int32_t dtype, const Message& write) {
  using namespace std::string_literals;
  const std::string slice =
      Proto([](auto& s) { s.add_message(1, std::string()); });
  const std::string meta = Proto([&](auto& m) {
    m.add_string(1, "w");
    m.add_message(2, Shape({2}));
    m.add_enum(3, dtype);
    m.add_message(4, slice);
  });
  const std::string data = Proto([&](auto& d) {
    d.add_string(1, "w");
    d.add_message(2, slice);
    d.add_message(3, Proto(write));
  });
  const auto wrap = [](uint32_t tag, const std::string& bytes) {
    return Proto([&](auto& message) { message.add_message(tag, bytes); });
  };
  TempDir dir;
  WriteFile(dir / "m",
            Table(Seal(Encode({{0, "", wrap(1, wrap(1, meta))},
                               {0, "\0w\0\1\1\1\x80\x7f"s, wrap(2, data)}}))));
  return CheckpointReader::Open(dir / "m", {}).value().Read("w");
}

TEST_CASE("version 1 may hold values as bytes or one by one") {
  using namespace std::string_literals;
  const std::vector<double> reals = {0.5, -2};
  const std::vector<int64_t> integers = {1, -1};
  CHECK(ReadVersion1(1, [](auto& tensor) {
          tensor.add_bytes(4, "\0\0\0\x3f\0\0\0\xc0"s);
        })->values == CheckpointValues(reals));
  CHECK(ReadVersion1(1, [](auto& tensor) {
          tensor.add_float(5, 0.5F);
          tensor.add_float(5, -2);
        })->values == CheckpointValues(reals));
  CHECK(ReadVersion1(2, [](auto& tensor) {
          tensor.add_double(6, 0.5);
          tensor.add_double(6, -2);
        })->values == CheckpointValues(reals));
  CHECK(ReadVersion1(3, [](auto& tensor) {
          tensor.add_int32(7, 1);
          tensor.add_int32(7, -1);
        })->values == CheckpointValues(integers));
  CHECK(ReadVersion1(9, [](auto& tensor) {
          tensor.add_int64(10, 1);
          tensor.add_int64(10, -1);
        })->values == CheckpointValues(integers));
}

TEST_CASE("version 1 must hold as many values as the shape says") {
  for (const Message& write : {
           Message([](auto& tensor) { tensor.add_float(5, 1); }),
           Message([](auto& tensor) { tensor.add_double(6, 1); }),
           Message([](auto& tensor) { tensor.add_string(4, "123456789"); }),
           Message([](auto&) {}),
       }) {
    const Result<CheckpointTensor> tensor = ReadVersion1(1, write);
    REQUIRE_FALSE(tensor.has_value());
    CHECK(tensor.error().code == ErrorCode::kCorrupt);
    CHECK(Contains(tensor.error().message, "do not fit its shape"));
  }
}

TEST_CASE("names that grow without end are refused") {
  // A small index, and one whose names are beyond any model's.
  for (const auto& [size, ratio, says] :
       {std::tuple<size_t, uint64_t, const char*>{10'000, 100,
                                                  "--max_inflate_ratio"},
        {200'000, 250, "any model"}}) {
    std::vector<Entry> entries = {HeaderEntry(),
                                  {0, std::string(size, 'k'), ""}};
    entries.resize(256, {size, "", ""});
    TempDir dir;
    WriteFile(dir / "m.index", Table(Seal(Encode(entries))));
    const auto reader =
        CheckpointReader::Open(dir / "m", {.max_inflate_ratio = ratio});
    REQUIRE_FALSE(reader.has_value());
    CHECK(reader.error().code == ErrorCode::kLimit);
    CHECK(Contains(reader.error().message, says));
  }
}

// The block of `entries`, compressed, or with another content instead.
std::string Compressed(const std::string& sealed,
                       const std::function<void(std::string&)>& change = {}) {
  std::string block;
  snappy::Compress(sealed.data(), sealed.size() - 5, &block);
  if (change) change(block);
  block += char{1};
  checkpoint_builder::AppendFixed32(block,
                                    checkpoint_builder::MaskedChecksum(block));
  return block;
}

TEST_CASE("blocks that snappy compressed are read") {
  const std::string block =
      Seal(Encode({HeaderEntry(), TensorEntry("w", {}, 0, 4)}));
  CHECK(ReadMadeUp(Table(Compressed(block))) == "read");
  // Also the index.
  const std::string handle = VarintsOf({0, block.size() - 5});
  const std::string index = Compressed(Seal(Encode({{0, "\xff", handle}})));
  std::string footer = VarintsOf({0, 0, block.size(), index.size() - 5});
  footer.resize(40);
  CHECK(ReadMadeUp(block + index + footer +
                   "\x57\xfb\x80\x8b\x24\x75\x47\xdb") == "read");
}

TEST_CASE("a damaged snappy block is one error") {
  const std::string block =
      Seal(Encode({HeaderEntry(), TensorEntry("w", {}, 0, 4)}));
  const auto said = [&](const std::function<void(std::string&)>& change) {
    return ReadMadeUp(Table(Compressed(block, change)));
  };
  // Its first byte is the size.
  CHECK(Contains(said([](std::string& bytes) { ++bytes[0]; }),
                 "byte 0: a snappy block that is damaged or lies about its "
                 "size"));
  CHECK(Contains(said([](std::string& bytes) { bytes.pop_back(); }),
                 "byte 0: a snappy block that is damaged or lies about its "
                 "size"));
  // A gigabyte of a few bytes.
  CHECK(Contains(said([](std::string& bytes) {
                   bytes = VarintsOf({1 << 30}) + bytes.substr(1);
                 }),
                 "byte 0: a snappy block that lies about its size"));
  CHECK(
      Contains(said([](std::string& bytes) { bytes = std::string(9, '\xff'); }),
               "byte 0: a damaged snappy block"));
  std::string flipped = Compressed(block);
  flipped[3] = static_cast<char>(flipped[3] ^ 1);
  CHECK(
      Contains(ReadMadeUp(Table(flipped)), "byte 0: block checksum mismatch"));
  CHECK(Contains(ReadMadeUp(Table(Seal(Encode({HeaderEntry()}), 2))),
                 "byte 0: a block with compression 2; only snappy, which is 1, "
                 "is read"));
}

}  // namespace
}  // namespace tfprof
