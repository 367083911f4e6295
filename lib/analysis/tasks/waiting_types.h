// SPDX-License-Identifier: Apache-2.0
// The one list of operation types that bring data in or need other workers.
#pragma once

#include <cstdint>
#include <string_view>

namespace tfprof {

struct WaitingType {
  enum class For : uint8_t { kNothing, kInput, kOthers };

  std::string_view beginning;  // of the type
  For waits_for = For::kNothing;
  bool is_account_input = false;  // of the account's class "input"
  std::string_view advice = "";   // if a step waits for it: what to do
};

// The row of a type, or nullptr. Sends and receives, whose names have it
// anywhere, are none: IsSendOrReceive tells them.
const WaitingType* FindWaitingType(std::string_view type);

// "Recv", "HostSend", "XlaSendToHost"; not "Sender". Without underscores in
// front.
bool IsSendOrReceive(std::string_view type);

}  // namespace tfprof
