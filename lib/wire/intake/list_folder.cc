// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/list_folder.h"

#include <algorithm>
#include <utility>

#include "base/folder.h"
#include "base/strings.h"
#include "wire/intake/natural_order.h"

namespace tfprof {

Result<Listing> ListFolder(const std::string& folder) {
  TFPROF_ASSIGN_OR_RETURN(std::vector<FolderEntry> entries, EntriesIn(folder));
  Listing listing;
  for (FolderEntry& entry : entries) {
    if (entry.name.starts_with('.')) continue;
    if (entry.is_file) {
      listing.files.push_back(std::move(entry.name));
    } else if (entry.is_folder) {
      listing.folders.push_back(std::move(entry.name));
    } else {
      listing.others.push_back(std::move(entry.name));
    }
  }
  std::sort(listing.files.begin(), listing.files.end(), NaturallyBefore);
  std::sort(listing.folders.begin(), listing.folders.end(), NaturallyBefore);
  std::sort(listing.others.begin(), listing.others.end(), NaturallyBefore);
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
