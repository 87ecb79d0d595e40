// What is typed, and care with Enter. Everything else works without scripts.
"use strict";

const FIELDS = ["substitute", "multiword", "comment"];

function typed() {
  const found = { choice: form.querySelector('[name="choice"]:checked')?.value ?? "words" };
  for (const name of FIELDS) found[name] = [...form.querySelectorAll(`[name="${name}"]`)].map((each) => each.value);
  return found;
}

function fill(draft) {
  for (const name of FIELDS) {
    form.querySelectorAll(`[name="${name}"]`).forEach((each, at) => { each.value = draft[name]?.[at] ?? ""; });
  }
  const choice = form.querySelector(`[name="choice"][value="${draft.choice === "nil" || draft.choice === "name" ? draft.choice : "words"}"]`);
  if (choice) choice.checked = true;
}

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

// A choice of "none" is made by typing undone, and typing by a choice is not: what was typed is never thrown away.
function choosing() {
  form.addEventListener("input", (event) => {
    const words = form.querySelector('[name="choice"][value="words"]');
    if (event.target.name === "substitute" && event.target.value && words) words.checked = true;
  });
}

if (form) {
  drafting(typed, fill, asText, timing());
  composing();
  choosing();
}
