// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/variables.h"

#include "support/catch.h"
#include "support/memory_maker.h"

namespace tfprof {

TEST_CASE("variables that no output showed are told by their shapes") {
  MemoryMaker maker;
  maker.Add("v", "VarHandleOp()", 0, 1, {}, {});
  maker.Add("w", "VarHandleOp()", 0, 1, {}, {});
  maker.Add("w/read", "ReadVariableOp(w)", 2, 3, {}, {{40, 5}});
  maker.Add("a", "Op()", 4, 9, {{5, 10}}, {{10, 6}});
  const StepRecords records = maker.Finish();
  const auto memory = Look(records, {{"v", 30}, {"w", 40}, {"x", 50}});
  CHECK(memory[0].declared_bytes == 30);
  CHECK(RowsOf(records, memory[0]) == Rows{"w/read 40 before the step",
                                           "v 30 variable, by its shape",
                                           "a 10 output"});
}

TEST_CASE("handles stand by host and name, with who reads them") {
  StepMaker maker;
  maker.BeginDevice("/job:w/replica:0/task:0/device:CPU:0");
  maker.Add("w", "VarHandleOp()", 0, 1);
  maker.Add("v", "VarHandleOp()", 0, 1);
  maker.Add("unknown", "VarHandleOp()", 0, 1);
  maker.Add("v/read", "ReadVariableOp(v)", 2, 3);
  maker.Add("v/add", "Add(v)", 2, 3);
  maker.BeginDevice("/job:w/replica:0/task:1/device:CPU:0");
  maker.Add("v", "VarHandleOp()", 0, 1);
  const StepRecords records = maker.Finish();
  const auto handles = HandlesByHost(records, {{"v", 30}, {"w", 40}});
  REQUIRE(handles.size() == 2);
  const auto& first =
      handles.at(records.strings.Find("/job:w/replica:0/task:0"));
  REQUIRE(first.size() == 2);
  CHECK(records.strings[records.node[first[0].record]] == "v");
  CHECK(first[0].bytes == 30);
  REQUIRE(first[0].readers.size() == 1);
  CHECK(records.strings[first[0].readers[0]] == "v/read");
  CHECK(first[1].bytes == 40);
  CHECK(first[1].readers.empty());
  // A reader of one host reads nothing of another.
  CHECK(handles.at(records.strings.Find("/job:w/replica:0/task:1"))[0]
            .readers.empty());
}

}  // namespace tfprof
