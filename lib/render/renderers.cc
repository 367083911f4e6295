// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "render/renderer.h"
#include "render/text.h"

namespace tfprof {

namespace {

constexpr std::array<Renderer, 3> kRenderers = {{
    {"stdout", "the report on standard output", false, RenderText},
    {"file", "the report in a file", true, RenderText},
    {"none", "nothing: only errors and warnings", false, RenderText},
}};

}  // namespace

std::span<const Renderer> Renderers() { return kRenderers; }

}  // namespace tfprof
