// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/streams.h"

#include <memory>
#include <string>

#include "support/catch.h"
#include "support/files.h"
#include "support/temp_dir.h"

namespace tfprof {

namespace {

struct OneFile {
  TempDir folder;
  std::string path = folder / "a.xplane.pb";

  OneFile() { WriteFile(path, "four"); }
};

}  // namespace

TEST_CASE("streams: what was opened ahead is what the next opening gets") {
  const OneFile file;
  Streams streams;
  const auto ahead = streams.OpenAhead(file.path, {}, nullptr);
  REQUIRE(ahead);
  const auto again = streams.OpenAhead(file.path, {}, nullptr);
  REQUIRE(again);
  CHECK(*again == *ahead);
  const auto opened = streams.Open(file.path, {}, nullptr);
  REQUIRE(opened);
  CHECK(*opened == *ahead);
  const auto anew = streams.Open(file.path, {}, nullptr);
  REQUIRE(anew);
  CHECK(*anew != *ahead);
}

TEST_CASE("streams: what was opened ahead can be closed again") {
  const OneFile file;
  Streams streams;
  const auto ahead = streams.OpenAhead(file.path, {}, nullptr);
  REQUIRE(ahead);
  streams.Forget(file.path);
  const auto opened = streams.Open(file.path, {}, nullptr);
  REQUIRE(opened);
  CHECK(*opened != *ahead);
}

TEST_CASE("streams: a file opened ahead may outlive the meter of the look") {
  const OneFile file;
  ReadMeter second;
  Streams kept;  // nobody opens its file again
  {
    Streams streams;
    const auto first = std::make_unique<ReadMeter>();
    REQUIRE(streams.OpenAhead(file.path, {}, first.get()));
    REQUIRE(kept.OpenAhead(file.path, {}, first.get()));
    REQUIRE(streams.Open(file.path, {}, &second));
    CHECK(first->done == 0);
  }
  CHECK(second.done == 4);
}

}  // namespace tfprof
