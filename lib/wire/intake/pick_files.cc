// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/pick_files.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>

#include "base/strings.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// The run of digits at the start.
std::string_view Digits(std::string_view text) {
  return text.substr(
      0,
      static_cast<size_t>(std::find_if_not(text.begin(), text.end(), IsDigit) -
                          text.begin()));
}

std::string_view WithoutLeadingZeros(std::string_view digits) {
  const size_t first = std::min(digits.find_first_not_of('0'), digits.size());
  return digits.substr(first);
}

std::string_view WithoutSuffix(std::string_view text, std::string_view suffix) {
  if (text.ends_with(suffix)) text.remove_suffix(suffix.size());
  return text;
}

// The name in its folder, without a suffix ".gz".
std::string_view PlainName(std::string_view path) {
  return WithoutSuffix(AfterLastSlash(path), ".gz");
}

std::optional<int64_t> LastNumber(std::string_view name) {
  const auto last = std::find_if(name.rbegin(), name.rend(), IsDigit);
  const auto first = std::find_if_not(last, name.rend(), IsDigit);
  return ParseInt64(std::string_view(first.base(), last.base()));
}

// Where a file belongs that is of kind `kind`.
std::vector<Candidate>* ListOf(FileKind kind, Offer& offer) {
  if (kind == FileKind::kCheckpointIndex) return &offer.checkpoints;
  const Reader* reader = FindReader(kind);
  if (reader == nullptr) return nullptr;
  switch (reader->role) {
    case Role::kGraph:
      return &offer.graphs;
    case Role::kOpLog:
      return &offer.op_logs;
    case Role::kRunMetadata:
      return &offer.run_metadata;
    case Role::kProfile:
      return &offer.profiles;
    case Role::kCheckpoint:
    case Role::kIgnored:
      return nullptr;
  }
  return nullptr;
}

// A checkpoint is known by its prefix.
Candidate AsCheckpoint(std::string_view path) {
  return {std::string(WithoutSuffix(WithoutSuffix(path, ".gz"), ".index")),
          nullptr};
}

Result<std::vector<std::string>> FilesIn(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder, error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code unreadable;  // of an entry: then it is no file
    std::string name = entry->path().filename().string();
    if (!name.starts_with('.') && entry->is_regular_file(unreadable)) {
      names.push_back(std::move(name));
    }
  }
  if (error) {
    return Fail(ErrorCode::kNotFound, "{}: cannot be listed: {}", folder,
                error.message());
  }
  std::sort(names.begin(), names.end(), NaturallyBefore);
  return names;
}

// Data files of a checkpoint that was found belong to it.
void DropCheckpointData(Offer& offer) {
  std::erase_if(offer.ignored, [&](const Candidate& file) {
    return std::any_of(
        offer.checkpoints.begin(), offer.checkpoints.end(),
        [&](const Candidate& checkpoint) {
          return file.path.starts_with(checkpoint.path + ".data-");
        });
  });
}

// The files of one folder. Names decide where they are given by convention,
// content decides about the others.
Status LookIntoFolder(const std::string& folder, const ReadLimits& limits,
                      Offer& offer) {
  TFPROF_ASSIGN_OR_RETURN(const std::vector<std::string> names,
                          FilesIn(folder));
  const std::string base = folder.ends_with('/') ? folder : folder + "/";
  std::vector<Candidate> named_graphs;
  std::vector<Candidate> other_graphs;
  size_t found = 0;
  for (const std::string& name : names) {
    const std::string path = base + name;
    const std::string_view plain = PlainName(name);
    std::vector<Candidate>* list = nullptr;
    if (plain == "graph.pb" || plain == "graph.pbtxt") {
      list = &named_graphs;
    } else if (plain == "op_log" || plain == "tfprof_log") {
      list = &offer.op_logs;
    } else if (plain.starts_with("run_meta")) {
      list = &offer.run_metadata;
    } else if (plain.ends_with(".index")) {
      offer.checkpoints.push_back(AsCheckpoint(path));
      ++found;
      continue;
    } else {
      TFPROF_ASSIGN_OR_RETURN(const Bytes bytes, Bytes::Open(path, limits));
      const FileKind kind = Sniff(bytes.view());
      list = ListOf(kind, offer);
      if (list == &offer.graphs) list = &other_graphs;
      // By convention an op log has its name, a checkpoint its suffix.
      if (list == &offer.op_logs || list == &offer.checkpoints) list = nullptr;
    }
    found += list != nullptr;
    (list != nullptr ? *list : offer.ignored).push_back({path, nullptr});
  }
  if (found == 0) {
    return Fail(ErrorCode::kNotFound,
                "{}: nothing to read in this folder; looked for a graph, run "
                "metadata, op_log, *.index and a saved profile",
                folder);
  }
  DropCheckpointData(offer);
  auto& graphs = named_graphs.empty() ? other_graphs : named_graphs;
  auto& unused = named_graphs.empty() ? named_graphs : other_graphs;
  offer.graphs.insert(offer.graphs.end(), graphs.begin(), graphs.end());
  offer.ignored.insert(offer.ignored.end(), unused.begin(), unused.end());
  return {};
}

