// Browse: every pack of the project, its cards, and what is wrong with them.

import { get } from "./api.js";
import { cardButton, label, swap, Viewer } from "./cards.js";
import { after, capital, counted, el, find, option } from "./dom.js";
import { listen } from "./live.js";
import { printButton, printSettings } from "./printing.js";
import { problemList, refusalBox } from "./problems.js";

const viewer = new Viewer();
const [search, game, type, wrong] = ["#search", "#game", "#type", "#wrong"].map((id) => find(id));
let printing = null;
let revision = 0;
let isRead = false; // the packs, at least once
const packs = new Map(); // by path: { pack, revision, told, section, cards }
const NOTHING = { problems: [], cards: [], faces: [] };

// The cards of a pack, with what is wrong with it and what is `told` of its faces.
const cardsOf = (entry) =>
  entry.pack.cards.map((card, at) => ({
    ...card,
    terms: `${entry.pack.name} ${card.name} ${card.group} ${card.words}`.toLowerCase(),
    words: "",
    back: false, // until it is known
    ...entry.told.faces[at],
    pack: `${entry.pack.name}${card.group ? ` · ${card.group}` : ""}`,
    drawn: entry.pack.drawn,
    problems: [...card.problems, ...(entry.told.cards[at] ?? [])],
    src: (exact = false, side = "front") =>
      `/api/picture?${new URLSearchParams({ path: entry.pack.path, card: at, side, ...(exact ? { exact: "1" } : {}), revision: entry.revision })}`,
  }));

function sectionOf(entry) {
  const { pack, cards } = entry;
  entry.buttons = cards.map((card, at) => cardButton(card, () => viewer.open(entry.cards, at, pack.path), { lazy: true, drawn: pack.drawn }));
  entry.items = entry.buttons.map((button) => el("li", {}, button));
  entry.list = el("ul", { class: "cards", role: "list" }, entry.items);
  entry.name = el("h2", { dir: "auto" });
  entry.print = pack.drawn ? printButton(printing, new URLSearchParams({ path: pack.path })) : null;
  entry.wrong = el("div");
  const section = el(
    "section",
    { class: "pack", "data-path": pack.path },
    el(
      "header",
      {},
      entry.name,
      el("span", { class: "picked" }, `${capital(pack.title)} · ${counted(cards.length, "card")}`),
      el("code", { class: "place" }, pack.place),
      entry.print,
    ),
    entry.wrong,
    entry.list,
  );
  return section;
}

// Everything about a pack but its pictures, in its place: whoever is there with the keyboard stays there.
function write(entry) {
  const { pack, told } = entry;
  entry.cards = cardsOf(entry);
  entry.name.textContent = pack.name;
  entry.print?.setAttribute("aria-label", `Print ${pack.name}`);
  entry.section.setAttribute("aria-label", `${pack.name}, ${pack.title}`);
  entry.wrong.replaceChildren(problemList([...pack.problems, ...told.problems]) ?? "");
  entry.buttons.forEach((button, at) => label(button, entry.cards[at]));
}

// Pictures are renewed when a pack comes into view. What is wrong with a face is known once it is drawn: it is told last.
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    look(packs.get(target.dataset.path));
  }
});

// The pictures of a pack are as old as its entry says, until somebody sees them.
function renew(entry) {
  if (entry.revision === revision) return;
  entry.revision = revision;
  watch(entry);
}

function watch(entry) {
  seen.unobserve(entry.section); // else a pack that is in view already would not be seen again
  if (entry.pack.drawn) seen.observe(entry.section);
}

async function look(entry) {
  if (!entry) return;
  entry.list.setAttribute("aria-busy", "true");
  await swap(entry.buttons, entry.cards);
  if (packs.get(entry.pack.path) !== entry) return; // it was saved again meanwhile
  try {
    entry.told = await get(`/api/drawn?${new URLSearchParams({ path: entry.pack.path })}`);
    write(entry);
    if (viewer.key === entry.pack.path) viewer.tell(entry.cards);
    if (wrong.checked) filter();
  } catch (error) {
    if (packs.get(entry.pack.path) === entry) entry.wrong.replaceChildren(refusalBox(error)); // until it is written anew
  }
  entry.list.setAttribute("aria-busy", "false");
}

function take(pack) {
  const old = packs.get(pack.path);
  if (old && pack.cards.length === old.cards.length && pack.drawn === old.pack.drawn && pack.kind === old.pack.kind) {
    const same = JSON.stringify(old.pack) === JSON.stringify(pack);
    old.pack = pack;
    if (!same) write(old);
    renew(old);
    return old;
  }
  const entry = { pack, revision, told: NOTHING };
  entry.cards = cardsOf(entry);
  entry.section = sectionOf(entry);
  write(entry);
  packs.set(pack.path, entry);
  if (old) {
    // Old pictures stay until the new ones are there.
    entry.buttons.forEach((button, at) => {
      const before = old.buttons[at] && find("img.there", old.buttons[at]);
      const now = find("img", button);
      if (before && now) now.replaceWith(before);
    });
    seen.unobserve(old.section);
    old.section.replaceWith(entry.section);
  }
  watch(entry);
  return entry;
}

