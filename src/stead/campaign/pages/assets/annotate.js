// Drafts of what is typed, and care with Enter. Everything else works without scripts.
"use strict";

const body = document.body;
const form = document.getElementById("answer");
const FIELDS = ["substitute", "multiword", "comment"];

// ---------------------------------------------------------------------------------------------------- drafts

// One draft for each user, item and phase of one campaign. It goes only when the server says that the answer of the
// same UUID is stored, or when its owner discards it.
const prefix = `stead ${body.dataset.drafts} ${body.dataset.user}`;
const keyOf = (item, phase) => `${prefix} ${item} ${phase}`;

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function forget(item, uuid) {
  for (const phase of ["real", "practice", "attention"]) {
    const key = keyOf(item, phase);
    if (read(key)?.uuid === uuid) localStorage.removeItem(key);
  }
}

function newUuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // not over plain http: the same from random bytes
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const field = (name) => form.querySelector(`[name="${name}"]`);

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

function drafting() {
  const key = keyOf(form.dataset.item, form.dataset.phase);
  const basedOn = field("based_on").value;
  const clean = JSON.stringify(typed());

  function keep() {
    const now = typed();
    try {
      if (JSON.stringify(now) === clean && !form.dataset.posted) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify({ ...now, uuid: field("uuid").value, basedOn }));
    } catch {
      document.getElementById("draft-none").hidden = false;
    }
  }

  function offer(draft) {
    document.getElementById("draft-text").textContent = asText(draft);
    const note = document.getElementById("draft-old");
    note.hidden = false;
    document.getElementById("draft-use").addEventListener("click", () => {
      fill(draft);
      note.hidden = true;
      keep();
    });
    document.getElementById("draft-drop").addEventListener("click", () => {
      localStorage.removeItem(key);
      note.hidden = true;
    });
  }

  let draft = read(key);
  if (draft && draft.uuid === form.dataset.stored) {
    localStorage.removeItem(key);
    draft = null;
  }
  if (form.dataset.posted) {
    keep(); // the server has sent back what was typed: that is the newest
  } else if (draft && draft.basedOn === basedOn) {
    fill(draft);
    field("uuid").value = draft.uuid;
    document.getElementById("draft-note").hidden = false;
  } else {
    field("uuid").value = newUuid();
    if (draft) offer(draft);
  }
  form.addEventListener("input", () => {
    document.getElementById("draft-note").hidden = true;
    keep();
  });
}

// ----------------------------------------------------------------------------------------------- time and Enter

// Only time during which the page is looked at counts.
function timing() {
  let spent = 0;
  let since = document.hidden ? null : performance.now();
  document.addEventListener("visibilitychange", () => {
    if (since !== null) spent += performance.now() - since;
    since = document.hidden ? null : performance.now();
  });
  form.addEventListener("submit", () => {
    const now = spent + (since === null ? 0 : performance.now() - since);
    field("milliseconds").value = String(Math.min(Math.round(now), 999999999));
  });
}

// Enter that ends the composition of a word (Japanese, Chinese, Korean, accents) must not send the form. Safari ends
// the composition before it reports the key, but with the key code of composition.
function composing() {
  let isComposing = false;
  form.addEventListener("compositionstart", () => { isComposing = true; });
  form.addEventListener("compositionend", () => { setTimeout(() => { isComposing = false; }, 0); });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    if (event.isComposing || event.keyCode === 229 || isComposing) event.preventDefault();
    else if (event.target.name === "comment" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
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

if (body.dataset.saved) forget(body.dataset.savedItem, body.dataset.saved);
if (form) {
  drafting();
  timing();
  composing();
  choosing();
}
