// SPDX-License-Identifier: Apache-2.0
#include "wire/recording/split_space.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "wire/intake/recognise.h"

namespace tfprof {

namespace {

// The name of a plane that is cut.
std::string NameOfCutPlane(std::string_view bytes) {
  try {
    WireCursor plane(bytes);
    while (plane.Next()) {
      if (plane.field() == Len(2)) return Printable(plane.View());
      plane.Skip();
    }
  } catch (const protozero::exception&) {
  }
  return "without a name";
}

}  // namespace

Failure XSpaceDamage(const Source& source, const char* at,
                     const protozero::exception& damage) {
  if (WasConvertedAsText(source.bytes.view())) {
    return ConvertedAsText(source.path);
  }
  return Fail(ErrorCode::kCorrupt,
              "{}: byte {}: {}; the file is cut short or damaged, write or "
              "copy it again",
              source.path, at - source.bytes.view().data(), DamageText(damage));
}

Result<SpaceParts> SplitSpace(const Source& source, Diagnostics& diagnostics) {
  const std::string_view file = source.bytes.view();
  SpaceParts parts;
  WireCursor space(file);
  const auto take = [](WireCursor& cursor, std::vector<std::string>& texts) {
    texts.push_back(ValidUtf8(cursor.View()));
  };
  std::vector<std::string> hosts;
  std::string_view cut;
  try {
    while (space.Next()) {
      switch (space.field()) {
        case Len(1): {
          WireCursor ahead = space;
          cut = ahead.ClippedView();
          parts.planes.push_back(space.View());
          cut = {};
          break;
        }
        case Len(2):
          take(space, parts.errors);
          break;
        case Len(3):
          take(space, parts.warnings);
          break;
        case Len(4):
          take(space, hosts);
          break;
        default:
          space.Skip();
      }
    }
  } catch (const protozero::end_of_buffer_exception& damage) {
    if (parts.planes.empty())
      return XSpaceDamage(source, space.field_at(), damage);
    const std::string what = fmt::format(
        "{}: byte {}: ends in the middle of {}", source.path, file.size(),
        cut.data() == nullptr ? "a text behind its planes"
                              : "plane " + NameOfCutPlane(cut));
    if (!source.limits.allow_partial) {
      return Fail(ErrorCode::kCorrupt,
                  "{}; --allow_partial shows what is there", what);
    }
    diagnostics.WarnOnce("files cut short", what + ", which is left out");
  } catch (const protozero::exception& damage) {
    return XSpaceDamage(source, space.field_at(), damage);
  }
  const auto host =
      std::find_if(hosts.begin(), hosts.end(),
                   [](const std::string& name) { return !name.empty(); });
  if (host != hosts.end()) parts.host = std::move(*host);
  return parts;
}

}  // namespace tfprof
