// Which examples the table shows: by score, by change, by warning, by group, by a missed or extra unit, and by search.

const WARNINGS = {
  empty: "no words",
  letters: "loses most of its letters",
  equal: "equals a reference",
  repeated: "repeats another prediction",
};

const within = (value, { low, high }) => value !== null && (low === null || value >= low) && (high === null || value <= high);

// The tests that a row must pass, one for each filter that is set.
function rowTests() {
  const { score, change, warning, group, unit } = state.filters;
  const tests = [];
  if (score) tests.push((at) => within(scoreOf(score.system, score.metric, score.measure, at), score));
  if (change) tests.push((at) => within(changeOf(change.system, change.metric, change.measure, at), change));
  if (warning) tests.push(holder(DATA.systems[warning.system].warnings[warning.kind]));
  if (group !== null) tests.push((at) => DATA.group[at] === group);
  if (unit !== null) tests.push(holder(unitRows(unit)));
  const query = state.query.trim().toLowerCase();
  if (query) tests.push((at) => haystack()[at].includes(query));
  return tests;
}

function holder(rows) {
  const held = new Set(rows);
  return (at) => held.has(at);
}

let lowered = null;
function haystack() {
  lowered ||= range(size()).map((at) => rowText(at).toLowerCase());
  return lowered;
}

const isFiltered = () => state.query.trim() !== "" || Object.values(state.filters).some((filter) => filter !== null);

function setFilter(name, value) {
  state.filters[name] = value;
  filtersChanged();
}

function clearFilters() {
  Object.assign(state, { filters: firstView().filters, query: "" });
  filtersChanged();
}

function filtersChanged() {
  drawHistograms();
  syncFilters();
  refresh({ fromTop: true });
  if (order.length && !order.includes(state.chosen)) choose(order[0], { scroll: false });
  writeAddress();
}

// ---------------------------------------------------------------- in words

const ofSystem = (system) => (several() ? `${DATA.systems[system].name}: ` : "");

function rangeWords({ low, high }, show) {
  if (low === null) return `up to ${show(high)}`;
  if (high === null) return `from ${show(low)}`;
  return low === high ? show(low) : `${show(low)} to ${show(high)}`;
}

function filterWords() {
  const { score, change, warning, group, unit } = state.filters;
  const words = {};
  if (score) {
    const what = `${DATA.metrics[score.metric].label} ${DATA.measures[score.measure]}`;
    words.score = `${ofSystem(score.system)}${what} ${rangeWords(score, percent)}`;
  }
  if (change) {
    const what = `${DATA.metrics[change.metric].label} ${DATA.measures[change.measure]}`;
    const known = Object.entries(CHANGES).find(([, ends]) => ends.low === change.low && ends.high === change.high);
    const much = known ? known[0] : `changed by ${rangeWords(change, signedPercent)}`;
    words.change = `${DATA.systems[change.system].name} against ${DATA.systems[DATA.baseline].name}: ${what} ${much}`;
  }
  if (warning) words.warning = `${ofSystem(warning.system)}${WARNINGS[warning.kind]}`;
  if (group !== null) words.group = `group ${DATA.groups[group]}`;
  if (unit !== null) words.unit = unitWords(unit);
  if (state.query.trim()) words.query = `contains “${state.query.trim()}”`;
  return words;
}

const CHANGES = { better: { low: 1, high: null }, worse: { low: null, high: -1 }, equal: { low: 0, high: 0 } };

// A button for each filter that takes it away, and one for all.
function drawChips() {
  const words = Object.entries(filterWords());
  const chips = words.map(([name, said]) => {
    const act = () => {
      if (name === "query") state.query = "";
      else state.filters[name] = null;
      filtersChanged();
      (find("chips").querySelector("button") || find("search")).focus();
    };
    const cross = element("span", { "aria-hidden": "true", class: "cross" }, "×");
    const chip = button("", act, { class: "chip", "aria-label": `Remove the filter: ${said}` });
    chip.append(element("bdi", {}, said), cross);
    return chip;
  });
  if (chips.length > 1) chips.push(button("Clear all", clearFilters, { class: "chip plain" }));
  find("chips").replaceChildren(...chips);
  const [scores, rest] = [words.filter(([name]) => name === "score" || name === "change"), find("brushed")];
  rest.hidden = !scores.length;
  const see = button("See them", () => find("examples").scrollIntoView(), { class: "link" });
  rest.replaceChildren(`${thousands(order.length)} of ${thousands(size())} examples are chosen (${scores.map(([, said]) => said).join("; ")}). `, see);
}

function drawCount() {
  const listed = `; ${thousands(size())} of ${thousands(DATA.n)} examples are listed, evenly spaced`;
  const all = DATA.n === size() ? "" : listed;
  const query = state.query.trim();
  const { score, change, warning, group, unit } = state.filters;
  const chosen = [score, change, warning, group, unit].some((filter) => filter !== null);
  const which = query && !chosen ? ` examples contain “${query}”` : " examples fit the filters";
  find("count").textContent = isFiltered()
    ? `${thousands(order.length)} of ${thousands(size())}${which}${all}`
    : `${thousands(size())} examples${all}`;
}

