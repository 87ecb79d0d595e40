/* ---------------------------------------------------------------- items */

const AT_A_TIME = 50;

function sentence(item) {
  if (!item.sentence) return element("span", { dir: "auto" }, element("mark", {}, item.lexelt || item.id));
  const [before, target, after] = item.sentence;
  return element("span", { dir: "auto" }, before, element("mark", {}, target), after);
}

const heaviest = (item) => Math.max(...item.gold.map(([, weight]) => weight), 1e-9);

function goldBars(item) {
  const most = heaviest(item);
  if (!item.gold.length) return element("p", { class: "nothing" }, "no gold substitute");
  return element("div", { class: "gold", role: "group", "aria-label": "gold substitutes" },
    ...item.gold.flatMap(([term, weight]) => [
      element("span", { dir: "auto" }, term),
      element("span", { class: "bar", style: `width: ${Math.max(6, (100 * weight) / most)}%` }, String(Number(weight.toFixed(3)))),
    ]));
}

function answerChips(item, answers) {
  if (!answers.length) return [element("span", { class: "nothing" }, "no answer")];
  const most = heaviest(item);
  return answers.map(([term, weight]) => {
    if (!weight) return element("span", { class: "chip wrong", dir: "auto" }, term);
    const strength = (0.15 + (0.5 * weight) / most).toFixed(2);
    const earned = String(Number(weight.toFixed(2)));
    return element("span", { class: "chip right", style: `--share: ${strength}`, dir: "auto" }, term,
      element("sup", {}, element("span", { class: "unseen" }, " earns "), earned));
  });
}

/* A sentence that can be opened; in a duel it shows the credit of both systems. */
function itemCard(data, item, order, duel) {
  const credits = duel.map((run) => `${shorten(data.runs[run].name, 16)} ${percent(item.credit[run])}`).join(", ");
  const summary = element("summary", {}, element("span", { class: "meta", dir: "auto" }, `${item.lexelt} ${item.id}`), sentence(item),
    ...(credits ? [element("span", { class: "meta figures" }, credits)] : []));
  const card = element("details", { class: "item" }, summary);
  card.addEventListener("toggle", () => {
    if (!card.open || card.childElementCount > 1) return;
    const list = element("dl", { class: "answers" });
    for (const run of [...new Set([...duel, ...order])]) {
      list.append(element("dt", {}, element("span", { dir: "auto" }, data.runs[run].name), " ", element("span", { class: "meta" }, percent(item.credit[run]))));
      list.append(element("dd", {}, ...answerChips(item, item.answers[run])));
    }
    card.append(goldBars(item), list);
  });
  return card;
}

function itemBrowser(data) {
  const order = bestFirst(data.figures[0]);
  const names = data.runs.map((run) => run.name);
  const state = { text: "", filter: "all", first: order[0], second: order[Math.min(1, order.length - 1)], shown: AT_A_TIME };
  const words = (item) => [`${item.lexelt} ${item.id}`, (item.sentence ?? []).join(""), ...item.terms.map(([term]) => term)];
  const haystacks = data.items.map((item) => words(item).join("\n").toLowerCase());
  const known = (item) => item.credit.filter((value) => value !== null);
  const difference = (item) => (item.credit[state.first] ?? 0) - (item.credit[state.second] ?? 0);
  const filters = {
    all: () => true,
    unsolved: (item) => known(item).length > 0 && known(item).every((value) => value === 0),
    solved: (item) => known(item).length > 0 && known(item).every((value) => value > 0),
    wins: (item) => difference(item) > 0,
    losses: (item) => difference(item) < 0,
  };
  const refresh = () => {
    const duel = state.filter === "wins" || state.filter === "losses";
    byId("duel").hidden = !duel;
    const matches = data.items.filter((item, number) => haystacks[number].includes(state.text) && filters[state.filter](item));
    if (duel) matches.sort((a, b) => Math.abs(difference(b)) - Math.abs(difference(a)));
    byId("found").textContent = `${matches.length} of ${plural(data.items.length, "item")}`;
    const cards = matches.slice(0, state.shown).map((item) => itemCard(data, item, order, duel ? [state.first, state.second] : []));
    byId("item-list").replaceChildren(...(cards.length ? cards : [element("p", { class: "nothing" }, "No item matches.")]));
    byId("more").hidden = matches.length <= state.shown;
  };
  const changed = (change) => { change(); state.shown = AT_A_TIME; refresh(); };
  byId("search").addEventListener("input", (event) => changed(() => { state.text = event.target.value.trim().toLowerCase(); }));
  byId("filter").addEventListener("change", (event) => changed(() => { state.filter = event.target.value; }));
  chooser(byId("first"), names, (number) => changed(() => { state.first = number; }), state.first);
  chooser(byId("second"), names, (number) => changed(() => { state.second = number; }), state.second);
  byId("more").addEventListener("click", () => {
    const next = state.shown;
    state.shown += AT_A_TIME;
    refresh();
    byId("item-list").children[next].querySelector("summary").focus();
  });
  if (names.length < 2) byId("filter").querySelectorAll("[value=wins], [value=losses]").forEach((option) => option.remove());
  refresh();
}
