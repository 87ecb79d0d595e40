"use strict";
/* The interactive parts of a report. All data are in the page; nothing is fetched. */

const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);
const percent = (value) => (value === null || value === undefined ? "–" : (100 * value).toFixed(2));
const signed = (value) => (value > 0 ? "+" : "") + percent(value);
const probability = (p) => (p === null || p === undefined ? "–" : p < 0.001 ? "< .001" : p.toFixed(3).replace(/^0/, ""));

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function label(x, y, text, attributes = {}) {
  return drawn("text", { x, y, ...attributes }, text);
}

async function unpacked() {
  const packed = Uint8Array.from(atob(byId("data").textContent.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/* ---------------------------------------------------------------- choices */

function chooser(select, names, changed) {
  names.forEach((name, number) => select.append(element("option", { value: number }, name)));
  select.addEventListener("change", () => changed(Number(select.value)));
}

function buttons(place, names, changed) {
  const made = names.map((name, number) => {
    const button = element("button", { type: "button", "aria-pressed": number === 0 }, name);
    button.addEventListener("click", () => {
      made.forEach((each) => each.setAttribute("aria-pressed", each === button));
      changed(number);
    });
    return button;
  });
  place.replaceChildren(...made);
}

/* ---------------------------------------------------------------- plots */

const SHOWN = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "opacity"];

function withOwnColours(svg) {
  const copy = svg.cloneNode(true);
  const originals = svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((each, number) => {
    const style = getComputedStyle(originals[number]);
    each.setAttribute("style", SHOWN.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
  });
  copy.setAttribute("xmlns", SVG);
  return copy;
}

function saveButton(svg, name) {
  const button = element("button", { type: "button", class: "save" }, "Save as SVG");
  button.addEventListener("click", () => {
    const text = new XMLSerializer().serializeToString(withOwnColours(svg));
    const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "image/svg+xml" })), download: `${name}.svg` });
    link.click();
    URL.revokeObjectURL(link.href);
  });
  return button;
}

function plot(width, height, title) {
  return drawn("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": title });
}

function roomFor(place, most) {
  return Math.min(most, Math.max(320, byId(place).clientWidth));
}

function shortened(text, most = 24) {
  const letters = [...text];
  return letters.length > most ? letters.slice(0, most - 1).join("") + "…" : text;
}

function ticks(from, to) {
  const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1].find((each) => (to - from) / each <= 6) ?? 1;
  const found = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to + 1e-9; tick += step) found.push(tick);
  return found;
}

function scaleOf(values, from, to) {
  const known = values.filter((value) => value !== null && value !== undefined);
  let [low, high] = known.length ? [Math.min(...known), Math.max(...known)] : [0, 1];
  const margin = (high - low || 0.1) * 0.06;
  low = Math.max(0, low - margin);
  high = high + margin;
  return { low, high, at: (value) => from + ((value - low) / (high - low)) * (to - from) };
}

function forest(data, figure, unit) {
  const order = data.runs.map((_, run) => run).sort((a, b) => (figure.values[b] ?? -1) - (figure.values[a] ?? -1));
  const { low, high } = figure.intervals[unit];
  const width = roomFor("forest", 780);
  const [left, right, top, row] = [width > 500 ? 190 : 100, width - 70, 16, 24];
  const height = top + row * order.length + 30;
  const svg = plot(width, height, `${figure.label} of every system, with its interval`);
  const scale = scaleOf([...figure.values, ...low, ...high], left, right);
  for (const tick of ticks(scale.low, scale.high)) {
    const x = scale.at(tick);
    svg.append(drawn("line", { class: "axis", x1: x, x2: x, y1: top - 8, y2: height - 24 }));
    svg.append(label(x, height - 8, (100 * tick).toFixed(0), { class: "soft", "text-anchor": "middle" }));
  }
  order.forEach((run, place) => {
    const y = top + row * place + row / 2;
    svg.append(label(left - 12, y + 4, shortened(data.runs[run].name, width > 500 ? 24 : 12), { "text-anchor": "end" }));
    if (figure.values[run] === null) return;
    if (low[run] !== null) {
      svg.append(drawn("line", { class: "whisker", x1: scale.at(low[run]), x2: scale.at(high[run]), y1: y, y2: y }));
    }
    svg.append(drawn("circle", { class: "dot", cx: scale.at(figure.values[run]), cy: y, r: 5 },
      drawn("title", {}, `${data.runs[run].name}: ${percent(figure.values[run])} (${percent(low[run])} to ${percent(high[run])})`)));
    svg.append(label(right + 14, y + 4, percent(figure.values[run])));
  });
  return svg;
}