function filter() {
  if (!isRead) return; // what is typed meanwhile is looked for as soon as there is something to look in
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text) => words.every((word) => text.includes(word));
  let [shownPacks, shownCards] = [0, 0];
  for (const entry of packs.values()) {
    const { pack } = entry;
    const kept = (!game.value || pack.game === game.value) && (!type.value || pack.kind === type.value);
    const faulty = pack.problems.length + entry.told.problems.length > 0;
    const whole = has(`${pack.name} ${pack.title} ${pack.place}`.toLowerCase()) && (faulty || !wrong.checked);
    let any = false;
    entry.items.forEach((item, at) => {
      const card = entry.cards[at];
      const fits = has(card.terms);
      item.hidden = !((whole || fits) && (!wrong.checked || card.problems.length || whole));
      any ||= !item.hidden;
      shownCards += kept && !item.hidden ? 1 : 0;
    });
    entry.section.hidden = !(kept && (whole || any));
    shownPacks += entry.section.hidden ? 0 : 1;
  }
  const nothing = words.length ? "Nothing fits. Try fewer words." : wrong.checked ? "Nothing is wrong with what was looked at." : "Nothing fits.";
  find("#count").textContent = shownPacks ? `${counted(shownPacks, "pack")}, ${counted(shownCards, "card")}` : nothing;
}

function choose() {
  const all = [...packs.values()].map((entry) => entry.pack);
  const games = [...new Set(all.map((pack) => pack.game).filter(Boolean))];
  const titles = new Map(all.filter((pack) => pack.kind).map((pack) => [pack.kind, pack.title]));
  const [oldGame, oldType] = [game.value, type.value];
  game.replaceChildren(option("", "All"), ...games.map((each) => option(each, capital(each), each === oldGame)));
  type.replaceChildren(option("", "All"), ...[...titles].map(([kind, title]) => option(kind, capital(title), kind === oldType)));
  find("#game-field").hidden = games.length < 2;
}

async function load() {
  const answer = await get("/api/packs");
  revision = answer.revision;
  isRead = true;
  const gone = new Set(packs.keys());
  const place = find("#packs");
  find("#packs > .refusal")?.remove();
  const order = answer.packs.map((pack) => {
    gone.delete(pack.path);
    return take(pack).section;
  });
  for (const path of gone) {
    packs.get(path).section.remove();
    packs.delete(path);
  }
  order.forEach((section, at) => {
    if (place.children[at] !== section) place.insertBefore(section, place.children[at] ?? null);
  });
  choose();
  filter();
  place.setAttribute("aria-busy", "false");
}

// Whether something of these files is on the cards of a pack: everything in `templates/` but the folders of other games.
function shows(pack, paths) {
  const games = new Set([...packs.values()].map((entry) => entry.pack.game));
  return paths.map((path) => path.split("/")[1]).some((folder) => folder === pack.game || !games.has(folder));
}

async function changed(now, paths) {
  revision = now;
  try {
    if (paths.length && paths.every((path) => path.startsWith("templates/"))) {
      for (const entry of packs.values()) if (shows(entry.pack, paths)) renew(entry);
      refreshViewer();
      return;
    }
    if (paths.length && paths.every((path) => packs.has(path))) {
      for (const path of paths) renew(packs.get(path)); // drawn while the rest is asked for
      const answer = await get(`/api/packs?${new URLSearchParams(paths.map((path) => ["path", path]))}`);
      if (answer.packs.length === paths.length) {
        answer.packs.forEach(take);
        filter();
        refreshViewer();
        return;
      }
    }
    await load();
    refreshViewer();
  } catch (error) {
    find("#count").textContent = capital(error.message);
  }
}

const refreshViewer = () => viewer.refresh(packs.get(viewer.key)?.cards ?? []);

for (const control of [game, type, wrong]) control.addEventListener("change", filter);
search.addEventListener("input", after(80, filter));
find("#filters").addEventListener("submit", (event) => event.preventDefault());
try {
  printing = printSettings(await get("/api/printing"));
  find("#printing").append(printing.element);
  await load();
} catch (error) {
  find("#packs").replaceChildren(refusalBox(error));
  find("#packs").setAttribute("aria-busy", "false");
  find("#count").textContent = "";
}
listen(changed, revision);
