// The units of kept texts as keys, rare ones above frequent ones.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "infrarouge/matching/units.hpp"
#include "infrarouge/support/stop.hpp"

namespace infrarouge {

// Texts as sets of keys whose intersection is the overlap of the texts: the second "the" of a text has another key than
// the first where repeats count. The larger a key, the rarer it is: in the texts seen at the last sort(), and newer
// keys are taken for rarer ones.
class Keys {
 public:
  explicit Keys(bool repeats) : repeats_(repeats) {}

  std::size_t most = 0xFFFFFFF0u;

  std::uint32_t size() const { return static_cast<std::uint32_t>(texts_with_.size()); }

  // Keys of a text that is kept, from rare to frequent. Orders the units.
  void add(std::vector<std::uint32_t>& units, std::vector<std::uint32_t>& keys) {
    keys.clear();
    each(units, [&](std::uint32_t unit, std::uint32_t repeat) {
      std::uint32_t& key = slot(unit, repeat);
      if (key == Names::absent) {
        if (texts_with_.size() >= most) throw std::length_error("too many different units for one index");
        key = size();
        texts_with_.push_back(0);
      }
      ++texts_with_[key];
      keys.push_back(key);
    });
    std::sort(keys.rbegin(), keys.rend());
  }

  // Keys of any text, as far as there are such. Orders the units; tells how many keys the text would have.
  std::size_t find(std::vector<std::uint32_t>& units, std::vector<std::uint32_t>& keys) const {
    keys.clear();
    std::size_t total = 0;
    each(units, [&](std::uint32_t unit, std::uint32_t repeat) {
      ++total;
      std::uint32_t key = Names::absent;
      if (repeat == 0) {
        if (unit < first_.size()) key = first_[unit];
      } else {
        const std::uint32_t name = repeated_.find(Names::key(unit, repeat));
        if (name != Names::absent) key = more_[name];
      }
      if (key != Names::absent) keys.push_back(key);
    });
    std::sort(keys.rbegin(), keys.rend());
    return total;
  }

  // Numbers all keys anew by how many texts have them; gives the new key of each old one. All or, where an exception
  // leaves it, none.
  std::vector<std::uint32_t> sort() {
    std::vector<std::uint32_t> order(size()), to(size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
      Stop::poll(4);
      return texts_with_[a] > texts_with_[b];
    });
    std::vector<std::uint32_t> texts_with(size());
    for (std::uint32_t at = 0; at < size(); ++at) {
      to[order[at]] = at;
      texts_with[at] = texts_with_[order[at]];
    }
    texts_with_.swap(texts_with);
    for (std::vector<std::uint32_t>* keys : {&first_, &more_})
      for (std::uint32_t& key : *keys)
        if (key != Names::absent) key = to[key];
    return to;
  }

 private:
  // Calls use(unit, repeat) for every unit and, where repeats count, for each time it is met.
  template <class Use>
  void each(std::vector<std::uint32_t>& units, Use use) const {
    std::sort(units.begin(), units.end());
    std::uint32_t repeat = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
      repeat = i > 0 && units[i] == units[i - 1] ? repeat + 1 : 0;
      if (repeat == 0 || repeats_) use(units[i], repeat);
    }
  }

  std::uint32_t& slot(std::uint32_t unit, std::uint32_t repeat) {
    if (repeat == 0) {
      if (unit >= first_.size()) first_.resize(unit + std::size_t{unit} / 2 + 64, Names::absent);
      return first_[unit];
    }
    const std::uint32_t name = repeated_.add(Names::key(unit, repeat));
    if (name == more_.size()) more_.push_back(Names::absent);
    return more_[name];
  }

  bool repeats_;
  std::vector<std::uint32_t> first_;  // by unit
  Names repeated_;
  std::vector<std::uint32_t> more_;  // by name of a unit and how often it was met before
  std::vector<std::uint32_t> texts_with_;
};

}  // namespace infrarouge
