// What every part of the page uses: the data, what is chosen, and elements.

const DATA = JSON.parse(document.getElementById("data").textContent);

// The view that a page opens with; an address holds what differs from it.
const firstView = () => ({
  metric: 0,
  measure: 2,
  system: 0,
  query: "",
  sort: [{ key: "row", up: true }],
  filters: { score: null, change: null, warning: null, group: null, unit: null },
});
const state = { ...firstView(), reference: null, chosen: null, linked: null };

function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

// A button that acts at once; what it says is its name.
function button(label, act, attributes = {}) {
  const node = element("button", { type: "button", class: "quiet", ...attributes }, label);
  node.addEventListener("click", act);
  return node;
}

const find = (id) => document.getElementById(id);
const rowNumber = (at) => (DATA.rows ? DATA.rows[at] : at);
const rowName = (at) => (DATA.names ? DATA.names[at] : String(rowNumber(at)));
const size = () => DATA.size;
const several = () => DATA.systems.length > 1;
const range = (length) => Array.from({ length }, (_, at) => at);
const thousands = (number) => number.toLocaleString("en");
const percent = (value) => (value === null || value === undefined ? "–" : (value / 100).toFixed(2));
const signedPercent = (value) => (value > 0 ? "+" : "") + percent(value);
const colour = (at) => `var(--c${at % 6})`;

// The system that is compared with the baseline: the chosen one, or the first other.
const compared = () => (state.system !== DATA.baseline ? state.system : DATA.baseline === 0 ? 1 : 0);

const scoreOf = (system, metric, measure, at) => DATA.systems[system].scores[metric][measure][at];

function changeOf(system, metric, measure, at) {
  const [after, before] = [system, DATA.baseline].map((which) => scoreOf(which, metric, measure, at));
  return after === null || before === null ? null : after - before;
}
