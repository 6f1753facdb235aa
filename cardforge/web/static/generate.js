// The Generate page: cards from a type and a seed, with an address that leads back to them.

import { actionsOf } from "./actions.js";
import { get } from "./api.js";
import { billOf } from "./bill.js";
import { cardButton, label, swap, Viewer } from "./cards.js";
import { capital, counted, el, find, isTelling, option, say } from "./dom.js";
import { listen } from "./live.js";
import { optionFields, SET } from "./options.js";
import { printSettings } from "./printing.js";
import { problemList, refusalBox } from "./problems.js";

const DRAWING = "Redrawing the cards…";
const viewer = new Viewer();
const [game, type, seed] = ["#game", "#type", "#seed"].map((id) => find(id));
let about = null;
let printing = null;
let shown = null; // the address of the cards on the page
let again = null; // retries the last failed request
let revision = 0; // of the files on the page
let stop = null; // aborts the current request
const nothing = find("#result").firstElementChild; // the placeholder before the first cards
const { title } = document;

const chosenGame = () => about.games.find((each) => each.id === game.value) ?? about.games[0];
const recipe = () => chosenGame()?.recipes.find((each) => each.kind === type.value);

function fillTypes(wanted) {
  const recipes = chosenGame()?.recipes ?? [];
  const first = recipes.some((each) => each.kind === wanted) ? wanted : chosenGame()?.first;
  type.replaceChildren(...recipes.map((each) => option(each.kind, capital(each.title), each.kind === first)));
}

function fillOptions(given = new URLSearchParams()) {
  const fields = optionFields(recipe()?.options ?? [], (name) => given.get(SET + name) ?? "");
  find("#option-fields").replaceChildren(...fields);
  find("#options").hidden = !fields.length;
}

function typed() {
  const address = new URLSearchParams({ game: chosenGame()?.id ?? "", type: type.value, seed: seed.value });
  for (const control of document.querySelectorAll("[data-option]")) {
    if (control.value !== "") address.set(SET + control.dataset.option, control.value);
  }
  return address;
}

const rolled = async () => (await get("/api/seed")).seed;

// Generate and show cards; with `keepAddress`, the page is already at their address.
async function generate(address, keepAddress = false) {
  stop?.abort();
  stop = new AbortController();
  const result = find("#result");
  result.setAttribute("aria-busy", "true");
  say("Generating cards…", "busy");
  try {
    const made = await get(`/api/generate?${address}`, stop.signal);
    const asked = address.get("v");
    address.set("v", made.version);
    if (!keepAddress) history.pushState(null, "", `/?${address}`);
    document.title = `${made.name} · cardforge`;
    shown = address;
    again = null;
    notice(asked, made.version);
    show(made, address);
  } catch (error) {
    if (error.name === "AbortError") return;
    shown = null;
    again = () => generate(address, keepAddress);
    find("#notice").replaceChildren();
    result.replaceChildren(refusalBox(error));
    say("");
  }
  // On a phone, the result is below the form.
  if (result.getBoundingClientRect().top > window.innerHeight / 2) find("#main").scrollIntoView();
  result.setAttribute("aria-busy", "false");
}

// Reset the page to its initial state.
function clear() {
  stop?.abort();
  shown = again = counting = null;
  document.title = title;
  find("#notice").replaceChildren();
  find("#result").replaceChildren(nothing);
  find("#result").setAttribute("aria-busy", "false");
  problems();
  say("");
}

function notice(asked, version) {
  const differs = asked && asked !== String(version);
  find("#notice").replaceChildren(
    differs
      ? el(
          "p",
          { class: "notice" },
          `This link was made with version ${asked} of the recipe. The current version is ${version}, so the cards may differ.`,
        )
      : "",
  );
}

const cardsOf = (made, address) =>
  made.cards.map((card, at) => ({
    ...card,
    src: (exact = false, side = "front") => {
      const picture = new URLSearchParams(address);
      picture.set("card", at);
      picture.set("side", side);
      if (exact) picture.set("exact", "1");
      picture.set("revision", revision);
      return `/api/picture?${picture}`;
    },
  }));

let counting = null; // the current counter; pictures of older cards may still come in

// A progress bar that counts loaded pictures; their problems are known when it is full.
function counter(of) {
  const address = shown;
  const mine = {};
  counting = mine;
  const bar = el("progress", { max: of, value: 0, "aria-label": "Cards drawn" });
  let [done, lost] = [0, 0];
  return {
    bar,
    count: (good) => {
      if (counting !== mine) return;
      done += 1;
      lost += good ? 0 : 1;
      bar.value = done;
      bar.hidden = done >= of;
      if (done < of) {
        if (!isTelling()) say(`${done} of ${of} cards`, "busy");
        return;
      }
      if (lost) say(`${lost} of ${counted(of, "card")} could not be drawn. Generate them again.`, "error");
      else if (!isTelling()) say(`${counted(of, "card")} ready.`);
      tell(address);
    },
  };
}

