// The page: switches, the table of examples (only the rows in sight exist) and the highlighted pair.

const ROW_HEIGHT = 35;
const SPARE = 12;
const MOST_UNITS = 40;
const state = { metric: 0, measure: 2, system: 0, reference: null, chosen: null, query: "", sort: { key: "row", up: true } };
let order = [];
let columns = [];

function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

const find = (id) => document.getElementById(id);
const rowName = (at) => String(DATA.rows ? DATA.rows[at] : at);
const size = () => DATA.lengths[0].length;
const several = () => DATA.systems.length > 1;

function choices(home, name, labels, chosen, change) {
  labels.forEach((label, at) => {
    const input = element("input", { type: "radio", name, value: at, checked: at === chosen });
    input.addEventListener("change", () => change(at));
    home.append(element("label", {}, input, label));
  });
}

// ---------------------------------------------------------------- table

const wide = (label) => Math.min(10, Math.max(5.5, 2.9 + 0.53 * label.length));

function tableColumns() {
  const score = (system, metric) => DATA.systems[system].scores[metric][2];
  const found = [{ key: "row", label: "#", title: "Number of the example", value: (at) => at, show: rowName, class: "number", width: 3.75 }];
  if (several()) {
    DATA.systems.forEach((system, at) => {
      const value = (row) => score(at, state.metric)[row];
      found.push({ key: `system-${at}`, label: system.name, title: `F of ${system.name}`, value, show: (row) => percent(value(row)), width: wide(system.name) });
    });
    const other = state.system === DATA.baseline ? (DATA.baseline === 0 ? 1 : 0) : state.system;
    const change = (row) => {
      const [one, two] = [score(other, state.metric)[row], score(DATA.baseline, state.metric)[row]];
      return one === null || two === null ? null : one - two;
    };
    const title = `${DATA.systems[other].name} less ${DATA.systems[DATA.baseline].name}`;
    const show = (row) => (change(row) === null ? "–" : (change(row) > 0 ? "+" : "") + percent(change(row)));
    found.push({ key: "change", label: "change", title, value: change, show, width: 5.5 });
  } else {
    DATA.metrics.forEach((metric, at) => {
      const value = (row) => score(0, at)[row];
      found.push({ key: `metric-${at}`, label: metric.label, title: `F of ${metric.label}`, value, show: (row) => percent(value(row)), width: wide(metric.label) });
    });
  }
  const words = (side, label, title) => {
    const value = (row) => DATA.lengths[side][row];
    found.push({ key: `words-${side ? 1 : 0}`, label, title, value, show: (row) => String(value(row)), class: "number", width: 5.5 });
  };
  words(state.system + 1, "words", "Words of the prediction");
  words(0, "ref.", "Words of the reference");
  const text = (row) => DATA.systems[state.system].text.text[row];
  found.push({ key: "text", label: "prediction", title: "Text of the prediction", value: text, show: (row) => text(row).slice(0, 200), class: "text" });
  return found;
}

let lowered = null;
function haystack() {
  if (!lowered) {
    const { rows, text } = DATA.references;
    lowered = Array.from({ length: size() }, (_, at) => {
      const references = rows ? text.slice(rows[at], rows[at + 1]) : [text[at]];
      return [...DATA.systems.map((system) => system.text.text[at]), ...references].join("\n").toLowerCase();
    });
  }
  return lowered;
}

function arrange() {
  const query = state.query.trim().toLowerCase();
  const texts = query ? haystack() : null;
  order = [];
  for (let at = 0; at < size(); at++) if (!query || texts[at].includes(query)) order.push(at);
  const column = columns.find((one) => one.key === state.sort.key) || columns[0];
  const sign = state.sort.up ? 1 : -1;
  const values = new Map(order.map((at) => [at, column.value(at)]));
  order.sort((a, b) => {
    const [one, two] = [values.get(a), values.get(b)];
    if (one === null || two === null) return (one === null) - (two === null) || a - b;
    if (typeof one === "string") return sign * (one < two ? -1 : one > two ? 1 : 0) || a - b;
    return sign * (one - two) || a - b;
  });
  const all = DATA.n === size() ? "" : `; ${size().toLocaleString("en")} of ${DATA.n.toLocaleString("en")} examples are listed, evenly spaced`;
  find("count").textContent = query
    ? `${order.length.toLocaleString("en")} of ${size().toLocaleString("en")} examples contain “${state.query.trim()}”${all}`
    : `${size().toLocaleString("en")} examples${all}`;
  find("rows").setAttribute("aria-rowcount", order.length + 1);
  find("rows").setAttribute("aria-colcount", columns.length);
}

