// The Pictures page: drop finished pictures, see them as cards, and get sheets to print.

import { get, send } from "./api.js";
import { cardButton, swap, Viewer } from "./cards.js";
import { counted, el, find, say, sentence } from "./dom.js";
import { chosenFiles, droppedFiles, inOrder, Uploads } from "./picture-files.js";
import { inWordsOfTheForm, PictureSettings } from "./picture-settings.js";
import { problemList, refusalBox } from "./problems.js";
import { sheetButtons } from "./sheet-buttons.js";

const viewer = new Viewer();
const uploads = new Uploads();
const pictures = new Map(); // by name: { version, problems }
const copies = {}; // typed by the user, by the name of the front
let choices = null;
let settings = null;
let cards = [];
let asked = 0; // number of the latest request; late answers to older ones are ignored
let version = 0; // of the latest upload: an upload of the same name is another picture

const EMPTY = () =>
  el(
    "div",
    { class: "empty" },
    el("p", {}, "Your cards will appear here."),
    el("p", { class: "about" }, "dragon-front.png and dragon-back.png are two sides of one card; 4x elf.png is printed four times."),
  );

const isPicture = ({ name }) => choices.endings.some((ending) => name.toLowerCase().endsWith(ending));

// Send pictures and show the cards. What is no picture is left out, as in a folder on the command line.
async function add(found) {
  await ready;
  const wanted = inOrder(found.filter(isPicture));
  const others = found.length - wanted.length;
  if (!wanted.length) {
    if (found.length) say(found.length === 1 ? `${found[0].name} is not a picture.` : "There is no picture among these files.", "error");
    return;
  }
  const refused = tooLarge(wanted);
  const sent = wanted.filter((each) => !refused.some(({ name }) => name === each.name));
  let count = 0;
  const tell = () => say(`Reading ${count} of ${counted(sent.length, "picture")}…`, "work");
  tell();
  try {
    await uploads.add(sent, (answer) => {
      count += 1;
      tell();
      if (answer.error) refused.push({ name: answer.name, error: answer.error });
      else {
        version += 1;
        pictures.set(answer.name, { version, problems: answer.problems });
      }
    });
    say(others ? `${counted(others, "other file was", "other files were")} left out: not a picture.` : "");
  } catch (error) {
    lost(error);
  }
  find("#notice").replaceChildren(...refused.map(({ error }) => refusalBox(error)));
  await show();
}

// The server would refuse these too, but only after they have been sent.
function tooLarge(wanted) {
  const limit = choices.limits.file;
  const refused = wanted.filter(({ file }) => file.size > limit);
  return refused.map(({ name }) => ({ name, error: { message: `${name} is too large: the limit is ${limit.toLocaleString("en")} bytes` } }));
}

function lost(error) {
  if (error.status === 410) {
    pictures.clear();
    uploads.forget();
  }
  say(`${sentence(error.message)}${error.hint ? ` ${sentence(error.hint)}` : ""}`, "error");
}

// Uploads come in any order, but cards are in the order of names.
const names = () => inOrder([...pictures.keys()].map((name) => ({ name }))).map(({ name }) => name);
const request = () => ({ ...settings.values, copies: Object.fromEntries(Object.entries(copies).filter(([name]) => pictures.has(name))) });

async function show() {
  asked += 1;
  const question = asked;
  settings.offer(names());
  const place = find("#result");
  if (!pictures.size) {
    cards = [];
    place.replaceChildren(EMPTY());
    return;
  }
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await send(`${uploads.path}/cards`, request());
    if (question === asked) draw(answer);
  } catch (error) {
    if (question !== asked) return;
    if (error.status === 410) lost(error);
    place.replaceChildren(error.status === 410 ? EMPTY() : refusalBox(error));
  } finally {
    if (question === asked) place.setAttribute("aria-busy", "false");
  }
}

// After a change of the settings, what was refused before may be right.
async function renew() {
  find("#notice").replaceChildren();
  await show();
}

function draw(answer) {
  const before = cards.map((card) => card.front);
  cards = answer.cards.map(cardOf);
  const problems = [...answer.problems, ...names().flatMap((name) => pictures.get(name).problems)];
  const grid = find("#result .cards");
  if (grid && before.length === cards.length && cards.every((card, at) => card.front === before[at])) {
    find("#told").replaceChildren(problemsOf(problems));
    find("#count").textContent = total();
    swap([...grid.querySelectorAll(".card")], cards);
    viewer.refresh(cards);
    return;
  }
  find("#result").replaceChildren(
    el("h2", {}, "Your cards"),
    el("p", { id: "count", class: "count", role: "status" }, total()),
    actions(),
    el("div", { id: "told" }, problemsOf(problems)),
    el("ul", { class: "cards", role: "list" }, cards.map(item)),
  );
}

const total = () => {
  const all = cards.reduce((sum, card) => sum + card.copies, 0);
  const backs = cards.filter((card) => card.back).length;
  const sides = backs ? `, ${backs === cards.length ? "all" : backs} with a back` : "";
  return `${counted(cards.length, "card")}${sides} · ${counted(all, "copy", "copies")} in all`;
};

