/* ---------------------------------------------------------------- the address */

/* The address keeps what is chosen after its #, the section first: #items&show=wins&first=parrot&second=careful. */
function parseAddress(address) {
  const chosen = new Map();
  let section = "";
  for (const part of (address.split("#")[1] ?? "").split("&")) {
    const [key, values] = part.split("=");
    if (values === undefined) section = key;
    else chosen.set(key, values.split(",").map(decodeOrKeep));
  }
  return { section, chosen };
}

function decodeOrKeep(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; /* an address that was cut or typed */
  }
}

function formatAddress(section, chosen) {
  const parts = [...chosen].map(([key, values]) => `${key}=${values.map(encodeURIComponent).join(",")}`);
  return `#${[section, ...parts].join("&")}`;
}

/* The address with other choices in a section; a choice without values is left out. */
function addressWith(section, changes) {
  const { chosen } = parseAddress(location.href);
  for (const [key, values] of Object.entries(changes)) {
    if (values.length) chosen.set(key, values);
    else chosen.delete(key);
  }
  return formatAddress(section, chosen);
}

function writeAddress(section, changes) {
  const address = addressWith(section, changes);
  if (location.hash || address.includes("=")) history.replaceState(null, "", address);
}

/* Restore what the address says, now and whenever it changes; a link to a section leaves the choices as they are.
   The browser goes to a section before the page is drawn, which moves it: hence once more. */
function followAddress(restore) {
  const { section, chosen } = parseAddress(location.href);
  if (chosen.size) restoreAddress(restore);
  else goTo(byId(section));
  addEventListener("hashchange", ({ oldURL }) => {
    const { section, chosen: now } = parseAddress(location.href);
    const before = parseAddress(oldURL).chosen;
    if (now.size) restoreAddress(restore);
    else if (before.size) history.replaceState(null, "", formatAddress(section, before));
  });
}

function restoreAddress(restore) {
  const { section, chosen } = parseAddress(location.href);
  goTo(restore(chosen, section) ?? byId(section));
}

function goTo(place) {
  place?.scrollIntoView({ behavior: "instant" });
}
