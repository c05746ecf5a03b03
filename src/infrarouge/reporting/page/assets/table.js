// The table of examples: only the rows in sight exist.

const ROW_HEIGHT = 35;
const SPARE = 12;
let order = [];
let columns = [];
let textsAwaited = false;

// Text that is not unpacked yet is shown as soon as it is.
function shownText(at) {
  textsAwaited ||= !isUnpacked(at);
  return isUnpacked(at) ? predictionText(at, state.system).slice(0, 200) : "…";
}

function drawAwaited() {
  if (!textsAwaited) return;
  textsAwaited = false;
  drawRows();
}

const wide = (label) => Math.min(10, Math.max(5.5, 2.9 + 0.53 * label.length));

function tableColumns() {
  const score = (system, metric) => DATA.systems[system].scores[metric][2];
  const shown = [{ key: "row", label: "#", title: "Number of the example", value: (at) => at, show: rowName, class: "number", width: 3.75 }];
  if (several()) {
    DATA.systems.forEach((system, at) => {
      const value = (row) => score(at, state.metric)[row];
      shown.push({ key: `system-${at}`, label: system.name, title: `F of ${system.name}`, value, show: (row) => percent(value(row)), width: wide(system.name) });
    });
    const other = state.system === DATA.baseline ? (DATA.baseline === 0 ? 1 : 0) : state.system;
    const change = (row) => {
      const [after, before] = [score(other, state.metric)[row], score(DATA.baseline, state.metric)[row]];
      return after === null || before === null ? null : after - before;
    };
    const title = `${DATA.systems[other].name} less ${DATA.systems[DATA.baseline].name}`;
    const show = (row) => (change(row) === null ? "–" : (change(row) > 0 ? "+" : "") + percent(change(row)));
    shown.push({ key: "change", label: "change", title, value: change, show, width: 5.5 });
  } else {
    DATA.metrics.forEach((metric, at) => {
      const value = (row) => score(0, at)[row];
      shown.push({ key: `metric-${at}`, label: metric.label, title: `F of ${metric.label}`, value, show: (row) => percent(value(row)), width: wide(metric.label) });
    });
  }
  const words = (side, label, title) => {
    const value = (row) => DATA.lengths[side][row];
    shown.push({ key: `words-${side ? 1 : 0}`, label, title, value, show: (row) => String(value(row)), class: "number", width: 5.5 });
  };
  words(state.system + 1, "words", "Words of the prediction");
  words(0, "ref.", "Words of the reference");
  const text = (row) => (isUnpacked(row) ? predictionText(row, state.system) : "");
  shown.push({ key: "text", label: "prediction", title: "Text of the prediction", value: text, show: shownText, class: "text" });
  return shown;
}

let lowered = null;
function haystack() {
  lowered ||= range(size()).map((at) => rowText(at).toLowerCase());
  return lowered;
}

function arrange() {
  const query = state.query.trim().toLowerCase();
  const texts = query ? haystack() : null;
  order = [];
  for (let at = 0; at < size(); at++) if (!query || texts[at].includes(query)) order.push(at);
  const column = columns.find(({ key }) => key === state.sort.key) || columns[0];
  const sign = state.sort.up ? 1 : -1;
  const values = new Map(order.map((at) => [at, column.value(at)]));
  order.sort((a, b) => {
    const [left, right] = [values.get(a), values.get(b)];
    if (left === null || right === null) return (left === null) - (right === null) || a - b;
    if (typeof left === "string") return sign * (left < right ? -1 : left > right ? 1 : 0) || a - b;
    return sign * (left - right) || a - b;
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
  if (key === "text" && !allUnpacked()) {
    everything.then(() => sortBy(key));
    return;
  }
  const numeric = key !== "row" && key !== "text";
  state.sort = state.sort.key === key ? { key, up: !state.sort.up } : { key, up: !numeric || key === "change" };
  refresh({ fromTop: true });
  find("rows").tHead.querySelectorAll("button")[columns.findIndex((column) => column.key === key)].focus();
}

function search(query) {
  if (!allUnpacked()) {
    everything.then(() => search(query));
    return;
  }
  state.query = query;
  refresh({ fromTop: true });
  if (order.length && !order.includes(state.chosen)) choose(order[0], { scroll: false });
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
