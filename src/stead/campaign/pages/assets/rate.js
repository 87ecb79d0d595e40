// Ratings by key, and when each was given. Everything else works without scripts.
"use strict";

const rows = [...document.querySelectorAll(".candidate")];
const choices = (row) => [...row.querySelectorAll("input")];
const checked = (row) => row.querySelector("input:checked");
const nameOf = (row) => choices(row)[0].name;

// ------------------------------------------------------------------------------------------------------ drafts

function typed() {
  const found = {};
  for (const row of rows) if (checked(row)) found[nameOf(row)] = checked(row).value;
  return { ratings: found, moments: field("moments").value };
}

function fill(draft) {
  for (const row of rows) {
    const value = draft.ratings?.[nameOf(row)];
    for (const choice of choices(row)) choice.checked = choice.value === value;
  }
  field("moments").value = draft.moments ?? "";
}

const asText = (draft) => String(Object.keys(draft.ratings ?? {}).length);

// --------------------------------------------------------------------------------------------------------- keys

// The choice of a row that has the focus: the one that is checked, or the first.
const target = (row) => checked(row) ?? choices(row)[0];

function goTo(row) {
  target(row).focus({ preventScroll: true });
  row.scrollIntoView({ block: "center" });
}

function rate(row, value) {
  const choice = choices(row).find((each) => each.value === value);
  choice.checked = true;
  choice.focus({ preventScroll: true });
  choice.dispatchEvent(new Event("input", { bubbles: true }));
}

// A key that is pressed where nothing has the focus (somebody clicked beside the words) is for the row that had it last.
function keys() {
  const meaning = {};
  for (const choice of choices(rows[0])) meaning[choice.dataset.key] = choice.value;
  let last = rows.find((each) => !checked(each)) ?? rows[0];
  form.addEventListener("focusin", (event) => { last = event.target.closest(".candidate") ?? last; });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const beside = !event.target.closest("a, button, input, select, summary, textarea") && meaning[key] !== undefined;
    const row = beside ? last : event.target.closest(".candidate");
    const at = rows.indexOf(row);
    if (row && meaning[key] !== undefined) {
      rate(row, meaning[key]);
      if (at + 1 < rows.length) goTo(rows[at + 1]);
      else document.getElementById("send").focus();
    } else if (row && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const next = rows[at + (event.key === "ArrowDown" ? 1 : -1)];
      if (next) goTo(next);
      else if (event.key === "ArrowDown") document.getElementById("send").focus();
    } else if (event.target.id === "send" && event.key === "ArrowUp") {
      goTo(rows[rows.length - 1]);
    } else {
      return;
    }
    event.preventDefault();
  });
}

// When each candidate was rated: the last change counts.
function moments(timer) {
  form.addEventListener("input", (event) => {
    const own = event.target.name.slice(1);
    const others = field("moments").value.split(" ").filter((pair) => pair && pair.split(":")[0] !== own);
    field("moments").value = [...others, `${own}:${timer.elapsed()}`].join(" ");
  }, { capture: true }); // before the draft is kept
}

// What is missing is pointed at, and nothing is sent before it is there.
function complete() {
  const note = document.getElementById("missing");
  const mark = () => rows.filter((row) => {
    const lacks = !checked(row);
    row.classList.toggle("missing", lacks && form.classList.contains("tried"));
    return lacks;
  });
  form.noValidate = true; // the note says it in the language of the page
  form.addEventListener("submit", (event) => {
    form.classList.add("tried");
    const lacking = mark();
    note.hidden = !lacking.length;
    if (!lacking.length) return;
    event.preventDefault();
    const text = lacking.length === 1 ? note.dataset.one : note.dataset.many.replace("#", lacking.length);
    note.textContent = text;
    goTo(lacking[0]);
  });
  form.addEventListener("input", () => { note.hidden = !mark().length || note.hidden; });
}

if (form) {
  const timer = timing();
  moments(timer);
  drafting(typed, fill, asText, timer);
  keys();
  complete();
  if (!location.hash) (rows.find((row) => !checked(row)) ?? rows[0]).querySelector("input").focus({ preventScroll: true });
}