function scatter(data, first, second) {
  const width = roomFor("scatter", 560);
  const [left, right, top, bottom] = [60, width - 60, 20, 360];
  const svg = plot(width, 410, `${first.label} against ${second.label}, one point a system`);
  const across = scaleOf(first.values, left, right);
  const up = scaleOf(second.values, bottom, top);
  for (const tick of ticks(across.low, across.high)) {
    svg.append(drawn("line", { class: "axis", x1: across.at(tick), x2: across.at(tick), y1: top, y2: bottom }));
    svg.append(label(across.at(tick), bottom + 16, (100 * tick).toFixed(0), { class: "soft", "text-anchor": "middle" }));
  }
  for (const tick of ticks(up.low, up.high)) {
    svg.append(drawn("line", { class: "axis", x1: left, x2: right, y1: up.at(tick), y2: up.at(tick) }));
    svg.append(label(left - 8, up.at(tick) + 4, (100 * tick).toFixed(0), { class: "soft", "text-anchor": "end" }));
  }
  svg.append(label((left + right) / 2, bottom + 38, first.label, { "text-anchor": "middle" }));
  svg.append(label(14, (top + bottom) / 2, second.label, { "text-anchor": "middle", transform: `rotate(-90 14 ${(top + bottom) / 2})` }));
  data.runs.forEach((run, number) => {
    const [x, y] = [first.values[number], second.values[number]];
    if (x === null || y === null) return;
    const rightmost = across.at(x) > right - 90;
    svg.append(drawn("circle", { class: "dot", cx: across.at(x), cy: up.at(y), r: 5 },
      drawn("title", {}, `${run.name}: ${percent(x)}, ${percent(y)}`)));
    svg.append(label(across.at(x) + (rightmost ? -8 : 8), up.at(y) - 6, shortened(run.name, 18), { class: "soft", "text-anchor": rightmost ? "end" : "start" }));
  });
  return svg;
}

function curves(data) {
  const width = roomFor("curves", 520);
  const [left, right, top, bottom] = [50, width - 50, 16, 240];
  const svg = plot(width, 290, "P-values of all pairs of systems in rising order, one curve a measure");
  for (const tick of [0, 0.25, 0.5, 0.75, 1]) {
    const y = bottom - tick * (bottom - top);
    svg.append(drawn("line", { class: "axis", x1: left, x2: right, y1: y, y2: y }));
    svg.append(label(left - 8, y + 4, tick.toString(), { class: "soft", "text-anchor": "end" }));
  }
  const limit = bottom - 0.05 * (bottom - top);
  svg.append(drawn("line", { class: "ceiling", x1: left, x2: right, y1: limit, y2: limit }));
  svg.append(label((left + right) / 2, bottom + 34, "pairs of systems, the surest first", { class: "soft", "text-anchor": "middle" }));
  data.power.forEach((power, number) => {
    const points = power.curve.map((p, place) => {
      const x = left + (power.curve.length > 1 ? place / (power.curve.length - 1) : 0.5) * (right - left);
      return `${x.toFixed(1)},${(bottom - p * (bottom - top)).toFixed(1)}`;
    });
    svg.append(drawn("polyline", { points: points.join(" "), style: `fill:none;stroke:hsl(${(number * 137) % 360} 55% 50%);stroke-width:1.6` },
      drawn("title", {}, `${power.label}: ${power.separated} of ${power.pairs} pairs apart`)));
  });
  return svg;
}

function show(place, svg, name) {
  byId(place).replaceChildren(svg, saveButton(svg, name));
}

/* ---------------------------------------------------------------- leaderboard */

function sortable(table) {
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  const body = table.tBodies[0];
  heads.forEach((head, column) => {
    const button = head.querySelector("button");
    if (!button) return;
    button.addEventListener("click", () => {
      const falling = head.getAttribute("aria-sort") !== "descending";
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", falling ? "descending" : "ascending");
      const value = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
      const rows = [...body.rows].filter((row) => !row.classList.contains("ceiling"));
      const last = [...body.rows].filter((row) => row.classList.contains("ceiling"));
      rows.sort((a, b) => {
        const [x, y] = [value(a), value(b)];
        const order = x === "" || y === "" ? (x === "") - (y === "") : isNaN(x) ? x.localeCompare(y) : (Number(x) - Number(y)) * (falling ? -1 : 1);
        return isNaN(x) && falling ? -order : order;
      });
      body.append(...rows, ...last);
    });
  });
}

/* ---------------------------------------------------------------- differences */

