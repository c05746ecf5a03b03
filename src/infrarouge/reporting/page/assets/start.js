// Themes, controls, and the start of everything.

const THEMES = { auto: "automatic", light: "light", dark: "dark" };

function setTheme(theme) {
  const root = document.documentElement;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  const switcher = find("theme");
  switcher.textContent = `Theme: ${THEMES[theme]}`;
  switcher.dataset.now = theme;
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

function choices(home, name, labels, chosen, change) {
  labels.forEach((label, at) => {
    const input = element("input", { type: "radio", name, value: at, checked: at === chosen });
    input.addEventListener("change", () => {
      change(at);
      writeAddress();
    });
    home.append(element("label", {}, input, label));
  });
}

function drawControls() {
  choices(find("measure"), "measure", DATA.measures, state.measure, (at) => {
    state.measure = at;
    drawHistograms();
  });
  choices(find("metric"), "metric", DATA.metrics.map((metric) => metric.label), state.metric, (at) => {
    state.metric = at;
    refresh();
  });
  options(find("scatter-metric"), DATA.metrics.map(({ label }) => label));
  drawFilterControls();
  drawMetricChoices();
  showUnits();
  find("theme").addEventListener("click", nextTheme);
  // There is room for the filters on a wide screen.
  find("filters").open = matchMedia("(min-width: 60rem)").matches;
  if (!several()) return;
  find("legend").hidden = false;
  find("change-part").hidden = false;
  DATA.systems.forEach((system, at) => {
    const swatch = element("span", { class: "swatch", style: `--c:${colour(at)}` });
    find("legend").append(element("span", {}, swatch, element("bdi", {}, system.name)));
  });
}

// Resolves when all blocks are unpacked.
let everything = new Promise(() => {});

async function start() {
  setTheme(storedTheme());
  drawControls();
  try {
    await unpackColumns();
    drawHistograms();
    listenToScatter();
    const { at } = fromAddress();
    if (size()) await unpack(at === null ? 0 : at);
    everything = unpackAll(drawAwaited);
    syncFilters();
    refresh();
    if (!(await followAddress()) && order.length) chooseFirst();
    for (const listen of [listenToMetricChoices, listenToTable, listenToFilters, listenToErrors, listenToExports, listenToHints]) listen();
    addEventListener("hashchange", followAddress);
  } catch (problem) {
    find("count").textContent = `This browser cannot unpack the examples; browsers from 2023 on can. (${problem.message})`;
  }
  document.documentElement.dataset.ready = "yes";
}

// Shows the first example and leaves the address as it was, so that a link to a section stays one.
function chooseFirst() {
  const before = location.hash;
  choose(order[0]);
  try {
    history.replaceState(null, "", before || location.pathname + location.search);
  } catch {
    // A page shown inside a notebook may not change its address.
  }
}

start();
