// From counts to scores by the usual formula.
#pragma once

#include <cstdint>

namespace infrarouge {

struct Score {
  double precision, recall, fmeasure;
};

enum class Measure : std::uint8_t { precision, recall, fmeasure };

// F with the weight alpha on precision; what is divided by nothing is 0.
struct Formula {
  double alpha = 0.5;
  Measure measure = Measure::fmeasure;

  // Of matched, prediction and reference.
  Score score(const double* counts) const {
    const double p = ratio(counts[0], counts[1]), r = ratio(counts[0], counts[2]);
    return {p, r, ratio(p * r, (1 - alpha) * p + alpha * r)};
  }

  // Puts the score where the counts were.
  void apply(double* counts) const {
    const Score found = score(counts);
    counts[0] = found.precision;
    counts[1] = found.recall;
    counts[2] = found.fmeasure;
  }

  double measured(const double* counts) const {
    if (measure == Measure::precision) return ratio(counts[0], counts[1]);
    if (measure == Measure::recall) return ratio(counts[0], counts[2]);
    return score(counts).fmeasure;
  }

 private:
  static double ratio(double top, double bottom) { return bottom > 0 ? top / bottom : 0.0; }
};

}  // namespace infrarouge