function drawHead() {
  const head = find("rows").tHead.rows[0];
  head.replaceChildren(
    ...columns.map((column) => {
      const button = element("button", { type: "button", title: column.title }, column.label);
      button.addEventListener("click", () => sortBy(column.key));
      const sorted = state.sort.key === column.key ? (state.sort.up ? "ascending" : "descending") : "none";
      return element("th", { scope: "col", "aria-sort": sorted, class: column.class, style: column.width && `width:${column.width}rem` }, button);
    }),
  );
}

// Draws everything about the examples anew, after a change of what is shown or in which order.
function refresh({ fromTop = false } = {}) {
  columns = tableColumns();
  arrange();
  drawHead();
  drawRows(fromTop);
  drawDetail();
}

function sortBy(key) {
  const numeric = key !== "row" && key !== "text";
  state.sort = state.sort.key === key ? { key, up: !state.sort.up } : { key, up: !numeric || key === "change" };
  refresh({ fromTop: true });
  find("rows").tHead.querySelectorAll("button")[columns.findIndex((one) => one.key === key)].focus();
}

function drawRows(fromTop = false) {
  const scroller = find("scroller");
  if (fromTop) scroller.scrollTop = 0;
  const first = Math.max(0, Math.floor(scroller.scrollTop / ROW_HEIGHT) - SPARE);
  const last = Math.min(order.length, first + Math.ceil(scroller.clientHeight / ROW_HEIGHT) + 2 * SPARE);
  fillRows(first, last);
}

function fillRows(first, last, printed = false) {
  const space = (rows) => {
    const cell = element("td", { colspan: columns.length, style: `height:${rows * ROW_HEIGHT}px` });
    return element("tr", { class: "space", role: "presentation" }, cell);
  };
  const body = [];
  if (first) body.push(space(first));
  for (let place = first; place < last; place++) {
    const at = order[place];
    const cells = columns.map((column) =>
      element("td", { class: [column.class, column.key === state.sort.key && "sorted"].filter(Boolean).join(" ") || null }, column.show(at)),
    );
    body.push(element("tr", { "data-row": at, id: `row-${at}`, "aria-rowindex": place + 2, "aria-selected": String(at === state.chosen) }, ...cells));
  }
  if (last < order.length && !printed) body.push(space(order.length - last));
  if (last < order.length && printed) {
    const rest = `and ${(order.length - last).toLocaleString("en")} more in this order`;
    body.push(element("tr", { class: "space" }, element("td", { colspan: columns.length, class: "text" }, rest)));
  }
  find("rows").tBodies[0].replaceChildren(...body);
}

function choose(at, { scroll = true, focus = false } = {}) {
  state.chosen = at;
  state.reference = null;
  const place = order.indexOf(at);
  const scroller = find("scroller");
  if (scroll && place >= 0) {
    const top = place * ROW_HEIGHT;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + 2 * ROW_HEIGHT > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = top + 2 * ROW_HEIGHT - scroller.clientHeight;
    }
  }
  drawRows();
  drawDetail();
  find("rows").setAttribute("aria-activedescendant", `row-${at}`);
  try {
    history.replaceState(null, "", `#example-${rowName(at)}`);
  } catch {
    // A page shown inside a notebook may not change its address.
  }
  if (focus) find("detail").scrollIntoView({ block: "nearest" });
}

function move(event) {
  const page = Math.max(1, Math.floor(find("scroller").clientHeight / ROW_HEIGHT) - 2);
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -order.length, End: order.length };
  if (!(event.key in steps) || event.target.tagName === "BUTTON" || !order.length) return;
  event.preventDefault();
  const place = order.indexOf(state.chosen);
  choose(order[Math.min(order.length - 1, Math.max(0, place + steps[event.key]))]);
}

// ---------------------------------------------------------------- the chosen example

function highlighted(text, found, which) {
  const body = element("div", { class: "body", lang: "", dir: "auto" });
  const elements = new Map();
  if (!text.text) body.append(element("span", { class: "empty" }, "no text"));
  if (!found) {
    body.append(text.text);
    return { body, elements };
  }
  const side = found[which];
  const { partners, tied } = found.marks[which];
  const places = side.words.map((_, at) => at).sort((a, b) => side.words[a].start - side.words[b].start || side.words[a].end - side.words[b].end);
  let end = 0;
  let open = null;
  for (const at of places) {
    const word = side.words[at];
    const start = Math.max(word.start, end);
    if (start >= word.end) continue;
    const matched = partners.has(at);
    if (tied.has(at) && open) {
      open.append(text.text.slice(end, word.end));
    } else {
      body.append(text.text.slice(end, start));
      const spelled = text.text.slice(start, word.end);
      open = matched ? element("mark", {}, spelled) : null;
      body.append(open || element("span", { class: which === "prediction" ? "extra" : "missed" }, spelled));
    }
    if (matched) elements.set(at, open);
    end = word.end;
  }
  body.append(text.text.slice(end));
  return { body, elements };
}

