// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/variables.h"

#include <string_view>
#include <tuple>

namespace tfprof {

std::map<StringId, std::vector<VariableHandle>> HandlesByHost(
    const StepRecords& records, const VariableBytes& variables) {
  std::map<StringId, std::vector<VariableHandle>> result;
  if (variables.empty()) return result;
  const StringPool& strings = records.strings;
  const StringId handle_type = strings.Find("VarHandleOp");
  const StringId reader_type = strings.Find("ReadVariableOp");
  using HostAndName = std::pair<StringId, std::string_view>;
  std::map<HostAndName, VariableHandle> handles;
  std::map<HostAndName, std::vector<StringId>> readers;
  for (uint32_t i = 0; i < records.size(); ++i) {
    const StringId type = records.type[i];
    if (!type.valid() || !records.IsOperation(i)) continue;
    const StringId host = records.DeviceOf(i).host;
    if (type == handle_type) {
      const std::string_view name = strings[records.node[i]];
      const auto found = variables.find(name);
      if (found == variables.end()) continue;
      handles.insert({{host, name}, {i, found->second, {}}});
    } else if (type == reader_type) {
      const auto inputs = records.inputs[records.input_row[i]];
      if (inputs.empty()) continue;
      readers[{host, strings[inputs[0].node]}].push_back(records.name[i]);
    }
  }
  for (auto& [key, handle] : handles) {
    handle.readers = std::move(readers[key]);
    result[key.first].push_back(std::move(handle));
  }
  return result;
}

}  // namespace tfprof
