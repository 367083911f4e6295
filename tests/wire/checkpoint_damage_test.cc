// SPDX-License-Identifier: Apache-2.0
// Checkpoints that were cut short or changed.
#include "base/strings.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/temp_dir.h"
#include "wire/checkpoint/checkpoint_reader.h"
#include "wire/checkpoint_builder.h"

namespace tfprof {
namespace {

using checkpoint_builder::MaskedChecksum;

struct CheckpointFiles {
  std::string prefix;     // below testdata/checkpoints
  std::string table_end;  // the table is <prefix><table_end>
  std::string data_end;   // and the data file, if there is one
};

const CheckpointFiles kSources[] = {
    {"v2/model.ckpt", ".index", ".data-00000-of-00001"},
    {"v2_partitioned/model.ckpt", ".index", ".data-00000-of-00001"},
    {"v1/model.ckpt", "", ""},
    {"v1_partitioned/model.ckpt", "", ""},
};

using Tensors = std::vector<Result<CheckpointTensor>>;

Tensors ReadAll(const CheckpointReader& reader) {
  Tensors tensors;
  for (const std::string& name : reader.names()) {
    tensors.push_back(reader.Read(name));
  }
  return tensors;
}

bool Same(const CheckpointTensor& a, const CheckpointTensor& b) {
  return a.dtype == b.dtype && a.dims == b.dims && a.values == b.values;
}

// True if there are as many values as the dims say, or none.
bool IsWhole(const CheckpointTensor& tensor) {
  size_t count = 1;
  for (const int64_t dim : tensor.dims) count *= static_cast<size_t>(dim);
  return std::visit(
      [&](const auto& values) {
        if constexpr (requires { values.size(); }) {
          return values.size() == count;
        }
        return true;
      },
      tensor.values);
}

// The files of a source, to be changed and read again.
class Copy {
 public:
  explicit Copy(const CheckpointFiles& source)
      : original_prefix_(TestData("checkpoints/" + source.prefix)),
        table_path_(dir_ / "m" + source.table_end),
        data_path_(dir_ / "m" + source.data_end),
        table_(ReadFile(original_prefix_ + source.table_end)) {
    if (!source.data_end.empty()) {
      data_ = ReadFile(original_prefix_ + source.data_end);
      WriteData(data_);
    }
    WriteTable(table_);
    original_ = ReadAll(Open().value());
  }

  void WriteTable(const std::string& table) const {
    WriteFile(table_path_, table);
  }

  void WriteData(const std::string& data) const { WriteFile(data_path_, data); }

  Result<CheckpointReader> Open() const {
    return CheckpointReader::Open(dir_ / "m", {});
  }

  // A damaged table is refused, or what is read is right.
  void CheckRefusedOrRight() const {
    const Result<CheckpointReader> reader = Open();
    if (!reader.has_value()) {
      CHECK(reader.error().code == ErrorCode::kCorrupt);
      CHECK(Contains(reader.error().message, table_path_ + ": byte "));
      return;
    }
    CheckTensors(ReadAll(*reader));
  }

  // Returns how many tensors were refused; the others must be right.
  size_t CheckTensors(const Tensors& tensors) const {
    size_t refused = 0;
    REQUIRE(tensors.size() == original_.size());
    for (size_t i = 0; i < tensors.size(); ++i) {
      if (tensors[i].has_value()) {
        CHECK(Same(*tensors[i], *original_[i]));
      } else {
        ++refused;
        CHECK(tensors[i].error().code == ErrorCode::kCorrupt);
        CHECK(Contains(tensors[i].error().message, ": byte "));
      }
    }
    return refused;
  }

  const std::string& table() const { return table_; }

  const std::string& data() const { return data_; }

  const std::string& data_path() const { return data_path_; }

