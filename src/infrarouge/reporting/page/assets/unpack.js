// Reads the blocks of rows that rows.py writes. A block is unpacked once; a row of it is read when it is needed.

const blocks = DATA.blocks.map(() => null);
const unpacking = new Map();
const blockOf = (at) => Math.floor(at / DATA.rows_in_block);
const isUnpacked = (at) => blocks[blockOf(at)] !== null;

// Whole numbers of seven bits a byte, the lowest first.
class Numbers {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  next() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  signed() {
    const value = this.next();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }

  list(read) {
    return range(this.next()).map(read);
  }
}

// The digits of the base in which pack.py writes bytes: 85 characters that mean nothing in JSON or HTML.
const DIGITS = new Uint8Array(127);
range(94).map((at) => at + 33).filter((code) => !"\"&'/:<\\{}".includes(String.fromCharCode(code))).forEach((code, digit) => (DIGITS[code] = digit));

async function inflated(text) {
  const bytes = new Uint8Array(((text.length - 1) / 5) * 4);
  for (let from = 1, to = 0; from < text.length; from += 5, to += 4) {
    let value = 0;
    for (let place = from; place < from + 5; place++) value = value * 85 + DIGITS[text.charCodeAt(place)];
    bytes[to] = value >>> 24;
    bytes[to + 1] = value >>> 16;
    bytes[to + 2] = value >>> 8;
    bytes[to + 3] = value;
  }
  // The first character tells how many bytes at the end are padding.
  const packed = bytes.subarray(0, bytes.length - DIGITS[text.charCodeAt(0)]);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Scores, best references, lengths, groups and what else is known of examples, column by column, as columns.py writes them.
async function unpackColumns() {
  const numbers = new Numbers(await inflated(DATA.columns), 0);
  const column = () => range(size()).map(() => numbers.next());
  const scores = () => column().map((value) => (value ? value - 1 : null));
  for (const system of DATA.systems) system.scores = DATA.metrics.map(() => DATA.measures.map(scores));
  for (const system of DATA.systems) system.best = DATA.has_best ? DATA.metrics.map(column) : null;
  DATA.lengths = range(DATA.systems.length + 1).map(column);
  DATA.group = DATA.groups ? column() : null;
  for (const system of DATA.systems) system.aspects = DATA.aspects.map(scores);
  DATA.columns = "";
  const rows = new Numbers(await inflated(DATA.unit_rows), 0);
  DATA.unit_rows = DATA.units.map(() => {
    let at = 0;
    return rows.list(() => (at += rows.next()));
  });
  if (DATA.names) DATA.names = JSON.parse(new TextDecoder().decode(await inflated(DATA.names)));
}

async function unpackBlock(number) {
  const bytes = await inflated(DATA.blocks[number]);
  const numbers = new Numbers(bytes, 0);
  const sizes = numbers.list(() => [numbers.next(), numbers.next()]);
  let { at } = numbers;
  let text = 0;
  const rows = sizes.map(([length, count]) => {
    const row = { at, text, end: text + length };
    at += count;
    text += length;
    return row;
  });
  // A mark for the order of bytes at the start of a text is a character of it like others.
  blocks[number] = { bytes, rows, text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(at)) };
  DATA.blocks[number] = "";
}

// Resolves when the block of a row is there.
function unpack(at) {
  const number = blockOf(at);
  if (!unpacking.has(number)) unpacking.set(number, unpackBlock(number));
  return unpacking.get(number);
}

// The rest of the blocks, one after another; calls `each` after each.
async function unpackAll(each) {
  for (let number = 0; number < blocks.length; number++) {
    await unpack(number * DATA.rows_in_block);
    each();
  }
}

const allUnpacked = () => !blocks.includes(null);

function openRow(at) {
  const block = blocks[blockOf(at)];
  return [block, block.rows[at % DATA.rows_in_block]];
}

// All texts of a row in one.
function rowText(at) {
  const [block, row] = openRow(at);
  return block.text.slice(row.text, row.end);
}

// The texts of a row, references first, and the numbers that follow.
function rowTexts(at) {
  const [block, row] = openRow(at);
  const numbers = new Numbers(block.bytes, row.at);
  const references = numbers.next();
  let start = row.text;
  const texts = range(references + DATA.systems.length).map(() => {
    const end = start + numbers.next();
    const text = block.text.slice(start, end);
    start = end + 1;
    return text;
  });
  return { references, texts, numbers };
}

const predictionText = (at, system) => {
  const { references, texts } = rowTexts(at);
  return texts[references + system];
};

// Everything of a row: texts with their words by view, and matches by system, reference and metric.
function readRow(at) {
  const { references, texts, numbers } = rowTexts(at);
  const read = texts.map((text) => {
    const lists = numbers.list(() => readWords(numbers));
    return { text, words: (view) => lists[lists.length > 1 ? view : 0] };
  });
  const matches = DATA.systems.map(() =>
    range(references).map(() => DATA.metrics.map((metric) => (numbers.next() ? readMatch(numbers, metric) : null))),
  );
  return { references: read.slice(0, references), predictions: read.slice(references), matches };
}

function readWords(numbers) {
  let end = 0;
  return numbers.list(() => {
    const start = end + numbers.signed();
    end = start + numbers.next();
    return { start, end };
  });
}

function readMatch(numbers, metric) {
  const counts = range(3).map(() => numbers.signed() / metric.scale);
  const runs = readRuns(numbers, metric);
  const [missed, extra] = range(2).map(() => readUnits(numbers));
  return { counts, runs, missed, extra };
}

// Pairs of places [in the reference, in the prediction]; where runs do not count, each pair is one.
function readRuns(numbers, metric) {
  const runs = [];
  let [i, j] = [0, 0];
  numbers.list(() => {
    j += numbers.signed();
    i += numbers.signed();
    const length = numbers.next();
    if (!(length % 2)) runs.push([]);
    for (let k = 0; k < Math.floor(length / 2); k++) {
      if (k && !metric.runs) runs.push([]);
      runs[runs.length - 1].push([i++, j++]);
    }
  });
  return runs;
}

// How many units are left over, and the places of the first and last word of some.
function readUnits(numbers) {
  const total = numbers.next();
  let first = 0;
  const units = numbers.list(() => {
    first += numbers.signed();
    return [first, first + numbers.next()];
  });
  return { total, units };
}
