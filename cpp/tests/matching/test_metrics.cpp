// Metrics on small texts with known counts.
//
//   c++ -std=c++17 -ffp-contract=off -I cpp/include -I cpp/tests cpp/tests/matching/test_metrics.cpp -pthread &&
//   ./a.out
#include <cmath>
#include <cstdint>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "infrarouge/matching/metrics.hpp"

namespace {

using namespace infrarouge;

// Words between blanks, sentences between "/".
Document text(const std::string& words) {
  static std::map<std::string, std::uint32_t> ids;
  Document d;
  std::istringstream in(words);
  for (std::string word; in >> word;) {
    if (word == "/") d.ends.push_back(static_cast<std::uint32_t>(d.flat.size()));
    else d.flat.push_back(ids.emplace(word, static_cast<std::uint32_t>(ids.size())).first->second);
  }
  d.ends.push_back(static_cast<std::uint32_t>(d.flat.size()));
  return d;
}

Counts count(const Metric& metric, const std::string& prediction, const std::string& reference,
             const MatchRules& rules = {}) {
  Matcher matcher({metric}, rules);
  double found[3];
  matcher.count(text(prediction), text(reference), found);
  return {found[0], found[1], found[2]};
}

bool is(const Counts& c, double matched, double prediction, double reference) {
  return c.matched == matched && c.prediction == prediction && c.reference == reference;
}

Metric metric(const char* kind, double number = 0, bool unigrams = false) {
  return parse_metric(kind, number, unigrams);
}

MatchRules unite(Union rule, Tie tie = Tie::reference) {
  MatchRules rules;
  rules.unite = rule;
  rules.tie = tie;
  return rules;
}

void ngrams() {
  const char *p = "the cat was found under the bed", *r = "the cat was under the bed";
  CHECK(is(count(metric("ngram", 1), p, r), 6, 7, 6));
  CHECK(is(count(metric("ngram", 2), p, r), 4, 6, 5));
  CHECK(is(count(metric("ngram", 3), p, r), 2, 5, 4));
  CHECK(is(count(metric("ngram", 4), p, r), 0, 4, 3));
  CHECK(is(count(metric("ngram", 9), p, r), 0, 0, 0));
  CHECK(is(count(metric("ngram", 1), "the the the the", "the cat the"), 2, 4, 3));
  CHECK(is(count(metric("ngram", 1), "", "the cat"), 0, 0, 2));
  CHECK(is(count(metric("ngram", 2), "", ""), 0, 0, 0));
  MatchRules rules;
  rules.count = Count::set;
  CHECK(is(count(metric("ngram", 1), "a a b x y x", "a b a c", rules), 2, 4, 3));
  CHECK(is(count(metric("ngram", 2), "a b a b x", "a b a b", rules), 2, 3, 2));
  rules.count = Count::distinct;
  CHECK(is(count(metric("ngram", 1), "a a b x y x", "a b a c", rules), 2, 6, 4));
}

void skips() {
  const char *p = "police killed the gunman", *r = "police kill the gunman";
  MatchRules rules;
  rules.su_last_word = true;
  CHECK(is(count(metric("skip", -1), p, r, rules), 3, 6, 6));
  CHECK(is(count(metric("skip", -1, true), p, r, rules), 5, 9, 9));
  CHECK(is(count(metric("skip", 0), p, r, rules), 1, 3, 3));
  CHECK(is(count(metric("skip", 0, true), p, r, rules), 3, 6, 6));
  CHECK(is(count(metric("skip", 1), p, r, rules), 2, 5, 5));
  CHECK(is(count(metric("skip", 1, true), p, r, rules), 4, 8, 8));
  CHECK(is(count(metric("skip", -1, true), "word", "word", rules), 0, 0, 0));
  CHECK(is(count(metric("skip", -1, true), "word", "word"), 1, 1, 1));
  CHECK(is(count(metric("skip", -1), "the cat was found under the bed", "the cat was under the bed"), 15, 21, 15));
}

void lcs() {
  CHECK(is(count(metric("lcs"), "x y", "y x"), 1, 2, 2));
  CHECK(is(count(metric("lcs"), "a b / c d", "c a / b d"), 3, 4, 4));
  CHECK(is(count(metric("lcs"), "", "a"), 0, 0, 1));
  // Lengths around the edges of words of bits.
  for (std::size_t n : {1u, 63u, 64u, 65u, 127u, 128u, 129u, 255u, 256u, 257u, 700u}) {
    std::string p, r;
    for (std::size_t i = 0; i < n; ++i) {
      r += " w" + std::to_string(i);
      if (i % 3 != 1) p += " w" + std::to_string(i);
      if (i % 7 == 2) p += " other";
    }
    const double kept = static_cast<double>(n - (n + 1) / 3);
    const Counts found = count(metric("lcs"), p, r);
    CHECK(found.matched == kept && found.reference == static_cast<double>(n));
    CHECK(count(metric("lcs_sum"), p, r).matched == kept);
    CHECK(count(metric("lcs"), r, r).matched == static_cast<double>(n));
    CHECK(count(metric("ngram", 2), r, r).matched == static_cast<double>(n - 1));
  }
}

void lcs_sums() {
  const Metric sum = metric("lcs_sum");
  CHECK(is(count(sum, "w1 w2 w6 w7 w8 / w1 w3 w8 w9 w5", "w1 w2 w3 w4 w5"), 4, 10, 5));
  CHECK(is(count(sum, "a b", "a b / a b"), 2, 2, 4));
  CHECK(is(count(sum, "x y", "y x"), 1, 2, 2));
  // The tie decides which places are marked.
  CHECK(is(count(sum, "a b / c b", "b a"), 1, 4, 2));
  CHECK(is(count(sum, "a b / c b", "b a", unite(Union::both, Tie::prediction)), 2, 4, 2));
  CHECK(is(count(sum, "a c / a c b", "a b c"), 3, 5, 3));
  CHECK(is(count(sum, "a c / a c b", "a b c", unite(Union::both, Tie::prediction)), 2, 5, 3));
  CHECK(is(count(sum, "a b", "a b / a b", unite(Union::prediction)), 2, 2, 4));
  CHECK(is(count(sum, "a a b", "a b a / a b", unite(Union::values)), 4, 3, 5));
  CHECK(is(count(sum, "a b / a b", "a b / a b", unite(Union::sum)), 8, 4, 4));
  CHECK(is(count(sum, "a b / a c", "a b / a d", unite(Union::distinct)), 2, 3, 3));
  CHECK(is(count(sum, "A C / B D", "A B / C D", unite(Union::exclusive)), 4, 4, 4));
  CHECK(is(count(sum, "", "a / b"), 0, 0, 2));
}

// Sentence views that differ from the flat ones: clipping and some lengths are by the flat view.
void views() {
  Document p = text("a b c"), r = text("a b c");
  p.same = r.same = false;
  p.words = {p.flat[0], p.flat[1], p.flat[2]};
  r.words = r.flat;
  p.flat.pop_back();
  r.words.push_back(r.flat[0]);
  r.ends = {4};
  double found[3];
  Matcher both({metric("lcs_sum")}, unite(Union::both));
  both.count(p, r, found);
  CHECK(found[0] == 2 && found[1] == 2 && found[2] == 4);
  Matcher sum({metric("lcs_sum")}, unite(Union::sum));
  sum.count(p, r, found);
  CHECK(found[0] == 3 && found[1] == 3 && found[2] == 4);
}

void weighted() {
  const auto f = [](double k, double w) { return std::pow(k, w); };
  CHECK(is(count(metric("weighted", 2), "a b c d h i k", "a b c d e f g"), 16, 49, 49));
  CHECK(is(count(metric("weighted", 2), "a h b k c i d", "a b c d e f g"), 4, 49, 49));
  CHECK(is(count(metric("weighted", 1.2), "a b", "a b"), f(2, 1.2), f(2, 1.2), f(2, 1.2)));
  CHECK(is(count(metric("weighted", 1.2), "", "a b"), 0, 0, f(2, 1.2)));
  CHECK(is(count(metric("weighted_sum", 2), "a b / c d", "a b / c d"), 8, 8, 8));
  CHECK(is(count(metric("weighted_sum", 2), "a b", "a / b"), 2, 4, 2));
  MatchRules quirk;
  quirk.runs.reference_runs = true;
  CHECK(is(count(metric("weighted_sum", 2), "a b c d h i k", "a b c d e f g", quirk), 16, 49, 49));
  CHECK(is(count(metric("weighted_sum", 2), "a h b k c i d", "a b c d e f g", quirk), 16, 49, 49));
  // A run whose last mark is clipped is closed, or carried on, or lost; golden: 1.5.5 section 12.3.
  CHECK(count(metric("weighted_sum", 2), "b a b", "c a / b a b", quirk).matched == 3);
  CHECK(count(metric("weighted_sum", 2), "c / a", "c b / a c", quirk).matched == 2);
  quirk.runs.open_runs = true;
  CHECK(count(metric("weighted_sum", 2), "b a b", "c a / b a b", quirk).matched == 5);
  CHECK(count(metric("weighted_sum", 2), "c / a", "c b / a c", quirk).matched == 1);
  quirk.runs.flat_prediction = true;
  const Counts flat = count(metric("weighted_sum", 1.2), "a b / c d", "a b / c d", quirk);
  CHECK(is(flat, f(2, 1.2) + f(2, 1.2), f(4, 1.2), f(2, 1.2) + f(2, 1.2)));
}

template <class Call>
bool refused(Call call) {
  try {
    call();
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

void names() {
  CHECK(parse_count("set") == Count::set && parse_union("values") == Union::values &&
        parse_tie("prediction") == Tie::prediction);
  CHECK(refused([] { parse_count("sets"); }));
  CHECK(refused([] { parse_union(""); }));
  CHECK(refused([] { parse_tie("both"); }));
  CHECK(refused([] { metric("rouge", 1); }));
  CHECK(refused([] { metric("ngram", 0); }));
  CHECK(refused([] { metric("ngram", 1.5); }));
  CHECK(refused([] { metric("skip", 1.5); }));
  CHECK(refused([] { metric("weighted", 0); }));
  CHECK(refused([] { metric("weighted_sum", std::nan("")); }));
}

}  // namespace

int main() {
  ngrams();
  skips();
  lcs();
  lcs_sums();
  views();
  weighted();
  names();
  return finish("metrics");
}
