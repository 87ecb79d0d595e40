/* ---------------------------------------------------------------- the page of a study */

const AT_A_TIME = 50;

function studySentence(item) {
  if (!item.sentence) return element("span", { dir: "auto" }, element("mark", {}, item.lexelt || item.id));
  const [before, target, after] = item.sentence;
  return element("span", { dir: "auto" }, before, element("mark", {}, target), after);
}

const isAccepted = (item, index) => item.second[index] > 0;
const isNew = (item, index) => isAccepted(item, index) && !item.first[index];
const isLost = (item, index) => item.second[index] === 0 && item.first[index] > 0;
const count = (item, holds) => item.terms.filter((_, index) => holds(item, index)).length;

function candidateChip(item, index, scale) {
  const [second, first] = [item.second[index] / 100, item.first[index]];
  const strength = second ? (0.12 + (0.5 * second) / scale).toFixed(2) : "0";
  const raters = item.raters[index] ? `, ${plural(item.raters[index], "rating")}` : "";
  const title = `gold 1: ${first || "no"}, gold 2: ${second}${raters}${item.runs[index] === "1" ? "" : ", no system"}`;
  return element("span", { class: `chip ${second ? "right" : "wrong"}${first ? " known" : ""}`, style: `--share: ${strength}`, title, dir: "auto" },
    item.terms[index], ...(item.runs[index] === "1" ? [] : [" ◦"]), element("sup", {}, ...(second ? [String(second)] : []), ...(first ? [element("b", {}, ` (${first})`)] : [])));
}

function studyCard(item, scale) {
  const counts = `${count(item, isAccepted)} of ${item.terms.length} accepted, ${count(item, isNew)} new`;
  const summary = element("summary", {}, element("span", { class: "meta", dir: "auto" }, `${item.lexelt} ${item.id}`), studySentence(item),
    element("span", { class: "meta figures" }, counts));
  const card = element("details", { class: "item" }, summary);
  card.addEventListener("toggle", () => {
    if (!card.open || card.childElementCount > 1) return;
    card.append(element("div", { class: "chips" }, ...item.terms.map((_, index) => candidateChip(item, index, scale))));
  });
  return card;
}

function studyBrowser(data) {
  const state = { text: "", filter: "all", shown: AT_A_TIME };
  const haystacks = data.items.map((item) => [`${item.lexelt} ${item.id}`, (item.sentence ?? []).join(""), ...item.terms].join("\n").toLowerCase());
  const filters = {
    all: () => true,
    new: () => true,
    lost: (item) => count(item, isLost) > 0,
    gold: (item) => item.terms.length > 0 && item.second[0] > 0 && !item.first[0],
  };
  const refresh = () => {
    const matches = data.items.filter((item, number) => haystacks[number].includes(state.text) && filters[state.filter](item));
    if (state.filter === "new") matches.sort((a, b) => count(b, isNew) - count(a, isNew));
    byId("found").textContent = `${matches.length} of ${plural(data.items.length, "item")}`;
    const cards = matches.slice(0, state.shown).map((item) => studyCard(item, data.scale));
    byId("item-list").replaceChildren(...(cards.length ? cards : [element("p", { class: "nothing" }, "No item matches.")]));
    byId("more").hidden = matches.length <= state.shown;
  };
  const changed = (change) => { change(); state.shown = AT_A_TIME; refresh(); };
  byId("search").addEventListener("input", (event) => changed(() => { state.text = event.target.value.trim().toLowerCase(); }));
  byId("filter").addEventListener("change", (event) => changed(() => { state.filter = event.target.value; }));
  byId("more").addEventListener("click", () => {
    const next = state.shown;
    state.shown += AT_A_TIME;
    refresh();
    byId("item-list").children[next].querySelector("summary").focus();
  });
  refresh();
}

const EFFORTS = { raters: "ratings of each candidate", depth: "answers of each system in the pool" };

function studyFigures(data) {
  show("boxes", () => boxPlot(data), "figure-1");
  show("positives", () => histogram(data), "substitutes");
  show("bands", () => bandBars(data), "origins");
  for (const [kind, title] of Object.entries(EFFORTS)) {
    const curves = data.curves.filter((curve) => curve.kind === kind);
    if (curves.length) show(kind, () => effortPlot(kind, curves, title), kind);
  }
}

function everyPart(data) {
  const draw = (number) => show("slopes", () => slopes(data.ranks[number]), "ranks");
  buttons(byId("rank-measure"), data.ranks.map((rank) => rank.label), draw);
  draw(0);
  studyFigures(data);
  studyBrowser(data);
}

themeSwitch();
unpackData().then(everyPart, () => { byId("old-browser").hidden = false; });
