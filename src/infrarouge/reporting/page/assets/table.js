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
  const shown = [{ key: "row", label: "#", title: "Number of the example", value: (at) => at, show: rowName, class: "number", width: 3.75 }];
  if (DATA.names) {
    const longest = range(Math.min(size(), 500)).reduce((most, at) => Math.max(most, rowName(at).length), 0);
    Object.assign(shown[0], { label: "id", title: "Id of the example", class: "text name", width: Math.min(12, 2.5 + 0.53 * longest) });
  }
  const score = (key, label, title, value, show = percent) => {
    shown.push({ key, label, title, value, show: (at) => (value(at) === null ? "–" : show(value(at))), down: true, width: wide(label) });
  };
  if (several()) {
    DATA.systems.forEach(({ name }, system) => {
      score(`system-${system}`, name, `F of ${name}`, (at) => scoreOf(system, state.metric, 2, at));
    });
    const title = `F of ${DATA.systems[compared()].name} less that of ${DATA.systems[DATA.baseline].name}`;
    score("change", "change", title, (at) => changeOf(compared(), state.metric, 2, at), signedPercent);
    shown[shown.length - 1].down = false;
  } else {
    DATA.metrics.forEach(({ label }, metric) => {
      score(`metric-${metric}`, label, `F of ${label}`, (at) => scoreOf(0, metric, 2, at));
    });
  }
  if (DATA.groups) {
    const name = (at) => DATA.groups[DATA.group[at]];
    shown.push({ key: "group", label: "group", title: "Group of the example", value: name, show: name, class: "text", width: 8 });
  }
  const words = (key, side, label, title) => {
    const value = (at) => DATA.lengths[side][at];
    shown.push({ key, label, title, value, show: (at) => String(value(at)), class: "number", down: true, width: 5.5 });
  };
  words("words-1", state.system + 1, "words", "Words of the prediction");
  words("words-0", 0, "ref.", "Words of the reference");
  aspectColumns(shown, (key) => key === "length_ratio");
  const text = (at) => (isUnpacked(at) ? predictionText(at, state.system) : "");
  shown.push({ key: "text", label: "prediction", title: "Text of the prediction", value: text, show: shownText, class: "text" });
  aspectColumns(shown, (key) => key !== "length_ratio");
  return shown;
}

// What else is known of the examples; what compares them with their sources stands behind the text.
function aspectColumns(shown, picked) {
  DATA.aspects.forEach(({ key, label, about, is_share: isShare }, number) => {
    if (!picked(key)) return;
    const value = (at) => DATA.systems[state.system].aspects[number][at];
    const show = (at) => (value(at) === null ? "–" : isShare ? percent(value(at)) : (value(at) / 10000).toFixed(2));
    shown.push({ key, label, title: about, value, show, class: "number", down: true, width: wide(label) });
  });
}

// ---------------------------------------------------------------- which rows, in which order

function arrange() {
  const tests = rowTests();
  order = range(size()).filter((at) => tests.every((test) => test(at)));
  const keys = state.sort.flatMap(({ key, up }) => {
    const column = columns.find((other) => other.key === key);
    return column ? [{ values: new Map(order.map((at) => [at, column.value(at)])), sign: up ? 1 : -1 }] : [];
  });
  order.sort((a, b) => {
    for (const { values, sign } of keys) {
      const less = compareValues(values.get(a), values.get(b), sign);
      if (less) return less;
    }
    return a - b;
  });
  drawCount();
  const room = columns.reduce((sum, { width }) => sum + (width || 14), 0);
  find("rows").style.minWidth = `${room}rem`;
  find("rows").setAttribute("aria-rowcount", order.length + 1);
  find("rows").setAttribute("aria-colcount", columns.length);
}

// What has no value comes last in both directions.
function compareValues(left, right, sign) {
  if (left === null || right === null) return (left === null) - (right === null);
  return left < right ? -sign : left > right ? sign : 0;
}

// Sorts by one column, or by one more after those before; a third time takes the additional column away.
function sortBy(key, { further = false, up = null } = {}) {
  if (key === "text" && !allUnpacked()) {
    everything.then(() => sortBy(key, { further, up }));
    return;
  }
  const natural = !columns.find((column) => column.key === key).down;
  const place = state.sort.findIndex((other) => other.key === key);
  const before = place < 0 ? null : state.sort[place];
  const next = { key, up: up !== null ? up : before ? !before.up : natural };
  if (!further) state.sort = [before && place > 0 ? { key, up: natural } : next];
  else if (!before) state.sort = [...state.sort, next];
  else if (state.sort.length > 1 && before.up !== natural) state.sort = state.sort.filter((other) => other !== before);
  else state.sort = state.sort.map((other) => (other === before ? next : other));
  refresh({ fromTop: true });
  writeAddress();
}

// A long id may not push the scores out of a small screen.
const columnWidth = ({ key, width }) => (key === "row" ? `min(${width}rem, 24vw)` : `${width}rem`);

