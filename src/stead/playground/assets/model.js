// A text with its targets, and what becomes of both when a substitute is chosen. Nothing here touches the page:
// every function takes a draft and returns another, so that undoing is going back to the one before.

// The service counts Unicode characters, browsers count UTF-16 units: a table translates, where they differ.
export class Offsets {
  #units = null;

  constructor(text) {
    if (!/[\ud800-\udfff]/.test(text)) return;
    this.#units = [0];
    for (const character of text) this.#units.push(this.#units.at(-1) + character.length);
  }

  units(characters) {
    return this.#units ? this.#units[characters] : characters;
  }

  characters(units) {
    if (!this.#units) return units;
    let low = 0, high = this.#units.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#units[middle] < units) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export const emptyDraft = (text) => ({ text, targets: [] });

// An answer of the service as a target of a draft. Edits are kept relative to the target, since its place will change.
export function targetOf(answer, offsets) {
  const start = offsets.units(answer.start), end = offsets.units(answer.end);
  const substitutes = answer.substitutes.map((substitute) => ({
    ...substitute,
    edit: {
      before: start - offsets.units(substitute.edit.start),
      after: offsets.units(substitute.edit.end) - end,
      text: substitute.edit.text,
    },
  }));
  return { start, end, original: answer.target, lexelt: answer.lexelt, substitutes, choice: null, stale: false };
}

// Put a target where it belongs: answers come in the order of the text, but some words may be asked for again.
export function withTarget(draft, target) {
  const targets = draft.targets.filter((other) => other.end <= target.start || other.start >= target.end);
  const at = targets.findIndex((other) => other.start > target.start);
  targets.splice(at < 0 ? targets.length : at, 0, target);
  return { ...draft, targets };
}

function moved(target, delta) {
  const choice = target.choice && { ...target.choice, start: target.choice.start + delta, end: target.choice.end + delta };
  return { ...target, start: target.start + delta, end: target.end + delta, choice };
}

// Replace a part of the text, and the target that is in it; what comes after it moves, and is in another context now.
function replaced(draft, index, { start, end, text, target }) {
  const delta = text.length - (end - start);
  const targets = draft.targets.map((other, at) => {
    if (at === index) return target;
    return { ...(other.start >= end ? moved(other, delta) : other), stale: true };
  });
  return { text: draft.text.slice(0, start) + text + draft.text.slice(end), targets };
}

export function restore(draft, index) {
  const target = draft.targets[index];
  if (!target.choice) return draft;
  const { start, end, was, before } = target.choice;
  const back = { ...target, start: start + before, end: start + before + target.original.length, choice: null };
  return replaced(draft, index, { start, end, text: was, target: back });
}

export function choose(draft, index, substitute) {
  const whole = restore(draft, index);
  const target = whole.targets[index];
  const { before, after, text } = substitute.edit;
  const start = target.start - before, end = target.end + after;
  const at = start + text.lastIndexOf(substitute.form);
  const choice = { form: substitute.form, start, end: start + text.length, was: whole.text.slice(start, end), before };
  const changed = { ...target, start: at, end: at + substitute.form.length, choice };
  return replaced(whole, index, { start, end, text, target: changed });
}

// The text in pieces, of which those that are targets have an index.
export function pieces(draft) {
  const found = [];
  let last = 0;
  draft.targets.forEach((target, index) => {
    if (target.start > last) found.push({ text: draft.text.slice(last, target.start) });
    found.push({ text: draft.text.slice(target.start, target.end), index });
    last = target.end;
  });
  if (last < draft.text.length) found.push({ text: draft.text.slice(last) });
  return found;
}

const [LEFT, RIGHT] = [16, 44];

// A substitute in its place, with some words before and after it.
export function inPlace(draft, target, substitute) {
  const { before, after, text } = substitute.edit;
  const { text: whole, targets } = target.choice ? restore(draft, draft.targets.indexOf(target)) : draft;
  const start = target.choice ? targets[draft.targets.indexOf(target)].start : target.start;
  const from = start - before, to = start + target.original.length + after;
  const at = text.lastIndexOf(substitute.form);
  const left = whole.slice(0, from).split("\n").at(-1) + text.slice(0, at);
  const right = text.slice(at + substitute.form.length) + whole.slice(to).split("\n")[0];
  return { left: shortenStart(left), form: substitute.form, right: shortenEnd(right) };
}

function shortenStart(text) {
  if (text.length <= LEFT) return text;
  const rest = text.slice(-LEFT);
  return `… ${rest.slice(rest.indexOf(" ") + 1)}`;
}

function shortenEnd(text) {
  if (text.length <= RIGHT) return text;
  const rest = text.slice(0, RIGHT);
  return `${rest.slice(0, rest.lastIndexOf(" "))} …`;
}
