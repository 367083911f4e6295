// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/recorded_path.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>
#include <utility>

#include "analysis/waiting/chain_finder.h"

namespace tfprof {

namespace {

// The identities that hold for every chain: pieces fill the window, and work on
// the path and hidden work are the occupied time.
bool AddsUp(const HostStep& step, const std::vector<ChainPiece>& chain,
            const ChainSums& sums) {
  int64_t at_ps = step.begin_ps;
  for (const ChainPiece& piece : chain) {
    if (piece.begin_ps != at_ps || piece.length_ps <= 0) return false;
    at_ps = piece.end_ps();
  }
  return at_ps == step.end_ps() &&
         sums.work_ps + sums.hidden_work_ps == sums.occupied_ps &&
         sums.occupied_ps <= step.length_ps;
}

}  // namespace

std::string_view ChainPart::Kind() const {
  return is_work ? "work" : WordsOf(reason);
}

const ChainOfStep* RecordedPath::MedianOf(uint32_t process) const {
  const auto found =
      std::find_if(steps.begin(), steps.end(), [&](const ChainOfStep& chain) {
        return chain.process == process && chain.step_of_all == median;
      });
  return found == steps.end() ? nullptr : &*found;
}

std::vector<ChainPart> RecordedPath::PartsOf(uint32_t process) const {
  using Key = std::tuple<bool, WaitReason, std::string_view>;
  std::map<Key, ChainPart> parts;
  for (const ChainPiece& piece : pieces[process]) {
    ChainPart& part = parts[{piece.is_work(), piece.reason, piece.name}];
    part.is_work = piece.is_work();
    part.reason = piece.reason;
    part.name = piece.name;
    part.path_ps += piece.length_ps;
    part.guess_ps += piece.link == PieceLink::kGuess ? piece.length_ps : 0;
    ++part.times;
  }
  std::vector<ChainPart> sorted;
  for (const auto& [key, part] : parts) sorted.push_back(part);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const ChainPart& a, const ChainPart& b) {
                     return a.path_ps > b.path_ps;
                   });
  return sorted;
}

uint32_t MedianStepOf(const Capture& capture,
                      const std::vector<uint32_t>& steps) {
  std::vector<std::pair<int64_t, uint32_t>> by_length;
  for (const uint32_t row : steps) {
    by_length.emplace_back(capture.steps[row].length_ps, row);
  }
  const auto median =
      by_length.begin() + static_cast<ptrdiff_t>((by_length.size() - 1) / 2);
  std::nth_element(by_length.begin(), median, by_length.end());
  return median->second;
}

Result<RecordedPath> FindRecordedPath(std::shared_ptr<const Capture> capture,
                                      const std::vector<uint32_t>& steps,
                                      uint32_t median,
                                      const OwnFiles& own) {
  RecordedPath path;
  path.capture = std::move(capture);
  path.median = median;
  const Capture& all = *path.capture;
  path.pieces.resize(all.processes.size());
  for (uint32_t process = 0; process < all.processes.size(); ++process) {
    const RecordedProcess& of = all.processes[process];
    path.views.push_back(std::make_shared<const HostView>(of.host, own));
    if (path.views.back()->works.empty()) continue;
    ChainFinder finder(*path.views.back());
    for (const uint32_t row : steps) {
      const uint32_t step = all.steps[row].step_of[process];
      if (step == kNoRow) continue;
      const HostStep& window = of.steps.steps[step];
      std::vector<ChainPiece> chain = finder.ChainOf(window);
      const ChainSums sums = finder.SumsOf(window, chain);
      const bool adds_up = AddsUp(window, chain, sums);
      assert(adds_up);
      if (!adds_up) {
        return Fail(ErrorCode::kInternal,
                    "the path of step {} does not add up to its length",
                    window.number);
      }
      path.steps.push_back({process, step, row, sums});
      if (row == median) path.pieces[process] = std::move(chain);
    }
  }
  // The order of the chosen steps, processes together.
  std::vector<uint32_t> place(all.steps.size());
  for (uint32_t i = 0; i < steps.size(); ++i) place[steps[i]] = i;
  std::stable_sort(path.steps.begin(), path.steps.end(),
                   [&](const ChainOfStep& a, const ChainOfStep& b) {
                     return place[a.step_of_all] < place[b.step_of_all];
                   });
  return path;
}

}  // namespace tfprof
