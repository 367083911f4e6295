// SPDX-License-Identifier: Apache-2.0
#include "wire/events/event_files.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/strings.h"
#include "wire/events/event_records.h"

namespace tfprof {

namespace {

struct EventFile {
  std::string path;
  std::shared_ptr<const Bytes> content;
};

// A record of one of the files. There may be very many, so names are made only
// when records are offered.
struct Record {
  const EventFile* file = nullptr;
  std::string_view bytes;
  int64_t step = 0;
  std::string_view tag;
};

// The time after "tfevents." in a name, which orders the files.
uint64_t TimeInName(const std::string& path) {
  constexpr std::string_view kMark = "tfevents.";
  const std::string_view name = AfterLastSlash(path);
  const size_t at = name.find(kMark);
  uint64_t time = 0;
  if (at != std::string_view::npos) {
    const std::string_view digits = name.substr(at + kMark.size());
    std::from_chars(digits.data(), digits.data() + digits.size(), time);
  }
  return time;
}

class Unpacking {
 public:
  explicit Unpacking(const Inputs& inputs) : inputs_(inputs) {}

  Status Open(std::vector<std::string> paths) {
    std::stable_sort(paths.begin(), paths.end(),
                     [](const std::string& a, const std::string& b) {
                       return TimeInName(a) < TimeInName(b);
                     });
    files_.reserve(paths.size());
    for (const std::string& path : paths) {
      TFPROF_ASSIGN_OR_RETURN(
          auto content, inputs_.streams->Open(path, inputs_.limits, nullptr));
      TFPROF_ASSIGN_OR_RETURN(EventRecords records,
                              ReadEventRecords(path, content->view(),
                                               inputs_.limits.allow_partial));
      for (std::string& loss : records.losses) {
        notes_.push_back(std::move(loss));
      }
      files_.push_back({path, std::move(content)});
      Collect(records, files_.back());
    }
    return {};
  }

  Status OfferAll(Offer& offer) {
    if (steps_.empty() && graph_defs_.empty() && meta_graph_defs_.empty() &&
        traced_.empty()) {
      if (HasOther(offer)) return Ignore(offer);
      return NothingFound();
    }
    TFPROF_RETURN_IF_ERROR(OfferGraph(offer));
    OfferSteps(offer);
    return {};
  }

 private:
  void Collect(const EventRecords& records, const EventFile& file) {
    for (const std::string_view bytes : records.graph_defs) {
      graph_defs_.push_back({&file, bytes});
    }
    for (const std::string_view bytes : records.meta_graph_defs) {
      meta_graph_defs_.push_back({&file, bytes});
    }
    for (const EventRecords::Tagged& record : records.steps) {
      steps_.push_back({&file, record.run_metadata, record.step, record.tag});
    }
    for (const EventRecords::Tagged& record : records.graphs) {
      traced_.push_back({&file, record.run_metadata, record.step, record.tag});
    }
    summaries_ += records.summaries;
  }

  // Scalars beside a recording are not a reason to refuse it.
  static bool HasOther(const Offer& offer) {
    for (size_t role = 0; role < kRoleCount; ++role) {
      if (static_cast<Role>(role) == Role::kIgnored) continue;
      if (!offer.files[role].empty() || !offer.spare[role].empty()) return true;
    }
    return false;
  }

  Status Ignore(Offer& offer) const {
    for (const EventFile& file : files_) {
      offer.of(Role::kIgnored).push_back({file.path});
    }
    return {};
  }

  Failure NothingFound() const {
    return Fail(ErrorCode::kCorrupt,
                "{}: no graph and no run metadata ({} summaries); "
                "tf.summary.trace_export or FileWriter.add_run_metadata write "
                "them",
                files_[0].path, summaries_);
  }

  static FoundFile FileOf(const Record& record, std::string part, Notes notes) {
    return {record.file->path,
            std::move(part),
            {record.file->content, record.bytes},
            record.step,
            std::string(),
            std::move(notes),
            true};
  }

  // The notes so far.
  Notes NotesNow() const {
    return std::make_shared<const std::vector<std::string>>(notes_);
  }

