// Buttons that make sheets on the server, and download them or open them in another tab.

import { el } from "./dom.js";
import { workButton } from "./work.js";

const WORKING = "Laying out sheets…";

// `made` makes the sheets and resolves to { address, file }.
export const sheetButtons = (made) => [
  workButton("Sheets (PDF)", WORKING, async () => download(await made()), true),
  workButton("Open to print", WORKING, () => open(made)),
];

function download({ address, file }) {
  el("a", { href: address, download: file }).click();
  return "Sheets downloaded.";
}

async function open(made) {
  const page = window.open("", "_blank"); // before any await: a popup needs the click
  page?.document.body.append(WORKING); // the new tab hides our own status line
  try {
    const sheets = await made();
    if (!page || !sheets.file.endsWith(".pdf")) {
      page?.close();
      return download(sheets);
    }
    page.location = `${sheets.address}?inline=1`;
  } catch (error) {
    page?.close();
    throw error;
  }
  return "The sheets are open in another tab; print them at 100 %.";
}
