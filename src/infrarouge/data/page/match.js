// What a metric matches in a pair of texts. Each function follows the one of the same purpose in textbook and
// matching.py; a test in a browser holds them to it. Pairs are [position in the reference, position in the prediction].

const range = (size) => Array.from({ length: size }, (_, at) => at);
const powers = (runs, weight) => runs.reduce((sum, run) => sum + (run.length ? run.length ** weight : 0), 0);
const placesKey = (words, place) => place.map((at) => words[at].id).join(",");

function ngramPlaces(size, n) {
  return range(Math.max(0, size - n + 1)).map((at) => range(n).map((k) => at + k));
}

function skipPlaces(size, gap, unigrams, last) {
  const places = [];
  for (let i = 0; i < size; i++) {
    const end = gap < 0 ? size : Math.min(size, i + gap + 2);
    for (let j = i + 1; j < end; j++) places.push([i, j]);
  }
  if (unigrams) for (let at = 0; at < (last ? size : size - 1); at++) places.push([at]);
  return places;
}

// Which units make the total: all of them, or the first of each.
function counted(keys, once) {
  const seen = new Set();
  return range(keys.length).filter((at) => !once || (!seen.has(keys[at]) && seen.add(keys[at])));
}

function shared(ours, theirs, count) {
  const left = new Map();
  for (const at of counted(theirs, count !== "clipped").reverse()) {
    if (!left.has(theirs[at])) left.set(theirs[at], []);
    left.get(theirs[at]).push(at);
  }
  const pairs = [];
  ours.forEach((key, at) => {
    const places = left.get(key);
    if (places && places.length) pairs.push([places.pop(), at]);
  });
  return pairs;
}

function overlap(prediction, reference, placesOf, count) {
  const [ours, theirs] = [prediction, reference].map(({ flat }) => {
    const places = placesOf(flat.length);
    const keys = places.map((place) => placesKey(flat, place));
    return { words: flat, places, keys, counted: counted(keys, count === "set") };
  });
  const runs = shared(ours.keys, theirs.keys, count).map((pair) => [pair]);
  return { prediction: ours, reference: theirs, runs };
}

function lcsPath(ours, theirs, tie) {
  const width = ours.length + 1;
  const table = new Uint32Array((theirs.length + 1) * width);
  for (let i = 1; i <= theirs.length; i++) {
    for (let j = 1; j <= ours.length; j++) {
      const at = i * width + j;
      table[at] =
        theirs[i - 1].id === ours[j - 1].id
          ? table[at - width - 1] + 1
          : Math.max(table[at - width], table[at - 1]);
    }
  }
  const path = [];
  for (let i = theirs.length, j = ours.length; i && j; ) {
    if (theirs[i - 1].id === ours[j - 1].id) {
      path.push([--i, --j]);
      continue;
    }
    const withoutTheirs = table[(i - 1) * width + j];
    const withoutOurs = table[i * width + j - 1];
    if (withoutTheirs > withoutOurs || (withoutTheirs === withoutOurs && tie === "reference")) i--;
    else j--;
  }
  return path;
}

function weightedPath(ours, theirs, weight) {
  const width = ours.length + 1;
  const score = new Float64Array((theirs.length + 1) * width);
  const run = new Uint32Array((theirs.length + 1) * width);
  for (let i = 1; i <= theirs.length; i++) {
    for (let j = 1; j <= ours.length; j++) {
      const at = i * width + j;
      if (theirs[i - 1].id === ours[j - 1].id) {
        const k = run[at - width - 1];
        score[at] = score[at - width - 1] + (k + 1) ** weight - k ** weight;
        run[at] = k + 1;
      } else {
        score[at] = Math.max(score[at - width], score[at - 1]);
      }
    }
  }
  const path = [];
  for (let i = theirs.length, j = ours.length; i && j; ) {
    if (theirs[i - 1].id === ours[j - 1].id) path.push([--i, --j]);
    else if (score[(i - 1) * width + j] >= score[i * width + j - 1]) i--;
    else j--;
  }
  return path;
}

function runsOf(path) {
  const found = [];
  let before = null;
  for (const pair of [...path].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    if (before && before[0] === pair[0] - 1 && before[1] === pair[1] - 1) found[found.length - 1].push(pair);
    else found.push([pair]);
    before = pair;
  }
  return found;
}

const bag = (ids) => ids.reduce((counts, id) => counts.set(id, (counts.get(id) || 0) + 1), new Map());
const ids = (words) => words.map((word) => word.id);

function clip(positions, words, ...bags) {
  return positions.filter((at) => {
    const { id } = words[at];
    if (!bags.every((one) => one.get(id) > 0)) return false;
    bags.forEach((one) => one.set(id, one.get(id) - 1));
    return true;
  });
}

function starts(sentences) {
  let total = 0;
  return sentences.map((sentence) => (total += sentence.length) - sentence.length);
}