function drawHead() {
  const head = find("rows").tHead.rows[0];
  head.replaceChildren(
    ...columns.map((column) => {
      const place = state.sort.findIndex(({ key }) => key === column.key);
      const sorted = place < 0 ? "none" : state.sort[place].up ? "ascending" : "descending";
      const title = `${column.title}. Press with Shift to sort by it in addition.`;
      const act = (event) => {
        sortBy(column.key, { further: event.shiftKey });
        const now = find("rows").tHead.querySelectorAll("button")[columns.findIndex(({ key }) => key === column.key)];
        if (now) now.focus();
      };
      const which = place >= 0 && state.sort.length > 1 ? place + 1 : null;
      const node = button(column.label, act, { class: null, title, dir: "auto", "data-place": which });
      return element("th", { scope: "col", "aria-sort": sorted, class: column.class, style: column.width && `width:${columnWidth(column)}` }, node);
    }),
  );
}

// The choice for those without a Shift key: a column to sort by after the others.
function drawFurther() {
  const select = find("further");
  const free = columns.filter(({ key }) => !state.sort.some((other) => other.key === key));
  const words = state.sort.map(({ key, up }) => `${(columns.find((column) => column.key === key) || { label: key }).label} ${up ? "↑" : "↓"}`);
  select.replaceChildren(element("option", { value: "" }, words.join(", ")), ...free.map(({ key, label }) => element("option", { value: key }, `then ${label}`)));
  select.value = "";
}

// Draws everything about the examples anew, after a change of what is shown or in which order.
function refresh({ fromTop = false } = {}) {
  columns = tableColumns();
  arrange();
  drawHead();
  drawFurther();
  drawChips();
  drawRows(fromTop);
  drawDetail();
  hintAll();
}

// ---------------------------------------------------------------- rows in sight

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
    const cells = columns.map((column) => {
      const kinds = [column.class, state.sort.some(({ key }) => key === column.key) && "sorted"].filter(Boolean);
      return element("td", { class: kinds.join(" ") || null, dir: /^text/.test(column.class) ? "auto" : null }, column.show(at));
    });
    const kind = at === state.linked ? "linked" : null;
    body.push(element("tr", { "data-row": at, id: `row-${at}`, class: kind, "aria-rowindex": place + 2, "aria-selected": String(at === state.chosen) }, ...cells));
  }
  if (last < order.length && !printed) body.push(space(order.length - last));
  if (last < order.length && printed) {
    const rest = `and ${thousands(order.length - last)} more in this order`;
    body.push(element("tr", { class: "space" }, element("td", { colspan: columns.length, class: "text" }, rest)));
  }
  find("rows").tBodies[0].replaceChildren(...body);
}

// ---------------------------------------------------------------- the chosen row

function choose(at, { scroll = true } = {}) {
  if (state.linked !== at) state.linked = null;
  state.chosen = at;
  state.reference = null;
  const place = order.indexOf(at);
  const scroller = find("scroller");
  if (scroll && place >= 0) {
    // The rows must have their height before the table can scroll to one of them.
    if (!find("rows").tBodies[0].rows.length) drawRows();
    const top = place * ROW_HEIGHT;
    const room = scroller.clientHeight - ROW_HEIGHT;
    if (state.linked === at) scroller.scrollTop = top - (room - ROW_HEIGHT) / 2;
    else if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + ROW_HEIGHT > scroller.scrollTop + room) scroller.scrollTop = top + ROW_HEIGHT - room;
  }
  drawRows();
  drawDetail();
  find("rows").setAttribute("aria-activedescendant", `row-${at}`);
  writeAddress();
}

// Goes to an example that something else names: filters that hide it are taken away, unless they came with it.
function followTo(at, { keepFilters = false } = {}) {
  if (!keepFilters && !order.includes(at)) clearFilters();
  state.linked = at;
  find("examples").scrollIntoView();
  choose(at);
}

function move(event) {
  const page = Math.max(1, Math.floor(find("scroller").clientHeight / ROW_HEIGHT) - 2);
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -order.length, End: order.length };
  if (!(event.key in steps) || event.target.tagName === "BUTTON" || !order.length) return;
  event.preventDefault();
  const place = order.indexOf(state.chosen);
  choose(order[Math.min(order.length - 1, Math.max(0, place + steps[event.key]))]);
}

function listenToTable() {
  find("scroller").addEventListener("scroll", () => requestAnimationFrame(() => drawRows()), { passive: true });
  find("rows").addEventListener("keydown", move);
  find("rows").tBodies[0].addEventListener("click", (event) => {
    const row = event.target.closest("tr[data-row]");
    if (row) choose(Number(row.dataset.row), { scroll: false });
  });
  find("further").addEventListener("change", (event) => event.target.value && sortBy(event.target.value, { further: true }));
  // On paper the rows at the top of the present order stand for the table.
  addEventListener("beforeprint", () => fillRows(0, Math.min(order.length, 60), true));
  addEventListener("afterprint", () => drawRows());
}
