// Search among kept texts for those that match a text well enough: exact, and almost all of them are never looked at.
//
// A text is a set of keys, from rare to frequent. Two texts that share at least `need` keys share one among all but the
// last need - 1 of either, so that only the lists of a text's rarer keys are read. Where a shared key stands in both
// texts, and how many bits of their sums differ, bound what they can share; only what is left is counted.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "infrarouge/matching/units.hpp"
#include "infrarouge/search/keys.hpp"
#include "infrarouge/search/portable.hpp"
#include "infrarouge/search/store.hpp"
#include "infrarouge/support/bits.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// A kept text found for a text.
struct Hit {
  std::size_t text = 0;
  Counts counts;
};

// Whether units shared bound what a metric can match: then an Index serves, else every pair must be counted.
inline bool is_bounded(const Metric& metric, const MatchRules& rules) {
  const bool clipped =
      rules.unite == Union::both || rules.unite == Union::prediction || rules.unite == Union::exclusive;
  return (metric.kind == Metric::Kind::ngram && !rules.short_totals) || metric.kind == Metric::Kind::lcs ||
         (metric.kind == Metric::Kind::lcs_sum && clipped);
}

// Kept texts that can be searched, for one metric. Searching may be done by several threads at once, but not while
// texts are added or dedup() works.
//
// What is enough is given by totals: two texts with a and b units match well enough if they share need[code of b] or
// more. Every total that occurs among the kept texts has a code, in the order of appearance.
class Index : public Store {
 public:
  // A need that no pair can meet.
  static constexpr std::int32_t never = std::numeric_limits<std::int32_t>::max();

  explicit Index(const Plan& plan)
      : Store(plan),
        metric_(only(plan)),
        by_keys_(metric_.kind == Metric::Kind::ngram),
        count_(plan.match().count),
        grams_(by_keys_ ? static_cast<std::size_t>(metric_.number) : 1),
        keys_(!by_keys_ || count_ == Count::clipped) {}

  // How many texts it can hold.
  std::size_t most_texts = 0xFFFFFFF0u;

  // Reads texts begin..end of a side and keeps them.
  void add(const Side& side, std::size_t begin, std::size_t end, std::uint8_t* flags) {
    if (end - begin > most_texts - std::min(most_texts, size()))
      throw std::length_error("an index holds at most " + std::to_string(most_texts) + " texts");
    const std::size_t before = size(), keys_before = all_keys_.size();
    Store::add(side, begin, end, flags);
    next_ = 0;
    std::vector<std::uint32_t> units, keys;
    try {
      while (entries_.size() < size()) {
        const Words words = documents().flat(entries_.size());
        Stop::poll(1024 + 32 * words.size);
        grams_.units(words, units);
        const std::size_t occurrences = units.size();
        keys_.add(units, keys);
        const std::size_t code = code_of(total(occurrences, keys.size())), begins = all_keys_.size();
        all_keys_.insert(all_keys_.end(), keys.begin(), keys.end());
        entries_.push_back(Entry{begins, keys.size(), code, sum_of(keys)});
      }
    } catch (...) {
      // All texts or none; keys that no text has are only taken for less rare than they are.
      entries_.resize(before);
      all_keys_.resize(keys_before);
      truncate(before);
      throw;
    }
  }

  // The total of each code.
  const std::vector<std::size_t>& totals() const { return totals_; }

  std::size_t total_of(std::size_t text) const { return totals_[entries_[text].code]; }

  // The kept texts as other processes can compare them.
  Portable portable() const {
    Portable result(documents(), vocabulary(), metric_.kind == Metric::Kind::lcs_sum);
    result.add_keys(grams_.n(), !by_keys_ || count_ == Count::clipped);
    return result;
  }

  // Reads texts begin..end of a side, keeps nothing, and tells their totals.
  void measure(const Side& side, std::size_t begin, std::size_t end, double* totals, std::uint8_t* flags,
               std::size_t threads) {
    if (begin == end) return;
    list_all();  // a search at the same time may not sort the keys
    each(begin, end, worth(threads, end - begin, side.units), [&](Seeker& seeker, std::size_t k) {
      flags[k] = read(seeker, side, k);
      totals[k] = static_cast<double>(seeker.total);
    });
  }