 private:
  TempDir dir_;
  std::string original_prefix_;
  std::string table_path_;
  std::string data_path_;
  std::string table_;
  std::string data_;
  Tensors original_;
};

// Sets the checksum after `size` bytes of a block at `offset` right again.
std::string Reseal(std::string table, size_t offset, size_t size) {
  std::string checksum;
  checkpoint_builder::AppendFixed32(
      checksum,
      MaskedChecksum(std::string_view(table).substr(offset, size + 1)));
  return table.replace(offset + size + 1, 4, checksum);
}

TEST_CASE("a table that was cut short is refused") {
  for (const CheckpointFiles& source : kSources) {
    CAPTURE(source.prefix);
    const Copy copy(source);
    for (size_t size = 0; size < copy.table().size(); ++size) {
      copy.WriteTable(copy.table().substr(0, size));
      CHECK_FALSE(copy.Open().has_value());
      copy.CheckRefusedOrRight();
    }
  }
}

TEST_CASE("tensors beyond the end of a data file are refused") {
  for (const CheckpointFiles& source : {kSources[0], kSources[1]}) {
    const Copy copy(source);
    for (size_t size = 0; size < copy.data().size(); size += 3) {
      copy.WriteData(copy.data().substr(0, size));
      const Tensors tensors = ReadAll(copy.Open().value());
      CHECK(copy.CheckTensors(tensors) > 0);
      for (const Result<CheckpointTensor>& tensor : tensors) {
        if (tensor.has_value()) continue;
        const std::string end = fmt::format("{}: byte {}: the file ends before",
                                            copy.data_path(), size);
        CHECK(Contains(tensor.error().message, end));
      }
    }
  }
}

TEST_CASE("a changed byte of a table is noticed or does not matter") {
  for (const CheckpointFiles& source : kSources) {
    const Copy copy(source);
    for (size_t at = 0; at < copy.table().size(); ++at) {
      CAPTURE(source.prefix, at);
      std::string table = copy.table();
      table[at] = static_cast<char>(table[at] ^ (1 << at % 8));
      copy.WriteTable(table);
      copy.CheckRefusedOrRight();
    }
  }
}

TEST_CASE("a changed byte of a data file spoils its tensor and no other") {
  for (const CheckpointFiles& source : {kSources[0], kSources[1]}) {
    const Copy copy(source);
    for (size_t at = 0; at < copy.data().size(); at += 3) {
      CAPTURE(source.prefix, at);
      std::string data = copy.data();
      data[at] = static_cast<char>(data[at] ^ 0x10);
      copy.WriteData(data);
      const size_t refused = copy.CheckTensors(ReadAll(copy.Open().value()));
      // The first six bytes are of types whose values are not read.
      CHECK(refused == (at < 6 && source.prefix == "v2/model.ckpt" ? 0 : 1));
    }
  }
}

TEST_CASE("a lie with a right checksum is refused or gives whole tensors") {
  for (const CheckpointFiles& source : kSources) {
    const Copy copy(source);
    const std::string& table = copy.table();
    // One block of data, an empty one of 8 bytes, the index, the footer.
    const char* footer = table.data() + table.size() - 48;
    const size_t second =
        protozero::decode_varint(&footer, table.data() + table.size());
    const size_t index = second + 8 + 5;
    const size_t blocks[][2] = {{0, second - 5},
                                {index, table.size() - 48 - 5 - index}};
    for (const auto& [offset, size] : blocks) {
      for (size_t at = offset; at <= offset + size; ++at) {
        CAPTURE(source.prefix, at);
        std::string changed = table;
        changed[at] = std::string_view("\0\x7f\xff", 3)[at % 3];
        copy.WriteTable(Reseal(changed, offset, size));
        const Result<CheckpointReader> reader = copy.Open();
        if (!reader.has_value()) continue;
        for (const Result<CheckpointTensor>& tensor : ReadAll(*reader)) {
          CHECK((!tensor.has_value() || IsWhole(*tensor)));
        }
      }
    }
  }
}

}  // namespace
}  // namespace tfprof
