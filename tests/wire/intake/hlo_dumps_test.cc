// SPDX-License-Identifier: Apache-2.0
// Folders of --xla_dump_to.
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/files.h"
#include "support/paths.h"
#include "support/temp_dir.h"
#include "wire/intake/input.h"

namespace tfprof {

namespace {

// A folder of programs of these names, each as large as its place from the end.
class DumpFolder {
 public:
  explicit DumpFolder(const std::vector<std::string>& names) {
    const std::string program =
        ReadFile(std::string(TFPROF_TESTDATA) + "/hlo/jit_step.hlo.pb");
    size_t left = names.size();
    for (const std::string& name : names) {
      // Unknown fields that readers skip.
      std::string filling;
      for (size_t i = 0; i < left; ++i) filling += "\xf8\x07\x01";
      --left;
      WriteFile(dir_ / (name + ".hlo.pb"), program + filling);
    }
  }

  Result<std::vector<PickedFile>> Resolve(bool all_programs = false) const {
    Inputs inputs;
    inputs.all_programs = all_programs;
    inputs.dumps = {dir_.path()};
    return ResolveInputs(inputs);
  }

  std::string Shortened(std::string text) const {
    for (size_t at = text.find(dir_.path()); at != std::string::npos;
         at = text.find(dir_.path())) {
      text.erase(at, dir_.path().size() + 1);
    }
    return text;
  }

 private:
  TempDir dir_;
};

}  // namespace

TEST_CASE("of a program that XLA dumped what ran is the graph") {
  for (const char* after : {"m.jit_f.cpu_after_optimizations",
                            "m.jit_f.sm_8.0_gpu_after_optimizations"}) {
    const DumpFolder folder({"m.jit_f.before_optimizations", after});
    const auto files = folder.Resolve();
    REQUIRE(files.has_value());
    REQUIRE(files->size() == 2);
    CHECK((*files)[0].role == Role::kGraph);
    CHECK(folder.Shortened((*files)[0].path) == std::string(after) + ".hlo.pb");
    CHECK((*files)[1].role == Role::kIgnored);
  }
}

TEST_CASE("programs between XLA's passes are left out as well") {
  const DumpFolder folder(
      {"module_0000.jit_f.before_optimizations",
       "module_0000.jit_f.0012.simplification.after_cse.before_dce",
       "module_0000.jit_f.cpu_after_optimizations",
       "module_0002.jit_g.0012.simplification.after_cse.before_dce"});
  const auto files = folder.Resolve(true);
  REQUIRE(files.has_value());
  REQUIRE(files->size() == 4);
  CHECK(folder.Shortened((*files)[0].path) ==
        "module_0000.jit_f.cpu_after_optimizations.hlo.pb");
  // Nothing else is known of this one.
  CHECK(folder.Shortened((*files)[1].path).starts_with("module_0002"));
  CHECK((*files)[1].role == Role::kGraph);
  CHECK((*files)[2].role == Role::kIgnored);
  CHECK((*files)[3].role == Role::kIgnored);
}

TEST_CASE("whoever wants all programs gets them in order") {
  const DumpFolder folder({"b", "a", "c"});
  const auto files = folder.Resolve(true);
  REQUIRE(files.has_value());
  REQUIRE(files->size() == 3);
  for (size_t i = 0; i < 3; ++i) {
    CHECK((*files)[i].role == Role::kGraph);
    CHECK(folder.Shortened((*files)[i].path) ==
          std::string(1, static_cast<char>('a' + i)) + ".hlo.pb");
  }
}

TEST_CASE("a program is known by all of its name") {
  const DumpFolder folder(
      {"m.jit_f.before_optimizations", "m.jit_f2.cpu_after_optimizations"});
  CHECK_FALSE(folder.Resolve().has_value());
}

TEST_CASE("of several programs one is asked for, the largest first") {
  const DumpFolder folder({"f", "a", "c", "b", "e", "d"});
  const auto files = folder.Resolve();
  REQUIRE_FALSE(files.has_value());
  CHECK(folder.Shortened(files.error().message) ==
        "6 programs of XLA, the largest first: f.hlo.pb, a.hlo.pb, c.hlo.pb, "
        "b.hlo.pb, e.hlo.pb and 1 more; give one by --graph_path");
}

}  // namespace tfprof
