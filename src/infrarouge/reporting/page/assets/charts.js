// Histograms as SVG and the scatter plot on a canvas; colours come from the style sheet, so that themes need no script.

const SVG = "http://www.w3.org/2000/svg";
const percent = (value) => (value === null || value === undefined ? "–" : (value / 100).toFixed(2));
const colour = (at) => `var(--c${at % 6})`;

function shape(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function histogram(metric, measure) {
  const [width, height, left, base] = [260, 130, 30, 108];
  const systems = DATA.systems.map((system) => system.histogram[metric][measure]);
  const bins = systems[0].length;
  const most = Math.max(1, ...systems.flat());
  const x = (step) => left + (step / bins) * (width - left - 6);
  const y = (count) => base - (count / most) * (base - 8);
  const label = DATA.metrics[metric].label;
  const means = DATA.systems.map((system) => system.means[metric][measure]);
  const said = DATA.systems.map((system, at) => `${system.name ? `${system.name}: ` : ""}mean ${percent(means[at])}`);
  const svg = shape("svg", {
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": `${label}, ${DATA.measures[measure]}: ${said.join("; ")}`,
  });
  for (const tick of [most, Math.round(most / 2)]) {
    svg.append(shape("line", { class: "grid", x1: left, x2: width - 6, y1: y(tick), y2: y(tick) }));
    svg.append(shape("text", { x: left - 5, y: y(tick) + 4, "text-anchor": "end" }, tick.toLocaleString("en")));
  }
  systems.forEach((counts, at) => {
    if (systems.length === 1) {
      counts.forEach((count, step) => {
        const bar = { x: x(step) + 0.5, y: y(count), width: x(1) - x(0) - 1, height: base - y(count), fill: colour(0) };
        const from = (100 / bins) * step;
        const title = shape("title", {}, `${from} to ${from + 100 / bins}: ${count.toLocaleString("en")} examples`);
        svg.append(shape("rect", { ...bar, rx: 1 }, title));
      });
    } else {
      const steps = counts.map((count, step) => `L${x(step)},${y(count)}L${x(step + 1)},${y(count)}`).join("");
      const line = `M${x(0)},${base}${steps}L${x(bins)},${base}`;
      svg.append(shape("path", { d: line, fill: colour(at), "fill-opacity": 0.13, stroke: colour(at), "stroke-width": 1.5 }));
    }
  });
  svg.append(shape("line", { class: "base", x1: left, x2: width - 6, y1: base, y2: base }));
  for (const tick of [0, 50, 100]) {
    svg.append(shape("text", { x: x((tick / 100) * bins), y: base + 15, "text-anchor": "middle" }, String(tick)));
  }
  means.forEach((mean, at) => {
    if (mean === null) return;
    const place = x((mean / 10000) * bins);
    const stroke = systems.length === 1 ? "var(--ink)" : colour(at);
    svg.append(shape("line", { class: "average", x1: place, x2: place, y1: 4, y2: base, stroke }));
  });
  return svg;
}

function drawHistograms(measure) {
  const home = document.getElementById("histograms");
  home.replaceChildren(
    ...DATA.metrics.map((metric, at) => {
      const caption = element("figcaption", {}, element("h3", {}, metric.label));
      if (DATA.systems.length === 1) {
        caption.append(element("span", { class: "mean" }, `mean ${percent(DATA.systems[0].means[at][measure])}`));
      }
      return element("figure", {}, caption, histogram(at, measure));
    }),
  );
}

// ---------------------------------------------------------------- score against length

const scatter = { points: [], hover: null };

function resolved(name) {
  const probe = document.getElementById("scatter");
  probe.style.color = name;
  const colours = getComputedStyle(probe).color;
  probe.style.color = "";
  return colours;
}

// Means of the scores in ten groups of equal size, by length.
function trend(pairs) {
  const sorted = [...pairs].sort((a, b) => a[0] - b[0]);
  const groups = sorted.length < 100 ? 0 : 10;
  return Array.from({ length: groups }, (_, at) => {
    const part = sorted.slice((at * sorted.length) / groups, ((at + 1) * sorted.length) / groups);
    return [0, 1].map((axis) => part.reduce((sum, pair) => sum + pair[axis], 0) / part.length);
  });
}

function ranks(values) {
  const order = values.map((value, at) => [value, at]).sort((a, b) => a[0] - b[0]);
  const rank = new Float64Array(values.length);
  for (let at = 0; at < order.length; ) {
    let end = at;
    while (end < order.length && order[end][0] === order[at][0]) end++;
    for (let place = at; place < end; place++) rank[order[place][1]] = (at + end - 1) / 2;
    at = end;
  }
  return rank;
}

function correlation(pairs) {
  const [a, b] = [0, 1].map((axis) => ranks(pairs.map((pair) => pair[axis])));
  const mean = (pairs.length - 1) / 2;
  let [ab, aa, bb] = [0, 0, 0];
  for (let at = 0; at < pairs.length; at++) {
    ab += (a[at] - mean) * (b[at] - mean);
    aa += (a[at] - mean) ** 2;
    bb += (b[at] - mean) ** 2;
  }
  return aa && bb ? ab / Math.sqrt(aa * bb) : null;
}

function drawScatter() {
  const canvas = document.getElementById("scatter");
  const metric = Number(document.getElementById("scatter-metric").value);
  const ofPrediction = document.getElementById("scatter-length").value === "1";
  const scale = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  const [left, right, top, base] = [44, 12, 10, height - 40];
  const series = DATA.systems.map((system, at) => {
    const lengths = DATA.lengths[ofPrediction ? at + 1 : 0];
    return system.scores[metric][2].flatMap((score, row) => (score === null ? [] : [[lengths[row], score / 100, row]]));
  });
  const longest = Math.max(1, ...series.flatMap((points) => points.reduce((most, pair) => Math.max(most, pair[0]), 0)));
  const step = 10 ** Math.floor(Math.log10(longest)) / (longest / 10 ** Math.floor(Math.log10(longest)) < 3 ? 5 : 1);
  const end = Math.ceil(longest / Math.max(1, step)) * Math.max(1, step);
  const x = (length) => left + (length / end) * (width - left - right);
  const y = (score) => base - (score / 100) * (base - top);
  const [muted, line] = [resolved("var(--muted)"), resolved("var(--line)")];
  pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  pen.textBaseline = "middle";
  pen.strokeStyle = line;
  pen.fillStyle = muted;
  for (let score = 0; score <= 100; score += 25) {
    pen.textAlign = "right";
    pen.fillText(String(score), left - 8, y(score));
    pen.beginPath();
    pen.moveTo(left, y(score));
    pen.lineTo(width - right, y(score));
    pen.stroke();
  }
  pen.textAlign = "center";
  for (let length = 0; length <= end; length += Math.max(1, step)) pen.fillText(String(length), x(length), base + 14);
  pen.fillText(`words of the ${ofPrediction ? "prediction" : "reference"}`, (left + width - right) / 2, base + 32);
  scatter.points = [];
  const many = DATA.n > 1500;
  series.forEach((points, at) => {
    pen.fillStyle = resolved(colour(at));
    pen.globalAlpha = many ? 0.28 : 0.6;
    for (const [length, score, row] of points) {
      pen.beginPath();
      pen.arc(x(length), y(score), many ? 2 : 3.5, 0, 7);
      pen.fill();
      scatter.points.push([x(length), y(score), row, at, length, score]);
    }
  });
  pen.globalAlpha = 1;
  series.forEach((points, at) => {
    const means = trend(points);
    for (const [widthOf, stroke] of [[6, resolved("var(--surface)")], [2.5, resolved(several() ? colour(at) : "var(--ink)")]]) {
      pen.beginPath();
      means.forEach(([length, score], place) => (place ? pen.lineTo(x(length), y(score)) : pen.moveTo(x(length), y(score))));
      pen.lineWidth = widthOf;
      pen.lineJoin = "round";
      pen.strokeStyle = stroke;
      pen.stroke();
    }
    pen.lineWidth = 1;
  });
  const label = DATA.metrics[metric].label;
  const correlations = series.map((points, at) => {
    const rho = points.length > 2 ? correlation(points) : null;
    const name = DATA.systems.length > 1 ? `${DATA.systems[at].name}: ` : "";
    return rho === null ? "" : `${name}ρ = ${(Math.round(100 * rho) / 100 + 0).toFixed(2)}`;
  });
  const said = correlations.filter(Boolean).join("; ");
  document.getElementById("scatter-note").textContent =
    `Each point is an example${series[0].length < 100 ? "" : "; the line joins the means of ten groups of equal size"}.` + (said ? ` Rank correlation: ${said}.` : "");
  canvas.setAttribute("aria-label", `F of ${label} against length in words. ${said ? `Rank correlation: ${said}.` : ""}`);
}

function nearest(event) {
  const box = event.currentTarget.getBoundingClientRect();
  const [left, top] = [event.clientX - box.left, event.clientY - box.top];
  let [best, least] = [null, 144];
  for (const point of scatter.points) {
    const far = (point[0] - left) ** 2 + (point[1] - top) ** 2;
    if (far < least) [best, least] = [point, far];
  }
  return best;
}

function hoverScatter(event) {
  const tip = document.getElementById("tip");
  const point = nearest(event);
  tip.hidden = !point;
  event.currentTarget.style.cursor = point ? "pointer" : "";
  if (!point) return;
  const [left, top, row, system, length, score] = point;
  const name = DATA.systems.length > 1 ? `${DATA.systems[system].name}, ` : "";
  tip.textContent = `${name}example ${rowName(row)}: ${score.toFixed(2)}, ${length} words`;
  tip.style.left = `${Math.min(left + 10, event.currentTarget.clientWidth - 220)}px`;
  tip.style.top = `${Math.max(0, top - 34)}px`;
}
