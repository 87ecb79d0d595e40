/* ---------------------------------------------------------------- the page */

function leaderboardPart(data, names, units) {
  const chosen = { figure: 0, unit: 0 };
  const draw = () => show("forest", (onPaper) => forest(data, data.figures[chosen.figure], chosen.unit, onPaper), "intervals");
  chooser(byId("forest-figure"), names, (number) => { chosen.figure = number; draw(); });
  buttons(byId("forest-unit"), units, (number) => {
    chosen.unit = number;
    draw();
    showIntervals(data, byId("leaderboard-table"), number);
  });
  draw();
  const board = byId("leaderboard-table");
  sortable(board);
  byId("leaderboard-tools").append(csvButton("leaderboard", () => tableRows(board)));
  return columnChooser(board);
}

function differencesPart(data, names, units) {
  const chosen = { figure: 0, unit: 0 };
  const draw = () => byId("matrix").replaceChildren(matrix(data, data.figures[chosen.figure], chosen.unit));
  byId("matrix").after(csvButton("differences", () => tableRows(byId("matrix").firstChild)));
  chooser(byId("matrix-figure"), names, (number) => { chosen.figure = number; draw(); });
  buttons(byId("matrix-unit"), units, (number) => { chosen.unit = number; draw(); });
  draw();
}

function breakdownsPart(data, names) {
  const chosen = { figure: 0, breakdown: 0 };
  const draw = () => byId("heat").replaceChildren(heat(data, data.breakdowns[chosen.breakdown], data.figures[chosen.figure], chosen.figure));
  byId("heat").after(csvButton("breakdown", () => tableRows(byId("heat").firstChild)));
  chooser(byId("heat-figure"), names, (number) => { chosen.figure = number; draw(); });
  buttons(byId("heat-grouping"), data.breakdowns.map((breakdown) => breakdown.name), (number) => { chosen.breakdown = number; draw(); });
  draw();
}

function measuresPart(data, names) {
  const chosen = { across: 0, up: Math.min(1, names.length - 1) };
  const draw = () => show("scatter", () => scatter(data, data.figures[chosen.across], data.figures[chosen.up]), "measures");
  chooser(byId("across"), names, (number) => { chosen.across = number; draw(); });
  chooser(byId("up"), names, (number) => { chosen.up = number; draw(); }, chosen.up);
  draw();
  const drawCurves = (number) => show("curves", () => curves(data, number), "p-values");
  chooser(byId("curve"), data.power.map((power) => power.label), drawCurves);
  drawCurves(0);
}

/* Gold and answers are indices into an item's list of terms. */
function withTerms(data) {
  for (const item of data.items) {
    const terms = item.terms;
    item.gold = item.gold.map((index) => terms[index]);
    item.answers = item.answers.map((answers) => answers.map((index) => terms[index]));
  }
  return data;
}

function everything(data) {
  const names = data.figures.map((figure) => figure.label);
  const units = data.units.map((unit) => unit.name);
  const chooseColumns = leaderboardPart(data, names, units);
  if (data.runs.length > 1) {
    differencesPart(data, names, units);
    measuresPart(data, names);
  }
  if (data.breakdowns.length) breakdownsPart(data, names);
  const browseItems = itemBrowser(data);
  followAddress((chosen, section) => {
    chooseColumns(chosen.get("columns"));
    return browseItems(chosen, section === "items");
  });
}

themeSwitch();
unpackData().then(withTerms).then(everything, () => { byId("old-browser").hidden = false; });
