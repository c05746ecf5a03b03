// Calls js-rouge for the tests: one JSON array [package, function, ...arguments] a line in, one JSON value a line out.
"use strict";
const readline = require("node:readline");

process.on("uncaughtException", (error) => {
  process.stderr.write(`${error.name}: ${error.message}\n`);
  process.exit(1);
});

const special = { Infinity: Infinity, "-Infinity": -Infinity, NaN: NaN };
const hooks = {
  "cut:newline": (text) => text.split("\n").filter((line) => line.trim()),
  "cut:space": (text) => text.split(" "),
};

// A value as the package gets it; "own:nGram" is the function of that name of the package itself.
function read(value, rouge) {
  if (Array.isArray(value)) return value.map((one) => read(one, rouge));
  if (value && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, read(one, rouge)]));
  if (typeof value === "string" && value.startsWith("own:")) return rouge[value.slice(4)];
  return special[value] ?? hooks[value] ?? value;
}

function write(value) {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [name, call, ...given] = JSON.parse(line);
  let result;
  try {
    result = write(require(name)[call](...read(given, require(name))));
  } catch (error) {
    result = { error: error.name, message: error.message };
  }
  process.stdout.write(`${JSON.stringify(result)}\n`);
});