  // Finds the kept texts, from starts[k] on if there are starts, that match text k of a side well enough; which[k] is
  // the row of `needs` for it. Hits of each text are ordered by place.
  std::vector<std::vector<Hit>> search(const Side& side, const std::int32_t* needs, const Column& which,
                                       const Column& starts, std::size_t begin, std::size_t end, std::size_t threads) {
    list_all();
    std::vector<std::vector<Hit>> hits(end - begin);
    if (begin == end) return hits;
    each(begin, end, worth(threads, end - begin, 8 * side.units), [&](Seeker& seeker, std::size_t k) {
      read(seeker, side, k);
      seek(seeker, needs + which[k] * totals_.size(), starts ? starts[k] : 0, hits[k - begin]);
    });
    return hits;
  }

  // Where dedup() may go on: at 0, where it starts anew, or where the last call ended if nothing came between.
  bool can_dedup_from(std::size_t begin) const { return begin == 0 || begin == next_; }

  // Goes through kept texts begin..end in order: those that match an earlier listed one well enough get their hits,
  // the others are listed. The row of `needs` is the code of the later text.
  std::vector<std::vector<Hit>> dedup(const std::int32_t* needs, std::size_t begin, std::size_t end,
                                      std::size_t threads) {
    if (!can_dedup_from(begin)) throw std::invalid_argument("dedup goes on where the last call ended, or starts at 0");
    next_ = 0;
    if (begin == 0) {
      sort();
      lists_.assign(keys_.size(), {});
      sorted_ = 0;  // a search must list all texts again
    }
    std::vector<std::vector<Hit>> hits(end - begin);
    if (begin == end) {
      next_ = end;
      return hits;
    }
    const auto row = [&](std::size_t text) { return needs + entries_[text].code * totals_.size(); };
    // Texts of earlier calls are searched by many threads, those of this call in order.
    each(begin, end, worth(threads, end - begin, 256 * (end - begin)), [&](Seeker& seeker, std::size_t text) {
      recall(seeker, text);
      seek(seeker, row(text), 0, hits[text - begin]);
    });
    each(0, 1, 1, [&](Seeker& seeker, std::size_t) {
      for (std::size_t text = begin; text < end; ++text) {
        Stop::poll(1024);
        recall(seeker, text);
        seek(seeker, row(text), begin, hits[text - begin]);
        if (hits[text - begin].empty()) list(text);
      }
    });
    next_ = end;
    return hits;
  }

 private:
  // 128 bits, each the parity of the number of keys that fall on it.
  using Sum = std::array<std::uint64_t, 2>;

  struct Entry {
    std::size_t begin, keys;
    std::size_t code;
    Sum sum;
  };

  struct Posting {
    std::uint32_t text, code, rest;  // a text, the code of its total, and how many of its keys come after this one
  };

  // What one thread needs to search, and the text it searches for.
  struct Seeker {
    explicit Seeker(const Plan& plan, std::size_t n) : reader(plan.rules()), versus(plan), grams(n) {}
    bool is_large() const { return reader.is_large() || versus.is_large(document); }
    Reader reader;
    Versus versus;
    Grams grams;
    Document document;
    std::vector<std::uint32_t> units, keys;
    std::size_t total = 0;
    std::vector<std::uint32_t> seen, marks;  // by text and by key: the number of the search that met it last
    std::uint32_t searches = 0;
    std::vector<std::uint32_t> candidates;
  };

  static const Metric& only(const Plan& plan) {
    if (plan.size() != 1 || !is_bounded(plan.metrics()[0], plan.match()))
      throw std::invalid_argument("an index is for one metric that shared units bound");
    return plan.metrics()[0];
  }