function matrix(data, figure, unit) {
  const order = data.runs.map((_, run) => run).sort((a, b) => (figure.values[b] ?? -1) - (figure.values[a] ?? -1));
  const pairs = new Map();
  figure.pairs[unit].forEach(([a, b, difference, p, corrected]) => {
    pairs.set(`${a} ${b}`, { difference, p, corrected });
    pairs.set(`${b} ${a}`, { difference: difference === null ? null : -difference, p, corrected });
  });
  const head = element("tr", {}, element("td"), ...order.map((run) => element("th", { scope: "col" }, shortened(data.runs[run].name, 16))));
  const rows = order.map((first) => {
    const cells = order.map((second) => {
      const pair = pairs.get(`${first} ${second}`);
      if (!pair) return element("td", { class: "cell" }, first === second ? "·" : "");
      const sure = pair.corrected !== null && pair.corrected < 0.05;
      const strength = pair.corrected === null ? 0 : sure ? 0.32 : 0;
      const colour = pair.difference > 0 ? "--better" : "--worse";
      const style = strength ? `background: color-mix(in srgb, var(${colour}) ${100 * strength}%, transparent)` : "";
      return element("td", { class: "cell", style, title: `p = ${probability(pair.p)}, corrected ${probability(pair.corrected)}` },
        pair.difference === null ? "–" : signed(pair.difference), element("small", {}, `p ${probability(pair.corrected)}`));
    });
    return element("tr", {}, element("th", { scope: "row" }, data.runs[first].name), ...cells);
  });
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
}

/* ---------------------------------------------------------------- breakdowns */

function heat(data, breakdown, number) {
  const values = breakdown.values[number];
  const known = values.flat().filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const head = element("tr", {}, element("td"), ...data.runs.map((run) => element("th", { scope: "col" }, shortened(run.name, 16))), element("th", { scope: "col" }, "items"));
  const rows = breakdown.groups.map((group, place) => {
    const cells = values[place].map((value) => {
      const share = value === null || high === low ? 0 : (value - low) / (high - low);
      return element("td", { class: "cell", style: `background: rgba(var(--heat), ${(0.55 * share).toFixed(2)})` }, percent(value));
    });
    return element("tr", {}, element("th", { scope: "row" }, group.name), ...cells, element("td", {}, String(group.items)));
  });
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
}

/* ---------------------------------------------------------------- items */

const AT_A_TIME = 50;

function sentence(item) {
  if (!item.sentence) return element("span", { dir: "auto" }, element("mark", {}, item.lexelt));
  const [before, target, after] = item.sentence;
  return element("span", { dir: "auto" }, before, element("mark", {}, target), after);
}

function goldBars(item) {
  const most = Math.max(...item.gold.map(([, weight]) => weight), 1e-9);
  return element("div", { class: "gold", role: "group", "aria-label": "what people gave" },
    ...item.gold.flatMap(([term, weight]) => [
      element("span", { dir: "auto" }, term),
      element("span", { class: "bar", style: `width: ${Math.max(6, (100 * weight) / most)}%` }, String(Number(weight.toFixed(3)))),
    ]));
}

function answerChips(item, answers) {
  if (!answers.length) return [element("span", { class: "nothing" }, "no answer")];
  const most = Math.max(...item.gold.map(([, weight]) => weight), 1e-9);
  return answers.map(([term, weight]) => {
    const style = weight > 0 ? `--share: ${(0.15 + (0.5 * weight) / most).toFixed(2)}` : "";
    const chip = element("span", { class: `chip ${weight > 0 ? "right" : "wrong"}`, style, dir: "auto" }, term);
    if (weight > 0) chip.append(element("sup", { "aria-label": `earns ${weight}` }, String(Number(weight.toFixed(2)))));
    return chip;
  });
}

function itemCard(data, item, first, second) {
  const credit = data.runs.map((_, run) => item.credit[run]);
  const summary = element("summary", {}, element("span", { class: "meta" }, `${item.lexelt} ${item.id}`), sentence(item));
  const card = element("details", { class: "item" }, summary);
  card.addEventListener("toggle", () => {
    if (!card.open || card.childElementCount > 1) return;
    card.append(goldBars(item));
    const order = data.runs.map((_, run) => run);
    if (first >= 0) order.sort((a, b) => (b === first) - (a === first) || (b === second) - (a === second));
    const list = element("dl", { class: "answers" });
    for (const run of order) {
      list.append(element("dt", {}, data.runs[run].name, " ", element("span", { class: "meta" }, percent(credit[run]))));
      list.append(element("dd", {}, ...answerChips(item, item.answers[run])));
    }
    card.append(list);
  });
  return card;
}

