/* ---------------------------------------------------------------- the figures of a study */

const sign = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

/* Ranks on two golds, a line a system. */
function slopes(rank) {
  const rows = rank.rows.filter(([, first, second]) => first !== null && second !== null);
  const width = roomFor("slopes", 820);
  const wide = width > 500;
  const [left, right, top, row] = [wide ? 250 : 104, width - (wide ? 250 : 104), 30, 26];
  const most = Math.max(...rows.flatMap(([, first, second]) => [first, second]), 1);
  const svg = plot(width, top + row * most + 8, `Ranks by ${rank.label} on gold 1 and on gold 2, one line a system`);
  svg.append(label(left, 14, "gold 1", { class: "soft", "text-anchor": "middle" }));
  svg.append(label(right, 14, "gold 2", { class: "soft", "text-anchor": "middle" }));
  const y = (position) => top + row * (position - 0.5);
  const taken = [new Map(), new Map()];
  const named = (side, position, text) => {
    const before = taken[side].get(position) ?? 0;
    taken[side].set(position, before + 1);
    if (before) return;
    const tied = rows.filter((other) => other[1 + side] === position).map(([name]) => name);
    const further = tied.length > 1 ? ` +${tied.length - 1}` : "";
    const shown = fitText(text, (wide ? 236 : 90) - textWidth(`${further}  ${position}`)) + further;
    svg.append(label(side ? right + 14 : left - 14, y(position) + 4, side ? `${position}  ${shown}` : `${shown}  ${position}`, { "text-anchor": side ? "start" : "end" }));
  };
  for (const [name, first, second, difference, interval, moved] of rows) {
    const kind = difference === 0 ? "stays" : difference < 0 ? "rises" : "falls";
    const sure = interval && difference !== 0 && (interval[0] > 0 || interval[1] < 0);
    const range = interval ? `, ${sign(interval[0])} to ${sign(interval[1])}` : "";
    const share = moved === null ? "" : `, same direction in ${Math.round(100 * moved)} % of resamples`;
    svg.append(svgElement("line", { class: `slope ${kind}${sure || !difference ? "" : " unsure"}`, x1: left, x2: right, y1: y(first), y2: y(second) },
      svgElement("title", {}, `${name}: ${first} to ${second} (${sign(difference)}${range}${share})`)));
    for (const [x, position] of [[left, first], [right, second]]) svg.append(svgElement("circle", { class: `end ${kind}`, cx: x, cy: y(position), r: 4 }));
    named(0, first, name);
    named(1, second, name);
  }
  return svg;
}

function frame(svg, { left, right, top, bottom }, ups, upText) {
  for (const [value, y] of ups) {
    svg.append(svgElement("line", { class: "axis", x1: left, x2: right, y1: y, y2: y }));
    svg.append(label(left - 8, y + 4, upText(value), { class: "soft", "text-anchor": "end" }));
  }
  svg.append(svgElement("line", { class: "axis", x1: left, x2: left, y1: top, y2: bottom }));
}

/* Second weights by first weight. */
function boxPlot(data) {
  const width = roomFor("boxes", 560);
  const area = { left: 40, right: width - 12, top: 14, bottom: 300 };
  const svg = plot(width, 352, "Weights in gold 2 by weight in gold 1, as boxes");
  const up = (value) => area.bottom - (value / data.scale) * (area.bottom - area.top);
  const steps = Array.from({ length: 7 }, (_, index) => (index * data.scale) / 6);
  frame(svg, area, steps.map((step) => [step, up(step)]), (step) => String(Number(step.toFixed(1))));
  const room = (area.right - area.left) / data.boxes.length;
  data.boxes.forEach(([weight, number, low, first, median, third, high, outliers], index) => {
    const x = area.left + room * (index + 0.5);
    const half = Math.min(24, room * 0.3);
    const title = `${number} candidates with weight ${weight}: median ${median}, quartiles ${first} and ${third}`;
    const group = svgElement("g", {}, svgElement("title", {}, title));
    group.append(svgElement("line", { class: "whisker", x1: x, x2: x, y1: up(low), y2: up(high) }));
    group.append(svgElement("rect", { class: "box", x: x - half, width: 2 * half, y: up(third), height: Math.max(2, up(first) - up(third)) }));
    group.append(svgElement("line", { class: "median", x1: x - half, x2: x + half, y1: up(median), y2: up(median) }));
    for (const value of outliers) group.append(svgElement("circle", { class: "outlier", cx: x, cy: up(value), r: 2 }));
    svg.append(group, label(x, area.bottom + 18, String(weight), { "text-anchor": "middle" }));
    if (room > 38) svg.append(label(x, area.bottom + 33, String(number), { class: "soft", "text-anchor": "middle" }));
  });
  svg.append(label((area.left + area.right) / 2, 348, "weight in gold 1 (and number of candidates)", { class: "soft", "text-anchor": "middle" }));
  return svg;
}

