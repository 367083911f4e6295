// SPDX-License-Identifier: Apache-2.0
// The topics of `tfprof help TOPIC`, besides commands.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tfprof {

struct HelpTopic {
  std::string_view name;
  std::string_view summary;
  std::string (*text)();
};

std::span<const HelpTopic> HelpTopics();

// The topic with that name, or null.
const HelpTopic* FindHelpTopic(std::string_view name);

}  // namespace tfprof
