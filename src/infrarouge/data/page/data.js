// Reads the columns that embed.py writes.

const DATA = JSON.parse(document.getElementById("data").textContent);
const DIGITS = new Map();
for (let code = 0x23; code < 0x7f; code++) {
  if (code !== 0x5c && code !== 0x3c) DIGITS.set(code, DIGITS.size);
}
const HALF = DIGITS.size / 2;

function numbers(text) {
  const found = [];
  let value = 0;
  let scale = 1;
  for (let at = 0; at < text.length; at++) {
    const digit = DIGITS.get(text.charCodeAt(at));
    value += digit * scale;
    if (digit < HALF) {
      found.push(value);
      value = 0;
      scale = 1;
    } else {
      scale *= HALF;
    }
  }
  return found;
}

// Reads the words of a row's texts, in the order in which they were written.
class RowWords {
  constructor() {
    this.known = 0;
  }

  read(text) {
    const found = [];
    const values = numbers(text);
    let end = 0;
    for (let at = 0; at < values.length; at += 3) {
      const step = values[at] % 2 ? -(values[at] + 1) / 2 : values[at] / 2;
      const start = end + step;
      end = start + values[at + 1];
      const id = values[at + 2] ? values[at + 2] - 1 : this.known++;
      found.push({ id, start, end });
    }
    return found;
  }
}

function readText(column, at, words) {
  const joined = words.read(column.words[at]);
  const lengths = column.lengths[at] ? numbers(column.lengths[at]) : [joined.length];
  const sentences = [];
  let start = 0;
  for (const length of lengths) sentences.push(joined.slice(start, (start += length)));
  const flat = column.flat[at] === undefined ? joined : words.read(column.flat[at]);
  return { text: column.text[at], joined, flat, sentences };
}

// The references and the predictions of one row, with their words.
function readRow(at) {
  const words = new RowWords();
  const { rows } = DATA.references;
  const references = [];
  for (let one = rows ? rows[at] : at; one < (rows ? rows[at + 1] : at + 1); one++) {
    references.push(readText(DATA.references, one, words));
  }
  const predictions = DATA.systems.map((system) => readText(system.text, at, words));
  return { references, predictions };
}
