// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "support/tiny_profile.h"
#include "support/view_named.h"
#include "view/build_tree.h"

namespace tfprof {

// A view of a tiny profile with all measures and rows, and what it borrows
// from.
struct WholeView {
  WholeView(std::string_view profile_text, std::string_view view_name)
      : profile(TinyProfile(profile_text)) {
    const View& view = ViewNamed(view_name);
    Diagnostics diagnostics;
    forest = view.build(profile, diagnostics).value();
    ViewOptions options;
    options.max_depth = 100;
    Selection selection = MakeSelection(options).value();
    selection.columns.set();
    tree = BuildTree(profile, view, forest,
                     std::make_shared<const StepValues>(
                         ComputeStepValues(profile, std::nullopt)),
                     selection);
  }

  Profile profile;
  Forest forest;
  ViewTree tree;
};

}  // namespace tfprof
