// SPDX-License-Identifier: Apache-2.0
#include "base/gzip_writer.h"

#include "base/bytes.h"
#include "base/file_writer.h"
#include "support/catch.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

class FullWriter : public Writer {
 public:
  Status Write(std::string_view) override {
    return Fail(ErrorCode::kIo, "full");
  }
};

}  // namespace

TEST_CASE("what is compressed is read back") {
  const TempDir temp;
  std::string text;
  for (int i = 0; i < 300000; ++i)
    text += static_cast<char>(i % 1000 * i % 251);
  auto file = FileWriter::Open(temp / "x.gz");
  REQUIRE(file);
  GzipWriter gzip(**file);
  REQUIRE(gzip.Write(text.substr(0, 7)));
  REQUIRE(gzip.Write(""));
  REQUIRE(gzip.Write(text.substr(7)));
  REQUIRE(gzip.Close());
  REQUIRE((*file)->Close());
  const auto bytes = Bytes::Open(temp / "x.gz", {});
  REQUIRE(bytes);
  CHECK(bytes->view() == text);
}

TEST_CASE("a target that is full is said") {
  FullWriter full;
  GzipWriter gzip(full);
  Status status = gzip.Write("text");
  if (status) status = gzip.Close();
  REQUIRE_FALSE(status);
  CHECK(status.error().code == ErrorCode::kIo);
}

}  // namespace tfprof
