/* ---------------------------------------------------------------- light and dark */

function rememberTheme(theme) {
  try {
    if (theme) localStorage.setItem("stead-theme", theme);
    return localStorage.getItem("stead-theme");
  } catch {
    return null; /* pages opened from disk may not store anything */
  }
}

function themeSwitch() {
  const root = document.documentElement;
  const known = rememberTheme();
  if (known) root.dataset.theme = known;
  const dark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const button = byId("theme");
  const showState = () => button.setAttribute("aria-pressed", dark());
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    rememberTheme(root.dataset.theme);
    showState();
  });
  showState();
}

