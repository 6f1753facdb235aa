// Generate: a type and a seed become cards, and the address becomes the way back to them.

import { get, keep } from "./api.js";
import { cardButton, swap, Viewer } from "./cards.js";
import { capital, counted, el, find, option, say } from "./dom.js";
import { listen } from "./live.js";
import { printButton, printSettings } from "./printing.js";
import { problemList, refusalBox } from "./problems.js";
import { save, workButton } from "./work.js";

const SET = "set.";
const viewer = new Viewer();
const [game, type, seed] = ["#game", "#type", "#seed"].map((id) => find(id));
let about = null;
let printing = null;
let shown = null; // the address of what is shown
let stop = null; // ends what is still being fetched

const chosenGame = () => about.games.find((each) => each.id === game.value) ?? about.games[0];
const recipe = () => chosenGame()?.recipes.find((each) => each.kind === type.value);

function fillTypes(wanted) {
  const recipes = chosenGame()?.recipes ?? [];
  const first = recipes.some((each) => each.kind === wanted) ? wanted : chosenGame()?.first;
  type.replaceChildren(...recipes.map((each) => option(each.kind, capital(each.title), each.kind === first)));
}

function fillOptions(given = new URLSearchParams()) {
  const fields = (recipe()?.options ?? []).map((each) => {
    const id = `option-${each.name}`;
    const value = given.get(SET + each.name) ?? "";
    const usual = each.default === null ? "Any" : `${each.default}`;
    let control = null;
    if (each.choices.length) {
      const choices = each.choices.map((choice) => option(choice, capital(choice.replaceAll("-", " ")), choice === value));
      control = el("select", { id }, option("", usual), choices);
    } else if (each.text) control = el("input", { id, maxlength: 60, value, placeholder: usual, autocomplete: "off" });
    else control = el("input", { id, type: "number", min: each.low, max: each.high, value, placeholder: usual });
    control.dataset.option = each.name;
    const range = control.type === "number" ? ` (${each.low} to ${each.high})` : "";
    return el("label", { class: "field" }, el("span", {}, `${capital(each.name.replaceAll("_", " "))}${range}`), control);
  });
  find("#option-fields").replaceChildren(...fields);
  find("#options").hidden = !fields.length;
}

function typed() {
  const address = new URLSearchParams({ game: chosenGame().id, type: type.value, seed: seed.value });
  for (const control of document.querySelectorAll("[data-option]")) {
    if (control.value !== "") address.set(SET + control.dataset.option, control.value);
  }
  return address;
}

const rolled = async () => (await get("/api/seed")).seed;

// What the form says, shown; with `keepAddress` the page is already at its address.
async function generate(address, keepAddress = false) {
  stop?.abort();
  stop = new AbortController();
  const result = find("#result");
  result.setAttribute("aria-busy", "true");
  say("Making cards…", "busy");
  try {
    const made = await get(`/api/generate?${address}`, stop.signal);
    const asked = address.get("v");
    address.set("v", made.version);
    if (!keepAddress) history.pushState(null, "", `/?${address}`);
    document.title = `${made.name} · cardforge`;
    shown = address;
    notice(asked, made.version);
    show(made, address);
    // On a phone the cards lie below the form.
    if (result.getBoundingClientRect().top > window.innerHeight / 2) find("#main").scrollIntoView();
  } catch (error) {
    if (error.name === "AbortError") return;
    shown = null;
    result.replaceChildren(refusalBox(error));
    say("");
  }
  result.setAttribute("aria-busy", "false");
}

function notice(asked, version) {
  const differs = asked && asked !== String(version);
  find("#notice").replaceChildren(
    differs
      ? el(
          "p",
          { class: "notice" },
          `This link was made with version ${asked} of the recipe. Here is version ${version}, so the cards may be others.`,
        )
      : "",
  );
}

const cardsOf = (made, address, edition = 0) =>
  made.cards.map((card, at) => ({
    ...card,
    src: (exact = false, side = "front") => {
      const picture = new URLSearchParams(address);
      picture.set("card", at);
      picture.set("side", side);
      if (exact) picture.set("exact", "1");
      picture.set("edition", edition);
      return `/api/picture?${picture}`;
    },
  }));

// A line that fills while pictures come.
function counter(of, word) {
  const bar = el("progress", { max: of, value: 0, "aria-label": "Cards drawn" });
  let done = 0;
  return {
    bar,
    count: () => {
      done += 1;
      bar.value = done;
      bar.hidden = done >= of;
      say(done >= of ? `${counted(of, "card")} ${word}.` : `${done} of ${of} cards`, done >= of ? "" : "busy");
    },
  };
}

let cards = [];

