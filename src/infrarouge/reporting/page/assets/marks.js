// How a match is shown in a text. What is matched was found by the engine; nothing is matched here.

const SIDES = ["reference", "prediction"];

// Positions of matched words with their partners, and those that belong together with the word before.
function marks(metric, match, which) {
  const here = SIDES.indexOf(which);
  const partners = new Map();
  const tied = new Set();
  for (const run of match.runs) {
    let before = null;
    for (const pair of run) {
      for (let k = 0; k < metric.words; k++) {
        const at = pair[here] + k;
        if (!partners.has(at)) partners.set(at, pair[1 - here] + k);
        if (metric.tied && before !== null && before + 1 === at) tied.add(at);
        before = at;
      }
    }
  }
  return { partners, tied };
}

// The text with every word marked as matched or not, and the elements of matched words by position.
function highlighted(text, metric, match, which) {
  const body = element("div", { class: "body", lang: "", dir: "auto" });
  const elements = new Map();
  if (!text.text) body.append(element("span", { class: "empty" }, "no text"));
  if (!match) {
    body.append(text.text);
    return { body, elements };
  }
  const words = text.words(metric.views[SIDES.indexOf(which)]);
  const { partners, tied } = marks(metric, match, which);
  const places = range(words.length).sort((a, b) => words[a].start - words[b].start || words[a].end - words[b].end);
  let end = 0;
  let open = null;
  for (const at of places) {
    const word = words[at];
    const start = Math.max(word.start, end);
    if (start >= word.end) continue;
    const matched = partners.has(at);
    if (tied.has(at) && open) {
      open.append(text.text.slice(end, word.end));
    } else {
      body.append(text.text.slice(end, start));
      const spelled = text.text.slice(start, word.end);
      open = matched ? element("mark", {}, spelled) : null;
      body.append(open || element("span", { class: which === "prediction" ? "extra" : "missed" }, spelled));
    }
    if (matched) elements.set(at, open);
    end = word.end;
  }
  body.append(text.text.slice(end));
  return { body, elements };
}

// Pointing at a match shows its partner in the other text.
function tie(metric, match, ours, theirs) {
  for (const [which, here, there] of [["prediction", ours, theirs], ["reference", theirs, ours]]) {
    const { partners } = marks(metric, match, which);
    for (const [at, node] of here) {
      const partner = there.get(partners.get(at));
      if (!partner) continue;
      const both = [node, partner];
      node.addEventListener("pointerenter", () => both.forEach((mark) => mark.classList.add("partner")));
      node.addEventListener("pointerleave", () => both.forEach((mark) => mark.classList.remove("partner")));
    }
  }
}

// The words of some units: all from the first to the last, or those two.
function unitNames(units, metric, words, text) {
  const spelled = (at) => text.slice(words[at].start, words[at].end);
  return units.map(([first, last]) => {
    const places = metric.words > 1 ? range(last - first + 1).map((k) => first + k) : first === last ? [first] : [first, last];
    return places.map(spelled).join(" ");
  });
}