  static Sum sum_of(const std::vector<std::uint32_t>& keys) { return sum_of(keys.data(), keys.size()); }
  static Sum sum_of(const std::uint32_t* keys, std::size_t n) {
    Sum sum{};
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t hash = (keys[i] * std::uint64_t{0x9E3779B97F4A7C15u}) >> 57;
      sum[hash & 1] ^= bits::bit(static_cast<std::size_t>(hash >> 1));
    }
    return sum;
  }

  std::size_t total(std::size_t occurrences, std::size_t keys) const {
    return by_keys_ && count_ == Count::set ? keys : occurrences;
  }

  std::size_t code_of(std::size_t total) {
    const std::uint32_t known = static_cast<std::uint32_t>(totals_.size());
    const std::uint32_t code = codes_.add(total);
    if (code == known) totals_.push_back(total);
    return code;
  }

  template <class Work>
  void each(std::size_t begin, std::size_t end, std::size_t threads, Work work) {
    const std::size_t step = std::clamp<std::size_t>((end - begin) / (8 * threads), 1, 64);
    const std::size_t n = by_keys_ ? static_cast<std::size_t>(metric_.number) : 1;
    share(seekers_, [this, n] { return std::make_unique<Seeker>(plan(), n); }, begin, end, step, threads, work);
  }

  // Makes text k of a side the one to search for.
  std::uint8_t read(Seeker& seeker, const Side& side, std::size_t k) const {
    seeker.reader.stand_on(vocabulary());
    const std::uint8_t flag = side.read(seeker.reader, k, seeker.document);
    seeker.grams.stand_on(grams_);
    seeker.grams.units(Words{seeker.document.flat.data(), seeker.document.flat.size()}, seeker.units);
    const std::size_t occurrences = seeker.units.size();
    seeker.total = total(occurrences, keys_.find(seeker.units, seeker.keys));
    return flag;
  }

  // Makes a kept text the one to search for.
  void recall(Seeker& seeker, std::size_t text) const {
    const Entry& entry = entries_[text];
    const std::uint32_t* keys = all_keys_.data() + entry.begin;
    seeker.reader.stand_on(vocabulary());
    documents().copy(text, seeker.document);
    seeker.keys.assign(keys, keys + entry.keys);
    seeker.total = totals_[entry.code];
  }

  void seek(Seeker& seeker, const std::int32_t* need, std::size_t from, std::vector<Hit>& hits) const {
    const std::size_t size = seeker.keys.size();
    const std::int32_t least = *std::min_element(need, need + totals_.size());
    if (least == never || static_cast<std::size_t>(least) > size) return;
    find_candidates(seeker, need, static_cast<std::size_t>(least), from);
    if (seeker.candidates.empty()) return;
    std::sort(seeker.candidates.begin(), seeker.candidates.end());
    if (by_keys_) {
      if (seeker.marks.size() < keys_.size()) seeker.marks.resize(keys_.size(), 0);
      for (const std::uint32_t key : seeker.keys) seeker.marks[key] = seeker.searches;
    } else {
      seeker.versus.open(seeker.document, seeker.reader);
    }
    std::size_t looked_at = 0;
    for (const std::uint32_t text : seeker.candidates) {
      if (++looked_at % 256 == 0) Stop::poll(std::size_t{1} << 16);
      const Counts counts = count(seeker, text);
      if (counts.matched >= need[entries_[text].code]) hits.push_back(Hit{text, counts});
    }
    if (!by_keys_) seeker.versus.close();
  }

  void find_candidates(Seeker& seeker, const std::int32_t* need, std::size_t least, std::size_t from) const {
    seeker.candidates.clear();
    if (seeker.seen.size() < size()) seeker.seen.resize(size(), 0);
    if (++seeker.searches == 0) {
      std::fill(seeker.seen.begin(), seeker.seen.end(), 0);
      std::fill(seeker.marks.begin(), seeker.marks.end(), 0);
      seeker.searches = 1;
    }
    const std::size_t known = seeker.keys.size();
    const Sum sum = sum_of(seeker.keys);
    for (std::size_t i = 0; i + least <= known && i < known; ++i) {
      const std::vector<Posting>& list = lists_[seeker.keys[i]];
      if (list.size() > 4096) Stop::poll(list.size());
      const auto rest = static_cast<std::uint32_t>(known - i - 1);
      auto posting = list.begin();
      if (from > 0)
        posting = std::lower_bound(list.begin(), list.end(), from,
                                   [](const Posting& p, std::size_t f) { return p.text < f; });
      for (; posting != list.end(); ++posting) {
        // The first key two texts share leaves at most what comes after it in both.
        const auto most = static_cast<std::int32_t>(1 + std::min(rest, posting->rest));
        const std::int32_t enough = need[posting->code];
        if (most < enough || seeker.seen[posting->text] == seeker.searches) continue;
        seeker.seen[posting->text] = seeker.searches;
        const Entry& entry = entries_[posting->text];
        // Every bit that differs is a key that only one of them has.
        const std::size_t apart = bits::count(sum[0] ^ entry.sum[0]) + bits::count(sum[1] ^ entry.sum[1]);
        if (known + entry.keys < 2 * static_cast<std::size_t>(enough) + apart) continue;
        seeker.candidates.push_back(posting->text);
      }
    }
  }

  Counts count(Seeker& seeker, std::size_t text) const {
    double counts[3];
    if (by_keys_) {
      const Entry& entry = entries_[text];
      std::size_t shared = 0;
      for (std::size_t i = 0; i < entry.keys; ++i)
        shared += seeker.marks[all_keys_[entry.begin + i]] == seeker.searches ? 1 : 0;
      return Counts{static_cast<double>(shared), static_cast<double>(seeker.total),
                    static_cast<double>(totals_[entry.code])};
    }
    seeker.versus.count(documents(), text, counts);
    return Counts{counts[0], counts[1], counts[2]};
  }

  void list(std::size_t text) {
    const Entry& entry = entries_[text];
    for (std::size_t i = 0; i < entry.keys; ++i)
      lists_[all_keys_[entry.begin + i]].push_back(Posting{static_cast<std::uint32_t>(text),
                                                           static_cast<std::uint32_t>(entry.code),
                                                           static_cast<std::uint32_t>(entry.keys - i - 1)});
  }

  // Lists what was added since the last time; keys are sorted anew whenever the texts have doubled.
  void list_all() {
    const std::lock_guard<std::mutex> lock(listing_);  // of several searches at once one lists, and the others wait
    if (next_ != 0) next_ = 0;
    if (size() >= 2 * sorted_) {
      sort();
      lists_.assign(keys_.size(), {});
    }
    if (lists_.size() < keys_.size()) lists_.resize(keys_.size());
    for (; listed_ < size(); ++listed_) {
      Stop::poll(64 * (1 + entries_[listed_].keys));
      list(listed_);
    }
  }

  // Where it is stopped it goes on the next time: texts before `renumbered_` have their new keys already, and texts
  // that were added since never had old ones. Nothing is listed until then.
  void sort() {
    listed_ = sorted_ = 0;
    if (renumbered_ == renumber_) {
      new_keys_ = keys_.sort();
      renumbered_ = 0;
      renumber_ = entries_.size();
    }
    for (; renumbered_ < renumber_; ++renumbered_) {
      Entry& entry = entries_[renumbered_];
      Stop::poll(64 * (1 + entry.keys));
      std::uint32_t* const keys = all_keys_.data() + entry.begin;
      for (std::size_t i = 0; i < entry.keys; ++i) keys[i] = new_keys_[keys[i]];
      std::sort(std::make_reverse_iterator(keys + entry.keys), std::make_reverse_iterator(keys));
      entry.sum = sum_of(keys, entry.keys);
    }
    std::vector<std::uint32_t>().swap(new_keys_);
    sorted_ = std::max<std::size_t>(size(), 32);
  }

  Metric metric_;
  bool by_keys_;  // the shared keys are what matches; else they only bound it
  Count count_;
  Grams grams_;
  Keys keys_;
  Names codes_;
  std::vector<std::size_t> totals_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> all_keys_;
  std::vector<std::vector<Posting>> lists_;  // by key, texts in order
  std::size_t listed_ = 0, sorted_ = 0;
  std::vector<std::uint32_t> new_keys_;        // by old key, while texts are given their new ones
  std::size_t renumbered_ = 0, renumber_ = 0;  // texts that have them, and texts that are to get them
  std::size_t next_ = 0;                       // the text at which dedup() can go on
  std::mutex listing_;
  Spares<Seeker> seekers_;
};

}  // namespace infrarouge
