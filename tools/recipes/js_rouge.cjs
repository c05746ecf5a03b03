// js-rouge: jobs as JSON lines in, what the package gives as JSON lines out.
"use strict";
const readline = require("node:readline");
const rouge = require("js-rouge");

const special = { Infinity: Infinity, "-Infinity": -Infinity, NaN: NaN };
const hooks = {
  newline: (text) => text.split("\n").filter((line) => line.trim()),
  whitespace: (text) => text.split(/\s+/).filter((word) => word),
  "split on '|'": (text) => text.split("|"),
  max: (values) => Math.max(...values),
};

function outcome(call) {
  try {
    const value = call();
    return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
  } catch (error) {
    return { error: error.name, message: error.message };
  }
}

const scored = (job, score) => job.inputs.map((row) => ({ id: row.id, scores: score(row) }));

// The options that a key names: n2_beta0.5, maxSkipInfinity_beta1, beta2.
function named(key) {
  const options = {};
  for (const part of key.split("_")) {
    const [, name, value] = /^([a-zA-Z]+?)(Infinity|[\d.]+)$/.exec(part);
    options[name] = special[value] ?? Number(value);
  }
  return options;
}

function measured(job) {
  const { calls, caseSensitive, segmenter } = job.options;
  const fixed = { caseSensitive, ...(segmenter ? { segmenter: hooks[segmenter] } : {}) };
  return scored(job, (row) =>
    Object.fromEntries(
      calls.map((key) => [
        key,
        outcome(() => rouge[job.recipe](row.candidate, row.references[0], { ...named(key), ...fixed })),
      ]),
    ),
  );
}

function texts(job) {
  const all = job.inputs.flatMap((row) => [row.candidate, ...row.references]);
  return [...new Set(job.options.texts === "lines" ? all.flatMap((text) => text.split("\n")) : all)];
}

// A value as the package gets it.
function read(value) {
  if (Array.isArray(value)) return value.map(read);
  if (value && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, read(one)]));
  return special[value] ?? (typeof value === "string" ? (hooks[value] ?? value) : value);
}

const recipes = {
  n: measured,
  s: measured,
  l: measured,
  all(job) {
    const tokenizer = hooks[job.options.tokenizer];
    const segmenter = hooks[job.options.segmenter];
    return scored(job, ({ candidate, references: [reference] }) => ({
      n1: outcome(() => rouge.n(candidate, reference, { tokenizer })),
      n2: outcome(() => rouge.n(candidate, reference, { n: 2, tokenizer })),
      s: outcome(() => rouge.s(candidate, reference, { tokenizer })),
      s_maxSkip4: outcome(() => rouge.s(candidate, reference, { maxSkip: 4, tokenizer })),
      l: outcome(() => rouge.l(candidate, reference, { tokenizer, segmenter })),
    }));
  },
  jackKnife(job) {
    const kept = { ...job, inputs: job.inputs.filter((row) => row.references.length > 1) };
    const recall = (reference, candidate) => rouge.n(candidate, reference, { n: 2, beta: Infinity });
    const skips = (one, other) => rouge.s(one, other, { maxSkip: 4 });
    return scored(kept, ({ candidate, references }) => ({
      n1_references_as_cands: outcome(() => rouge.jackKnife(references, candidate, rouge.n)),
      n2_recall_adapter: outcome(() => rouge.jackKnife(references, candidate, recall)),
      s4_max: outcome(() => rouge.jackKnife(references, candidate, skips, hooks.max)),
    }));
  },
  tokens: (job) => texts(job).map((text) => ({ text, tokens: outcome(() => rouge.treeBankTokenize(text)) })),
  sentences(job) {
    const rows = job.inputs.length ? texts(job) : job.held.map((row) => row.text);
    const modes = Object.entries(job.options.modes);
    return rows.map((text) => ({
      text,
      ...Object.fromEntries(modes.map(([key, mode]) => [key, outcome(() => cut(text, mode))])),
    }));
  },
  segments: (job) =>
    job.held.map(({ text }) => ({
      text,
      sentences: rouge.sentenceSegment(text),
      caseNeutral: cut(text, { caseNeutral: true }),
    })),
  helpers(job) {
    const cases = job.held.cases.map(({ fn, args }) => {
      const given = args.map((one, at) => (fn === "jackKnife" && at === 2 ? rouge[one] : read(one)));
      return { fn, args, result: outcome(() => rouge[fn](...given)) };
    });
    return { NGRAM_DEFAULT_OPTS: rouge.NGRAM_DEFAULT_OPTS, exports: Object.keys(rouge).sort(), cases };
  },
};

const cut = (text, mode) => (Object.keys(mode).length ? rouge.sentenceSegment(text, mode) : rouge.sentenceSegment(text));

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const job = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ name: job.name, content: recipes[job.recipe](job) })}\n`);
});
