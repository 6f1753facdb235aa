// The grid of cards and the viewer for one of them. A card is { name, words, src(exact, side), back, cut, problems }.

import { counted, el, find } from "./dom.js";
import { problemList } from "./problems.js";

const WIDTH = 372; // CSS pixels of a poker card, as a placeholder until the picture has loaded

// Clip a picture to the card's outline, mirrored for the back.
function cut(image, card, side = "front") {
  const points = (card.cut ?? []).map(([x, y]) => `${side === "front" ? x : 100 - x}% ${y}%`);
  image.style.clipPath = points.length ? `polygon(evenodd, ${points.join(", ")})` : "";
  return image;
}

function picture(card, lazy, loaded) {
  const made = el("img", {
    src: card.src(),
    alt: "",
    width: WIDTH,
    height: Math.round((WIDTH * (card.height ?? 88)) / (card.width ?? 63)),
    loading: lazy ? "lazy" : "eager",
    decoding: "async",
  });
  const image = cut(made, card);
  const done = (good) => {
    image.classList.add(good ? "there" : "lost");
    loaded?.(good);
  };
  image.addEventListener("load", () => done(true), { once: true });
  image.addEventListener("error", () => done(false), { once: true });
  return image;
}

function badge(problems) {
  const errors = problems.filter((problem) => problem.severity === "error").length;
  const text = errors ? counted(errors, "error") : counted(problems.length, "note");
  return problems.length ? el("span", { class: "badge", "data-severity": errors ? "error" : "warning" }, text) : null;
}

// A card as a button that opens the viewer.
export function cardButton(card, open, { lazy = false, loaded, drawn = true } = {}) {
  const made = el(
    "button",
    { type: "button", class: "card", on: { click: () => open(made) } },
    drawn ? picture(card, lazy, loaded) : el("span", { class: "undrawn" }),
  );
  label(made, card);
  return made;
}

// Update the name, badge and outline of a card.
export function label(button, card) {
  const [image, undrawn] = [find("img", button), find(".undrawn", button)];
  if (image) cut(image, card);
  // One error keeps the whole pack from being drawn, and most of its cards have none.
  if (undrawn) undrawn.textContent = card.problems?.length ? "Not drawn: see its problems" : "Not drawn until its pack is fixed";
  for (const old of button.querySelectorAll(":scope > .name, :scope > .badge")) old.remove();
  button.append(
    el("span", { class: "name" }, el("span", { dir: "auto" }, card.name), card.copies > 1 ? ` × ${card.copies}` : ""),
    badge(card.problems ?? []) ?? "",
  );
}

const NEAR = 200; // pixels from the screen

function isNear(button) {
  const box = button.getBoundingClientRect();
  return box.height > 0 && box.bottom > -NEAR && box.top < window.innerHeight + NEAR;
}

// Replace each picture once the new one has loaded, so that nothing flickers; those far from the screen load lazily.
// Resolves when all pictures near the screen have loaded.
export async function swap(buttons, cards, loaded) {
  const all = buttons.map((button, at) => ({ button, card: cards[at], old: find("img", button) }));
  const stale = all.filter(({ card, old }) => old && old.getAttribute("src") !== card.src());
  // Measure everything before changing anything: reads between writes would force a layout each time.
  for (const each of stale) each.near = isNear(each.button);
  await Promise.all(stale.map((each) => (each.near ? comesInto(each, loaded) : each.old.replaceWith(picture(each.card, true, loaded)))));
}

const newest = new WeakMap(); // by card; an older picture that loads late is dropped

function comesInto({ button, card }, loaded) {
  button.classList.add("changing");
  return new Promise((done) => {
    const fresh = picture(card, false, (good) => {
      if (newest.get(button) === fresh) {
        if (good) find("img", button)?.replaceWith(fresh);
        button.classList.remove("changing");
      }
      loaded?.(good);
      done();
    });
    newest.set(button, fresh);
  });
}

