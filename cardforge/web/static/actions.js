// What can be done with generated cards: print them, take them away, or keep them in the project.

import { keep } from "./api.js";
import { el } from "./dom.js";
import { SET } from "./options.js";
import { printButton } from "./printing.js";
import { save, workButton } from "./work.js";

export function actionsOf(made, address, printing, saves) {
  const several = made.files.length > 1;
  const ofCards = () => [
    printButton(printing, address, true),
    workButton("Sheets (PDF)", "Laying out sheets…", () => keep(printing.sheets(address)).then(() => "The sheets are saved.")),
    workButton("Pictures (PNG)", "Drawing every card at full size…", () => keep(`/api/generate/pictures?${address}`).then(() => "The pictures are saved.")),
  ];
  return el(
    "div",
    { class: "actions" },
    made.cards.length ? printing.element : null,
    el(
      "div",
      { class: "row" },
      made.cards.length ? ofCards() : null,
      workButton(several ? "Files (YAML)" : "File (YAML)", "", () => keep(`/api/generate/files?${address}`)),
      workButton("Copy link", "", copyLink),
      saves ? workButton("Save into the project", "Saving…", () => save("/api/generate/save", wantedBy(address))) : null,
    ),
  );
}

async function copyLink() {
  // A browser gives a page its clipboard on this computer only, and some ask first.
  if (!navigator.clipboard) return "The address of this page is the link.";
  await navigator.clipboard.writeText(location.href);
  return "The link is copied. It always leads to these cards.";
}

function wantedBy(address) {
  const chosen = [...address].filter(([name]) => name.startsWith(SET)).map(([name, value]) => [name.slice(SET.length), value]);
  return { game: address.get("game"), type: address.get("type"), seed: address.get("seed"), options: Object.fromEntries(chosen) };
}
