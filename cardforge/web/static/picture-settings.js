// How pictures become cards and sheets: a form, and the names of its choices in messages of the command line.

import { el, option } from "./dom.js";
import { printSettings } from "./printing.js";

const OWN = "own";
const FITS = { cover: "Fill the card, crop the rest", contain: "Show everything, with bars", stretch: "Stretch to the card" };
const EDGES = { mirror: "Mirror the edge", stretch: "Stretch the edge", colour: "One colour" };
const BLEEDS = { none: "Cards touch, no bleed", shared: "A gap of 3 mm, half a bleed each", full: "Full bleed around each card" };
const MARKS = { none: "None", corner: "At the corners of each card", cross: "Where gaps cross", edge: "At the edges of the sheet" };
const DPI = [300, 450, 600];
const LABELS = { size: "Card size", fit: "Other proportions", backs: "Backs", back: "Back of all cards", "with-bleed": "Bleed in the pictures", dpi: "Resolution", paper: "Paper" };

const field = (label, control, about = "") =>
  el("label", { class: "field" }, el("span", {}, label), control, about ? el("span", { class: "about" }, about) : null);
const select = (id, values, names, chosen) =>
  el("select", { id }, values.map((value) => option(value, names[value] ?? String(value), value === chosen)));

export class PictureSettings {
  // `changed` is called after every change, `chooseBack` gets the file of a back for all cards.
  constructor(place, choices, ways, changed, chooseBack) {
    this.printing = printSettings(ways);
    this.size = el("select", { id: "size" }, choices.sizes.map(({ name, measure }) => option(name, `${name.replaceAll("-", " ")} (${measure})`, name === "poker")), option(OWN, "Own size…"));
    this.own = el("input", { id: "own-size", placeholder: "63x88", autocomplete: "off", spellcheck: false });
    this.ownField = field("Width x height in mm", this.own);
    this.back = el("select", { id: "back" }, option("", "None"));
    this.backFile = el("input", { type: "file", id: "back-file", class: "hidden-input" });
    this.withBleed = el("input", { id: "with-bleed", type: "number", min: 0, max: choices.most_bleed, step: "any", value: 0, inputmode: "decimal" });
    this.fit = select("fit", choices.fits, FITS, "cover");
    this.edge = select("edge", Object.keys(EDGES), EDGES, "mirror");
    this.colour = el("input", { id: "colour", type: "color", value: "#ffffff" });
    this.colourField = field("Colour of the bleed", this.colour);
    this.bleed = select("bleed", choices.bleeds, BLEEDS, "none");
    this.marks = select("marks", choices.marks, MARKS, "edge");
    this.dpi = select("dpi", DPI, Object.fromEntries(DPI.map((each) => [each, `${each} dpi`])), choices.dpi);
    this.backFile.addEventListener("change", () => {
      const [file] = this.backFile.files;
      if (file) chooseBack(file);
      this.backFile.value = "";
    });
    place.replaceChildren(
      field(LABELS.size, this.size),
      this.ownField,
      this.printing.element,
      field(LABELS.back, this.back),
      el("div", { class: "back-file" }, this.backFile, el("label", { class: "button", for: "back-file" }, "Choose a picture for it")),
      el(
        "details",
        {},
        el("summary", {}, "Fit, bleed and marks"),
        el(
          "div",
          { class: "more" },
          field(LABELS.fit, this.fit),
          field(`${LABELS["with-bleed"]} (mm)`, this.withBleed, "On each side. 0 if they end at the cut."),
          field("Bleed where there is none", this.edge),
          this.colourField,
          field("Between cards", this.bleed),
          field("Cut marks", this.marks),
          field(LABELS.dpi, this.dpi),
        ),
      ),
    );
    const told = () => {
      this.show();
      changed();
    };
    place.addEventListener("change", (event) => {
      if (event.target !== this.backFile) told();
    });
    place.addEventListener("submit", (event) => event.preventDefault());
    this.show();
  }

  show() {
    this.ownField.hidden = this.size.value !== OWN;
    this.colourField.hidden = this.edge.value !== "colour";
  }

  // Offer these pictures as the back of all cards; the chosen one stays if it is still there.
  offer(names, chosen = this.back.value) {
    this.back.replaceChildren(option("", "None"), ...names.map((name) => option(name, name, name === chosen)));
  }

  // What changes how a card looks.
  get look() {
    return {
      size: this.size.value === OWN ? this.own.value || this.own.placeholder : this.size.value,
      fit: this.fit.value,
      with_bleed: this.withBleed.value || "0",
      edge: this.edge.value === "colour" ? this.colour.value : this.edge.value,
    };
  }

  get values() {
    return { ...this.look, ...this.printing.values, back: this.back.value, bleed: this.bleed.value, marks: this.marks.value, dpi: this.dpi.value };
  }
}

// A message of the command line in the words of this form: `--fit contain` is “Other proportions: Show everything …”.
export function inWordsOfTheForm(text) {
  const choice = (name, value) => ({ fit: FITS })[name]?.[value] ?? find(`#${name} option[value="${CSS.escape(value)}"]`) ?? value;
  return text.replace(/`--([a-z-]+)(?: ([^`]+))?`/g, (_, name, value) => `“${LABELS[name] ?? name}${value ? `: ${choice(name, value)}` : ""}”`);
}

const find = (selector) => document.querySelector(selector)?.textContent;
