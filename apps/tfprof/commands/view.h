// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "command.h"
#include "output.h"
#include "session.h"
#include "view/selection.h"
#include "view/view.h"

namespace tfprof {

// A command for each view.
std::vector<Command> ViewCommands();

// --view, for commands that show one of the views.
void AddViewNameFlag(FlagSet& flags, const View*& view,
                     bool has_account = false);

// Shows a view of a dump in each output. REQUIRES: `selection` was made from
// `options`.
Status ShowView(const View& view, const ViewOptions& options,
                const Selection& selection, Session& session, Outputs& outputs,
                CommandContext& context);

}  // namespace tfprof
