// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "support/files.h"
#include "support/temp_dir.h"

namespace tfprof {

// A dump whose names are all that formats have trouble with.
inline std::string HostileDump(const TempDir& folder) {
  std::string names[] = {R"(</script><b>)",   R"(=1+1)",        R"(a,b\"c)",
                         R"(x\ny)",           R"(\033[31mred)", R"(\001\177)",
                         R"(\377\376broken)", R"(|`*_)",        R"(;;)",
                         R"(%0A::error::x)"};
  std::string text;
  std::string steps = "step_stats { dev_stats { device: \"/cpu:0\"\n";
  for (const std::string& name : names) {
    text += "node { name: \"" + name + "\" op: \"" + name + "\" }\n";
    steps += "node_stats { node_name: \"" + name +
             "\" all_start_micros: 5 op_end_rel_micros: 7 "
             "all_end_rel_micros: 7 timeline_label: \"" +
             name + " = " + name + "()\" }\n";
  }
  WriteFile(folder.path() + "/graph.pbtxt", text);
  WriteFile(folder.path() + "/run_meta_0.pbtxt", steps + "} }\n");
  return folder.path();
}

}  // namespace tfprof
