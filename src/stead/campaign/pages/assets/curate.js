// One key, one decision: whatever carries data-key is pressed by it, unless somebody is typing.
"use strict";

let pressed = false;

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing || pressed) return;
  if (event.target.closest("input:not([type=hidden]), textarea, select")) return;
  const found = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!found) return;
  event.preventDefault();
  pressed = true; // the page is about to change
  found.click();
});

addEventListener("pageshow", () => { pressed = false; });
