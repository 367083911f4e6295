// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "analysis/waiting/device_works.h"

namespace tfprof {

struct DeviceWorkKind {
  WorkClass work_class = WorkClass::kCompute;
  std::string_view kind;  // empty: compute
};

// The class of a work by its node, its own name and the call that launched it,
// whose name may be empty.
DeviceWorkKind KindOfWork(const RecordedHost& host, DeviceKind device,
                          const RecordedNode& node, std::string_view name,
                          std::string_view launch);

// The class of work beside instructions: a collective or a copy.
WorkClass ClassOfAsync(const RecordedHost& host,
                       const RecordedHost::AsyncWork& work);

}  // namespace tfprof
