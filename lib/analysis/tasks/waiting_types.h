// SPDX-License-Identifier: Apache-2.0
// The one list of operation types that bring data in or need other workers.
#pragma once

#include <cstdint>
#include <string_view>

namespace tfprof {

struct WaitingType {
  enum class For : uint8_t { kNothing, kInput, kOthers };

  std::string_view beginning;  // of the type's name
  For waits_for = For::kNothing;
  bool is_account_input = false;  // class "input" of the step account
  std::string_view advice = "";   // what to do if a step waits for it
};

// The row of a type, or nullptr. Sends and receives have no rows; use
// IsSendOrReceive.
const WaitingType* FindWaitingType(std::string_view type);

// True for "Recv", "HostSend", "XlaSendToHost", not for "Sender". REQUIRES: no
// leading underscores.
bool IsSendOrReceive(std::string_view type);

}  // namespace tfprof
