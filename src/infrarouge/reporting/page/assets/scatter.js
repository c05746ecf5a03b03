// The score of every example against its length, on a canvas; colours come from the style sheet.

const scatter = { points: [] };

function resolved(name) {
  const probe = find("scatter");
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

// Where lengths spread so widely that most points of a plain axis would share a corner, the axis is logarithmic.
const SPREAD = 10;

function spreadsWidely(lengths) {
  const sorted = lengths.filter((length) => length > 0).sort((a, b) => a - b);
  return sorted.length > 0 && sorted[sorted.length - 1] >= SPREAD * sorted[Math.floor(sorted.length / 2)];
}

// Where a length stands, from 0 to 1, and the lengths to write below. A text without words has a place on both axes.
function lengthAxis(shortest, longest, isLog) {
  if (isLog) {
    const ticks = [0];
    for (let ten = 1; ten <= longest; ten *= 10) ticks.push(ten, 3 * ten);
    const start = ticks.findLast((tick) => tick <= shortest);
    const end = ticks.find((tick) => tick >= longest && tick > start) || longest;
    const reach = Math.log1p(end) - Math.log1p(start);
    const place = (length) => (Math.log1p(length) - Math.log1p(start)) / reach;
    return { place, ticks: ticks.filter((tick) => tick >= start && tick <= end) };
  }
  const ten = 10 ** Math.floor(Math.log10(longest));
  const step = Math.max(1, longest / ten < 3 ? ten / 5 : ten);
  const steps = Math.ceil(longest / step);
  return { place: (length) => length / (steps * step), ticks: range(steps + 1).map((at) => at * step) };
}

function scatterSeries(metric, ofPrediction) {
  return DATA.systems.map((system, at) => {
    const lengths = DATA.lengths[ofPrediction ? at + 1 : 0];
    return system.scores[metric][2].flatMap((score, row) => (score === null ? [] : [[lengths[row], score / 100, row]]));
  });
}

function drawScatter() {
  const canvas = find("scatter");
  const metric = Number(find("scatter-metric").value);
  const ofPrediction = find("scatter-length").value === "1";
  const series = scatterSeries(metric, ofPrediction);
  const lengths = series.flatMap((points) => points.map(([length]) => length));
  const choice = find("scatter-axis").value;
  const isLog = choice === "auto" ? spreadsWidely(lengths) : choice === "log";
  const scale = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.dataset.axis = isLog ? "log" : "linear";
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  const [left, right, top, base] = [44, 18, 10, height - 40];
  const [shortest, longest] = lengths.reduce(([low, high], length) => [Math.min(low, length), Math.max(high, length)], [Infinity, 1]);
  const axis = lengthAxis(Math.min(shortest, longest), longest, isLog);
  const x = (length) => left + axis.place(length) * (width - left - right);
  const y = (score) => base - (score / 100) * (base - top);
  const words = `words of the ${ofPrediction ? "prediction" : "reference"}${isLog ? ", logarithmic axis" : ""}`;
  drawAxes(pen, { left, right: width - right, base }, axis, x, y, words);
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
  series.forEach((points, at) => drawTrend(pen, trend(points), x, y, resolved(several() ? colour(at) : "var(--ink)")));
  describeScatter(canvas, series, DATA.metrics[metric].label);
}

function drawAxes(pen, { left, right, base }, axis, x, y, words) {
  pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  pen.textBaseline = "middle";
  pen.strokeStyle = resolved("var(--line)");
  pen.fillStyle = resolved("var(--muted)");
  for (let score = 0; score <= 100; score += 25) {
    pen.textAlign = "right";
    pen.fillText(String(score), left - 8, y(score));
    pen.beginPath();
    pen.moveTo(left, y(score));
    pen.lineTo(right, y(score));
    pen.stroke();
  }
  pen.textAlign = "center";
  let free = -Infinity;
  for (const length of axis.ticks) {
    const text = thousands(length);
    const half = pen.measureText(text).width / 2;
    if (x(length) - half < free) continue;
    pen.fillText(text, x(length), base + 14);
    free = x(length) + half + 6;
  }
  pen.fillText(words, (left + right) / 2, base + 32);
}

function drawTrend(pen, means, x, y, stroke) {
  for (const [widthOf, ink] of [[6, resolved("var(--surface)")], [2.5, stroke]]) {
    pen.beginPath();
    means.forEach(([length, score], place) => (place ? pen.lineTo(x(length), y(score)) : pen.moveTo(x(length), y(score))));
    pen.lineWidth = widthOf;
    pen.lineJoin = "round";
    pen.strokeStyle = ink;
    pen.stroke();
  }
  pen.lineWidth = 1;
}

function describeScatter(canvas, series, label) {
  const correlations = series.map((points, at) => {
    const rho = points.length > 2 ? correlation(points) : null;
    const name = several() ? `${DATA.systems[at].name}: ` : "";
    return rho === null ? "" : `${name}ρ = ${(Math.round(100 * rho) / 100 + 0).toFixed(2)}`;
  });
  const joined = correlations.filter(Boolean).join("; ");
  const said = joined && ` Rank correlation: ${joined}.`;
  const groups = series[0].length < 100 ? "" : "; the line joins the means of ten groups of equal size";
  find("scatter-note").textContent = `Each point is an example${groups}.${said}`;
  canvas.setAttribute("aria-label", `F of ${label} against length in words.${said}`);
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

function listenToScatter() {
  for (const id of ["scatter-metric", "scatter-length", "scatter-axis"]) {
    find(id).addEventListener("change", () => {
      drawScatter();
      writeAddress();
    });
  }
  const canvas = find("scatter");
  canvas.addEventListener("pointermove", hoverScatter);
  canvas.addEventListener("pointerleave", () => (find("tip").hidden = true));
  canvas.addEventListener("click", (event) => {
    const point = nearest(event);
    if (point) followTo(point[2]);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawScatter);
  // Also draws it the first time.
  new ResizeObserver(drawScatter).observe(canvas.parentElement);
}

function hoverScatter(event) {
  const tip = find("tip");
  const point = nearest(event);
  tip.hidden = !point;
  event.currentTarget.style.cursor = point ? "pointer" : "";
  if (!point) return;
  const [left, top, row, system, length, score] = point;
  const name = several() ? `${DATA.systems[system].name}, ` : "";
  tip.textContent = `${name}example ${rowName(row)}: ${score.toFixed(2)}, ${length} words`;
  tip.style.left = `${Math.min(left + 10, event.currentTarget.clientWidth - 220)}px`;
  tip.style.top = `${Math.max(0, top - 34)}px`;
}
