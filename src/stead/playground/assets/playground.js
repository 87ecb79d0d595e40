// The playground: reads a text, shows which of its words have substitutes, and puts chosen ones in.
import { Offsets, choose, emptyDraft, pieces, restore, targetOf, withTarget } from "model.js";
import { Panel, element } from "panel.js";
import { Problem, keepKey, suggest, targetsOf } from "service.js";

const data = JSON.parse(document.getElementById("data").textContent);
const part = (id) => document.getElementById(id);
const reader = part("reader"), editor = part("editor"), panelRoot = part("panel");

function say(name, values = {}) {
  return data.texts[name].replace(/\{(\w+)\}/g, (_, place) => values[place]);
}
say.texts = data.texts;

const state = { draft: emptyDraft(""), history: [], open: -1, reading: null, asking: null, drawn: new Map() };

const panel = new Panel(panelRoot, say, {
  onchoose: (substitute) => change(choose(state.draft, state.open, substitute), "chosen", substitute.form),
  onrestore: () => change(restore(state.draft, state.open), "undone", state.draft.targets[state.open].original),
  onclose: () => close({ focus: true }),
});

// ---------------------------------------------------------------------------------------------------- settings

const systemNamed = (name) => data.systems.find((system) => system.name === name);
const settings = () => ({ system: part("system").value, language: part("language").value, number: Number(part("number").value) });
const beside = () => part("beside").value;

function fill(select, options, chosen) {
  select.replaceChildren(...options.map(([value, label]) => new Option(label, value, value === chosen, value === chosen)));
}

// The systems that know the language; what was chosen stays chosen if it is among them.
function offerSystems() {
  const known = data.systems.filter((system) => system.languages.includes(part("language").value)).map(({ name }) => name);
  const system = known.includes(part("system").value) ? part("system").value : known[0];
  fill(part("system"), known.map((name) => [name, name]), system);
  const others = known.filter((name) => name !== system);
  fill(part("beside"), [["", say("beside-none")], ...others.map((name) => [name, name])], others.includes(beside()) ? beside() : "");
}

function offerExamples(chosen = "0") {
  const examples = data.examples[part("language").value] ?? [];
  fill(part("example"), [...examples.map(({ title }, at) => [String(at), title]), ["", say("example-own")]], examples.length ? chosen : "");
}

const exampleText = () => data.examples[part("language").value]?.[Number(part("example").value)]?.text.trim() ?? "";

// --------------------------------------------------------------------------------------------------------- text

const EDGES = /^([^\s\p{L}\p{N}]*)(.*?)([^\s\p{L}\p{N}]*)$/su;

// The nodes of a text. Lines may break at the edges of a button, so each word is kept together with its punctuation.
function lines(pieces, buttonOf) {
  const nodes = [];
  let word, opening = "";
  for (const piece of pieces) {
    if (piece.index === undefined) {
      const [, closing, between, next] = piece.text.match(EDGES);
      if (closing) (word ?? nodes).push(closing);
      if (between) nodes.push(between);
      opening = next;
    } else {
      word = opening ? [opening, buttonOf(piece)] : [buttonOf(piece)];
      opening = "";
      nodes.push(word);
    }
  }
  if (opening) nodes.push(opening);
  return nodes.map((node) => Array.isArray(node) ? element("span", { class: "unbroken" }, ...node) : node);
}

// Buttons are kept from one drawing to the next, so that the focus stays and nothing flickers.
function draw() {
  const drawn = new Map();
  const children = lines(pieces(state.draft), ({ text, index }) => {
    const target = state.draft.targets[index];
    const key = `${target.original} ${drawn.size}`;
    const button = state.drawn.get(key) ?? wordButton();
    drawn.set(key, button);
    button.textContent = text;
    button.dataset.index = index;
    button.classList.toggle("changed", Boolean(target.choice));
    button.style.setProperty("--best", Math.max(0, Math.min(1, target.substitutes[0]?.score ?? 0)));
    if (index === state.open) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    return button;
  });
  const focused = reader.contains(document.activeElement) ? document.activeElement.dataset.index : null;
  reader.replaceChildren(...children);
  state.drawn = drawn;
  const stop = wordAt(Math.max(0, state.open)) ?? wordAt(0);
  for (const button of drawn.values()) button.tabIndex = button === stop ? 0 : -1;
  if (focused !== null) wordAt(focused)?.focus({ preventScroll: true });
  part("undo").disabled = !state.history.length;
}