function itemBrowser(data) {
  const state = { text: "", filter: "all", first: -1, second: -1, shown: AT_A_TIME };
  const haystacks = data.items.map((item) =>
    [item.lexelt, item.id, ...(item.sentence ?? []), ...item.gold.map(([term]) => term), ...item.answers.flat().map(([term]) => term)].join(" ").toLowerCase());
  const credit = (item, run) => item.credit[run] ?? 0;
  const filters = {
    all: () => true,
    unsolved: (item) => item.credit.every((value) => !value),
    solved: (item) => item.credit.every((value) => value > 0),
    wins: (item) => credit(item, state.first) > credit(item, state.second),
    losses: (item) => credit(item, state.first) < credit(item, state.second),
  };
  const refresh = () => {
    const duel = state.filter === "wins" || state.filter === "losses";
    byId("duel").hidden = !duel;
    let found = data.items.filter((item, number) => haystacks[number].includes(state.text) && filters[state.filter](item));
    if (duel) {
      const size = (item) => Math.abs(credit(item, state.first) - credit(item, state.second));
      found = found.sort((a, b) => size(b) - size(a));
    }
    byId("found").textContent = `${found.length} of ${data.items.length} items`;
    byId("item-list").replaceChildren(...found.slice(0, state.shown).map((item) => itemCard(data, item, duel ? state.first : -1, state.second)));
    byId("more").hidden = found.length <= state.shown;
  };
  byId("search").addEventListener("input", (event) => {
    state.text = event.target.value.trim().toLowerCase();
    state.shown = AT_A_TIME;
    refresh();
  });
  byId("filter").addEventListener("change", (event) => {
    state.filter = event.target.value;
    state.shown = AT_A_TIME;
    refresh();
  });
  const names = data.runs.map((run) => run.name);
  for (const [id, key, start] of [["first", "first", 0], ["second", "second", Math.min(1, names.length - 1)]]) {
    chooser(byId(id), names, (number) => { state[key] = number; refresh(); });
    state[key] = start;
    byId(id).value = start;
  }
  byId("more").addEventListener("click", () => { state.shown += AT_A_TIME; refresh(); });
  refresh();
}

/* ---------------------------------------------------------------- the page */

function remembered(theme) {
  try {
    if (theme) localStorage.setItem("stead-theme", theme);
    return localStorage.getItem("stead-theme");
  } catch {
    return null; /* pages opened from disk may not store anything */
  }
}

function themeSwitch() {
  const root = document.documentElement;
  const known = remembered();
  if (known) root.dataset.theme = known;
  const dark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const button = byId("theme");
  const tell = () => button.setAttribute("aria-pressed", dark());
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    remembered(root.dataset.theme);
    tell();
  });
  tell();
}

function everything(data) {
  const names = data.figures.map((figure) => figure.label);
  const units = data.units.map((unit) => unit.name);
  const chosen = { figure: 0, unit: 0, pair: 0, pairUnit: 0, breakdown: 0, heat: 0, across: 0, up: Math.min(1, names.length - 1) };
  const drawForest = () => show("forest", forest(data, data.figures[chosen.figure], chosen.unit), "intervals");
  chooser(byId("forest-figure"), names, (number) => { chosen.figure = number; drawForest(); });
  buttons(byId("forest-unit"), units, (number) => { chosen.unit = number; drawForest(); });
  drawForest();
  sortable(byId("leaderboard-table"));
  if (data.runs.length > 1) {
    const drawMatrix = () => byId("matrix").replaceChildren(matrix(data, data.figures[chosen.pair], chosen.pairUnit));
    chooser(byId("matrix-figure"), names, (number) => { chosen.pair = number; drawMatrix(); });
    buttons(byId("matrix-unit"), units, (number) => { chosen.pairUnit = number; drawMatrix(); });
    drawMatrix();
    const drawScatter = () => show("scatter", scatter(data, data.figures[chosen.across], data.figures[chosen.up]), "measures");
    chooser(byId("across"), names, (number) => { chosen.across = number; drawScatter(); });
    chooser(byId("up"), names, (number) => { chosen.up = number; drawScatter(); });
    byId("up").value = chosen.up;
    drawScatter();
    if (data.power.length) show("curves", curves(data), "p-values");
  }
  if (data.breakdowns.length) {
    const drawHeat = () => byId("heat").replaceChildren(heat(data, data.breakdowns[chosen.breakdown], chosen.heat));
    chooser(byId("heat-figure"), names, (number) => { chosen.heat = number; drawHeat(); });
    buttons(byId("heat-grouping"), data.breakdowns.map((each) => each.name), (number) => { chosen.breakdown = number; drawHeat(); });
    drawHeat();
  }
  itemBrowser(data);
}

themeSwitch();
unpacked().then(everything, () => { byId("old-browser").hidden = false; });