  Status OfferGraph(Offer& offer) {
    const std::string& tag = inputs_.graph.tag;
    if (tag.empty() && !graph_defs_.empty()) {
      NoteIfDiffering();
      offer.spare_of(Role::kGraph)
          .push_back(FileOf(graph_defs_.back(), "graph", NotesNow()));
      return {};
    }
    if (tag.empty() && !meta_graph_defs_.empty()) {
      offer.spare_of(Role::kGraph)
          .push_back(FileOf(meta_graph_defs_.back(), "meta graph", NotesNow()));
      return {};
    }
    std::set<std::string_view> tags;
    const Record* chosen = nullptr;
    for (const Record& record : traced_) {
      tags.insert(record.tag);
      if (tag.empty() || record.tag == tag) chosen = &record;
    }
    const auto listed = [&] {
      std::vector<std::string> words;
      for (const std::string_view one : tags) words.push_back(Printable(one));
      return fmt::format("{}", fmt::join(words, ", "));
    };
    if (!tag.empty() && chosen == nullptr) {
      return Fail(ErrorCode::kInvalidArgument,
                  "--tag: {} has no graph with the tag '{}'{}", files_[0].path,
                  Printable(tag),
                  tags.empty() ? "" : "; it has the tags " + listed());
    }
    if (tag.empty() && tags.size() > 1) {
      return Fail(ErrorCode::kCorrupt,
                  "{}: holds the graphs of several tags: {}; choose one with "
                  "--tag=NAME",
                  files_[0].path, listed());
    }
    if (chosen != nullptr) {
      offer.spare_of(Role::kGraph)
          .push_back(FileOf(
              *chosen, fmt::format("graphs of '{}'", Printable(chosen->tag)),
              NotesNow()));
    }
    return {};
  }

  // A restarted writer adds its graph again.
  void NoteIfDiffering() {
    const bool differ = std::any_of(
        graph_defs_.begin(), graph_defs_.end(), [&](const Record& record) {
          return record.bytes != graph_defs_.back().bytes;
        });
    if (differ) {
      notes_.push_back(
          fmt::format("{}: holds {} graphs that differ, the last is used",
                      graph_defs_.back().file->path, graph_defs_.size()));
    }
  }

  void OfferSteps(Offer& offer) {
    std::vector<int64_t> numbers;
    numbers.reserve(steps_.size());
    for (const Record& record : steps_) numbers.push_back(record.step);
    std::sort(numbers.begin(), numbers.end());
    if (std::adjacent_find(numbers.begin(), numbers.end()) != numbers.end()) {
      std::vector<std::string> tags;
      for (size_t i = 0; i < steps_.size(); ++i) {
        steps_[i].step = static_cast<int64_t>(i);
        constexpr size_t kListed = 20;
        if (i < kListed) tags.push_back(Printable(steps_[i].tag));
        if (i == kListed) tags.emplace_back("...");
      }
      notes_.push_back(fmt::format(
          "{}: several records have the same step, so that they are numbered "
          "from 0: {}",
          steps_[0].file->path, fmt::join(tags, ", ")));
    }
    auto& offered = offer.spare_of(Role::kRunMetadata);
    offered.reserve(offered.size() + steps_.size());
    const Notes notes = NotesNow();
    for (const Record& record : steps_) {
      offered.push_back(FileOf(
          record, fmt::format("run metadata '{}'", Printable(record.tag)),
          notes));
      offered.back().step_name = record.tag;
    }
  }

  const Inputs& inputs_;
  std::vector<EventFile> files_;  // in order of time
  std::vector<Record> graph_defs_;
  std::vector<Record> meta_graph_defs_;
  std::vector<Record> traced_;  // run metadata with graphs
  std::vector<Record> steps_;
  std::vector<std::string> notes_;
  uint64_t summaries_ = 0;
};

}  // namespace

Status UnpackEventFiles(const std::vector<std::string>& paths,
                        const Inputs& inputs, Offer& offer) {
  Unpacking unpacking(inputs);
  TFPROF_RETURN_IF_ERROR(unpacking.Open(paths));
  return unpacking.OfferAll(offer);
}

}  // namespace tfprof