function allPaths(prediction, reference, path) {
  const [ours, theirs] = [starts(prediction.sentences), starts(reference.sentences)];
  return reference.sentences.map((sentence, s) =>
    prediction.sentences.map((candidate, c) =>
      path(candidate, sentence).map(([i, j]) => [theirs[s] + i, ours[c] + j]),
    ),
  );
}

const marked = (row) => [...new Set(row.flat().map(([i]) => i))].sort((a, b) => a - b);

function exclusive(paths) {
  const pairs = new Map();
  const used = new Set();
  for (const [i, j] of paths.flat(2)) {
    if (!pairs.has(i) && !used.has(j)) {
      pairs.set(i, j);
      used.add(j);
    }
  }
  return [...pairs];
}

function unionMatches(prediction, reference, union, tie) {
  const theirs = reference.joined;
  const paths = allPaths(prediction, reference, (ours, sentence) => lcsPath(ours, sentence, tie));
  if (union === "sum") return [paths.flat(2), paths];
  if (union === "exclusive") return [exclusive(paths), paths];
  const rows = paths.map(marked);
  let positions = rows.flat();
  const once = (row) => clip(row, theirs, bag([...new Set(row.map((at) => theirs[at].id))]));
  if (union === "both") positions = clip(positions, theirs, bag(ids(reference.flat)), bag(ids(prediction.flat)));
  else if (union === "prediction") positions = clip(positions, theirs, bag(ids(prediction.flat)));
  else if (union === "values") positions = rows.flatMap(once);
  else positions = once(positions);
  return [positions.map((i) => [i, null]), paths];
}

function weightedUnionRuns(prediction, reference, weight) {
  const paths = allPaths(prediction, reference, (ours, theirs) => weightedPath(ours, theirs, weight));
  const pairs = new Map(exclusive(paths));
  const sentenceOf = prediction.sentences.flatMap((sentence, at) => sentence.map(() => at));
  const bases = starts(reference.sentences);
  return reference.sentences.flatMap((sentence, s) => {
    const inside = range(sentence.length)
      .map((at) => bases[s] + at)
      .filter((i) => pairs.has(i))
      .map((i) => [i, pairs.get(i) + sentenceOf[pairs.get(i)]]);
    return runsOf(inside).map((run) => run.map(([i]) => [i, pairs.get(i)]));
  });
}

function weightedReferenceRuns(prediction, reference, weight, openRuns) {
  const paths = allPaths(prediction, reference, (ours, theirs) => weightedPath(ours, theirs, weight));
  const bags = [bag(ids(reference.flat)), bag(ids(prediction.flat))];
  const found = [];
  for (const row of paths) {
    const positions = marked(row);
    const hits = clip(positions, reference.joined, ...bags);
    const goesOn = openRuns ? positions : hits;
    let run = [];
    for (const i of hits) {
      run.push(i);
      if (!goesOn.includes(i + 1)) {
        found.push(run);
        run = [];
      }
    }
  }
  return [found, paths];
}

// Words of the sentences among the words that make the total; mostly they are the same.
class Finder {
  constructor(side, text) {
    this.side = side;
    this.words = text.joined;
    this.same = text.joined === side.words;
    this.at = new Map();
    if (!this.same) {
      side.words.forEach((word, at) => {
        const key = `${word.id},${word.start},${word.end}`;
        if (!this.at.has(key)) this.at.set(key, at);
      });
    }
    this.used = new Set();
  }

  place(positions, free) {
    let found = positions.map((at) => this.position(at)).filter((at) => at !== undefined);
    if (free) {
      const unused = found.filter((at) => !this.used.has(at));
      const others = unused.length ? unused : this.others(positions[0]);
      if (others.length) found = others;
    } else if (!found.length) {
      found = this.others(positions[0]);
    }
    const place = found.length ? found[0] : this.added(positions[0]);
    this.used.add(place);
    return place;
  }

  position(at) {
    const word = this.words[at];
    return this.same ? at : this.at.get(`${word.id},${word.start},${word.end}`);
  }

  others(at) {
    const { id } = this.words[at];
    const found = this.side.words.findIndex((word, one) => word.id === id && !this.used.has(one));
    return found < 0 ? [] : [found];
  }

  added(at) {
    this.side.words = [...this.side.words, this.words[at]];
    this.side.places = [...this.side.places, [this.side.words.length - 1]];
    return this.side.words.length - 1;
  }
}

function placed(ours, theirs, prediction, reference, matches, paths) {
  const partners = new Map();
  for (const [i, j] of paths.flat(2)) {
    if (!partners.has(i)) partners.set(i, []);
    partners.get(i).push(j);
  }
  const [one, other] = [new Finder(ours, prediction), new Finder(theirs, reference)];
  return matches.map(([i, j]) => [
    other.place([i], false),
    j === null ? one.place(partners.get(i), true) : one.place([j], false),
  ]);
}

function wordsSide(words, once = false) {
  return { words, places: range(words.length).map((at) => [at]), counted: counted(ids(words), once) };
}

