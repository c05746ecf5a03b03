// The view in the address: a link to the page opens it with the same example, filters and order.
//
// The part after # is the example, then what differs from the first view: #example-12&metric=rougeL&sort=change:up

const withoutNulls = (parts) => parts.map((part) => (part === null ? "" : part)).join(",");

function viewParts() {
  const first = firstView();
  const { metric, measure, system, query, sort, filters } = state;
  const parts = [];
  const put = (name, value) => parts.push(`${name}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%3A", ":")}`);
  if (metric !== first.metric) put("metric", DATA.metrics[metric].label);
  if (measure !== first.measure) put("measure", DATA.measures[measure]);
  if (system !== first.system) put("system", system);
  const order = (keys) => keys.map(({ key, up }) => `${key}:${up ? "up" : "down"}`).join(",");
  if (order(sort) !== order(first.sort)) put("sort", order(sort));
  for (const name of ["score", "change"]) {
    const filter = filters[name];
    if (filter) put(name, withoutNulls([filter.metric, filter.measure, filter.system, filter.low, filter.high]));
  }
  if (filters.warning) put("warning", `${filters.warning.system},${filters.warning.kind}`);
  if (filters.group !== null) put("group", DATA.groups[filters.group]);
  if (filters.unit !== null) put("unit", filters.unit);
  if (query.trim()) put("search", query.trim());
  for (const id of SELECTS) if (find(id).value !== find(id).options[0].value) put(id, find(id).value);
  return parts;
}

// Choices that are kept nowhere else; not every page has all of them.
const SELECTS = ["scatter-metric", "scatter-length", "scatter-axis", "groups-metric", "errors-metric", "units-system", "units-size"].filter(find);

function addressOfView() {
  const example = state.chosen === null ? "view" : `example-${encodeURIComponent(rowName(state.chosen))}`;
  return `#${[example, ...viewParts()].join("&")}`;
}

function writeAddress() {
  try {
    history.replaceState(null, "", addressOfView());
  } catch {
    // A page shown inside a notebook may not change its address.
  }
}

// ---------------------------------------------------------------- reading it

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// The row that an address names, null if none, and the settings after it.
function fromAddress() {
  const [target, ...parts] = location.hash.slice(1).split("&");
  const settings = new Map(parts.map((part) => [part.split("=")[0], decoded(part.split("=").slice(1).join("="))]));
  if (target !== "view" && !target.startsWith("example-")) return { at: null, settings: new Map() };
  return { at: target === "view" ? null : rowNamed(decoded(target.slice("example-".length))), settings };
}

let places = null;
function rowNamed(name) {
  places ||= new Map(range(size()).map((at) => [rowName(at), at]));
  if (places.has(name)) return places.get(name);
  // Where examples have ids, the number of a row still leads to it.
  const at = range(size()).find((row) => String(rowNumber(row)) === name);
  return at === undefined ? null : at;
}

const inRange = (value, length) => Number.isInteger(value) && value >= 0 && value < length;

// What an address says wrongly is left out.
function readView(settings) {
  const view = firstView();
  const named = (name, labels, fallback) => (labels.includes(settings.get(name)) ? labels.indexOf(settings.get(name)) : fallback);
  view.metric = named("metric", DATA.metrics.map(({ label }) => label), 0);
  view.measure = named("measure", DATA.measures, 2);
  if (inRange(Number(settings.get("system")), DATA.systems.length)) view.system = Number(settings.get("system"));
  if (settings.has("sort")) {
    view.sort = settings.get("sort").split(",").map((part) => ({ key: part.split(":")[0], up: part.split(":")[1] === "up" }));
  }
  for (const name of ["score", "change"]) view.filters[name] = readRange(settings.get(name), name);
  const [system, kind] = (settings.get("warning") || "").split(",");
  view.filters.warning = warningKinds().find((other) => String(other.system) === system && other.kind === kind) || null;
  view.filters.group = DATA.groups ? named("group", DATA.groups, null) : null;
  const unit = settings.has("unit") ? Number(settings.get("unit")) : null;
  view.filters.unit = unit !== null && inRange(unit, unitCount()) ? unit : null;
  view.query = settings.get("search") || "";
  return view;
}

function readRange(text, name) {
  const parts = (text || "").split(",").map((part) => (part === "" ? null : Number(part)));
  if (parts.length !== 5 || parts.some(Number.isNaN)) return null;
  const [metric, measure, system, low, high] = parts;
  const fits = inRange(metric, DATA.metrics.length) && inRange(measure, DATA.measures.length) && inRange(system, DATA.systems.length);
  return fits && (name === "score" || several()) ? { metric, measure, system, low, high } : null;
}

// Takes the settings of an address over, and goes to its example; a plain link to one leaves the view as it is.
async function followAddress() {
  const { at, settings } = fromAddress();
  if (settings.size) {
    const view = readView(settings);
    if (view.query || view.sort.some(({ key }) => key === "text")) await everything;
    Object.assign(state, view);
    for (const id of SELECTS) {
      find(id).value = settings.get(id) || "";
      if (find(id).selectedIndex < 0) find(id).selectedIndex = 0;
    }
    drawView();
  }
  if (at !== null) followTo(at, { keepFilters: settings.size > 0 });
  return at !== null;
}

// Everything that shows the state, after something else than its controls has changed it.
function drawView() {
  for (const name of ["metric", "measure"]) find(name).querySelectorAll("input")[state[name]].checked = true;
  drawHistograms();
  drawScatter();
  showParts();
  showUnits();
  syncFilters();
  refresh({ fromTop: true });
}
