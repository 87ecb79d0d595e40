/* ---------------------------------------------------------------- light and dark */

function remembered(theme) {
  try {
    if (theme) localStorage.setItem("stead-theme", theme);
    return localStorage.getItem("stead-theme");
  } catch {
    return null; /* pages opened from disk may not store anything */
  }
}

function themeSwitch() {
  const root = document.documentElement;
  const known = remembered();
  if (known) root.dataset.theme = known;
  const dark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const button = byId("theme");
  const tell = () => button.setAttribute("aria-pressed", dark());
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    remembered(root.dataset.theme);
    tell();
  });
  tell();
}