function show(made, address) {
  cards = cardsOf(made, address);
  const progress = counter(cards.length, "ready");
  const grid = el(
    "ul",
    { class: "cards", role: "list" },
    cards.map((card, at) => el("li", {}, cardButton(card, () => viewer.open(cards, at), { loaded: progress.count }))),
  );
  const told = [recipe()?.title ?? address.get("type"), counted(cards.length, "card"), `seed ${made.seed}`, `recipe v${made.version}`];
  find("#result").replaceChildren(
    el("h2", { dir: "auto" }, capital(made.name)),
    el("p", { class: "count" }, capital(told.join(" · "))),
    actions(made, address),
    progress.bar,
    grid,
    bill(made),
  );
  if (!cards.length) say("There are no cards in it.");
}

function bill(made) {
  if (!made.bill.length) return "";
  const whole = made.bill.reduce((sum, row) => sum + row.points, 0);
  const rows = [...made.bill, { what: "In all", points: whole }].map((row) =>
    el("tr", {}, el("th", { scope: "row", dir: "auto" }, row.what), el("td", {}, String(row.points))),
  );
  return el(
    "details",
    { class: "bill" },
    el("summary", {}, `What it was bought for: ${counted(whole, "point")}`),
    el("table", {}, el("tbody", {}, rows)),
  );
}

function actions(made, address) {
  const several = made.files.length > 1;
  return el(
    "div",
    { class: "actions" },
    printing.element,
    el(
      "div",
      { class: "row" },
      printButton(printing, address, true),
      workButton("Sheets (PDF)", "Laying out sheets…", () => keep(printing.sheets(address)).then(() => "The sheets are saved.")),
      workButton("Pictures (PNG)", "Drawing every card at full size…", () => keep(`/api/generate/pictures?${address}`).then(() => "The pictures are saved.")),
      workButton(several ? "Files (YAML)" : "File (YAML)", "", () => keep(`/api/generate/files?${address}`)),
      workButton("Copy link", "", copyLink),
      about.saves ? workButton("Save into the project", "Saving…", () => save("/api/generate/save", wantedBy(address))) : null,
    ),
  );
}

async function copyLink() {
  await navigator.clipboard.writeText(location.href);
  return "The link is copied. It always leads to these cards.";
}

function wantedBy(address) {
  const chosen = [...address].filter(([name]) => name.startsWith(SET)).map(([name, value]) => [name.slice(SET.length), value]);
  return { game: address.get("game"), type: address.get("type"), seed: address.get("seed"), options: Object.fromEntries(chosen) };
}

// The same cards again after a file was saved, picture by picture.
async function again(edition) {
  if (!shown) return;
  try {
    const made = await get(`/api/generate?${shown}`);
    const fresh = cardsOf(made, shown, edition);
    const buttons = [...document.querySelectorAll("#result .card")];
    if (fresh.length !== buttons.length || fresh.some((card, at) => card.name !== cards[at].name)) {
      show(made, shown);
      return;
    }
    cards = fresh;
    const progress = counter(cards.length, "up to date");
    swap(buttons, cards, progress.count);
    viewer.refresh(cards);
  } catch (error) {
    find("#notice").replaceChildren(refusalBox(error));
  }
}

function read(address) {
  game.value = address.get("game") ?? chosenGame()?.id ?? "";
  fillTypes(address.get("type"));
  fillOptions(address);
  if (address.get("seed")) seed.value = address.get("seed");
}

async function begin() {
  try {
    about = await get("/api/about");
    printing = printSettings(await get("/api/printing"));
  } catch (error) {
    find("#result").replaceChildren(refusalBox(error));
    return;
  }
  about.games = about.games.filter((each) => each.recipes.length);
  game.replaceChildren(...about.games.map((each) => option(each.id, each.name)));
  find("#game-field").hidden = about.games.length < 2;
  const address = new URLSearchParams(location.search);
  read(address);
  if (about.problems.length) find("#notice").replaceChildren(problemList(about.problems));
  for (const id of ["#go", "#roll"]) find(id).disabled = false;
  if (address.get("seed")) await generate(address, true);
  else {
    const drawn = await rolled();
    seed.value ||= drawn; // unless somebody was faster
  }
}

game.addEventListener("change", () => {
  fillTypes();
  fillOptions();
});
type.addEventListener("change", () => fillOptions());
find("#roll").addEventListener("click", async () => {
  seed.value = await rolled();
  await generate(typed());
});
find("#form").addEventListener("submit", (event) => {
  event.preventDefault();
  generate(typed());
});
window.addEventListener("popstate", () => {
  const address = new URLSearchParams(location.search);
  read(address);
  if (address.get("seed")) generate(address, true);
});
await begin();
listen(again);