function wordButton() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "word";
  button.dir = "auto";
  return button;
}

const wordAt = (index) => reader.querySelector(`[data-index="${index}"]`);

function report(text) {
  part("status").textContent = text;
}

function countWords() {
  const number = state.draft.targets.length;
  report(number ? say(number === 1 ? "words-one" : "words-many", { number }) : "");
  showEmpty(number ? "" : state.draft.text.trim() ? "words-none" : "text-empty");
}

function showEmpty(name) {
  part("empty").hidden = !name;
  if (!name) return;
  part("empty-title").textContent = say(name);
  part("empty-hint").textContent = say(`${name}-hint`);
}

async function read(text) {
  state.reading?.abort();
  state.asking?.abort();
  const controller = state.reading = new AbortController();
  close();
  hideProblem();
  showEmpty("");
  Object.assign(state, { draft: emptyDraft(text), history: [], drawn: new Map() });
  showReader();
  draw();
  if (!text.trim()) return countWords();
  part("reading-line").hidden = false;
  report(say("reading"));
  try {
    const offsets = new Offsets(text);
    const answers = targetsOf({ text, ...settings() }, controller.signal);
    let step;
    while (!(step = await answers.next()).done) {
      for (const answer of step.value) state.draft = withTarget(state.draft, targetOf(answer, offsets));
      draw();
    }
    if (!step.value) throw new Problem(say("error-cut"));
    countWords();
  } catch (error) {
    if (error.name === "AbortError") return;
    report("");
    showProblem(error, () => read(text));
  }
  if (state.reading === controller) part("reading-line").hidden = true;
}

function showReader() {
  reader.hidden = part("edit").hidden = part("copy").hidden = part("undo").hidden = false;
  editor.hidden = part("find").hidden = true;
  reader.lang = editor.lang = part("language").value;
}

function edit() {
  state.reading?.abort();
  part("reading-line").hidden = true;
  close();
  showEmpty("");
  report("");
  editor.value = state.draft.text;
  reader.hidden = part("edit").hidden = part("copy").hidden = part("undo").hidden = true;
  editor.hidden = part("find").hidden = false;
  editor.focus();
}

function readEdited() {
  if (editor.value !== exampleText()) part("example").value = "";
  read(editor.value);
}

// -------------------------------------------------------------------------------------------------------- panel

async function open(index, { focus = false } = {}) {
  state.asking?.abort();
  const controller = state.asking = new AbortController();
  state.open = index;
  draw();
  part("desk").classList.add("opened");
  wordAt(index).scrollIntoView({ block: "nearest" });
  let target = state.draft.targets[index];
  const needed = [target.stale && !target.choice ? settings().system : "", beside()];
  if (needed.some(Boolean)) panel.showLoading(target);
  try {
    const [fresh, other] = await Promise.all(needed.map((system) => system && ask(target, system, controller.signal)));
    if (fresh) {
      state.draft = { ...state.draft, targets: state.draft.targets.with(index, fresh) };
      target = fresh;
    }
    const systems = [settings().system, beside()].filter(Boolean).map(systemNamed);
    panel.show(state.draft, target, other ? [target, other] : [target], systems);
    if (focus) panel.focusFirst();
  } catch (error) {
    if (error.name === "AbortError") return;
    panel.showProblem(target, wordsOf(error));
    if (error.status === 401) showProblem(error, () => open(index));
  }
}

// A target as a system answers it now: in the text as it is, but for the target itself, which is as it was.
async function ask(target, system, signal) {
  const index = state.draft.targets.indexOf(target);
  const { text, targets } = restore(state.draft, index);
  const offsets = new Offsets(text), { start, end } = targets[index];
  const body = { ...settings(), system, text, start: offsets.characters(start), end: offsets.characters(end) };
  try {
    return { ...targetOf(await suggest(body, signal), offsets), choice: target.choice };
  } catch (error) {
    if (error.status === 422) return { ...target, substitutes: [] };
    throw error;
  }
}

