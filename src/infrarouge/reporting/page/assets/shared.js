// What every part of the page uses: the data, what is chosen, and elements.

const DATA = JSON.parse(document.getElementById("data").textContent);
const state = { metric: 0, measure: 2, system: 0, reference: null, chosen: null, query: "", sort: { key: "row", up: true } };

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
const range = (length) => Array.from({ length }, (_, at) => at);
