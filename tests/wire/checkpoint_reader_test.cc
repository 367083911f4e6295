// SPDX-License-Identifier: Apache-2.0
#include "wire/checkpoint/checkpoint_reader.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "base/strings.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/gzip.h"
#include "support/temp_dir.h"

namespace tfprof {
namespace {

using Doubles = std::vector<double>;
using Integers = std::vector<int64_t>;
using Strings = std::vector<std::string>;

CheckpointReader MustOpen(const std::string& prefix) {
  Result<CheckpointReader> reader = CheckpointReader::Open(prefix, {});
  INFO((reader.has_value() ? "" : reader.error().message));
  REQUIRE(reader.has_value());
  return std::move(reader).value();
}

CheckpointTensor MustRead(const CheckpointReader& reader,
                          const std::string& name) {
  Result<CheckpointTensor> tensor = reader.Read(name);
  INFO((tensor.has_value() ? name : tensor.error().message));
  REQUIRE(tensor.has_value());
  return std::move(tensor).value();
}

Error OpenError(const std::string& prefix) {
  const Result<CheckpointReader> reader = CheckpointReader::Open(prefix, {});
  REQUIRE_FALSE(reader.has_value());
  return reader.error();
}

Integers Iota(size_t count) {
  Integers values;
  for (size_t i = 0; i < count; ++i) values.push_back(static_cast<int64_t>(i));
  return values;
}

// Everything a checkpoint says, for comparison with another one.
std::string Describe(const CheckpointReader& reader) {
  std::string text;
  for (const std::string& name : reader.names()) {
    const CheckpointTensor tensor = MustRead(reader, name);
    text += fmt::format("{} {} {}", name, tensor.dtype, tensor.dims.size());
    if (const auto* values = std::get_if<Doubles>(&tensor.values)) {
      for (const double value : *values) text += fmt::format(" {}", value);
    } else if (const auto* ints = std::get_if<Integers>(&tensor.values)) {
      for (const int64_t value : *ints) text += fmt::format(" {}", value);
    } else if (const auto* strings = std::get_if<Strings>(&tensor.values)) {
      for (const std::string& value : *strings) text += " " + value;
    }
    text += '\n';
  }
  return text;
}

TEST_CASE("a checkpoint of either version lists its tensors in order") {
  for (const char* prefix : {"v1/model.ckpt", "v2/model.ckpt"}) {
    CAPTURE(prefix);
    const CheckpointReader reader = MustOpen(TestData("checkpoints/") + prefix);
    CHECK(reader.names() == Strings{"empty", "flags", "half", "large",
                                    "layer/biases", "layer/weights", "small",
                                    "step", "word", "words", "zeros"});
  }
}

TEST_CASE("types and shapes are known without the values") {
  struct Row {
    const char* name;
    int32_t dtype;
    Integers dims;
  };

  const Row rows[] = {
      {"empty", 1, {0, 3}},     {"flags", 10, {2}},
      {"half", 19, {2}},        {"large", 9, {1, 2, 1}},
      {"layer/biases", 2, {2}}, {"layer/weights", 1, {2, 3}},
      {"small", 3, {4}},        {"step", 9, {}},
      {"word", 7, {}},          {"words", 7, {5}},
      {"zeros", 1, {4, 2}},
  };
  for (const char* prefix : {"v1/model.ckpt", "v2/model.ckpt"}) {
    const CheckpointReader reader = MustOpen(TestData("checkpoints/") + prefix);
    for (const Row& row : rows) {
      CAPTURE(prefix, row.name);
      const Result<CheckpointEntry> entry = reader.Find(row.name);
      REQUIRE(entry.has_value());
      CHECK(entry->dtype == row.dtype);
      CHECK(entry->dims == row.dims);
    }
  }
}

TEST_CASE("values of every supported type are read from either version") {
  for (const char* prefix : {"v1/model.ckpt", "v2/model.ckpt"}) {
    CAPTURE(prefix);
    const CheckpointReader reader = MustOpen(TestData("checkpoints/") + prefix);
    const auto read = [&](const char* name) {
      return MustRead(reader, name).values;
    };
    CHECK(read("layer/weights") ==
          CheckpointValues(Doubles{1, 2.5, -3, 4, 5, double{0.1f}}));
    CHECK(read("layer/biases") == CheckpointValues(Doubles{1e10, -1.0 / 3}));
    CHECK(read("zeros") == CheckpointValues(Doubles(8)));
    CHECK(read("empty") == CheckpointValues(Doubles{}));
    CHECK(read("step") == CheckpointValues(Integers{7}));
    CHECK(read("small") ==
          CheckpointValues(Integers{-1, 0, INT32_MAX, INT32_MIN}));
    CHECK(read("large") == CheckpointValues(Integers{INT64_MIN, INT64_MAX}));
    CHECK(read("word") == CheckpointValues(Strings{"alone"}));
    CHECK(read("words") == CheckpointValues(Strings{"", "a", "two words",
                                                    std::string("\0\xff", 2),
                                                    std::string(200, 'x')}));
  }
}

TEST_CASE("a type that is not supported has a shape and no values") {
  for (const char* prefix : {"v1/model.ckpt", "v2/model.ckpt"}) {
    CAPTURE(prefix);
    const CheckpointReader reader = MustOpen(TestData("checkpoints/") + prefix);
    const CheckpointTensor flags = MustRead(reader, "flags");
    CHECK(flags.dtype == 10);
    CHECK(flags.dims == Integers{2});
    CHECK(std::holds_alternative<std::monostate>(flags.values));
    CHECK(std::holds_alternative<std::monostate>(
        MustRead(reader, "half").values));
  }
}

TEST_CASE("a partitioned variable is one name and is put together") {
  Doubles rows;
  for (int i = 0; i < 35; ++i) rows.push_back(i / 2.0);
  for (const char* folder : {"v1_partitioned", "v2_partitioned"}) {
    CAPTURE(folder);
    const CheckpointReader reader =
        MustOpen(TestData("checkpoints/") + folder + "/model.ckpt");
    CHECK(reader.names() == Strings{"columns", "cube", "rows", "scalar"});
    const CheckpointTensor columns = MustRead(reader, "columns");
    CHECK(columns.dims == Integers{2, 150});
    CHECK(columns.values == CheckpointValues(Iota(300)));
    CHECK(MustRead(reader, "cube").values == CheckpointValues(Iota(24)));
    CHECK(MustRead(reader, "rows").values == CheckpointValues(rows));
    CHECK(MustRead(reader, "scalar").values == CheckpointValues(Doubles{0.25}));
  }
}

TEST_CASE("tensors and slices are found in all files of a checkpoint") {
  for (const char* prefix :
       {"v1_sharded/model.ckpt-?????"
        "-of-?????",
        "v1_sharded/model.ckpt*", "v2_sharded/model.ckpt"}) {
    CAPTURE(prefix);
    const CheckpointReader reader = MustOpen(TestData("checkpoints/") + prefix);
    CHECK(reader.names() == Strings{"first", "second", "split"});
    CHECK(MustRead(reader, "first").values == CheckpointValues(Doubles{1, 2}));
    CHECK(MustRead(reader, "second").values == CheckpointValues(Doubles{3, 4}));
    CHECK(MustRead(reader, "split").values ==
          CheckpointValues(Integers{1, 2, 11, 12}));
  }
}

TEST_CASE("a slice whose file was not named is missed") {
  const CheckpointReader reader =
      MustOpen(TestData("checkpoints/v1_sharded/model.ckpt-00000-of-00002"));
  CHECK(reader.names() == Strings{"first", "split"});
  const Result<CheckpointTensor> split = reader.Read("split");
  REQUIRE_FALSE(split.has_value());
  CHECK(split.error().code == ErrorCode::kCorrupt);
  CHECK(Contains(split.error().message, "do not cover it"));
}

// tfprof: the view shows this text for every node that is no variable.
TEST_CASE("an unknown name is not found in the words of the reference") {
  for (const char* prefix : {"v1/model.ckpt", "v2_partitioned/model.ckpt"}) {
    const CheckpointReader reader = MustOpen(TestData("checkpoints/") + prefix);
    const std::string names[] = {"layer", "", "zzz", std::string(1, '\0'),
                                 std::string("\0rows\0\1", 7)};
    for (const std::string& name : names) {
      const Result<CheckpointTensor> tensor = reader.Read(name);
      REQUIRE_FALSE(tensor.has_value());
      CHECK(tensor.error().code == ErrorCode::kNotFound);
      CHECK(tensor.error().message ==
            "Key " + name + " not found in checkpoint");
      CHECK(reader.Find(name).error().message == tensor.error().message);
    }
  }
}

TEST_CASE("a wrong prefix is explained") {
  TempDir dir;
  const std::string nothing = dir / "model.ckpt";
  const Error missing = OpenError(nothing);
  CHECK(missing.code == ErrorCode::kNotFound);
  CHECK(Contains(missing.message, nothing + ".index nor " + nothing));
  CHECK(Contains(missing.message, "--checkpoint_path takes the prefix"));

  const Error folder = OpenError(TestData("checkpoints/v2"));
  CHECK(folder.code == ErrorCode::kNotFound);
  CHECK(Contains(folder.message, "--checkpoint_path takes the prefix"));

  const Error index = OpenError(TestData("checkpoints/v2/model.ckpt.index"));
  CHECK(index.code == ErrorCode::kCorrupt);
  CHECK(Contains(index.message, "takes the prefix, without .index"));
}

TEST_CASE("a data file is opened when a value is read") {
  TempDir dir;
  std::filesystem::copy(TestData("checkpoints/v2/model.ckpt.index"),
                        dir / "m.index");
  CheckpointReader opened = MustOpen(dir / "m");
  const CheckpointReader reader = std::move(opened);
  CHECK(reader.names().size() == 11);
  CHECK(reader.Find("step").has_value());
  const Result<CheckpointTensor> step = reader.Read("step");
  REQUIRE_FALSE(step.has_value());
  // Not found are names that a checkpoint does not have.
  CHECK(step.error().code == ErrorCode::kCorrupt);
  CHECK(Contains(step.error().message, dir / "m.data-00000-of-00001"));
}

TEST_CASE("files may be compressed, under their name or with .gz added") {
  const std::string index =
      ReadFile(TestData("checkpoints/v2/model.ckpt.index"));
  const std::string data =
      ReadFile(TestData("checkpoints/v2/model.ckpt.data-00000-of-00001"));
  const std::string table = ReadFile(TestData("checkpoints/v1/model.ckpt"));
  const std::string expected =
      Describe(MustOpen(TestData("checkpoints/v2/model.ckpt")));
  for (const char* end : {"", ".gz"}) {
    CAPTURE(end);
    TempDir dir;
    WriteFile(dir / "two.index" + end, Gzip(index));
    WriteFile(dir / "two.data-00000-of-00001" + end, Gzip(data));
    WriteFile(dir / "one" + end, Gzip(table));
    WriteFile(dir / "part-00000-of-00001" + end, Gzip(table));
    CHECK(Describe(MustOpen(dir / "two")) == expected);
    CHECK(Describe(MustOpen(dir / "one")) == expected);
    CHECK(Describe(MustOpen(dir / "part-?????"
                                  "-of-?????")) == expected);
  }
}

TEST_CASE("an existing file is not taken as a pattern") {
  TempDir dir;
  std::filesystem::copy(TestData("checkpoints/v1/model.ckpt"), dir / "m[1]");
  WriteFile(dir / "m1", "no checkpoint");
  CHECK(MustOpen(dir / "m[1]").names().size() == 11);
}

}  // namespace
}  // namespace tfprof
