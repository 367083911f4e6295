// SPDX-License-Identifier: Apache-2.0
#include "load_workers.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

#include "analysis/fleet/fleet_records.h"
#include "analysis/fleet/step_parts_sink.h"
#include "analysis/fleet/worker_of_profile.h"
#include "base/csv_reader.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "dump_name.h"
#include "load.h"
#include "wire/intake/expand_runs.h"

namespace tfprof {

namespace {

namespace fs = std::filesystem;

// The size of a file, or of the files directly in a folder.
uint64_t SizeOf(const std::string& path) {
  std::error_code unknown;
  const uint64_t of_file = fs::file_size(path, unknown);
  if (!unknown) return of_file;
  uint64_t bytes = 0;
  for (auto entry = fs::directory_iterator(path, unknown);
       entry != fs::directory_iterator(); entry.increment(unknown)) {
    const uint64_t of_entry = entry->file_size(unknown);
    if (!unknown) bytes += of_entry;
  }
  return bytes;
}

// The number of dumps to read concurrently. Reading one may take 256 MB and
// 16 times its size; those read at the same time may take 256 MB and 16 times
// the size of all.
size_t DumpsAtATime(const std::vector<WorkerDump>& dumps, size_t jobs) {
  constexpr double kFloor = 256e6;
  constexpr double kBytesOfInput = 16;
  double most = 0;
  double all = 0;
  for (const WorkerDump& dump : dumps) {
    const auto size = static_cast<double>(SizeOf(dump.path));
    most = std::max(most, size);
    all += size;
  }
  const double may_be_read =
      (kFloor + kBytesOfInput * all) / (kFloor + kBytesOfInput * most);
  return std::min({jobs, dumps.size(), static_cast<size_t>(may_be_read)});
}

// Reads one worker: files, steps, sums.
Result<Worker> LoadWorker(const WorkerDump& dump, const StepSelection& steps,
                          Arguments arguments, Diagnostics& diagnostics) {
  arguments.inputs.dumps = {dump.path};
  TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                          PickFiles(arguments));
  StepPartsSink parts;
  TFPROF_ASSIGN_OR_RETURN(
      const Profile profile,
      LoadProfile(files, arguments, {}, diagnostics, nullptr, {&parts}));
  TFPROF_ASSIGN_OR_RETURN(const ChosenSteps chosen,
                          ChooseSteps(steps, profile.step_table));
  if (chosen.numbers.empty()) {
    return Fail(ErrorCode::kNotFound,
                "no steps, because it has no RunMetadata");
  }
  return WorkerOf(dump.name, profile, parts.Finish(), chosen);
}

}  // namespace

Result<std::vector<WorkerDump>> WorkersOf(
    const std::vector<std::string>& words) {
  std::vector<WorkerDump> workers;
  for (const std::string& word : words) {
    std::error_code unknown;
    const size_t equals = word.find('=');
    const bool is_named = equals != std::string::npos && equals > 0 &&
                          word.find('/') > equals && !fs::exists(word, unknown);
    if (is_named) {
      workers.push_back({word.substr(0, equals), word.substr(equals + 1)});
      continue;
    }
    TFPROF_ASSIGN_OR_RETURN(const std::vector<std::string> paths,
                            ExpandRuns({&word, 1}));
    for (const std::string& path : paths) {
      workers.push_back({NameOfDump(path), path});
    }
  }
  std::map<std::string_view, const WorkerDump*> by_name;
  for (const WorkerDump& worker : workers) {
    const auto [found, is_new] = by_name.emplace(worker.name, &worker);
    if (is_new) continue;
    return Fail(ErrorCode::kInvalidArgument,
                "two workers have the name '{}': {} and {}; rename one of "
                "them, as in other={}",
                Printable(worker.name), Printable(found->second->path),
                Printable(worker.path), Printable(worker.path));
  }
  return workers;
}

Status LoadWorkers(const std::vector<WorkerDump>& dumps,
                   const StepSelection& steps, const Arguments& arguments,
                   const std::function<Status(Worker)>& take,
                   Diagnostics& diagnostics) {
  std::mutex mutex;
  Status status;
  std::vector<Diagnostics> said(dumps.size());
  const auto jobs = static_cast<size_t>(std::max(arguments.inputs.jobs, 1));
  const size_t at_a_time = DumpsAtATime(dumps, jobs);
  Arguments of_one = arguments;
  of_one.inputs.jobs = static_cast<int>(jobs / std::max<size_t>(at_a_time, 1));
  ParallelFor(dumps.size(), at_a_time, [&](size_t i) {
    {
      const std::lock_guard lock(mutex);
      if (!status || WasInterrupted()) return;
    }
    Result<Worker> worker = LoadWorker(dumps[i], steps, of_one, said[i]);
    // Running out of system resources says nothing about this worker: another
    // one might fail the next time.
    if (!worker && worker.error().code == ErrorCode::kExhausted) {
      const std::lock_guard lock(mutex);
      if (status) status = Failure(std::move(worker).error());
      return;
    }
    if (!worker) {
      said[i].Warn("workers", fmt::format("worker '{}' cannot be read: {}",
                                          Printable(dumps[i].name),
                                          worker.error().message));
      Worker unread;
      unread.name = dumps[i].name;
      unread.error = worker.error().message;
      worker = std::move(unread);
    }
    const std::lock_guard lock(mutex);
    if (status) status = take(*std::move(worker));
  });
  for (const Diagnostics& of_dump : said) diagnostics.Append(of_dump);
  if (status && WasInterrupted()) {
    return Fail(ErrorCode::kInterrupted, "interrupted");
  }
  return status;
}

Status LoadRecords(const std::string& path, const Arguments& arguments,
                   Fleet& fleet) {
  TFPROF_ASSIGN_OR_RETURN(const Bytes bytes,
                          Bytes::Open(path, arguments.inputs.limits));
  // A file of records starts with the names of columns; without a line break
  // within this limit it is another kind of file.
  constexpr size_t kMostOfNames = size_t{1} << 20;
  if (bytes.view().size() > kMostOfNames &&
      bytes.view().substr(0, kMostOfNames).find('\n') == std::string::npos) {
    return Fail(ErrorCode::kCorrupt,
                "{}: no line end in the first MiB; --from takes the output of "
                "tfprof fleet --records --output=csv",
                Printable(path));
  }
  CsvReader lines(bytes.view());
  std::vector<std::string> fields;
  const auto in_file = [&](Error error) {
    return WithContext(
        fmt::format("{}: line {}", Printable(path), lines.line()),
        Failure(std::move(error)));
  };
  Result<bool> has_line = lines.Next(fields);
  if (!has_line) return in_file(has_line.error());
  if (!*has_line) {
    return Fail(ErrorCode::kNotFound, "{}: no rows", Printable(path));
  }
  Result<FleetRecordReader> reader = FleetRecordReader::Open(fields);
  if (!reader) return in_file(reader.error());
  while (true) {
    has_line = lines.Next(fields);
    if (!has_line) return in_file(has_line.error());
    if (!*has_line) break;
    const Status added = reader->Add(fields, fleet);
    if (!added) return in_file(added.error());
  }
  const Status added = reader->Finish(fleet);
  return added ? added : in_file(added.error());
}

}  // namespace tfprof
