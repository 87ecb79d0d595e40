// One key, one act: whatever carries data-key is pressed by it, unless somebody is typing. Escape ends the typing.
"use strict";

const WRITING = "input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select";
let leaving = false;

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing || leaving) return;
  const field = event.target.closest(WRITING);
  if (field && event.key === "Escape") field.blur();
  if (field) return;
  const target = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!target) return;
  event.preventDefault();
  leaving = target.matches("a, button"); // the page is about to change
  if (target.matches(WRITING)) target.focus();
  else target.click();
});

addEventListener("pageshow", () => { leaving = false; });
