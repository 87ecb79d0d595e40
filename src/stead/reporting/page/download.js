/* ---------------------------------------------------------------- files to keep */

function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

const NUMBER = /^[+−-]?\d+(,\d{3})*(\.\d+)?$/;
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/* A cell of a CSV file: numbers as programs read them; no spreadsheet takes a text for a formula. */
function csvCell(text) {
  if (NUMBER.test(text)) return text.replace("−", "-").replace(/[+,]/g, "");
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function downloadCsv(name, rows) {
  download(`${name}.csv`, "text/csv", rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join(""));
}

/* The visible rows and columns of a table; what is small in its cells has columns of its own. */
function tableRows(table) {
  const head = [...table.tHead.rows[0].cells];
  const rows = [...table.tBodies[0].rows].filter((row) => !row.hidden);
  const shown = head.map((_, column) => column).filter((column) => !head[column].hidden);
  const hasSmall = new Set(shown.filter((column) => rows.some((row) => row.cells[column].querySelector("small"))));
  const texts = (row, smallOf) => shown.flatMap((column) => {
    const cell = row.cells[column];
    return hasSmall.has(column) ? [largeText(cell), smallOf(cell)] : [largeText(cell)];
  });
  const smallText = (cell) => cell.querySelector("small")?.textContent.replace(/^p /, "") ?? "";
  const names = texts(table.tHead.rows[0], (cell) => `${largeText(cell)} ${table.dataset.small}`);
  return [names, ...rows.map((row) => texts(row, smallText))];
}

/* The text of a cell without what is small in it; a name is whole even where it is shortened. */
function largeText(cell) {
  if (cell.localName === "th" && cell.title) return cell.title;
  const copy = cell.cloneNode(true);
  copy.querySelectorAll("small").forEach((small) => small.remove());
  const text = copy.textContent.trim();
  return text === "-" || text === "–" || text === "·" ? "" : text;
}

function csvButton(name, rows) {
  const button = element("button", { type: "button", class: "save" }, "Save as CSV");
  button.addEventListener("click", () => downloadCsv(name, rows()));
  return button;
}