const KINDS = {
  ngram: (prediction, reference, { number }, rules) => ({
    ...overlap(prediction, reference, (size) => ngramPlaces(size, number), rules.count),
    tied: true,
  }),
  skip: (prediction, reference, { number, unigrams }, rules) =>
    overlap(prediction, reference, (size) => skipPlaces(size, number, unigrams, !rules.su_last_word), rules.count),
  lcs: (prediction, reference, _, rules) => ({
    prediction: wordsSide(prediction.flat),
    reference: wordsSide(reference.flat),
    runs: lcsPath(prediction.flat, reference.flat, rules.tie).map((pair) => [pair]),
  }),
  lcs_sum: (prediction, reference, _, { union, tie, bytes_per_sentence }) => {
    if (union === "both" && !bytes_per_sentence) {
      [prediction, reference] = [prediction, reference].map((text) => ({ ...text, flat: text.joined }));
    }
    const [matches, paths] = unionMatches(prediction, reference, union, tie);
    const once = union === "distinct";
    const ours = wordsSide(union === "both" || union === "values" ? prediction.flat : prediction.joined, once);
    const theirs = wordsSide(union === "values" ? reference.flat : reference.joined, once);
    const pairs = placed(ours, theirs, prediction, reference, matches, paths);
    return { prediction: ours, reference: theirs, runs: pairs.map((pair) => [pair]), once };
  },
  weighted: (prediction, reference, { number }) => {
    const runs = runsOf(weightedPath(prediction.flat, reference.flat, number));
    const counts = [runs, [prediction.flat], [reference.flat]].map((one) => powers(one, number));
    const sides = { prediction: wordsSide(prediction.flat), reference: wordsSide(reference.flat) };
    return { ...sides, runs, counts, weighted: true, tied: true };
  },
  weighted_sum: (prediction, reference, { number }, rules) => {
    const theirs = wordsSide(reference.joined);
    const ours = wordsSide(rules.w_flat_prediction ? prediction.flat : prediction.joined);
    let runs = weightedUnionRuns(prediction, reference, number);
    let lengths = runs;
    if (rules.w_reference_runs) {
      const [positions, paths] = weightedReferenceRuns(prediction, reference, number, rules.w_open_runs);
      const matches = positions.flat().map((i) => [i, null]);
      const rest = placed(ours, theirs, prediction, reference, matches, paths);
      lengths = positions;
      runs = positions.map((run) => rest.splice(0, run.length));
    }
    const total = powers(reference.sentences, number);
    const counts = [
      powers(lengths, number),
      powers(rules.w_flat_prediction ? [prediction.flat] : prediction.sentences, number),
      rules.w_double_weight && total ? total ** number : total,
    ];
    return { prediction: ours, reference: theirs, runs, counts, weighted: true, tied: true };
  },
};

// Positions of matched words with their partners, and those that belong together with the word before.
function marks(found, which) {
  const [at, other] = which === "prediction" ? [1, 0] : [0, 1];
  const [side, across] = which === "prediction" ? [found.prediction, found.reference] : [found.reference, found.prediction];
  const partners = new Map();
  const tied = new Set();
  for (const run of found.runs) {
    const pairs = run.flatMap((pair) => side.places[pair[at]].map((one, k) => [one, across.places[pair[other]][k]]));
    pairs.forEach(([one, two], k) => {
      if (!partners.has(one)) partners.set(one, two);
      if (found.tied && k && pairs[k - 1][0] + 1 === one) tied.add(one);
    });
  }
  return { partners, tied };
}

function unmatched(found, which) {
  const at = which === "prediction" ? 1 : 0;
  const side = found[which];
  const used = new Set(found.runs.flat().map((pair) => pair[at]));
  const seen = new Set(found.once ? [...used].map((one) => placesKey(side.words, side.places[one])) : []);
  return side.counted.filter((one) => !used.has(one) && !seen.has(placesKey(side.words, side.places[one])));
}

// A page must not freeze: what takes more steps than this is left to explain().
const MOST_STEPS = 5e7;
const MOST_PAIRS = 1e6;

function tooLong({ kind, number }, ours, theirs) {
  if (kind === "skip") return Math.max(...[ours, theirs].map((n) => n * (number < 0 ? n / 2 : number + 1))) > MOST_PAIRS;
  return kind !== "ngram" && ours * theirs > MOST_STEPS;
}

// Everything a view needs: the counts, the units matched and left over, and what each word is. Null if it cannot be had.
function match(metric, rules, prediction, reference) {
  if (!KINDS[metric.kind] || tooLong(metric, prediction.joined.length, reference.joined.length)) return null;
  const found = KINDS[metric.kind](prediction, reference, metric, rules);
  const pairs = found.runs.flat();
  return {
    ...found,
    counts: found.counts || [pairs.length, found.prediction.counted.length, found.reference.counted.length],
    pairs: pairs.length,
    missed: unmatched(found, "reference"),
    extra: unmatched(found, "prediction"),
    marks: { prediction: marks(found, "prediction"), reference: marks(found, "reference") },
  };
}
