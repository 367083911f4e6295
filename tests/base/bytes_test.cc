// SPDX-License-Identifier: Apache-2.0
#include "base/bytes.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <utility>

#include <sys/stat.h>
#include <zstd.h>

#include "support/catch.h"
#include "support/files.h"
#include "support/gzip.h"
#include "support/stdin_from.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

constexpr size_t kMegabyte = size_t{1} << 20;

// Bytes that neither repeat nor compress.
std::string Noise(size_t size) {
  std::string noise(size, '\0');
  uint64_t state = 1;
  for (char& c : noise) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    c = static_cast<char>(state >> 56);
  }
  return noise;
}

// Opens a file that holds `content`.
Result<Bytes> Opened(std::string_view content, const ReadLimits& limits = {}) {
  const TempDir folder;
  WriteFile(folder / "input", content);
  return Bytes::Open(folder / "input", limits);
}

Error ErrorOf(std::string_view content, const ReadLimits& limits = {}) {
  const Result<Bytes> result = Opened(content, limits);
  REQUIRE_FALSE(result.has_value());
  return result.error();
}

bool Contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a file is seen byte for byte") {
  const std::string content = Noise(3 * kMegabyte + 7);
  CHECK(Opened(content).value().view() == content);
}

TEST_CASE("an empty file is an empty view") {
  CHECK(Opened("").value().view().empty());
}

TEST_CASE("a missing file is named with the reason") {
  const auto result = Bytes::Open("no/such/file", {});
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().code == ErrorCode::kNotFound);
  CHECK(result.error().message == "no/such/file: No such file or directory");
}

TEST_CASE("a folder is refused as a file") {
  const TempDir folder;
  const auto result = Bytes::Open(folder.path(), {});
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().code == ErrorCode::kNotFound);
  CHECK(result.error().message == folder.path() + ": is a folder, not a file");
}

TEST_CASE("the view survives moving the bytes, mapped or owned") {
  const std::string content = Noise(5000);
  Bytes mapped = Opened(content).value();
  Bytes moved = std::move(mapped);
  CHECK(moved.view() == content);
  Bytes owned(std::string("in memory"));
  std::swap(moved, owned);
  CHECK(moved.view() == "in memory");
  CHECK(owned.view() == content);
  owned = std::move(moved);
  CHECK(owned.view() == "in memory");
}

TEST_CASE("forgotten bytes can be read again") {
  const std::string content = Noise(10 * kMegabyte);
  const Bytes bytes = Opened(content).value();
  CHECK(bytes.view() == content);
  for (size_t offset = 0; offset <= content.size(); offset += kMegabyte) {
    bytes.Forget(offset);
  }
  bytes.Forget(content.size());
  CHECK(bytes.view() == content);
}

TEST_CASE("a named pipe is read to its end") {
  const TempDir folder;
  const std::string path = folder / "pipe";
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  const std::string content = Noise(3 * kMegabyte + 11);
  std::thread writer([&] { WriteFile(path, content); });
  const auto result = Bytes::Open(path, {});
  writer.join();
  CHECK(result.value().view() == content);
}

TEST_CASE("a dash reads standard input, compressed or not") {
  const TempDir folder;
  WriteFile(folder / "plain", "from stdin");
  WriteFile(folder / "packed", Gzip("from stdin, packed"));
  {
    const StdinFrom redirected(folder / "plain");
    CHECK(Bytes::Open("-", {}).value().view() == "from stdin");
  }
  const StdinFrom redirected(folder / "packed");
  CHECK(Bytes::Open("-", {}).value().view() == "from stdin, packed");
}

TEST_CASE("a gzip file is decompressed") {
  const std::string content = Noise(3 * kMegabyte + 5);
  CHECK(Opened(Gzip(content)).value().view() == content);
  CHECK(Opened(Gzip("")).value().view().empty());
}

TEST_CASE("gzip of all sizes around the block size is decompressed") {
  for (const size_t size :
       {size_t{1}, kMegabyte - 1, kMegabyte, kMegabyte + 1, 2 * kMegabyte}) {
    CAPTURE(size);
    const std::string noise = Noise(size);
    CHECK(Opened(Gzip(noise)).value().view() == noise);
    const std::string zeros(size, '\0');
    ReadLimits limits;
    limits.max_inflate_ratio = 2000;
    CHECK(Opened(Gzip(zeros), limits).value().view() == zeros);
  }
}

TEST_CASE("all members of a gzip file are read") {
  const std::string large = Noise(kMegabyte + 3);
  CHECK(Opened(Gzip("one ") + Gzip("") + Gzip(large) + Gzip(" four"))
            .value()
            .view() == "one " + large + " four");
}

