// The section of errors: which n-grams are missed or extra, and orders that bring the worst examples to the top.

const unitCount = () => DATA.units.length;
const unitRows = (number) => DATA.unit_rows[number];

function unitWords(number) {
  const [system, side, words] = DATA.units[number];
  return `${ofSystem(system)}${side} “${words}”`;
}

// Of the lists of n-grams one is shown: that of the chosen system and size.
function showUnits() {
  const size = find("units-size");
  if (!size) return;
  const system = find("units-system") ? find("units-system").value : "0";
  for (const body of document.querySelectorAll("#errors tbody[data-size]")) {
    body.hidden = body.dataset.size !== size.value || body.dataset.system !== system;
  }
}

// Sorts the whole table as a list of examples is sorted.
function takeOrder({ order: keys, metricOf, system }) {
  const [key, way] = keys.split(":");
  const { filters, query } = firstView();
  Object.assign(state, { filters, query, metric: Number(metricOf), system: Number(system), sort: [{ key, up: way === "up" }] });
  drawView();
  choose(order[0]);
  find("examples").scrollIntoView();
  find("rows").focus({ preventScroll: true });
}

function listenToErrors() {
  for (const id of ["units-system", "units-size"].filter(find)) {
    find(id).addEventListener("change", () => {
      showUnits();
      writeAddress();
    });
  }
  document.addEventListener("click", (event) => {
    const source = event.target.closest("button[data-order]");
    if (source) takeOrder(source.dataset);
  });
}
