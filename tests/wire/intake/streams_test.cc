// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/streams.h"

#include <filesystem>
#include <memory>
#include <string>

#include "base/file_id.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/gzip.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

struct OneFile {
  TempDir folder;
  std::string path = folder / "a.xplane.pb";

  OneFile() { WriteFile(path, "four"); }

  // So that whoever opens the file anew gets something else.
  void Replace() const {
    std::filesystem::remove(path);
    WriteFile(path, "another");
  }
};

std::string Read(Streams& streams, const std::string& path,
                 ReadMeter* meter = nullptr) {
  return std::string((*streams.Open(path, {}, meter).value()).view());
}

}  // namespace

TEST_CASE("streams: what was looked at is what the next opening reads") {
  const OneFile file;
  Streams streams;
  CHECK(streams.LookAhead(file.path, {}).value().view() == "four");
  streams.KeepAside(file.path);
  file.Replace();
  CHECK(Read(streams, file.path) == "four");
  CHECK(Read(streams, file.path) == "another");
}

TEST_CASE("streams: what was looked at can be closed again") {
  const OneFile file;
  Streams streams;
  REQUIRE(streams.LookAhead(file.path, {}));
  streams.Forget(file.path);
  file.Replace();
  CHECK(Read(streams, file.path) == "another");
}

TEST_CASE("streams: what one looks at stays when another has read the file") {
  const OneFile file;
  Streams streams;
  const Bytes beginning = streams.LookAhead(file.path, {}).value();
  CHECK(Read(streams, file.path) == "four");
  CHECK(beginning.view() == "four");
}

TEST_CASE("streams: only what is read is an input, and is counted") {
  const OneFile file;
  ReadMeter meter;
  Streams streams;
  const FileId id = FileIdOf(file.path).value();
  ForgetRead();  // what other tests read may have had its number
  REQUIRE(streams.LookAhead(file.path, {}));
  streams.KeepAside(file.path);
  CHECK_FALSE(WasRead(id));
  CHECK(Read(streams, file.path, &meter) == "four");
  CHECK(WasRead(id));
  CHECK(meter.done == 4);
  ForgetRead();
}

TEST_CASE("streams: of a compressed file the beginning is looked at") {
  const TempDir folder;
  const std::string path = folder / "a.gz";
  std::string content;
  for (int i = 0; content.size() < 3 << 20; ++i) content += std::to_string(i);
  WriteFile(path, Gzip(content));
  Streams streams;
  const Bytes beginning = streams.LookAhead(path, {}).value();
  CHECK(beginning.view().size() < content.size());
  CHECK(content.starts_with(beginning.view()));
  streams.KeepAside(path);
  CHECK(Read(streams, path) == content);
}

TEST_CASE("streams: what cannot be looked at leaves nothing behind") {
  const TempDir folder;
  const std::string path = folder / "a.gz";
  WriteFile(path, "\x1f\x8b broken");
  Streams streams;
  CHECK_FALSE(streams.LookAhead(path, {}));
  WriteFile(path, "whole");
  CHECK(Read(streams, path) == "whole");
}

}  // namespace tfprof