TEST_CASE("a truncated gzip file is told from a whole one") {
  const std::string packed = Gzip(Noise(5000));
  for (const size_t size : {size_t{2}, size_t{9}, size_t{10}, size_t{600},
                            packed.size() - 8, packed.size() - 1}) {
    CAPTURE(size);
    const Error error = ErrorOf(packed.substr(0, size));
    CHECK(error.code == ErrorCode::kCorrupt);
    CHECK(Contains(error.message, "byte " + std::to_string(size)));
    CHECK(Contains(error.message, "the gzip data ends early"));
  }
}

TEST_CASE("of a truncated gzip file there is its beginning, if allowed") {
  const std::string content = Noise(3 * kMegabyte);
  const std::string packed = Gzip(content);
  ReadLimits limits;
  limits.allow_partial = true;
  const Bytes whole = Opened(packed, limits).value();
  CHECK_FALSE(whole.is_cut_short());
  const Bytes half =
      Opened(packed.substr(0, packed.size() / 2), limits).value();
  CHECK(half.is_cut_short());
  CHECK(half.view().size() > kMegabyte);
  CHECK(content.starts_with(half.view()));
}

TEST_CASE("a file that is written to while it is mapped is noticed") {
  const TempDir folder;
  WriteFile(folder / "input", "0123456789");
  const Bytes bytes = Bytes::Open(folder / "input", {}).value();
  CHECK(bytes.CheckUnchanged(folder / "input"));
  // One that was replaced is still there.
  WriteFile(folder / "other", "another");
  std::filesystem::rename(folder / "other", folder / "input");
  CHECK(bytes.CheckUnchanged(folder / "input"));
  CHECK(bytes.view() == "0123456789");

  const Bytes again = Bytes::Open(folder / "input", {}).value();
  std::ofstream(folder / "input", std::ios::app) << " and more";
  const Status grown = again.CheckUnchanged(folder / "input");
  REQUIRE_FALSE(grown);
  CHECK(grown.error().code == ErrorCode::kCorrupt);
  CHECK(grown.error().message ==
        folder /
            "input: was written to while it was read (7 bytes, now 16); "
            "wait for its writer, or copy it first");
}

TEST_CASE("a meter counts what has been read of files") {
  const TempDir folder;
  WriteFile(folder / "input", Noise(10 * kMegabyte));
  WriteFile(folder / "packed", Gzip("packed"));
  ReadMeter meter;
  {
    const Bytes bytes = Bytes::Open(folder / "input", {}, &meter).value();
    CHECK(meter.done == 0);
    bytes.Forget(9 * kMegabyte);
    CHECK(meter.done == 8 * kMegabyte);
  }
  CHECK(meter.done == 10 * kMegabyte);
  meter.done = 0;
  CHECK(Bytes::Open(folder / "packed", {}, &meter).value().view() == "packed");
  CHECK(meter.done == Gzip("packed").size());
}

TEST_CASE("a gzip file that ends inside a later member is truncated") {
  const std::string packed = Gzip("first") + Gzip(Noise(5000));
  const Error error = ErrorOf(packed.substr(0, packed.size() - 1));
  CHECK(error.code == ErrorCode::kCorrupt);
  CHECK(Contains(error.message, "ends early"));
}

TEST_CASE("damaged gzip data is found") {
  const std::string packed = Gzip(Noise(5000));
  SECTION("in the header") {
    std::string damaged = packed;
    damaged[2] = 9;  // no such method
    CHECK(ErrorOf(damaged).code == ErrorCode::kCorrupt);
  }
  SECTION("in the content, by its check sum") {
    std::string damaged = packed;
    damaged[2000] = static_cast<char>(damaged[2000] ^ 1);
    const Error error = ErrorOf(damaged);
    CHECK(error.code == ErrorCode::kCorrupt);
    CHECK(Contains(error.message, "damaged gzip data"));
  }
  SECTION("behind the last member") {
    CHECK(ErrorOf(packed + "garbage").code == ErrorCode::kCorrupt);
  }
}

TEST_CASE("a file over the size limit is refused") {
  ReadLimits limits;
  limits.max_bytes = 100;
  CHECK(Opened(std::string(100, 'x'), limits).value().view().size() == 100);
  const Error error = ErrorOf(std::string(101, 'x'), limits);
  CHECK(error.code == ErrorCode::kLimit);
  CHECK(Contains(error.message, "--max_input_bytes"));
}

TEST_CASE("a pipe over the size limit is refused") {
  const TempDir folder;
  WriteFile(folder / "input", std::string(101, 'x'));
  ReadLimits limits;
  limits.max_bytes = 100;
  const StdinFrom redirected(folder / "input");
  const auto result = Bytes::Open("-", limits);
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().code == ErrorCode::kLimit);
}

