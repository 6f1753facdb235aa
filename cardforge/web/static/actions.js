// Actions for generated cards: print, download, or save to the project.

import { keep } from "./api.js";
import { el } from "./dom.js";
import { SET } from "./options.js";
import { printButton } from "./printing.js";
import { save, workButton } from "./work.js";

export function actionsOf(made, address, printing, saves) {
  const several = made.files.length > 1;
  const ofCards = () => [
    printButton(printing, address, true),
    workButton("Sheets (PDF)", "Laying out sheets…", () => keep(printing.sheets(address)).then(() => "Sheets downloaded.")),
    workButton("Pictures (PNG)", "Drawing every card at full size…", () => keep(`/api/generate/pictures?${address}`).then(() => "Pictures downloaded.")),
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
  // Browsers offer the clipboard only on localhost (or https), and some ask for permission.
  if (!navigator.clipboard) return "Copy the address of this page: it is the link.";
  await navigator.clipboard.writeText(location.href);
  return "Link copied. It always shows these cards.";
}

function wantedBy(address) {
  const chosen = [...address].filter(([name]) => name.startsWith(SET)).map(([name, value]) => [name.slice(SET.length), value]);
  return { game: address.get("game"), type: address.get("type"), seed: address.get("seed"), options: Object.fromEntries(chosen) };
}
