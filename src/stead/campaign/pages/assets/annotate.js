// What is typed, and care with Enter. Everything else works without scripts.
"use strict";

const FIELDS = ["substitute", "multiword", "comment"];

function typed() {
  const found = { choice: form.querySelector('[name="choice"]:checked')?.value ?? "" };
  for (const name of FIELDS) found[name] = [...form.querySelectorAll(`[name="${name}"]`)].map((each) => each.value);
  return found;
}

function fill(draft) {
  for (const name of FIELDS) {
    form.querySelectorAll(`[name="${name}"]`).forEach((each, at) => { each.value = draft[name]?.[at] ?? ""; });
  }
  for (const toggle of toggles()) toggle.checked = toggle.value === draft.choice;
  for (const fold of folds()) fold.open = Boolean(fold.querySelector("input, textarea").value);
}

const toggles = () => form.querySelectorAll('[name="choice"]');
const folds = () => form.querySelectorAll("details.fold");

const asText = (draft) => [...draft.substitute, ...draft.multiword, ...draft.comment].filter(Boolean).join(" · ");

// Enter that ends the composition of a word (Japanese, Chinese, Korean, accents) must not send the form. Safari ends
// the composition before it reports the key, but with the key code of composition.
function composing() {
  let isComposing = false;
  form.addEventListener("compositionstart", () => { isComposing = true; });
  form.addEventListener("compositionend", () => { setTimeout(() => { isComposing = false; }, 0); });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    if (event.isComposing || event.keyCode === 229 || isComposing) event.preventDefault();
    else if (event.target.name === "comment" && (event.ctrlKey || event.metaKey)) form.requestSubmit(form.querySelector('[type="submit"]')); // as Enter does elsewhere
  });
  form.addEventListener("submit", (event) => {
    if (isComposing) event.preventDefault();
  });
}

// One of the two toggles at most; typing a substitute undoes both. What was typed is never thrown away.
function choosing() {
  form.addEventListener("input", (event) => {
    const { name, value, checked } = event.target;
    const undone = name === "substitute" ? Boolean(value) : name === "choice" && checked;
    if (undone) for (const toggle of toggles()) if (toggle !== event.target) toggle.checked = false;
  });
}

// Whoever unfolds a field wants to type in it: at once, since a browser unfolds later and would lose the first letters.
function unfolding() {
  for (const fold of folds()) {
    fold.querySelector("summary").addEventListener("click", (event) => {
      event.preventDefault();
      fold.open = !fold.open;
      if (fold.open) fold.querySelector("input, textarea").focus();
    });
  }
}

if (form) {
  drafting(typed, fill, asText, timing());
  composing();
  choosing();
  unfolding();
}