/* The number of sentences by number of substitutes. */
function histogram(data) {
  const width = roomFor("positives", 560);
  const area = { left: 40, right: width - 12, top: 12, bottom: 150 };
  const svg = plot(width, 190, "Number of sentences by number of substitutes in gold 2");
  const largest = Math.max(...data.positives.map(([number]) => number));
  const step = Math.max(1, Math.ceil((largest + 1) / 30));
  const bins = new Array(Math.floor(largest / step) + 1).fill(0);
  data.positives.forEach(([number, sentences]) => { bins[Math.floor(number / step)] += sentences; });
  const most = Math.max(...bins);
  const up = (value) => area.bottom - (value / most) * (area.bottom - area.top);
  frame(svg, area, [0, most].map((value) => [value, up(value)]), String);
  const room = (area.right - area.left) / bins.length;
  bins.forEach((value, index) => {
    const range = step > 1 ? `${index * step} to ${(index + 1) * step - 1}` : String(index);
    svg.append(svgElement("rect", { class: "bar", x: area.left + room * index + 1, width: Math.max(1, room - 2), y: up(value), height: area.bottom - up(value) },
      svgElement("title", {}, `${range} substitutes: ${value} sentences`)));
    if (index % Math.ceil(bins.length / 10) === 0) svg.append(label(area.left + room * (index + 0.5), area.bottom + 16, String(index * step), { class: "soft", "text-anchor": "middle" }));
  });
  svg.append(label((area.left + area.right) / 2, 186, "substitutes per sentence in gold 2", { class: "soft", "text-anchor": "middle" }));
  return svg;
}

/* Table 1 as stacked bars of 100 %. */
function bandBars(data) {
  const { names, origins } = data.bands;
  const width = roomFor("bands", 980);
  const wide = width > 500;
  const [left, right, row] = [wide ? 220 : 0, width - 8, wide ? 34 : 52];
  const svg = plot(width, row * origins.length + 34, "Weights in gold 2 by origin of the candidates");
  origins.forEach(([origin, total, counts], index) => {
    const y = row * index + (wide ? 4 : 20);
    svg.append(label(wide ? left - 12 : 0, wide ? y + 18 : y - 5, `${origin} (${total})`, { "text-anchor": wide ? "end" : "start" }));
    let x = left;
    counts.forEach((count, band) => {
      const size = total ? ((right - left) * count) / total : 0;
      svg.append(svgElement("rect", { class: `band band-${Math.min(3, band + 4 - names.length)}`, x, y, width: Math.max(0, size), height: 26 },
        svgElement("title", {}, `${origin}, ${names[band]}: ${count} of ${total}`)));
      if (size > 38) svg.append(label(x + size / 2, y + 18, `${Math.round((100 * count) / total)} %`, { class: `on-band-${Math.min(3, band + 4 - names.length)}`, "text-anchor": "middle" }));
      x += size;
    });
  });
  names.forEach((name, band) => {
    const x = left + band * Math.min(110, (right - left) / names.length);
    const y = row * origins.length + 12;
    svg.append(svgElement("rect", { class: `band band-${Math.min(3, band + 4 - names.length)}`, x, y, width: 14, height: 14 }));
    svg.append(label(x + 20, y + 12, name, { class: "soft" }));
  });
  return svg;
}

/* Tau by effort, a line a measure. */
function effortPlot(id, curves, title) {
  const width = roomFor(id, 560);
  const area = { left: 44, right: width - 14, top: 14, bottom: 250 };
  const beside = width > 480 ? 2 : 1; /* legends in a row */
  const svg = plot(width, 312 + 16 * Math.ceil(curves.length / beside), title);
  const known = curves.flatMap((curve) => curve.points.flatMap(([, tau, low]) => [tau, low])).filter((value) => value !== null);
  const least = Math.min(0.9, Math.floor(10 * Math.min(...known)) / 10);
  const up = (value) => area.bottom - ((value - least) / (1 - least)) * (area.bottom - area.top);
  const efforts = curves[0].points.map(([effort]) => effort);
  const across = (effort) => area.left + ((effort - efforts[0]) / Math.max(1, efforts.at(-1) - efforts[0])) * (area.right - area.left - 16) + 8;
  const steps = Array.from({ length: 6 }, (_, step) => least + (step * (1 - least)) / 5);
  frame(svg, area, steps.map((step) => [step, up(step)]), (step) => step.toFixed(2).replace(/^0/, ""));
  if (0.95 > least) svg.append(svgElement("line", { class: "limit", x1: area.left, x2: area.right, y1: up(0.95), y2: up(0.95) }));
  efforts.forEach((effort) => svg.append(label(across(effort), area.bottom + 18, String(effort), { class: "soft", "text-anchor": "middle" })));
  curves.forEach((curve, number) => {
    const points = curve.points.filter(([, tau]) => tau !== null);
    const band = [...points.map(([effort, , , high]) => `${across(effort)},${up(high)}`), ...points.toReversed().map(([effort, , low]) => `${across(effort)},${up(low)}`)];
    svg.append(svgElement("polygon", { class: `spread line-${number % 4}`, points: band.join(" ") }));
    svg.append(svgElement("polyline", { class: `effort line-${number % 4}`, points: points.map(([effort, tau]) => `${across(effort)},${up(tau)}`).join(" ") }));
    for (const [effort, tau] of points) {
      svg.append(svgElement("circle", { class: `point line-${number % 4}`, cx: across(effort), cy: up(tau), r: 3.5 }, svgElement("title", {}, `${curve.label}, ${effort}: τ ${tau}`)));
    }
    const y = 306 + 16 * Math.floor(number / beside);
    const x = area.left + (number % beside) * ((area.right - area.left) / beside);
    svg.append(svgElement("line", { class: `effort line-${number % 4}`, x1: x, x2: x + 18, y1: y - 4, y2: y - 4 }));
    svg.append(label(x + 24, y, `${curve.label}: ${curve.enough ?? "more than all"}`, { class: "soft" }));
  });
  svg.append(label((area.left + area.right) / 2, area.bottom + 32, title, { class: "soft", "text-anchor": "middle" }));
  return svg;
}
