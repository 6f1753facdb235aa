// Print settings (paper and backs), shared by everything that is printed.

import { fetched, keep } from "./api.js";
import { el, option } from "./dom.js";
import { workButton } from "./work.js";

const BACKS = {
  none: "Fronts only",
  "long-edge": "Two-sided, turned over the long edge",
  "short-edge": "Two-sided, turned over the short edge",
  gutterfold: "Folded down the middle",
  separate: "Backs in a separate file",
};
const WORKING = "Laying out sheets…";
const LETTER = /-(US|CA|MX|PH|CL|CO|VE)$/; // countries that use US Letter

export function printSettings(ways) {
  const first = LETTER.test(navigator.language) ? "letter" : "a4";
  const name = (paper) => (paper.length === 2 ? paper.toUpperCase() : paper.charAt(0).toUpperCase() + paper.slice(1));
  const paper = el(
    "select",
    { id: "paper" },
    ways.papers.map((each) => option(each.name, `${name(each.name)} (${each.measure})`, each.name === first)),
  );
  const backs = el("select", { id: "backs" }, ways.backs.map((each) => option(each, BACKS[each] ?? each)));
  const field = (label, control) => el("label", { class: "field" }, el("span", {}, label), control);
  return {
    element: el("div", { class: "print-settings" }, field("Paper", paper), field("Backs", backs)),
    get values() {
      return { paper: paper.value, backs: backs.value };
    },
    // The URL of the sheets for the cards of `address`.
    sheets(address, more = {}) {
      return `/api/sheets?${new URLSearchParams([...address, ...Object.entries({ ...this.values, ...more })])}`;
    },
  };
}

// A button that opens the sheets in another tab, or downloads them if that is blocked.
export function printButton(printing, address, main = false) {
  return workButton(
    "Print",
    WORKING,
    async () => {
      if (printing.values.backs === "separate") return keep(printing.sheets(address));
      const page = window.open("", "_blank"); // before any await: a popup needs the click
      page?.document.body.append(WORKING); // the new tab hides our own status line
      const shown = printing.sheets(address, { inline: "1" });
      try {
        await fetched(shown);
      } catch (error) {
        page?.close();
        throw error;
      }
      if (page) page.location = shown;
      else await keep(printing.sheets(address));
      return "The sheets are open in another tab; print them at 100 %.";
    },
    main,
  );
}
