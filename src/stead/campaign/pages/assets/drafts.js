// Drafts of what is typed or chosen, and the time that it takes. The script of each kind of form uses these.
"use strict";

const body = document.body;
const form = document.getElementById("answer");

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
  for (const phase of ["real", "practice"]) {
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

// `typed` says what is in the form, `fill` puts a draft into it, `asText` is a draft in words; `timer` is as below.
function drafting(typed, fill, asText, timer) {
  if (body.dataset.preview) return; // nothing is kept of what an organiser tries
  const key = keyOf(form.dataset.item, form.dataset.phase);
  const basedOn = field("based_on").value;
  const clean = JSON.stringify(typed());

  function keep() {
    const now = typed();
    try {
      if (JSON.stringify(now) === clean && !form.dataset.posted) localStorage.removeItem(key);
      else {
        const spent = timer.elapsed();
        localStorage.setItem(key, JSON.stringify({ ...now, uuid: field("uuid").value, basedOn, spent }));
      }
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
    timer.goOn(Number(field("milliseconds").value) || 0); // and so is how long it has taken
    keep(); // the server has sent back what was typed: that is the newest
  } else if (draft && draft.basedOn === basedOn) {
    fill(draft);
    timer.goOn(Number(draft.spent) || 0);
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

// Only time during which the page is looked at counts: `elapsed` is how many milliseconds that were so far, and `goOn`
// adds those before a reload.
function timing() {
  let spent = 0;
  let since = document.hidden ? null : performance.now();
  document.addEventListener("visibilitychange", () => {
    if (since !== null) spent += performance.now() - since;
    since = document.hidden ? null : performance.now();
  });
  const elapsed = () => Math.min(Math.round(spent + (since === null ? 0 : performance.now() - since)), 999999999);
  form.addEventListener("submit", () => { field("milliseconds").value = String(elapsed()); });
  return { elapsed, goOn: (before) => { spent += before; } };
}

if (body.dataset.saved) forget(body.dataset.savedItem, body.dataset.saved);