let cards = [];

// Show the problems of the faces, on each card and above all cards.
async function tell(address) {
  const now = revision;
  const isLate = () => address !== shown || now !== revision;
  try {
    const findings = await get(`/api/drawn?${address}`);
    if (isLate()) return;
    cards.forEach((card, at) => {
      card.problems = findings.cards[at] ?? [];
    });
    document.querySelectorAll("#result .card").forEach((button, at) => label(button, cards[at]));
    viewer.tell();
    problems(findings.problems);
  } catch (error) {
    if (!isLate()) find("#problems").replaceChildren(refusalBox(error));
  }
}

const problems = (more = []) => find("#problems").replaceChildren(problemList([...about.problems, ...more]) ?? "");

function show(made, address) {
  cards = cardsOf(made, address);
  const progress = counter(cards.length);
  const grid = el(
    "ul",
    { class: "cards", role: "list" },
    cards.map((card, at) => el("li", {}, cardButton(card, () => viewer.open(cards, at), { loaded: progress.count }))),
  );
  const count = cards.length ? [counted(cards.length, "card")] : [];
  const facts = [recipe()?.title ?? address.get("type"), ...count, `seed ${made.seed}`, `recipe v${made.version}`];
  find("#result").replaceChildren(
    el("h2", { dir: "auto" }, capital(made.name)),
    el("p", { class: "count" }, capital(facts.join(" · "))),
    actionsOf(made, address, printing, about.saves),
    ...(cards.length ? [progress.bar, grid] : [el("pre", { class: "file", role: "region", tabindex: 0, "aria-label": made.files[0] }, made.text)]),
    billOf(made.bill),
  );
  problems();
  if (!cards.length) say("This type has no cards, only a file.");
}

// Update the page after a file was saved: reload the pictures, or retry a failed request.
async function changed(now) {
  revision = now;
  if (!about) {
    await begin();
    return;
  }
  try {
    await choose();
    if (again) await again();
    else if (shown) await renew(shown);
  } catch (error) {
    find("#problems").replaceChildren(refusalBox(error));
  }
}

async function renew(address) {
  const made = await get(`/api/generate?${address}`);
  if (address !== shown) return;
  const fresh = cardsOf(made, address);
  const buttons = [...document.querySelectorAll("#result .card")];
  if (!fresh.length || fresh.length !== buttons.length || fresh.some((card, at) => card.name !== cards[at].name)) {
    show(made, address);
  } else {
    cards = fresh;
    problems();
    follow(buttons, address);
  }
  viewer.refresh(cards);
}

// Reload the visible pictures; the others load when scrolled to, so there is no progress to count.
async function follow(buttons, address) {
  const now = revision;
  counting = null;
  find("#result progress").hidden = true;
  if (!isTelling()) say(DRAWING, "busy");
  await swap(buttons, cards);
  if (address !== shown || now !== revision) return;
  if (find("#status").textContent === DRAWING) say("The cards are up to date.");
  tell(address);
}

// Load games and types; the current choices stay, and so does the focus.
async function choose() {
  const before = about && [JSON.stringify(about.games), typed()];
  about = await get("/api/about");
  about.games = about.games.filter((each) => each.recipes.length);
  problems();
  if (before?.[0] === JSON.stringify(about.games)) return;
  game.replaceChildren(...about.games.map((each) => option(each.id, each.name)));
  find("#game-field").hidden = about.games.length < 2;
  for (const id of ["#go", "#roll"]) find(id).disabled = !about.games.length; // all recipes may have errors
  read(before?.[1] ?? new URLSearchParams(location.search));
}

function read(address) {
  game.value = address.get("game") ?? chosenGame()?.id ?? "";
  fillTypes(address.get("type"));
  fillOptions(address);
  if (address.get("seed")) seed.value = address.get("seed");
}

async function begin() {
  try {
    printing = printSettings(await get("/api/printing"));
    await choose();
    revision = about.revision;
    const address = new URLSearchParams(location.search);
    if (address.get("seed")) await generate(address, true);
    else {
      const drawn = await rolled();
      seed.value ||= drawn; // unless the user has typed one meanwhile
    }
  } catch (error) {
    find("#result").replaceChildren(refusalBox(error));
  }
}

game.addEventListener("change", () => {
  fillTypes();
  fillOptions();
});
type.addEventListener("change", () => fillOptions());
find("#roll").addEventListener("click", async () => {
  try {
    seed.value = await rolled();
  } catch (error) {
    find("#result").replaceChildren(refusalBox(error));
    return;
  }
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
  else clear();
});
await begin();
listen(changed, about?.revision);
