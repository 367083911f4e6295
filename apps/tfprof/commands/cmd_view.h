// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "commands.h"
#include "prompt/session.h"
#include "view/selection.h"
#include "view/view.h"

namespace tfprof {

// Answers a question about a dump: `selection` is of `options`.
Status ShowView(const View& view, const ViewOptions& options,
                Selection selection, Session& session, CommandContext& context);

}  // namespace tfprof
