// The chosen example: every prediction beside the reference, with the matches of the chosen metric.

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
  if (!isUnpacked(state.chosen)) {
    unpack(state.chosen).then(drawDetail);
    return;
  }
  const at = state.chosen;
  const row = readRow(at);
  const metric = DATA.metrics[state.metric];
  const { best } = DATA.systems[state.system];
  const reference = state.reference === null ? (best ? best[state.metric][at] : 0) : state.reference;
  const theirs = row.references[reference];
  const matches = DATA.systems.map((_, system) => (theirs ? row.matches[system][reference][state.metric] : null));
  const active = matches[state.system];
  const shown = row.predictions.map((ours, system) => highlighted(ours, metric, matches[system], "prediction"));
  const left = element("div", { class: "column" }, ...shown.map(({ body }, system) => predictionPanel(at, system, body)));
  const right = element("div", { class: "column" });
  if (theirs) {
    const other = highlighted(theirs, metric, active, "reference");
    if (active) tie(metric, active, shown[state.system].elements, other.elements);
    const name = row.references.length > 1 ? referenceChoice(row, reference) : element("h3", {}, "Reference");
    right.append(panel(name, several() ? `against ${DATA.systems[state.system].name}` : "", other.body));
  }
  const below = active
    ? facts(metric, active, row.predictions[state.system], theirs)
    : element("p", { class: "note" }, `Matches of ${metric.label} are not shown for texts this long.`);
  home.replaceChildren(headline(at), element("div", { class: "pair" }, left, right), below);
}

function predictionPanel(at, system, body) {
  const [p, r, f] = DATA.systems[system].scores[state.metric].map((column) => percent(column[at]));
  let name = element("h3", {}, "Prediction");
  if (several()) {
    const input = element("input", { type: "radio", name: "system", checked: system === state.system });
    input.addEventListener("change", () => chooseSystem(system));
    name = element("label", {}, input, element("bdi", {}, DATA.systems[system].name));
  }
  return panel(name, `F ${f} · P ${p} · R ${r}`, body, system === state.system);
}

function facts(metric, match, ours, theirs) {
  const [matched, prediction, reference] = match.counts.map(shortNumber);
  const counts = `${matched} of ${prediction} in the prediction and ${reference} in the reference`;
  const list = element("dl", { class: "units" }, element("dt", {}, element("mark", {}, "Matched")), element("dd", {}, counts));
  for (const [name, which, { total, units }, text] of [
    ["Missed", "reference", match.missed, theirs],
    ["Extra", "prediction", match.extra, ours],
  ]) {
    const names = unitNames(units, metric, text.words(metric.views[SIDES.indexOf(which)]), text.text);
    const more = names.length && total > names.length ? ", …" : "";
    const label = element("span", { class: name.toLowerCase() }, name);
    const rest = total.toLocaleString("en") + (names.length ? `: ${names.join(", ")}${more}` : "");
    list.append(element("dt", {}, label), element("dd", {}, rest));
  }
  return list;
}

function headline(at) {
  const place = order.indexOf(at);
  const turn = (label, to) => {
    const act = () => {
      choose(to);
      [...find("detail").querySelectorAll(".pager button")].find((other) => other.textContent === label).focus();
    };
    return button(label, act, { disabled: to === undefined });
  };
  const pager = element("span", { class: "pager" }, turn("Previous", place > 0 ? order[place - 1] : undefined), " ", turn("Next", order[place + 1]));
  return element("div", { class: "headline" }, element("h3", {}, "Example ", element("bdi", {}, rowName(at))), pager);
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
  writeAddress();
  find("detail").querySelectorAll("input[name=system]")[system].focus();
}
