// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/host_view.h"

#include <utility>

namespace tfprof {

HostView::HostView(std::shared_ptr<const RecordedHost> host,
                   const OwnFiles& own)
    : host_(std::move(host)),
      kinds(ClassifyEvents(*host_, own)),
      lines(*host_),
      threads(*host_, lines, kinds),
      answers(*host_, lines, kinds, threads.is_program),
      tasks(*host_, lines),
      works(*host_) {}

std::string_view HostView::ThreadOf(uint32_t line) const {
  const std::string_view name = host_->Text(host_->lines[line].name);
  return name.substr(0, name.find('/'));
}

}  // namespace tfprof