// The dialog with one enlarged card: arrow keys move on, Escape closes and restores the focus.
export class Viewer {
  constructor() {
    this.cards = [];
    this.at = 0;
    this.side = "front";
    this.image = el("img", { alt: "" });
    this.title = el("h2", { id: "viewer-title", dir: "auto" });
    this.words = el("p", { id: "viewer-words", class: "words", dir: "auto" });
    this.place = el("p", { class: "count" });
    this.problems = el("div");
    this.progress = el("progress", { "aria-label": "Drawing at full size", hidden: true });
    const button = (text, label, step) =>
      el("button", { type: "button", "aria-label": label, on: { click: () => this.go(step) } }, text);
    this.turn = el("button", { type: "button", on: { click: () => this.flip() } }, "Turn over");
    this.dialog = el(
      "dialog",
      { class: "viewer", "aria-labelledby": "viewer-title", "aria-describedby": "viewer-words" },
      el("div", { class: "viewer-picture" }, this.image, this.progress),
      el(
        "div",
        { class: "viewer-side" },
        // Announced when the card changes, because the focus stays on the arrow button.
        el("div", { class: "viewer-words", "aria-live": "polite" }, this.title, this.place, this.words, this.problems),
        el(
          "div",
          { class: "row" },
          button("←", "Previous card", -1),
          button("→", "Next card", 1),
          this.turn,
          el("button", { type: "button", class: "close", on: { click: () => this.dialog.close() } }, "Close"),
        ),
      ),
    );
    this.dialog.addEventListener("keydown", (event) => {
      if (event.key === "ArrowLeft") this.go(-1);
      if (event.key === "ArrowRight") this.go(1);
    });
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    document.body.append(this.dialog);
  }

  // `key` identifies the pack, so that the viewer can be refreshed when a file changes.
  open(cards, at, key = "") {
    this.cards = cards;
    this.key = key;
    this.at = at;
    this.side = "front";
    this.show();
    this.dialog.showModal();
    this.dialog.scrollTop = 0; // the focused arrow is below the card on a phone
  }

  go(step) {
    this.at = (this.at + step + this.cards.length) % this.cards.length;
    this.side = "front";
    this.show();
  }

  flip() {
    this.side = this.side === "front" ? "back" : "front";
    this.show();
  }

  // Update the text and problems; the picture stays.
  tell(cards = this.cards) {
    if (this.at >= cards.length) return;
    this.cards = cards;
    const card = cards[this.at];
    this.title.textContent = card.name;
    this.words.textContent = card.words ?? "";
    this.place.textContent = `${this.at + 1} of ${this.cards.length}${card.pack ? ` · ${card.pack}` : ""}`;
    this.problems.replaceChildren(problemList(card.problems ?? []) ?? "");
    this.turn.hidden = card.drawn === false || card.back === false;
    this.turn.textContent = this.side === "front" ? "Turn over" : "Show the front";
    this.dialog.classList.toggle("unseen-card", card.drawn === false);
  }

  // Show the small picture at once, then replace it by the exact one.
  show() {
    const card = this.cards[this.at];
    this.tell();
    this.wanted = null;
    this.progress.hidden = true;
    if (card.drawn === false) return;
    const exact = cut(el("img", { alt: `${card.name}, ${this.side}`, "data-exact": true }), card, this.side);
    this.image.removeAttribute("data-exact");
    if (this.side === "front") cut(this.image, card).src = card.src();
    this.image.alt = exact.alt;
    this.progress.hidden = false;
    exact.addEventListener("load", () => {
      if (this.wanted !== exact) return;
      this.image.replaceWith(exact);
      this.image = exact;
      this.progress.hidden = true;
    });
    exact.addEventListener("error", () => {
      if (this.wanted === exact) this.progress.hidden = true;
    });
    this.wanted = exact;
    exact.src = card.src(true, this.side);
  }

  refresh(cards) {
    if (!this.dialog.open) return;
    this.cards = cards;
    if (this.at < cards.length) this.show();
    else this.dialog.close();
  }
}