function close({ focus = false } = {}) {
  const index = state.open;
  state.open = -1;
  part("desk").classList.remove("opened");
  panel.showHint();
  if (index < 0) return;
  draw();
  if (focus) wordAt(index)?.focus();
}

function change(draft, message, word) {
  const original = state.draft.targets[state.open].original;
  const fromKeyboard = panelRoot.contains(document.activeElement) && document.activeElement.matches(":focus-visible");
  state.history.push(state.draft);
  state.draft = draft;
  report(say(message, { word, original }));
  draw();
  const button = wordAt(state.open);
  button.classList.remove("fresh");
  void button.offsetWidth; // starts the animation again
  button.classList.add("fresh");
  open(state.open, { focus: fromKeyboard });
}

function undo() {
  if (!state.history.length) return;
  state.draft = state.history.pop();
  countWords();
  if (state.open >= 0) open(state.open);
  else draw();
}

// ------------------------------------------------------------------------------------------------------- problems

let again = () => {};
let waiting = 0;

function wordsOf(error) {
  if (!(error instanceof Problem)) throw error;
  return error.message || say("error-network");
}

function showProblem(error, retry) {
  again = retry;
  const needsKey = error.status === 401;
  part("key-form").hidden = !needsKey;
  part("problem").hidden = needsKey;
  if (needsKey) return part("key").focus();
  part("problem-text").textContent = wordsOf(error);
  clearInterval(waiting);
  let seconds = error.seconds ?? 0;
  const button = part("again");
  const tick = () => {
    button.disabled = seconds > 0;
    button.textContent = seconds > 0 ? say("error-wait", { seconds }) : say("error-again");
    if (seconds-- <= 0) clearInterval(waiting);
  };
  tick();
  if (seconds > 0) waiting = setInterval(tick, 1000);
}

function hideProblem() {
  part("problem").hidden = part("key-form").hidden = true;
  clearInterval(waiting);
}

// ---------------------------------------------------------------------------------------------------------- events

reader.addEventListener("click", (event) => {
  const button = event.target.closest(".word");
  if (button) open(Number(button.dataset.index), { focus: event.detail === 0 });
});

reader.addEventListener("keydown", (event) => {
  const index = Number(event.target.dataset.index);
  const last = state.draft.targets.length - 1;
  const goal = { ArrowRight: index + 1, ArrowDown: index + 1, ArrowLeft: index - 1, ArrowUp: index - 1, Home: 0, End: last }[event.key];
  if (goal === undefined || !(goal in state.draft.targets)) return;
  event.preventDefault();
  event.target.tabIndex = -1;
  const button = wordAt(goal);
  button.tabIndex = 0;
  button.focus();
});

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea, select");
  if (event.key === "Escape" && state.open >= 0) close({ focus: true });
  if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && !editor.hidden) readEdited();
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.shiftKey && !typing) {
    event.preventDefault();
    undo();
  }
});

part("edit").addEventListener("click", edit);
part("find").addEventListener("click", readEdited);
part("undo").addEventListener("click", undo);
part("again").addEventListener("click", () => again());
part("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(state.draft.text);
  report(say("copied"));
});
part("controls").addEventListener("submit", (event) => event.preventDefault());
part("key-form").addEventListener("submit", (event) => {
  event.preventDefault();
  keepKey(part("key").value);
  hideProblem();
  again();
});
part("example").addEventListener("change", () => (part("example").value ? read(exampleText()) : edit()));
part("language").addEventListener("change", () => {
  offerSystems();
  offerExamples();
  read(exampleText());
});
part("system").addEventListener("change", () => {
  offerSystems();
  read(editor.hidden ? state.draft.text : editor.value);
});
part("number").addEventListener("change", () => read(editor.hidden ? state.draft.text : editor.value));
part("beside").addEventListener("change", () => {
  part("desk").classList.toggle("wide", Boolean(beside()));
  if (state.open >= 0) open(state.open);
});

offerSystems();
offerExamples();
read(exampleText());
