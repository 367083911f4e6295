// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/path_sections.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/path_capture.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::string>;

Lines KeysOf(const Section& section) {
  Lines keys;
  for (const TableColumn& column : TableOf(section).columns) {
    keys.push_back(KeyOf(column));
  }
  return keys;
}

}  // namespace

TEST_CASE("programs read the steps, parts and pieces of a path in ps") {
  const auto sections =
      PathSectionsOf(PathOf(PathCapture(), {0}), {false, 20, true});
  REQUIRE(sections.size() == 3);
  CHECK(sections[0].heading == "path steps");
  CHECK(KeysOf(sections[0]) == Lines{"host",
                                     "step",
                                     "name",
                                     "begin_ps",
                                     "length_ps",
                                     "occupied_ps",
                                     "path_work_ps",
                                     "hidden_work_ps",
                                     "guess_ps",
                                     "path_input_ps",
                                     "path_region_ps",
                                     "path_python_ps",
                                     "path_host_read_ps",
                                     "path_host_op_ps",
                                     "path_compile_ps",
                                     "path_dispatch_ps",
                                     "path_launch_ps",
                                     "path_queued_ps",
                                     "path_runtime_ps",
                                     "path_other_device_ps",
                                     "path_unknown_ps",
                                     "pieces"});
  CHECK(LinesOf(sections[0]) ==
        Lines{"worker | 0 | train | 0 | 100000000 | 60000000 | 60000000 | 0 | "
              "0 | 0 | 0 | 0 | 10000000 | 0 | 0 | 0 | 10000000 | 2000000 | 0 | "
              "0 | 18000000 | 6"});
  CHECK(sections[1].heading == "path by name");
  CHECK(sections[2].heading == "path pieces");
  CHECK(KeysOf(sections[2]) ==
        Lines{"host", "begin_ps", "ps", "kind", "name", "where", "link"});
  CHECK(LinesOf(sections[2]) ==
        Lines{"worker | 0 | 10000000 | unknown |  | python | none",
              "worker | 10000000 | 10000000 | launch | cuLaunchKernel | "
              "python | recorded",
              "worker | 20000000 | 2000000 | queued |  | /device:gpu:0 | "
              "recorded",
              "worker | 22000000 | 60000000 | work | gemm | /device:gpu:0 | "
              "recorded",
              "worker | 82000000 | 10000000 | host_read | "
              "np.asarray(jax.Array) | python | recorded",
              "worker | 92000000 | 8000000 | unknown |  | python | none"});
}

TEST_CASE("people read of one step in words, and the longest pieces in order") {
  const auto sections =
      PathSectionsOf(PathOf(PathCapture(), {0}), {true, 2, false});
  REQUIRE(sections.size() == 3);
  CHECK(sections[0].notes ==
        Lines{"path of step 0: 100us, 60us (60.0 %) work, 18us (18.0 %) "
              "unknown, 10us (10.0 %) host_read, 10us (10.0 %) launch, 2us "
              "(2.0 %) queued",
              "the recording does not say what the step waited for during "
              "18us: record with host_tracer_level=2 and "
              "python_tracer_level=1, or annotate the program"});
  CHECK(std::holds_alternative<std::monostate>(sections[0].block));
  CHECK(LinesOf(sections[2]) ==
        Lines{"0us | 10us | unknown |  | python | none",
              "22us | 60us | work | gemm | /device:gpu:0 | recorded"});
  CHECK(sections[2].notes ==
        Lines{"the longest of it; 4 more rows; --row_limit=0 shows all"});
}

TEST_CASE("people read of hidden work and guesses") {
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  const uint32_t node = maker.Node("gemm");
  maker.Marker(0, "train", 1, 0, 100);
  maker.Event(0, "load", 0, 100);
  maker.Work(gpu, 10, 60, node);
  const auto capture = WaitingCapture(maker, {{0, "python"}});
  const auto sections = PathSectionsOf(PathOf(capture, {0}), {});
  CHECK(sections[0].notes ==
        Lines{"path of step 1: 100us, 0us (0.0 %) work, 100us (100.0 %) region",
              "of 50us of work 50us are hidden under the host's part"});
}

TEST_CASE("what-ifs of a step are refused if too much is unknown") {
  const auto refused = CheckWhatIf(*PathOf(PathCapture(), {0}));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kUnsupported);
  CHECK(refused.error().message ==
        "--faster: for 18 % of step 0 the recording does not say what the step "
        "waited for, and a what-if is refused above 10 %; record with "
        "host_tracer_level=2 and python_tracer_level=1");
  RecordedMaker maker;
  const uint32_t gpu = maker.Device(DeviceKind::kGpu);
  maker.Marker(0, "train", 1, 0, 100);
  maker.Event(0, "load", 5, 100);
  maker.Work(gpu, 10, 60, maker.Node("gemm"));
  const auto capture = WaitingCapture(maker, {{0, "python"}});
  CHECK(CheckWhatIf(*PathOf(capture, {0})));
}

TEST_CASE("a faster work saves no more than its time on the path") {
  const auto path = PathOf(PathCapture(), {0});
  const auto saved = [&](const char* pattern, double factor) {
    const auto works = RegexSet::Compile({pattern});
    REQUIRE(works);
    return MostSavedPs(*path, 0, *works, factor) / kUs;
  };
  CHECK(saved("gemm", 2) == 30);
  CHECK(saved("Kernel", 4) == 45);  // its type
  CHECK(saved("/device:gpu:0", 3) == 40);
  CHECK(saved("cuLaunchKernel", 2) == 0);
}

}  // namespace tfprof
