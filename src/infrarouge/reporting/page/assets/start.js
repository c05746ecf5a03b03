// Themes, addresses, and the start of everything.

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

function choices(home, name, labels, chosen, change) {
  labels.forEach((label, at) => {
    const input = element("input", { type: "radio", name, value: at, checked: at === chosen });
    input.addEventListener("change", () => change(at));
    home.append(element("label", {}, input, label));
  });
}

function drawControls() {
  choices(find("measure"), "measure", DATA.measures, state.measure, (at) => drawHistograms((state.measure = at)));
  choices(find("metric"), "metric", DATA.metrics.map((metric) => metric.label), state.metric, (at) => {
    state.metric = at;
    refresh();
  });
  DATA.metrics.forEach((metric, at) => find("scatter-metric").append(element("option", { value: at }, metric.label)));
  if (!several()) return;
  find("legend").hidden = false;
  DATA.systems.forEach((system, at) => {
    find("legend").append(element("span", {}, element("span", { class: "swatch", style: `--c:${colour(at)}` }), system.name));
  });
}

function listenToTable() {
  find("scroller").addEventListener("scroll", () => requestAnimationFrame(() => drawRows()), { passive: true });
  find("rows").addEventListener("keydown", move);
  find("rows").tBodies[0].addEventListener("click", (event) => {
    const row = event.target.closest("tr[data-row]");
    if (row) choose(Number(row.dataset.row), { scroll: false });
  });
  let waiting = 0;
  find("search").addEventListener("input", (event) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => search(event.target.value), 120);
  });
  // On paper the rows at the top of the present order stand for the table.
  addEventListener("beforeprint", () => fillRows(0, Math.min(order.length, 60), true));
  addEventListener("afterprint", () => drawRows());
}

function listenToCharts() {
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
  // Also draws it the first time.
  new ResizeObserver(drawScatter).observe(canvas.parentElement);
}

// Shows the example that the address names, or the first one.
function chooseFirst() {
  const wanted = fromAddress();
  if (order.length) choose(wanted === null ? order[0] : wanted);
  if (wanted !== null) {
    find("examples").scrollIntoView();
    return;
  }
  try {
    history.replaceState(null, "", location.pathname + location.search);
  } catch {
    // A page shown inside a notebook may not change its address.
  }
}

// Resolves when all blocks are unpacked.
let everything = new Promise(() => {});

async function start() {
  drawControls();
  drawHistograms(state.measure);
  setTheme(storedTheme());
  listenToCharts();
  columns = tableColumns();
  arrange();
  drawHead();
  try {
    const wanted = fromAddress();
    if (size()) await unpack(wanted === null ? 0 : wanted);
    chooseFirst();
    listenToTable();
    addEventListener("hashchange", follow);
    everything = unpackAll(drawAwaited);
  } catch (problem) {
    find("count").textContent = `This browser cannot unpack the examples; browsers from 2023 on can. (${problem.message})`;
  }
  document.documentElement.dataset.ready = "yes";
}

start();