const problemsOf = (problems) =>
  problemList(problems.map((problem) => ({ ...problem, hint: inWordsOfTheForm(problem.hint), message: inWordsOfTheForm(problem.message) }))) ?? "";

function cardOf(card) {
  const picture = (name, exact) => {
    const given = { ...settings.look, name, version: pictures.get(name)?.version, ...(exact ? { exact: "1" } : {}) };
    return `${uploads.path}/picture?${new URLSearchParams(given)}`;
  };
  const problems = [card.front, card.back].filter(Boolean).flatMap((name) => pictures.get(name)?.problems ?? []);
  return {
    ...card,
    pack: card.folder,
    words: [card.front, card.back].filter(Boolean).join("\n"),
    problems,
    src: (exact = false, side = "front") => picture(side === "back" ? card.back : card.front, exact),
    back: card.back ?? false,
  };
}

function item(card, at) {
  const label = `copies-${at}`;
  const number = el("input", { id: label, type: "number", min: 0, max: 9999, value: card.copies, inputmode: "numeric" });
  number.addEventListener("change", () => {
    const typed = Math.min(9999, Math.max(0, Math.trunc(Number(number.value)) || 0));
    number.value = copies[cards[at].front] = typed;
    show();
  });
  const shown = { ...card, copies: 1 }; // the number is in the field below
  return el(
    "li",
    { class: "picture-card" },
    cardButton(shown, () => viewer.open(cards, at), { lazy: at > 20 }),
    el(
      "div",
      { class: "row" },
      el("label", { class: "copies" }, el("span", {}, "Copies"), el("span", { class: "unseen" }, ` of ${card.name}`), number),
      el("button", { type: "button", class: "remove", "aria-label": `Remove ${card.name}`, on: { click: () => remove(cards[at], at) } }, "×"),
    ),
  );
}

async function remove(card, at) {
  const gone = [card.front, ...(card.back && !cards.some((other) => other !== card && other.back === card.back) ? [card.back] : [])];
  try {
    await send(`${uploads.path}/remove`, { names: gone });
  } catch (error) {
    lost(error);
  }
  for (const name of gone) {
    pictures.delete(name);
    delete copies[name];
  }
  await show();
  (document.querySelectorAll(".remove")[Math.min(at, cards.length - 1)] ?? find("#files")).focus(); // the button is gone
}

// Make the sheets and show what the command would print; returns their address.
async function made() {
  const answer = await send(`${uploads.path}/sheets`, request());
  const errors = answer.problems.filter((problem) => problem.severity === "error");
  if (!answer.file) throw Object.assign(new Error(`nothing was printed: ${counted(errors.length, "error")}`), { problems: errors });
  find("#told").replaceChildren(problemsOf(answer.problems)); // some are found only on the sheets
  const lines = answer.lines.map((line) => el("li", {}, sentence(inWordsOfTheForm(line))));
  find("#made").replaceChildren(...lines);
  return { address: `${uploads.path}/sheets/${answer.number}`, file: answer.file };
}

const actions = () =>
  el(
    "div",
    { class: "actions" },
    el(
      "div",
      { class: "row" },
      ...sheetButtons(made),
      el("button", { type: "button", on: { click: clear } }, "Remove all"),
    ),
    el("div", { role: "status" }, el("ul", { id: "made", class: "made" })),
  );

async function clear() {
  const gone = names();
  pictures.clear();
  for (const name of Object.keys(copies)) delete copies[name];
  find("#notice").replaceChildren();
  await show();
  find("#files").focus();
  try {
    await send(`${uploads.path}/remove`, { names: gone });
  } catch (error) {
    lost(error);
  }
}

// The back of all cards may be one of the pictures, or a file of its own.
async function chooseBack(file) {
  await add([{ name: file.name, file }]);
  settings.offer(names(), file.name);
  await show();
}

async function begin() {
  try {
    const [known, ways] = await Promise.all([get("/api/pictures/choices"), get("/api/printing")]);
    choices = known;
    settings = new PictureSettings(find("#settings"), choices, ways, renew, chooseBack);
    for (const id of ["#files", "#folder", "#back-file"]) if (id !== "#folder") find(id).accept = choices.endings.join(",");
    await show();
  } catch (error) {
    find("#result").replaceChildren(refusalBox(error));
    throw error;
  }
}

const ready = begin();
for (const id of ["#files", "#folder"]) {
  find(id).addEventListener("change", (event) => {
    const found = chosenFiles(event.target.files);
    event.target.value = ""; // otherwise choosing the same files again would fire no change event
    add(found);
  });
}
for (const event of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(event, async (dragged) => {
    dragged.preventDefault();
    document.body.classList.toggle("dropping", event === "dragover");
    if (event !== "drop") return;
    try {
      await add(await droppedFiles(dragged.dataTransfer));
    } catch (error) {
      say(`These files cannot be read: ${error.message}`, "error");
    }
  });
}
await ready;
