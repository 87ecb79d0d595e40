"use strict";
/* The interactive parts of a report. All data are in the page; nothing is fetched. */

const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);
/* Rounded from all digits, halves up, as in all other forms of output. */
const percent = (value) => (value === null || value === undefined ? "–" : (Math.floor(value * 10000 + 0.5) / 100).toFixed(2).replace(/^-(?=.*[1-9])/, "−").replace("-", ""));
const plural = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const signed = (value) => (value > 0 ? "+" : "") + percent(value);
const probability = (p) => (p === null || p === undefined ? "–" : p < 0.001 ? "< .001" : p.toFixed(3).replace(/^0/, ""));

function withAttributes(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function element(name, attributes = {}, ...children) {
  return withAttributes(document.createElement(name), attributes, children);
}

function svgElement(name, attributes = {}, ...children) {
  return withAttributes(document.createElementNS(SVG, name), attributes, children);
}

function shorten(text, most = 24) {
  const letters = [...text];
  const tail = Math.floor(most / 3);
  return letters.length > most ? `${letters.slice(0, most - tail - 1).join("")}…${letters.slice(-tail).join("")}` : text;
}

/* The numbers of all systems, the best by a figure first, those without a value last. */
function bestFirst(figure) {
  const value = (run) => figure.values[run] ?? -Infinity;
  return figure.values.map((_, run) => run).sort((a, b) => value(b) - value(a) || a - b);
}

async function unpackData() {
  const packed = Uint8Array.from(atob(byId("data").textContent.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

function chooser(select, names, changed, start = 0) {
  names.forEach((name, number) => select.append(element("option", { value: number }, name)));
  select.value = start;
  select.addEventListener("change", () => changed(Number(select.value)));
}

function buttons(container, names, changed) {
  const nodes = names.map((name, number) => {
    const button = element("button", { type: "button", "aria-pressed": number === 0 }, name);
    button.addEventListener("click", () => {
      nodes.forEach((node) => node.setAttribute("aria-pressed", node === button));
      changed(number);
    });
    return button;
  });
  container.replaceChildren(...nodes);
}