TEST_CASE("a gzip file is limited by its size after decompression") {
  ReadLimits limits;
  limits.max_bytes = 1000;
  limits.max_inflate_ratio = 2000;
  CHECK(Opened(Gzip(std::string(1000, 'x')), limits).value().view().size() ==
        1000);
  const Error error = ErrorOf(Gzip(std::string(1001, 'x')), limits);
  CHECK(error.code == ErrorCode::kLimit);
  CHECK(Contains(error.message, "after decompression"));
}

TEST_CASE("a file that grows out of proportion is refused") {
  const std::string bomb = Gzip(std::string(40 * kMegabyte, '\0'));
  const Error error = ErrorOf(bomb);
  CHECK(error.code == ErrorCode::kLimit);
  CHECK(Contains(error.message, "--max_inflate_ratio"));
  ReadLimits limits;
  limits.max_inflate_ratio = 2000;
  CHECK(Opened(bomb, limits).value().view().size() == 40 * kMegabyte);
}

TEST_CASE("a ratio limit of zero refuses growth instead of dividing by it") {
  ReadLimits limits;
  limits.max_inflate_ratio = 0;
  CHECK(ErrorOf(Gzip(std::string(4 * kMegabyte, '\0')), limits).code ==
        ErrorCode::kLimit);
}

TEST_CASE("an answer sees one version of a file, however often it is opened") {
  const TempDir dir;
  const std::string path = dir.path() + "/graph.pb";
  WriteFile(path, "before");
  {
    const ReadFiles read;
    REQUIRE(Bytes::Open(path, {}));
    REQUIRE(Bytes::OpenBeginning(path, {}));
    WriteFile(path + ".new", "before, and more");
    std::filesystem::rename(path + ".new", path);
    const auto again = Bytes::Open(path, {});
    REQUIRE_FALSE(again);
    CHECK(again.error().code == ErrorCode::kCorrupt);
    CHECK(again.error().message.find("replaced while it was read") !=
          std::string::npos);
  }
  CHECK(Bytes::Open(path, {}));
}

namespace {

std::string Zstd(std::string_view content) {
  std::string packed(ZSTD_compressBound(content.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), content.data(),
                              content.size(), 3));
  return packed;
}

}  // namespace

TEST_CASE("a zstd file is decompressed, all of its frames") {
  const std::string content = Noise(3 * kMegabyte + 5);
  CHECK(Opened(Zstd(content)).value().view() == content);
  CHECK(Opened(Zstd("")).value().view().empty());
  CHECK(Opened(Zstd("one ") + Zstd("") + Zstd(content)).value().view() ==
        "one " + content);
  const TempDir folder;
  WriteFile(folder / "packed", Zstd("from stdin, packed"));
  const StdinFrom redirected(folder / "packed");
  CHECK(Bytes::Open("-", {}).value().view() == "from stdin, packed");
}

TEST_CASE("a truncated zstd file is told from a whole one") {
  const std::string content = Noise(3 * kMegabyte);
  const std::string packed = Zstd(content);
  for (const size_t size : {size_t{4}, size_t{9}, size_t{600},
                            packed.size() / 2, packed.size() - 1}) {
    CAPTURE(size);
    const Error error = ErrorOf(packed.substr(0, size));
    CHECK(error.code == ErrorCode::kCorrupt);
    CHECK(Contains(error.message, "byte " + std::to_string(size)));
    CHECK(Contains(error.message, "the zstd data ends early"));
  }
  ReadLimits limits;
  limits.allow_partial = true;
  CHECK_FALSE(Opened(packed, limits).value().is_cut_short());
  const Bytes half =
      Opened(packed.substr(0, packed.size() / 2), limits).value();
  CHECK(half.is_cut_short());
  CHECK(half.view().size() > kMegabyte);
  CHECK(content.starts_with(half.view()));
}

TEST_CASE("damaged zstd data and limits are found") {
  const std::string packed = Zstd(Noise(5000));
  CHECK(Contains(ErrorOf(packed + "garbage").message, "damaged zstd data"));
  const std::string zeros(4 * kMegabyte, '\0');
  const Error ratio = ErrorOf(Zstd(zeros));
  CHECK(ratio.code == ErrorCode::kLimit);
  CHECK(Contains(ratio.message, "--max_inflate_ratio"));
  ReadLimits limits;
  limits.max_inflate_ratio = 1 << 20;
  CHECK(Opened(Zstd(zeros), limits).value().view() == zeros);
  limits.max_bytes = 1000;
  CHECK(Contains(ErrorOf(Zstd(std::string(1001, 'x')), limits).message,
                 "after decompression"));
}

}  // namespace tfprof
