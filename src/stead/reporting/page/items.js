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

const itemKey = (item) => `${item.lexelt} ${item.id}`;

/* A sentence that can be opened; in a duel it shows the credit of both systems. */
function itemCard(data, item, order, duel) {
  const credits = duel.map((run) => `${shorten(data.runs[run].name, 16)} ${percent(item.credit[run])}`).join(", ");
  const summary = element("summary", {}, element("span", { class: "meta", dir: "auto" }, itemKey(item)), sentence(item),
    ...(credits ? [element("span", { class: "meta figures" }, credits)] : []));
  const card = element("details", { class: "item" }, summary);
  card.addEventListener("toggle", () => {
    if (!card.isConnected) return;
    const isAddressed = parseAddress(location.href).chosen.get("item")?.[0] === itemKey(item);
    if (card.open) writeAddress("items", { item: [itemKey(item)] });
    else if (isAddressed) writeAddress("items", { item: [] });
    if (!card.open || card.childElementCount > 1) return;
    const list = element("dl", { class: "answers" });
    for (const run of [...new Set([...duel, ...order])]) {
      list.append(element("dt", {}, element("span", { dir: "auto" }, data.runs[run].name), " ", element("span", { class: "meta" }, percent(item.credit[run]))));
      list.append(element("dd", {}, ...answerChips(item, item.answers[run])));
    }
    card.append(goldBars(item), list, element("a", { class: "permalink", href: addressWith("items", { item: [itemKey(item)] }) }, "Link to this item"));
  });
  return card;
}

function itemBrowser(data) {
  const order = bestFirst(data.figures[0]);
  const names = data.runs.map((run) => run.name);
  const state = { text: "", filter: "all", first: order[0], second: order[Math.min(1, order.length - 1)], shown: AT_A_TIME };
  const words = (item) => [itemKey(item), (item.sentence ?? []).join(""), ...item.terms.map(([term]) => term)];
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
  const isDuel = () => state.filter === "wins" || state.filter === "losses";
  const duel = () => (isDuel() ? [state.first, state.second] : []);
  const matching = () => {
    const matches = data.items.filter((item, number) => haystacks[number].includes(state.text) && filters[state.filter](item));
    return isDuel() ? matches.sort((a, b) => Math.abs(difference(b)) - Math.abs(difference(a))) : matches;
  };
  const refresh = () => {
    const matches = matching();
    byId("duel").hidden = !isDuel();
    byId("found").textContent = `${matches.length} of ${plural(data.items.length, "item")}`;
    const cards = matches.slice(0, state.shown).map((item) => itemCard(data, item, order, duel()));
    byId("item-list").replaceChildren(...(cards.length ? cards : [element("p", { class: "nothing" }, "No item matches.")]));
    byId("more").hidden = matches.length <= state.shown;
  };
  const choices = () => ({
    search: state.text ? [state.text] : [],
    show: state.filter === "all" ? [] : [state.filter],
    first: isDuel() ? [data.runs[state.first].key] : [],
    second: isDuel() ? [data.runs[state.second].key] : [],
    item: [],
  });
  const changed = (change) => {
    change();
    state.shown = AT_A_TIME;
    refresh();
    writeAddress("items", choices());
    byId("duel-link").href = location.hash;
  };
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
  byId("item-tools").append(csvButton("items", () => itemRows(data, matching(), [...new Set([...duel(), ...order])])));
  if (names.length < 2) byId("filter").querySelectorAll("[value=wins], [value=losses]").forEach((option) => option.remove());
  refresh();

  const openItem = (key, isSought) => {
    const hasKey = (item) => itemKey(item) === key;
    if (!matching().some(hasKey)) Object.assign(state, { text: "", filter: "all" });
    const index = matching().findIndex(hasKey);
    if (index < 0) return null;
    state.shown = Math.max(state.shown, index + 1);
    refresh();
    const card = byId("item-list").children[index];
    card.open = true;
    if (!isSought) return null;
    card.querySelector("summary").focus({ preventScroll: true });
    return card;
  };
  const runOf = (name, otherwise) => {
    const number = data.runs.findIndex((run) => run.key === name);
    return number < 0 ? otherwise : number;
  };
  /* Restore what an address says; the item that is sought. */
  return (chosen, isSought) => {
    const [text, filter, first, second, item] = ["search", "show", "first", "second", "item"].map((key) => chosen.get(key)?.[0]);
    const hasFilter = [...byId("filter").options].some(({ value }) => value === filter);
    Object.assign(state, {
      text: (text ?? "").trim().toLowerCase(),
      filter: hasFilter ? filter : "all",
      first: runOf(first, order[0]),
      second: runOf(second, order[Math.min(1, order.length - 1)]),
      shown: AT_A_TIME,
    });
    refresh();
    const card = item ? openItem(item, isSought) : null;
    if (item && !matching().some((one) => itemKey(one) === item)) byId("found").textContent = `There is no item ${item}.`;
    byId("search").value = state.text;
    byId("filter").value = state.filter;
    byId("first").value = state.first;
    byId("second").value = state.second;
    byId("duel-link").href = location.hash;
    return card;
  };
}

/* The items as a table: gold and answers best first, each system with its credit. */
function itemRows(data, items, order) {
  const gold = (terms) => terms.map(([term, weight]) => `${term} ${Number(weight.toFixed(3))}`).join("; ");
  const heads = order.flatMap((run) => [`${data.runs[run].name} ${data.figures[0].label}`, `${data.runs[run].name} answers`]);
  const rows = items.map((item) => [
    item.lexelt, item.id, (item.sentence ?? []).join(""), gold(item.gold),
    ...order.flatMap((run) => [item.credit[run] === null ? "" : percent(item.credit[run]), item.answers[run].map(([term]) => term).join("; ")]),
  ]);
  return [["lexelt", "id", "sentence", "gold", ...heads], ...rows];
}
