// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/library_files.h"

#include <tsl/robin_map.h>

#include "analysis/waiting/library_names_1.h"
#include "analysis/waiting/library_names_2.h"
#include "base/hash.h"

namespace tfprof {

namespace {

using Owners = tsl::robin_map<std::string_view, EventKind::File, TextHash>;

void AddLibraryFiles(std::string_view table, Owners& owners) {
  constexpr std::string_view kSpace = " \n";
  for (size_t begin = table.find_first_not_of(kSpace); begin != table.npos;) {
    const size_t end = table.find_first_of(kSpace, begin);
    std::string_view name = table.substr(begin, end - begin);
    const bool is_common = name.ends_with('?');
    if (is_common) name.remove_suffix(1);
    owners.insert({name, is_common ? EventKind::File::kMaybeLibrary
                                   : EventKind::File::kLibrary});
    begin = table.find_first_not_of(kSpace, end);
  }
}

Owners MakeOwners() {
  Owners owners;
  AddLibraryFiles(kFirstLibraryFiles, owners);
  AddLibraryFiles(kOtherLibraryFiles, owners);
  return owners;
}

}  // namespace

EventKind::File OwnerOfFile(std::string_view file) {
  static const Owners owners = MakeOwners();
  constexpr std::string_view kPython = ".py";
  if (!file.ends_with(kPython)) return EventKind::File::kOwn;
  file.remove_suffix(kPython.size());
  const auto found = owners.find(file);
  return found == owners.end() ? EventKind::File::kOwn : found->second;
}

}  // namespace tfprof