// Pointing at a match shows its partner in the other text.
function tie(found, ours, theirs) {
  for (const [which, here, there] of [["prediction", ours, theirs], ["reference", theirs, ours]]) {
    for (const [at, node] of here) {
      const partner = there.get(found.marks[which].partners.get(at));
      if (!partner) continue;
      node.addEventListener("pointerenter", () => [node, partner].forEach((one) => one.classList.add("partner")));
      node.addEventListener("pointerleave", () => [node, partner].forEach((one) => one.classList.remove("partner")));
    }
  }
}

function unitNames(side, units, text) {
  const shown = units.slice(0, MOST_UNITS).map((unit) =>
    side.places[unit].map((at) => text.slice(side.words[at].start, side.words[at].end)).join(" "),
  );
  return shown.join(", ") + (units.length > shown.length ? ", …" : "");
}

const shortNumber = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(2));

function panel(name, score, body, active = false) {
  const head = element("header", {}, name, element("span", { class: "score" }, score));
  return element("div", { class: active ? "panel active" : "panel" }, head, body);
}

function drawDetail() {
  const home = find("detail");
  if (state.chosen === null) {
    home.replaceChildren();
    return;
  }
  const at = state.chosen;
  const row = readRow(at);
  const metric = DATA.metrics[state.metric];
  const { best } = DATA.systems[state.system];
  const reference = state.reference === null ? (best ? best[state.metric][at] : 0) : state.reference;
  const theirs = row.references[reference];
  const found = row.predictions.map((ours) => (theirs ? match(metric, DATA.rules, ours, theirs) : null));
  const left = element("div", { class: "column" });
  const active = found[state.system];
  const shown = row.predictions.map((ours, system) => highlighted(ours, found[system], "prediction"));
  shown.forEach(({ body }, system) => {
    const [p, r, f] = DATA.systems[system].scores[state.metric].map((column) => percent(column[at]));
    let name = element("h3", {}, "Prediction");
    if (several()) {
      const input = element("input", { type: "radio", name: "system", checked: system === state.system });
      input.addEventListener("change", () => chooseSystem(system));
      name = element("label", {}, input, DATA.systems[system].name);
    }
    left.append(panel(name, `F ${f} · P ${p} · R ${r}`, body, system === state.system));
  });
  const right = element("div", { class: "column" });
  if (theirs) {
    const other = highlighted(theirs, active, "reference");
    if (active) tie(active, shown[state.system].elements, other.elements);
    const name = row.references.length > 1 ? referenceChoice(row, reference) : element("h3", {}, "Reference");
    right.append(panel(name, several() ? `against ${DATA.systems[state.system].name}` : "", other.body));
  }
  const kind = active
    ? [facts(active, row.predictions[state.system], theirs)]
    : [element("p", { class: "note" }, `Matches of ${metric.label} are not shown for texts this long.`)];
  home.replaceChildren(head(at), element("div", { class: "pair" }, left, right), ...kind);
}

function facts(found, ours, theirs) {
  const [matched, prediction, reference] = found.counts.map(shortNumber);
  const counts = `${matched} of ${prediction} in the prediction and ${reference} in the reference`;
  const list = element("dl", { class: "units" }, element("dt", {}, element("mark", {}, "Matched")), element("dd", {}, counts));
  for (const [name, which, units, text] of [
    ["Missed", "reference", found.missed, theirs.text],
    ["Extra", "prediction", found.extra, ours.text],
  ]) {
    const label = element("span", { class: name.toLowerCase() }, name);
    const rest = units.length ? `${units.length.toLocaleString("en")}: ${unitNames(found[which], units, text)}` : "0";
    list.append(element("dt", {}, label), element("dd", {}, rest));
  }
  return list;
}

function head(at) {
  const place = order.indexOf(at);
  const button = (label, to) => {
    const node = element("button", { type: "button", class: "quiet", disabled: to === undefined }, label);
    node.addEventListener("click", () => {
      choose(to);
      [...find("detail").querySelectorAll(".pager button")].find((one) => one.textContent === label).focus();
    });
    return node;
  };
  const pager = element("span", { class: "pager" }, button("Previous", place > 0 ? order[place - 1] : undefined), " ", button("Next", order[place + 1]));
  return element("div", { class: "headline" }, element("h3", {}, `Example ${rowName(at)}`), pager);
}

