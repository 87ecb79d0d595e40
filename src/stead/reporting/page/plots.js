/* ---------------------------------------------------------------- plots */

/* Properties that a saved plot takes over from the style sheet. */
const SHOWN = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-weight", "font-family", "opacity"];

/* A copy that needs no style sheet, always in the colours of the light theme. */
function forPaper(svg) {
  const root = document.documentElement;
  const theme = root.dataset.theme;
  root.dataset.theme = "light";
  const copy = svg.cloneNode(true);
  const originals = svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((node, number) => {
    const style = getComputedStyle(originals[number]);
    node.setAttribute("style", SHOWN.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
    /* Another program may have no such font: a text stays as wide as it is here, and is not cut off. */
    if (node.localName === "text") node.setAttribute("textLength", originals[number].getComputedTextLength());
  });
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  copy.setAttribute("xmlns", SVG);
  return copy;
}

/* `draw` makes the plot: for the page, or, if it is told so, for paper, where it may be as wide as its names are. */
function show(id, draw, name) {
  const button = element("button", { type: "button", class: "save" }, "Save as SVG");
  button.addEventListener("click", () => {
    const svg = draw(true);
    document.body.append(svg);
    download(`${name}.svg`, "image/svg+xml", new XMLSerializer().serializeToString(forPaper(svg)));
    svg.remove();
  });
  byId(id).replaceChildren(draw(false), button);
}

function plot(width, height, title) {
  return svgElement("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": title });
}

function label(x, y, text, attributes = {}) {
  return svgElement("text", { x, y, ...attributes }, text);
}

/* A label that may be shortened, with the whole name on hover. */
function nameLabel(x, y, text, name, attributes = {}) {
  const node = label(x, y, text, attributes);
  if (text !== name) node.append(svgElement("title", {}, name));
  return node;
}

/* The width of a text in a plot of this page. */
function textWidth(text, attributes = {}) {
  const ruler = plot(1, 1, "");
  ruler.append(label(0, 0, text, attributes));
  document.body.append(ruler);
  const width = ruler.firstChild.getComputedTextLength();
  ruler.remove();
  return width;
}

/* Shorten a text to a width. */
function fitText(text, most, attributes = {}) {
  const width = textWidth(text, attributes);
  if (width <= most) return text;
  let letters = Math.ceil(([...text].length * most) / width) + 3;
  while (letters > 4 && textWidth(shorten(text, letters), attributes) > most) letters -= 1;
  return shorten(text, letters);
}

function roomFor(id, most) {
  return Math.min(most, Math.max(300, byId(id).clientWidth));
}

function ticks(from, to) {
  const step = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1].find((size) => (to - from) / size <= 6) ?? 1;
  const values = [];
  for (let tick = Math.ceil(from / step); tick * step <= to + 1e-9; tick += 1) values.push(tick * step);
  return values;
}

const tickText = (tick) => String(Number((100 * tick).toFixed(1)));

function scaleOf(values, from, to) {
  const known = values.filter((value) => value !== null && value !== undefined);
  let [low, high] = known.length ? [Math.min(...known), Math.max(...known)] : [0, 1];
  const margin = (high - low || 0.1) * 0.06;
  [low, high] = [Math.max(0, low - margin), high + margin];
  return { low, high, at: (value) => from + ((value - low) / (high - low)) * (to - from) };
}

/* Every system's figure with its interval; names are whole on paper. */
function forest(data, figure, unit, onPaper) {
  const { low, high } = figure.intervals[unit];
  const screen = onPaper ? 980 : roomFor("forest", 980);
  const names = data.runs.map((run) => (onPaper ? run.name : fitText(run.name, screen / 3)));
  const longest = Math.max(...names.map((name) => textWidth(name)));
  const width = screen + Math.max(0, longest - screen / 3);
  const [left, right, top, row] = [24 + longest, width - 64, 16, 24];
  const height = top + row * data.runs.length + 50;
  const svg = plot(width, height, `${figure.label} of every system, with its interval`);
  const scale = scaleOf([...figure.values, ...low, ...high], left, right);
  for (const tick of ticks(scale.low, scale.high)) {
    const x = scale.at(tick);
    svg.append(svgElement("line", { class: "axis", x1: x, x2: x, y1: top - 8, y2: height - 44 }));
    svg.append(label(x, height - 28, tickText(tick), { class: "soft", "text-anchor": "middle" }));
  }
  svg.append(label((left + right) / 2, height - 6, `${figure.label}, intervals ${data.units[unit].name}`, { class: "soft", "text-anchor": "middle" }));
  bestFirst(figure).forEach((run, position) => {
    const [name, value, y] = [data.runs[run].name, figure.values[run], top + row * (position + 0.5)];
    svg.append(nameLabel(left - 12, y + 4, names[run], name, { "text-anchor": "end" }));
    svg.append(label(right + 12, y + 4, percent(value)));
    if (value === null) return;
    if (low[run] !== null) {
      svg.append(svgElement("line", { class: "whisker", x1: scale.at(low[run]), x2: scale.at(high[run]), y1: y, y2: y }));
    }
    svg.append(svgElement("circle", { class: "dot", cx: scale.at(value), cy: y, r: 5 },
      svgElement("title", {}, `${name}: ${percent(value)} (${percent(low[run])} to ${percent(high[run])})`)));
  });
  return svg;
}

