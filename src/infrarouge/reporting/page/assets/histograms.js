// Distributions as SVG; a drag over one, or a click on a bar, chooses the examples with these scores.

const SVG = "http://www.w3.org/2000/svg";
const PLOT = { width: 260, height: 130, left: 30, right: 6, base: 108 };

function shape(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// Counts by series, in steps of equal width from `low` on. `means` are of the same unit as `low` and `step`.
function histogram({ label, series, colours, means, low, step, ticks, selected, pick }) {
  const { width, height, left, right, base } = PLOT;
  const bins = series[0].length;
  const most = Math.max(1, ...series.flat());
  const x = (bin) => left + (bin / bins) * (width - left - right);
  const y = (count) => base - (count / most) * (base - 8);
  const at = (value) => x((value - low) / step);
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "brushed" });
  for (const tick of new Set([most, Math.round(most / 2)])) {
    svg.append(shape("line", { class: "grid", x1: left, x2: width - right, y1: y(tick), y2: y(tick) }));
    svg.append(shape("text", { x: left - 5, y: y(tick) + 4, "text-anchor": "end" }, thousands(tick)));
  }
  series.forEach((counts, number) => {
    if (series.length === 1) {
      counts.forEach((count, bin) => {
        const bar = { x: x(bin) + 0.5, y: y(count), width: x(1) - x(0) - 1, height: base - y(count), fill: colours[0] };
        const from = (low + step * bin) / 100;
        const title = shape("title", {}, `${from} to ${from + step / 100}: ${thousands(count)} examples`);
        svg.append(shape("rect", { ...bar, rx: 1, class: "bar" }, title));
      });
    } else {
      const steps = counts.map((count, bin) => `L${x(bin)},${y(count)}L${x(bin + 1)},${y(count)}`).join("");
      const line = { d: `M${x(0)},${base}${steps}L${x(bins)},${base}`, fill: colours[number], stroke: colours[number] };
      svg.append(shape("path", { ...line, "fill-opacity": 0.13, "stroke-width": 1.5 }));
    }
  });
  svg.append(shape("line", { class: "base", x1: left, x2: width - right, y1: base, y2: base }));
  for (const tick of ticks) {
    svg.append(shape("text", { x: at(tick), y: base + 15, "text-anchor": "middle" }, String(tick / 100)));
  }
  means.forEach((mean, number) => {
    if (mean === null) return;
    const stroke = series.length === 1 ? "var(--ink)" : colours[number];
    svg.append(shape("line", { class: "average", x1: at(mean), x2: at(mean), y1: 4, y2: base, stroke }));
  });
  const band = shape("rect", { class: "band", y: 4, height: base - 4 });
  const cover = (from, to) => {
    band.setAttribute("x", x(from));
    band.setAttribute("width", Math.max(1, x(to) - x(from)));
    svg.append(band);
  };
  if (selected) {
    const [from, to] = [selected.low, selected.high === null ? null : selected.high + 1];
    cover(from === null ? 0 : Math.max(0, (from - low) / step), to === null ? bins : Math.min(bins, (to - low) / step));
  }
  brush(svg, bins, cover, (from, to) => {
    const whole = { low: from ? low + step * from : null, high: to < bins ? low + step * to - 1 : null };
    // The last step also holds what lies beyond it.
    pick(selected && selected.low === whole.low && selected.high === whole.high ? null : whole);
  });
  return svg;
}

// Calls `done` with the first step of a drag and the one after the last.
function brush(svg, bins, cover, done) {
  const binAt = (event) => {
    const box = svg.getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * PLOT.width;
    const bin = Math.floor(((place - PLOT.left) / (PLOT.width - PLOT.left - PLOT.right)) * bins);
    return Math.min(bins - 1, Math.max(0, bin));
  };
  let start = null;
  const ends = (event) => [Math.min(start, binAt(event)), Math.max(start, binAt(event)) + 1];
  svg.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    start = binAt(event);
    svg.setPointerCapture(event.pointerId);
    cover(...ends(event));
  });
  svg.addEventListener("pointermove", (event) => start !== null && cover(...ends(event)));
  svg.addEventListener("pointerup", (event) => {
    if (start === null) return;
    const [from, to] = ends(event);
    start = null;
    done(from, to);
  });
  svg.addEventListener("pointercancel", () => {
    start = null;
    drawHistograms();
  });
}

const SCORE_STEP = 500;

function drawHistograms() {
  const { measure } = state;
  const figures = DATA.metrics.map((metric, at) => {
    const means = DATA.systems.map((system) => system.means[at][measure]);
    const caption = element("figcaption", {}, element("h3", {}, metric.label));
    if (!several()) caption.append(element("span", { class: "mean" }, `mean ${percent(means[0])}`));
    const { score } = state.filters;
    const said = DATA.systems.map((system, number) => `${system.name ? `${system.name}: ` : ""}mean ${percent(means[number])}`);
    const svg = histogram({
      label: `${metric.label}, ${DATA.measures[measure]}: ${said.join("; ")}`,
      series: DATA.systems.map((system) => system.histogram[at][measure]),
      colours: DATA.systems.map((_, number) => colour(number)),
      means,
      low: 0,
      step: SCORE_STEP,
      ticks: [0, 5000, 10000],
      selected: score && score.metric === at && score.measure === measure ? score : null,
      pick: (ends) => setFilter("score", ends && { metric: at, measure, system: state.system, ...ends }),
    });
    return element("figure", {}, caption, svg);
  });
  find("histograms").replaceChildren(...figures);
  if (several()) drawChanges();
}

// How much each example changed, by metric; the middle step is around no change.
function drawChanges() {
  const { measure } = state;
  const others = range(DATA.systems.length).filter((system) => system !== DATA.baseline);
  const counts = DATA.changes.map((metric) => metric[measure]);
  const middle = (counts[0][0].length - 1) / 2;
  const far = (list) => list.reduce((most, count, bin) => (count ? Math.max(most, Math.abs(bin - middle)) : most), 0);
  const reach = Math.min(middle, Math.max(4, ...counts.flat().map(far)) + 1);
  const figures = DATA.metrics.map((metric, at) => {
    const { change } = state.filters;
    const system = compared();
    const svg = histogram({
      label: `${metric.label}, ${DATA.measures[measure]}: changes against ${DATA.systems[DATA.baseline].name}`,
      series: counts[at].map((list) => list.slice(middle - reach, middle + reach + 1)),
      colours: others.map(colour),
      means: others.map((other) => meanChange(other, at, measure)),
      low: -SCORE_STEP * (reach + 0.5),
      step: SCORE_STEP,
      ticks: [-SCORE_STEP * reach, 0, SCORE_STEP * reach],
      selected: change && change.metric === at && change.measure === measure ? change : null,
      pick: (ends) => setFilter("change", ends && { metric: at, measure, system, ...ends }),
    });
    return element("figure", {}, element("figcaption", {}, element("h3", {}, metric.label)), svg);
  });
  find("changes").replaceChildren(...figures);
}

function meanChange(system, metric, measure) {
  const [after, before] = [system, DATA.baseline].map((which) => DATA.systems[which].means[metric][measure]);
  return after === null || before === null ? null : after - before;
}
