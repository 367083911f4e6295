// SPDX-License-Identifier: Apache-2.0
#include "render/proto/pprof.h"

#include "support/catch.h"
#include "support/view_named.h"
#include "view/selection.h"

namespace tfprof {

namespace {

std::string Refusal(std::string_view view, std::vector<std::string> select) {
  ViewOptions options;
  options.select = std::move(select);
  const auto selection = MakeSelection(options);
  REQUIRE(selection);
  const Status status = CheckPprof(ViewNamed(view), *selection);
  return status ? "" : status.error().message;
}

}  // namespace

TEST_CASE("pprof takes one measure of the code view") {
  for (const char* word :
       {"micros", "accelerator_micros", "cpu_micros", "bytes", "peak_bytes",
        "residual_bytes", "output_bytes", "params", "float_ops"}) {
    CHECK(Refusal("code", {word}).empty());
  }
  for (const char* view : {"scope", "graph", "op"}) {
    CHECK(Refusal(view, {"micros"}) ==
          "Only 'code' view supports pprof output now.");
  }
  for (const auto& select : std::vector<std::vector<std::string>>{
           {}, {"micros", "bytes"}, {"micros", "device"}}) {
    CHECK(Refusal("code", select) ==
          "Can only select 1 attribute for pprof output.");
  }
  for (const std::string word :
       {"tensor_value", "device", "op_types", "occurrence", "input_shapes"}) {
    CHECK(Refusal("code", {word}) == "pprof doesn't support -select=" + word);
  }
}

}  // namespace tfprof
