// What leaves the page: copies of signatures, tables and links, and the rows shown as a file.

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without leave for the clipboard, a marked text can still be copied.
    const area = element("textarea", { class: "hidden" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

// The cells of a table, a tab between two of a row, as spreadsheets take them.
function tableText(table) {
  return [...table.rows]
    .filter((row) => row.getAttribute("aria-hidden") !== "true" && !row.parentElement.hidden)
    .map((row) =>
      [...row.cells]
        .filter((cell) => cell.getAttribute("aria-hidden") !== "true")
        .map((cell) => cell.textContent.trim().replace(/\s+/g, " "))
        .join("\t"),
    )
    .join("\n");
}

const COPIES = {
  text: (source) => find(source.dataset.of).textContent,
  table: (source) => tableText(find(source.dataset.of)),
  link: () => location.href.split("#")[0] + addressOfView(),
};

async function copied(source) {
  await copyText(COPIES[source.dataset.copy](source));
  const label = source.dataset.done ? null : [...source.childNodes];
  if (!label) return;
  source.dataset.done = "yes";
  source.replaceChildren("Copied");
  setTimeout(() => {
    source.replaceChildren(...label);
    delete source.dataset.done;
  }, 1200);
}

// ---------------------------------------------------------------- the rows shown, as CSV

const csvCell = (value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

function csvHead() {
  const head = DATA.names ? ["row", "id"] : ["row"];
  if (DATA.groups) head.push("group");
  const of = (name) => (name ? `${name} ` : "");
  for (const { name } of DATA.systems) {
    for (const { label } of DATA.metrics) for (const measure of DATA.measures) head.push(`${of(name)}${label} ${measure}`);
  }
  head.push("words of the reference", ...DATA.systems.map(({ name }) => `words of ${name || "the prediction"}`));
  for (const { name } of DATA.systems) for (const { key } of DATA.aspects) head.push(`${of(name)}${key.replaceAll("_", " ")}`);
  return [...head, ...range(mostReferences()).map((at) => (at ? `reference ${at + 1}` : "reference")), ...DATA.systems.map(({ name }) => name || "prediction")];
}

const mostReferences = () => order.reduce((most, at) => Math.max(most, rowTexts(at).references), 1);

function csvRow(at, references) {
  const cells = DATA.names ? [String(rowNumber(at)), rowName(at)] : [String(rowNumber(at))];
  if (DATA.groups) cells.push(DATA.groups[DATA.group[at]]);
  for (const { scores } of DATA.systems) {
    for (const metric of scores) for (const column of metric) cells.push(column[at] === null ? "" : percent(column[at]));
  }
  for (const lengths of DATA.lengths) cells.push(String(lengths[at]));
  for (const { aspects } of DATA.systems) for (const column of aspects) cells.push(column[at] === null ? "" : String(column[at] / 10000));
  const row = rowTexts(at);
  const theirs = row.texts.slice(0, row.references);
  return [...cells, ...range(references).map((number) => theirs[number] || ""), ...row.texts.slice(row.references)];
}

function rowsAsCsv() {
  const references = mostReferences();
  const lines = [csvHead(), ...order.map((at) => csvRow(at, references))];
  return lines.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}

async function download() {
  await everything;
  const address = URL.createObjectURL(new Blob([rowsAsCsv()], { type: "text/csv" }));
  const link = element("a", { href: address, download: "examples.csv" });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function listenToExports() {
  document.addEventListener("click", (event) => {
    const source = event.target.closest("button[data-copy]");
    if (source) copied(source);
  });
  find("download").addEventListener("click", download);
}
