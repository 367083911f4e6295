// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/numbers.h"
#include "model/forwarding_sink.h"
#include "model/step_selection.h"
#include "model/xspace/recording.h"

namespace tfprof {

// Hands on the events of XSpaces that lie in some of the steps, if only in
// part, whatever thread they are of.
class EventWindow final : public ForwardingSink {
 public:
  // Events come in the order of files. All events of a host without steps are
  // handed on.
  EventWindow(std::span<const std::shared_ptr<const Recording>> hosts,
              const ChosenSteps& chosen, DumpSink& next)
      : ForwardingSink(next) {
    std::vector<std::shared_ptr<const Recording>> by_file(hosts.begin(),
                                                          hosts.end());
    std::stable_sort(
        by_file.begin(), by_file.end(),
        [](const auto& a, const auto& b) { return a->file < b->file; });
    for (const auto& host : by_file) {
      Host& spans = hosts_.emplace_back();
      spans.has_all = host->steps.empty();
      for (const Recording::Step& step : host->steps) {
        if (!chosen.Contains(step.number)) continue;
        spans.steps.emplace_back(step.begin_ps,
                                 WrapAdd(step.begin_ps, step.length_ps));
      }
      Merge(spans.steps);
    }
  }

  void BeginHost(std::string_view host) override {
    host_ = next_host_ < hosts_.size() ? &hosts_[next_host_++] : nullptr;
    ForwardingSink::BeginHost(host);
  }

  void AddEvent(std::string_view name, int64_t begin_ps,
                int64_t duration_ps) override {
    if (!IsIn(begin_ps, WrapAdd(begin_ps, duration_ps))) return;
    ForwardingSink::AddEvent(name, begin_ps, duration_ps);
  }

 private:
  using Span = std::pair<int64_t, int64_t>;

  struct Host {
    bool has_all = false;
    std::vector<Span> steps;  // in order, apart from each other
  };

  static void Merge(std::vector<Span>& spans) {
    std::sort(spans.begin(), spans.end());
    size_t kept = 0;
    for (const Span& span : spans) {
      if (kept > 0 && span.first <= spans[kept - 1].second) {
        spans[kept - 1].second = std::max(spans[kept - 1].second, span.second);
      } else {
        spans[kept++] = span;
      }
    }
    spans.resize(kept);
  }

  bool IsIn(int64_t begin_ps, int64_t end_ps) const {
    if (host_ == nullptr || host_->has_all) return true;
    const auto next = std::upper_bound(
        host_->steps.begin(), host_->steps.end(), begin_ps,
        [](int64_t at, const Span& step) { return at < step.second; });
    return next != host_->steps.end() && next->first <= end_ps;
  }

  std::vector<Host> hosts_;
  const Host* host_ = nullptr;
  size_t next_host_ = 0;
};

}  // namespace tfprof
