// How sheets are printed: the paper and the backs, chosen once for whatever is printed.

import { el, option } from "./dom.js";

const BACKS = {
  none: "Fronts only",
  "long-edge": "Two-sided, turned over the long edge",
  "short-edge": "Two-sided, turned over the short edge",
  gutterfold: "Folded down the middle",
  separate: "Backs in a file of their own",
};
const LETTER = /-(US|CA|MX|PH|CL|CO|VE)$/; // where paper is in inches

export function printSettings(about) {
  const first = LETTER.test(navigator.language) ? "letter" : "a4";
  const name = (paper) => (paper.length === 2 ? paper.toUpperCase() : paper.charAt(0).toUpperCase() + paper.slice(1));
  const paper = el(
    "select",
    { id: "paper" },
    about.papers.map((each) => option(each.name, `${name(each.name)} (${each.measure})`, each.name === first)),
  );
  const backs = el("select", { id: "backs" }, about.backs.map((each) => option(each, BACKS[each] ?? each)));
  const field = (label, control) => el("label", { class: "field" }, el("span", {}, label), control);
  return {
    element: el("div", { class: "print-settings" }, field("Paper", paper), field("Backs", backs)),
    get values() {
      return { paper: paper.value, backs: backs.value };
    },
  };
}