// A file given by itself.
Status LookIntoFile(const std::string& path, const ReadLimits& limits,
                    Offer& offer) {
  TFPROF_ASSIGN_OR_RETURN(Bytes bytes, Bytes::Open(path, limits));
  const FileKind kind = Sniff(bytes.view());
  std::vector<Candidate>* list = ListOf(kind, offer);
  if (kind == FileKind::kEventFile) {
    return Fail(ErrorCode::kUnsupported,
                "{}: is an event file, which is not read; give the graph and "
                "the run metadata as files of their own",
                path);
  }
  if (list == nullptr) {
    return Fail(ErrorCode::kCorrupt,
                "{}: is {}; say what it is with --graph_path, --run_meta_path, "
                "--op_log_path or --profile_path",
                path, KindWords(kind));
  }
  if (list == &offer.checkpoints) {
    list->push_back(AsCheckpoint(path));
  } else if (path == "-") {
    list->push_back({path, std::make_shared<const Bytes>(std::move(bytes))});
  } else {
    list->push_back({path, nullptr});
  }
  return {};
}

}  // namespace

bool NaturallyBefore(std::string_view a, std::string_view b) {
  const std::string_view whole_a = a;
  const std::string_view whole_b = b;
  while (!a.empty() && !b.empty()) {
    const std::string_view digits_a = Digits(a);
    const std::string_view digits_b = Digits(b);
    if (digits_a.empty() || digits_b.empty()) {
      if (a[0] != b[0]) return a[0] < b[0];
      a.remove_prefix(1);
      b.remove_prefix(1);
      continue;
    }
    const std::string_view number_a = WithoutLeadingZeros(digits_a);
    const std::string_view number_b = WithoutLeadingZeros(digits_b);
    if (number_a.size() != number_b.size()) {
      return number_a.size() < number_b.size();
    }
    if (number_a != number_b) return number_a < number_b;
    a.remove_prefix(digits_a.size());
    b.remove_prefix(digits_b.size());
  }
  if (a.empty() != b.empty()) return a.empty();
  return whole_a < whole_b;  // equal but for zeros in front of numbers
}

std::vector<int64_t> StepNumbers(const std::vector<Candidate>& files) {
  std::vector<int64_t> numbers;
  std::set<int64_t> distinct;
  for (const Candidate& file : files) {
    const std::optional<int64_t> number = LastNumber(PlainName(file.path));
    if (!number.has_value() || !distinct.insert(*number).second) break;
    numbers.push_back(*number);
  }
  if (numbers.size() < files.size()) {
    numbers.clear();
    for (size_t i = 0; i < files.size(); ++i) {
      numbers.push_back(static_cast<int64_t>(i));
    }
  }
  return numbers;
}

Result<Offer> LookInto(const std::vector<std::string>& dumps,
                       const ReadLimits& limits) {
  Offer offer;
  for (const std::string& dump : dumps) {
    std::error_code ignored;
    if (dump != "-" && !fs::exists(dump, ignored)) {
      return Fail(ErrorCode::kNotFound, "{}: no such file or folder", dump);
    }
    const bool is_folder = fs::is_directory(dump, ignored);
    TFPROF_RETURN_IF_ERROR(is_folder ? LookIntoFolder(dump, limits, offer)
                                     : LookIntoFile(dump, limits, offer));
  }
  return offer;
}

}  // namespace tfprof