/* One measure against another, one point a system; a name that does not fit is only in the point's title. */
function scatter(data, first, second) {
  const width = roomFor("scatter", 560);
  const [left, right, top, bottom] = [58, width - 20, 20, 360];
  const svg = plot(width, 410, `${first.label} against ${second.label}, one point a system`);
  const across = scaleOf(first.values, left, right);
  const up = scaleOf(second.values, bottom, top);
  for (const tick of ticks(across.low, across.high)) {
    svg.append(svgElement("line", { class: "axis", x1: across.at(tick), x2: across.at(tick), y1: top, y2: bottom }));
    svg.append(label(across.at(tick), bottom + 16, tickText(tick), { class: "soft", "text-anchor": "middle" }));
  }
  for (const tick of ticks(up.low, up.high)) {
    svg.append(svgElement("line", { class: "axis", x1: left, x2: right, y1: up.at(tick), y2: up.at(tick) }));
    svg.append(label(left - 8, up.at(tick) + 4, tickText(tick), { class: "soft", "text-anchor": "end" }));
  }
  svg.append(label((left + right) / 2, bottom + 38, first.label, { "text-anchor": "middle" }));
  svg.append(label(14, (top + bottom) / 2, second.label, { "text-anchor": "middle", transform: `rotate(-90 14 ${(top + bottom) / 2})` }));
  const points = bestFirst(first)
    .filter((run) => first.values[run] !== null && second.values[run] !== null)
    .map((run) => ({ run, x: across.at(first.values[run]), y: up.at(second.values[run]) }));
  const taken = points.map(({ x, y }) => ({ left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 }));
  for (const { run, x, y } of points) {
    const name = data.runs[run].name;
    svg.append(svgElement("circle", { class: "dot", cx: x, cy: y, r: 5 },
      svgElement("title", {}, `${name}: ${percent(first.values[run])}, ${percent(second.values[run])}`)));
    const text = fitText(name, 130, { class: "soft" });
    const box = freeBox(x, y, textWidth(text, { class: "soft" }), taken, left, right);
    if (!box) continue;
    taken.push(box);
    svg.append(nameLabel(box.left, box.bottom - 3, text, name, { class: "soft" }));
  }
  return svg;
}

function freeBox(x, y, width, taken, least, most) {
  const tries = [[8, -6], [8, 12], [-8 - width, -6], [-8 - width, 12], [-width / 2, -12], [-width / 2, 20]];
  const boxes = tries.map(([right, down]) => ({ left: x + right, right: x + right + width, top: y + down - 9, bottom: y + down + 3 }));
  const apart = (a, b) => a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top;
  return boxes.find((box) => box.left >= least && box.right <= most + 18 && taken.every((other) => apart(box, other)));
}

/* The p-values of all pairs in ascending order: one measure's curve in front of those of all others. */
function curves(data, chosen) {
  const width = roomFor("curves", 560);
  const [left, right, top, bottom] = [50, width - 20, 16, 240];
  const { label: name, separated, pairs } = data.power[chosen];
  const svg = plot(width, 290, `P-values of all pairs of systems in ascending order by ${name}, in front of those by the other measures`);
  for (const tick of [0, 0.25, 0.5, 0.75, 1]) {
    const y = bottom - tick * (bottom - top);
    svg.append(svgElement("line", { class: "axis", x1: left, x2: right, y1: y, y2: y }));
    svg.append(label(left - 8, y + 4, tick.toString(), { class: "soft", "text-anchor": "end" }));
  }
  const limit = bottom - 0.05 * (bottom - top);
  svg.append(svgElement("line", { class: "limit", x1: left, x2: right, y1: limit, y2: limit }));
  svg.append(label((left + right) / 2, bottom + 30, `pairs of systems in order of p: ${separated} of ${pairs} below .05`, { class: "soft", "text-anchor": "middle" }));
  const line = (power, kind) => {
    const x = (index) => left + (power.curve.length > 1 ? index / (power.curve.length - 1) : 0.5) * (right - left);
    const points = power.curve.map((p, index) => `${x(index).toFixed(1)},${(bottom - p * (bottom - top)).toFixed(1)}`);
    return svgElement("polyline", { class: kind, points: points.join(" ") }, svgElement("title", {}, power.label));
  };
  data.power.forEach((power, number) => number !== chosen && svg.append(line(power, "curve")));
  svg.append(line(data.power[chosen], "curve chosen"));
  return svg;
}
