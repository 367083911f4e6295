// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/list_folder.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/strings.h"
#include "wire/intake/natural_order.h"

namespace tfprof {

namespace fs = std::filesystem;

Result<Listing> ListFolder(const std::string& folder) {
  Listing listing;
  // Steps that report errors without throwing end the program when there is no
  // memory for them.
  try {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      std::error_code unreadable;  // of an entry: then it is left out
      std::string name = entry.path().filename().string();
      if (name.starts_with('.')) continue;
      if (entry.is_regular_file(unreadable)) {
        listing.files.push_back(std::move(name));
      } else if (entry.is_directory(unreadable)) {
        listing.folders.push_back(std::move(name));
      }
    }
  } catch (const fs::filesystem_error& error) {
    return Fail(ErrorCode::kNotFound, "{}: cannot be listed: {}", folder,
                error.code().message());
  }
  std::sort(listing.files.begin(), listing.files.end(), NaturallyBefore);
  std::sort(listing.folders.begin(), listing.folders.end(), NaturallyBefore);
  return listing;
}

std::string FindBeside(const std::string& path, std::string_view suffix) {
  const std::string_view name = AfterLastSlash(path);
  const std::string base = path.substr(0, path.size() - name.size());
  const auto listing = ListFolder(base.empty() ? "." : base);
  if (!listing) return {};
  for (const std::string& file : listing->files) {
    if (file.ends_with(suffix)) return base + file;
  }
  return {};
}

}  // namespace tfprof
