// Writes the Unicode properties that js-rouge asks of JavaScript, as this Node gives them.
//
//     node tools/make_js_unicode.cjs            writes the file
//     node tools/make_js_unicode.cjs --check    fails if the file differs from what would be written
"use strict";
const fs = require("node:fs");
const path = require("node:path");

const UNICODE = "17.0"; // what the reference outputs were made with
const FILE = path.join(__dirname, "..", "src", "infrarouge", "data", "js_unicode.py");
const WIDTH = 146;

// Categories that no rule tells apart are written by their first letter.
const CATEGORIES = ["Lu", "Ll", "Lt", "Lm", "Lo", "M", "N", "Pd", "Ps", "P", "Sc", "S"];

const tests = new Map();
function has(property, char) {
  if (!tests.has(property)) tests.set(property, new RegExp(`^\\p{${property}}$`, "u"));
  return tests.get(property).test(char);
}

function isUpper(char, category) {
  if (category === "Lu" || category === "Lt") return true;
  return has("Uppercase", char) && char.toUpperCase() === char && char.toLowerCase() !== char;
}

function properties(code) {
  const char = String.fromCodePoint(code);
  const category = CATEGORIES.find((one) => has(one, char)) ?? "--";
  const letters = [
    has("Cased", char) ? "c" : "",
    isUpper(char, category) ? "u" : "",
    has("ID_Continue", char) ? "i" : "",
    category === "Lm" && char.normalize("NFKC") !== char ? "r" : "",
  ];
  return `${category} ${letters.join("")}`.trim();
}

function wrapped(items) {
  const lines = [];
  let line = "   ";
  for (const item of items) {
    if (line.length + item.length + 2 > WIDTH) {
      lines.push(line);
      line = "   ";
    }
    line += ` ${item},`;
  }
  return [...lines, line].join("\n");
}

function written() {
  const classes = [];
  const starts = [];
  const which = [];
  for (let code = 0; code < 0x110000; code += 1) {
    const key = properties(code);
    if (!classes.includes(key)) classes.push(key);
    const index = classes.indexOf(key);
    if (which.at(-1) !== index) {
      starts.push(String(code));
      which.push(index);
    }
  }
  const numbers = wrapped(which.map(String));
  return `"""Unicode ${UNICODE} properties as JavaScript gives them, written by tools/make_js_unicode.cjs; do not edit."""

# ruff: noqa
# fmt: off
# A category, and letters for what else holds: c cased, u a capital, i part of an identifier, r a raised letter.
CLASSES: tuple[str, ...] = (
${wrapped(classes.map((one) => JSON.stringify(one)))}
)

# Code points STARTS[i] .. STARTS[i + 1] - 1 are of the class CLASSES[WHICH[i]].
STARTS: tuple[int, ...] = (
${wrapped(starts)}
)

WHICH: tuple[int, ...] = (
${numbers}
)
`;
}

if (process.versions.unicode !== UNICODE) {
  console.error(`this Node has Unicode ${process.versions.unicode}; use one with ${UNICODE}`);
  process.exit(1);
}
const text = written();
if (process.argv.includes("--check")) {
  if (fs.readFileSync(FILE, "utf8") !== text) {
    console.error(`${FILE} is not what would be written; type: node tools/make_js_unicode.cjs`);
    process.exit(1);
  }
} else {
  fs.writeFileSync(FILE, text);
}
