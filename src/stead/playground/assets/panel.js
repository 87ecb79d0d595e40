// The panel: the substitutes of one target by one system, or by two side by side.
import { inPlace } from "model.js";

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// Signals that are logarithms of how much likelier a word is than the target, with their bases; and those that are cosines.
const BASES = { ngrams: 10, masked: Math.E, "language model": Math.E, translation: Math.E };
const COSINES = ["surroundings", "encoder", "same sentence", "same word", "fits the sentence"];

const percentOf = (score) => (score >= 0.995 ? ">99" : score < 0.005 ? "<1" : String(Math.round(100 * score)));

// A bar whose length is a share; its style is set by script, since the policy allows no styles in the markup.
function bar(share) {
  const made = element("span", { class: "bar", "aria-hidden": "true" });
  made.style.setProperty("--share", Math.max(0.012, Math.min(1, share)));
  return made;
}

export class Panel {
  constructor(root, say, { onchoose, onrestore, onclose }) {
    this.root = root;
    this.say = say;
    this.onchoose = onchoose;
    this.onrestore = onrestore;
    this.onclose = onclose;
    this.showHint();
  }

  showHint() {
    this.#show("hint", element("div", { class: "panel-hint" },
      element("span", { class: "hint-mark", "aria-hidden": "true" }, element("i"), element("i"), element("i")),
      element("p", { class: "large" }, this.say("panel-empty")),
      element("p", { class: "quiet" }, this.say("panel-empty-hint"))));
  }

  showLoading(target) {
    const rows = [92, 70, 56, 44, 30].map((width) => {
      const row = element("div", { class: "ghost" }, element("span"), element("span"));
      row.style.setProperty("--share", width / 100);
      return row;
    });
    this.#show("loading", this.#head(target), element("div", { class: "ghosts", "aria-hidden": "true" }, ...rows),
      element("p", { class: "hidden", role: "status" }, this.say("reading")));
  }

  showProblem(target, text) {
    this.#show("problem", this.#head(target), element("p", { class: "note bad", role: "alert" }, text));
  }

  // `lists` are the targets as each system answered them; the first is the one of the text.
  show(draft, target, lists, systems) {
    const columns = lists.map((list, number) => this.#column(draft, target, list, systems[number], lists, systems, number));
    this.#show(lists.length > 1 ? "two" : "one", this.#head(target), this.#restoreButton(target),
      element("div", { class: "columns" }, ...columns));
  }

  focusFirst() {
    this.root.querySelector(".choice-word")?.focus();
  }

  #show(state, ...children) {
    this.root.dataset.state = state;
    this.root.replaceChildren(...children.filter(Boolean));
    this.root.scrollTop = 0;
  }

  #head(target) {
    const [, lemma, letter] = /^(.*?)(?:\.([nvar]))?$/.exec(target.lexelt ?? "") ?? [];
    const about = [lemma, letter && this.say(`pos-${letter}`)].filter(Boolean).join(", ");
    return element("header", { class: "panel-head" },
      element("h2", { dir: "auto" }, target.original),
      element("p", { class: "quiet small" }, about),
      element("button", { type: "button", class: "close", "aria-label": this.say("close"), onclick: this.onclose }, "×"));
  }

  #restoreButton(target) {
    if (!target.choice) return null;
    const label = this.say("restore", { word: target.original });
    return element("button", { type: "button", class: "restore", onclick: this.onrestore }, element("span", { "aria-hidden": "true" }, "↺"), label);
  }

  #column(draft, target, list, system, lists, systems, number) {
    const title = lists.length > 1 ? element("h3", {}, system.name) : null;
    if (!list.substitutes.length) {
      return element("section", {}, title, element("p", { class: "quiet" }, this.say("nothing", { system: system.name })));
    }
    const good = list.substitutes.filter((substitute) => substitute.good).length;
    const rows = list.substitutes.map((substitute, at) => this.#row(draft, target, substitute, at, system, lists, systems, number));
    const line = element("li", { class: "cutoff" }, element("span", {}, this.say("cutoff")), element("span", { class: "quiet" }, this.say(good ? "cutoff-hint" : "cutoff-none")));
    if (system.probabilities && good < rows.length) rows.splice(good, 0, line);
    return element("section", { "aria-label": system.name }, title, element("ol", { class: "substitutes" }, ...rows));
  }

  #row(draft, target, substitute, at, system, lists, systems, number) {
    const { left, form, right } = inPlace(draft, target, substitute);
    const percent = percentOf(substitute.score);
    const chosen = target.choice?.form === substitute.form;
    const figure = system.probabilities
      ? element("span", { class: "figure" }, element("span", { "aria-hidden": "true" }, `${percent} %`), element("span", { class: "hidden" }, this.say("probability", { percent })))
      : null;
    const button = element("button", { type: "button", class: "choice-word", "aria-pressed": String(chosen), onclick: () => this.onchoose(substitute) },
      element("span", { class: "form", dir: "auto" }, form),
      figure,
      system.probabilities ? bar(substitute.score) : null,
      lists.length > 1
        ? this.#rankElsewhere(substitute, lists, systems, number)
        : element("span", { class: "place", dir: "auto" }, left, element("b", {}, form), right));
    const [why, more] = this.#why(substitute, target, `why-${number}-${at}`);
    const kind = substitute.good || !system.probabilities ? "good" : "doubtful";
    const row = element("li", { class: kind }, element("div", { class: "row" }, button, why), more);
    row.style.setProperty("--turn", at);
    return row;
  }

  // In a comparison: where the other system has the same word.
  #rankElsewhere(substitute, lists, systems, number) {
    const other = 1 - number;
    const rank = lists[other].substitutes.findIndex(({ form }) => form === substitute.form);
    const text = rank < 0 ? this.say("only-here") : this.say("rank-here", { rank: rank + 1, system: systems[other].name });
    return element("span", { class: `elsewhere${rank < 0 ? " only" : ""}` }, text);
  }

  // Why this word: where it comes from, and what each signal says of it. Closed at first.
  #why(substitute, target, id) {
    const signals = Object.entries(substitute.reasons).map(([signal, value]) => this.#signal(signal, value, target));
    const sources = substitute.sources.map((source) => element("span", { class: "tag" }, this.#named("source", source)));
    if (!signals.length && !sources.length) return [null, null];
    const more = element("div", { class: "more", id, hidden: true },
      sources.length ? element("p", { class: "sources" }, element("span", { class: "quiet" }, `${this.say("sources")} `), ...sources) : null,
      signals.length ? element("dl", { class: "signals" }, ...signals) : null);
    const button = element("button", { type: "button", class: "why", "aria-expanded": "false", "aria-controls": id, "aria-label": this.say("why-word", { word: substitute.form }) }, this.say("why"));
    button.addEventListener("click", () => {
      more.hidden = !more.hidden;
      button.setAttribute("aria-expanded", String(!more.hidden));
    });
    return [button, more];
  }

  // A signal as a meter from -1 to 1, and in words.
  #signal(signal, value, target) {
    const [strength, words] = this.#read(signal, value, target);
    const meter = element("span", { class: "meter", "aria-hidden": "true" });
    meter.style.setProperty("--from", Math.max(-1, Math.min(0, strength)));
    meter.style.setProperty("--to", Math.min(1, Math.max(0, strength)));
    return element("div", {}, element("dt", {}, this.#named("signal", signal)), element("dd", {}, meter, words));
  }

  // Some signals compare how likely the word is with the target or with the likeliest word; some are cosines, others scores.
  #read(signal, value, target) {
    const base = BASES[signal], share = Math.exp(value);
    if (base) return [Math.tanh(value * Math.log(base) / 4), this.#likelihood(base ** value, target)];
    if (COSINES.includes(signal)) return [value, this.say("cosine", { value: value.toFixed(2) })];
    if (signal !== "back-translation") return [Math.tanh(value / 4), String(Number(value.toFixed(2)))];
    return [share, value < 0 ? this.say("to-likeliest", { percent: percentOf(share) }) : this.say("likeliest")];
  }

  #likelihood(ratio, target) {
    const times = (number) => (number >= 1000 ? ">1000" : number >= 10 ? String(Math.round(number)) : number.toFixed(1));
    if (ratio >= 0.95 && ratio <= 1.05) return this.say("as-likely", { word: target.original });
    return ratio > 1
      ? this.say("more-likely", { times: times(ratio), word: target.original })
      : this.say("less-likely", { times: times(1 / ratio), word: target.original });
  }

  // The name of a source or signal in the language of the page; one that is not known is shown as it is.
  #named(kind, name) {
    return this.say.texts[`${kind}-${name.replaceAll(" ", "-")}`] ?? name;
  }
}