function referenceChoice(row, reference) {
  const select = element("select", { "aria-label": "Reference" });
  row.references.forEach((_, at) => select.append(element("option", { value: at, selected: at === reference }, `Reference ${at + 1} of ${row.references.length}`)));
  select.addEventListener("change", () => {
    state.reference = Number(select.value);
    drawDetail();
    find("detail").querySelector("select").focus();
  });
  return select;
}

function chooseSystem(system) {
  state.system = system;
  refresh();
  find("detail").querySelectorAll("input[name=system]")[system].focus();
}

// ---------------------------------------------------------------- themes and start

const THEMES = { auto: "automatic", light: "light", dark: "dark" };

function setTheme(theme) {
  const root = document.documentElement;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  const button = find("theme");
  button.textContent = `Theme: ${THEMES[theme]}`;
  button.dataset.now = theme;
}

function nextTheme() {
  const names = Object.keys(THEMES);
  const theme = names[(names.indexOf(find("theme").dataset.now) + 1) % names.length];
  try {
    localStorage.setItem("infrarouge-theme", theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  setTheme(theme);
  drawScatter();
}

function storedTheme() {
  try {
    const theme = localStorage.getItem("infrarouge-theme");
    return theme in THEMES ? theme : "auto";
  } catch {
    return "auto";
  }
}

function fromAddress() {
  const wanted = /^#example-(\d+)$/.exec(location.hash);
  if (!wanted) return null;
  const at = DATA.rows ? DATA.rows.indexOf(Number(wanted[1])) : Number(wanted[1]);
  return at >= 0 && at < size() ? at : null;
}

function follow() {
  const at = fromAddress();
  if (at === null) return;
  find("examples").scrollIntoView();
  choose(at);
}

function start() {
  choices(find("measure"), "measure", DATA.measures, state.measure, (at) => drawHistograms((state.measure = at)));
  choices(find("metric"), "metric", DATA.metrics.map((one) => one.label), state.metric, (at) => {
    state.metric = at;
    refresh();
  });
  DATA.metrics.forEach((metric, at) => find("scatter-metric").append(element("option", { value: at }, metric.label)));
  if (several()) {
    find("legend").hidden = false;
    DATA.systems.forEach((system, at) => {
      find("legend").append(element("span", {}, element("span", { class: "swatch", style: `--c:${colour(at)}` }), system.name));
    });
  }
  drawHistograms(state.measure);
  setTheme(storedTheme());
  columns = tableColumns();
  arrange();
  drawHead();
  const wanted = fromAddress();
  if (order.length) choose(wanted === null ? order[0] : wanted);
  if (wanted === null) {
    try {
      history.replaceState(null, "", location.pathname + location.search);
    } catch {
      // As above.
    }
  } else find("examples").scrollIntoView();

  const scroller = find("scroller");
  scroller.addEventListener("scroll", () => requestAnimationFrame(() => drawRows()), { passive: true });
  find("rows").addEventListener("keydown", move);
  find("rows").tBodies[0].addEventListener("click", (event) => {
    const row = event.target.closest("tr[data-row]");
    if (row) choose(Number(row.dataset.row), { scroll: false });
  });
  let waiting = 0;
  find("search").addEventListener("input", (event) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      state.query = event.target.value;
      refresh({ fromTop: true });
      if (order.length && !order.includes(state.chosen)) choose(order[0], { scroll: false });
    }, 120);
  });
  for (const id of ["scatter-metric", "scatter-length"]) find(id).addEventListener("change", drawScatter);
  const canvas = find("scatter");
  canvas.addEventListener("pointermove", hoverScatter);
  canvas.addEventListener("pointerleave", () => (find("tip").hidden = true));
  canvas.addEventListener("click", (event) => {
    const point = nearest(event);
    if (!point) return;
    choose(point[2]);
    find("examples").scrollIntoView();
  });
  find("theme").addEventListener("click", nextTheme);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawScatter);
  addEventListener("hashchange", follow);
  // Also draws it the first time.
  new ResizeObserver(drawScatter).observe(canvas.parentElement);
  // On paper the rows at the top of the present order stand for the table.
  addEventListener("beforeprint", () => fillRows(0, Math.min(order.length, 60), true));
  addEventListener("afterprint", () => drawRows());
  document.documentElement.dataset.ready = "yes";
}

start();