// ---------------------------------------------------------------- controls

function options(select, labels, first = null) {
  select.replaceChildren(
    ...(first === null ? [] : [element("option", { value: "" }, first)]),
    ...labels.map((label, at) => element("option", { value: at }, label)),
  );
}

// Every warning that some example has, with its system.
function warningKinds() {
  return DATA.systems.flatMap(({ warnings }, system) =>
    Object.keys(WARNINGS)
      .filter((kind) => (warnings[kind] || []).length)
      .map((kind) => ({ system, kind, n: warnings[kind].length })),
  );
}

function drawFilterControls() {
  const names = DATA.systems.map(({ name }) => name);
  options(find("score-metric"), DATA.metrics.map(({ label }) => label));
  options(find("score-measure"), DATA.measures);
  find("score-measure").value = state.measure;
  options(find("score-system"), names);
  find("score-system").hidden = !several();
  find("change-field").hidden = !several();
  options(find("change-kind"), [...Object.keys(CHANGES), "as brushed"], "any");
  options(find("change-system"), names.map((name) => `of ${name}`));
  find("change-system").hidden = names.length < 3;
  if (several()) find("change-system").options[DATA.baseline].disabled = true;
  const kinds = warningKinds();
  find("warning-field").hidden = !kinds.length;
  options(find("warning"), kinds.map(({ system, kind, n }) => `${ofSystem(system)}${WARNINGS[kind]} (${thousands(n)})`), "any");
  find("group-field").hidden = !DATA.groups;
  options(find("group"), DATA.groups || [], "all");
}

function scoreChanged() {
  const number = (id) => (find(id).value === "" ? null : Math.round(100 * Number(find(id).value)));
  const [low, high] = [number("score-low"), number("score-high")];
  const [metric, measure, system] = ["metric", "measure", "system"].map((part) => Number(find(`score-${part}`).value));
  setFilter("score", low === null && high === null ? null : { metric, measure, system, low, high });
}

function changeChanged() {
  const kind = find("change-kind").value;
  const { change } = state.filters;
  const ends = kind === "" ? null : Object.values(CHANGES)[Number(kind)] || change;
  const { metric, measure } = change || { metric: state.metric, measure: 2 };
  const system = Number(find("change-system").value);
  setFilter("change", ends && { metric, measure, system, low: ends.low, high: ends.high });
}

function listenToFilters() {
  for (const part of ["metric", "measure", "system", "low", "high"]) {
    find(`score-${part}`).addEventListener("change", scoreChanged);
  }
  for (const id of ["change-kind", "change-system"]) find(id).addEventListener("change", changeChanged);
  find("warning").addEventListener("change", (event) => {
    setFilter("warning", event.target.value === "" ? null : warningKinds()[Number(event.target.value)]);
  });
  find("group").addEventListener("change", (event) => {
    setFilter("group", event.target.value === "" ? null : Number(event.target.value));
  });
  let waiting = 0;
  find("search").addEventListener("input", (event) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => search(event.target.value), 120);
  });
  // Numbers in other sections that stand for examples.
  document.addEventListener("click", (event) => {
    const source = event.target.closest("button[data-filter]");
    if (!source) return;
    const { filter, value } = source.dataset;
    const kinds = { group: Number, unit: Number, warning: (text) => warningKinds()[Number(text)] };
    state.filters = { ...firstView().filters, [filter]: kinds[filter](value) };
    state.query = "";
    filtersChanged();
    find("examples").scrollIntoView();
    find("rows").focus({ preventScroll: true });
  });
}

function search(query) {
  if (!allUnpacked()) {
    everything.then(() => search(query));
    return;
  }
  state.query = query;
  filtersChanged();
}

// Controls show what is set, whoever set it.
function syncFilters() {
  const { score, change, warning, group } = state.filters;
  for (const part of score ? ["metric", "measure", "system"] : []) find(`score-${part}`).value = score[part];
  const shown = (value) => (value === null ? "" : value / 100);
  find("score-low").value = score ? shown(score.low) : "";
  find("score-high").value = score ? shown(score.high) : "";
  const kinds = Object.values(CHANGES);
  const kind = change ? kinds.findIndex(({ low, high }) => low === change.low && high === change.high) : null;
  find("change-kind").options[kinds.length + 1].hidden = kind !== -1;
  find("change-kind").value = kind === null ? "" : kind === -1 ? kinds.length : kind;
  find("change-system").value = change ? change.system : compared();
  const place = warning ? warningKinds().findIndex((other) => other.system === warning.system && other.kind === warning.kind) : -1;
  find("warning").value = place === -1 ? "" : place;
  find("group").value = group === null ? "" : group;
  if (find("search") !== document.activeElement) find("search").value = state.query;
}
