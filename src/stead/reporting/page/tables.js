/* ---------------------------------------------------------------- tables */

const MANY = 8; /* with more columns than this, the names of systems are upright */

function sortable(table) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const value = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent;
  heads.forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const rows = [...body.rows].filter((row) => !row.classList.contains("ceiling"));
      const last = [...body.rows].filter((row) => row.classList.contains("ceiling"));
      const words = rows.every((row) => isNaN(value(row, column)));
      const descending = head.hasAttribute("aria-sort") ? head.getAttribute("aria-sort") !== "descending" : !words && !("ascending" in head.dataset);
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      rows.sort((a, b) => {
        const [x, y] = [value(a, column), value(b, column)];
        if (x === "" || y === "") return (x === "") - (y === ""); /* without a value always last */
        return (words ? x.localeCompare(y) : x - y) * (descending ? -1 : 1);
      });
      body.append(...rows, ...last);
    });
  });
}

/* Checkboxes for the columns of the leaderboard; returns the function that shows the columns of these keys, or the usual ones. */
function columnChooser(table) {
  const heads = [...table.tHead.rows[0].cells].slice(1);
  const key = (head) => head.dataset.column;
  const usual = heads.filter((head) => !("extra" in head.dataset)).map(key);
  const boxes = heads.map((head) => element("input", { type: "checkbox", value: key(head) }));
  const count = byId("column-count");
  const isKnown = (name) => heads.some((head) => key(head) === name);
  const choose = (keys) => {
    const isForeign = keys?.length && !keys.includes("none") && !keys.some(isKnown); /* an address of another page */
    const known = (isForeign ? usual : keys ?? usual).filter(isKnown);
    heads.forEach((head, number) => {
      boxes[number].checked = known.includes(key(head));
      for (const row of table.rows) row.cells[number + 1].hidden = !boxes[number].checked;
    });
    count.textContent = `${known.length} of ${heads.length}`;
  };
  const chosen = (keys) => {
    choose(keys);
    const isUsual = keys.length === usual.length && keys.every((name) => usual.includes(name));
    writeAddress("leaderboard", { columns: isUsual ? [] : keys.length ? keys : ["none"] });
  };
  boxes.forEach((box) => box.addEventListener("change", () => chosen(boxes.filter(({ checked }) => checked).map(({ value }) => value))));
  byId("all-columns").addEventListener("click", () => chosen(heads.map(key)));
  byId("usual-columns").addEventListener("click", () => chosen(usual));
  byId("column-boxes").append(...heads.map((head, number) => element("label", {}, boxes[number], head.textContent)));
  byId("columns").hidden = false;
  choose();
  return choose;
}

/* Show the intervals in the leaderboard by another unit. */
function showIntervals(data, table, unit) {
  for (const row of table.tBodies[0].rows) {
    const run = row.dataset.run;
    if (run === undefined) continue;
    row.querySelectorAll("td[data-figure]").forEach((cell) => {
      const { low, high } = data.figures[cell.dataset.figure].intervals[unit];
      const small = cell.querySelector("small");
      if (small) small.textContent = low[run] === null ? "" : `${percent(low[run])} to ${percent(high[run])}`;
    });
  }
  byId("interval-unit").textContent = data.units[unit].name;
}

function systemHead(data, run, upright) {
  const name = data.runs[run].name;
  return element("th", { scope: "col", class: upright ? "upright" : "", title: name }, element("span", { dir: "auto" }, shorten(name, upright ? 22 : 16)));
}

function rowHead(text) {
  return element("th", { scope: "row", title: text }, element("span", { dir: "auto" }, text));
}

/* The caption says what is selected, for readers who print the page or cannot see the controls. */
function table(caption, head, rows, compact) {
  return element("table", { class: compact ? "compact" : "", "data-small": "p" }, element("caption", { class: "hint" }, caption), element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

/* Row minus column, with the corrected p-value. */
function matrix(data, figure, unit) {
  const order = bestFirst(figure);
  const pairs = new Map();
  figure.pairs[unit].forEach(([a, b, difference, p, corrected]) => {
    pairs.set(`${a} ${b}`, { difference, p, corrected });
    pairs.set(`${b} ${a}`, { difference: difference === null ? null : -difference, p, corrected });
  });
  const cell = (first, second) => {
    if (first === second) return element("td", { class: "cell" }, "·");
    const { difference, p, corrected } = pairs.get(`${first} ${second}`);
    const significant = corrected !== null && corrected < 0.05;
    const kind = !significant || !difference ? "" : difference > 0 ? "better" : "worse";
    return element("td", { class: `cell ${kind}`, title: `p = ${probability(p)}, corrected ${probability(corrected)}` },
      signed(difference), element("small", {}, `p ${probability(corrected)}`));
  };
  const many = order.length > MANY;
  const columns = data.baseline === null ? order : [data.baseline];
  const head = [element("td"), ...columns.map((run) => systemHead(data, run, many))];
  const rows = order.map((first) => element("tr", {}, rowHead(data.runs[first].name), ...columns.map((second) => cell(first, second))));
  return table(`${figure.label}, tested ${data.units[unit].name}`, head, rows, many);
}

/* A figure by groups of items: groups in columns, or, if there are many, in rows. */
function heat(data, breakdown, figure, number) {
  const values = breakdown.values[number];
  const known = values.flat().filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const order = bestFirst(figure);
  const cell = (value) => {
    const share = value === null || high === low ? 0 : (value - low) / (high - low);
    return element("td", { class: "cell", style: `background: rgba(var(--heat), ${(0.55 * share).toFixed(2)})` }, percent(value));
  };
  const caption = `${figure.label} by ${breakdown.name}`;
  const items = (group) => `${group.items} item${group.items === 1 ? "" : "s"}`;
  if (breakdown.groups.length <= MANY) {
    const head = [element("td"), ...breakdown.groups.map((group) => element("th", { scope: "col" }, group.name, element("small", {}, items(group))))];
    return table(caption, head, order.map((run) => element("tr", {}, rowHead(data.runs[run].name), ...values.map((byRun) => cell(byRun[run])))), false);
  }
  const many = order.length > MANY;
  const head = [element("td"), ...order.map((run) => systemHead(data, run, many)), element("th", { scope: "col" }, "items")];
  const rows = breakdown.groups.map((group, index) =>
    element("tr", {}, rowHead(group.name), ...order.map((run) => cell(values[index][run])), element("td", {}, String(group.items))));
  return table(caption, head, rows, many);
}
