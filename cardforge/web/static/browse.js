// The Browse page: every pack of the project, with its cards and their problems.

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
let isRead = false; // whether the packs have been loaded at least once
const packs = new Map(); // by path: { pack, revision, findings, section, cards }
const NOTHING = { problems: [], cards: [], faces: [] };

// The cards of a pack, with their problems and the `findings` from drawing their faces.
const cardsOf = (entry) =>
  entry.pack.cards.map((card, at) => ({
    ...card,
    terms: `${entry.pack.name} ${card.name} ${card.group} ${card.words}`.toLowerCase(),
    words: "",
    back: false, // until known
    ...entry.findings.faces[at],
    pack: `${entry.pack.name}${card.group ? ` · ${card.group}` : ""}`,
    drawn: entry.pack.drawn,
    problems: [...card.problems, ...(entry.findings.cards[at] ?? [])],
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

// Update everything about a pack except its pictures, in place, so that keyboard focus is kept.
function write(entry) {
  const { pack, findings } = entry;
  entry.cards = cardsOf(entry);
  entry.name.textContent = pack.name;
  entry.print?.setAttribute("aria-label", `Print ${pack.name}`);
  entry.section.setAttribute("aria-label", `${pack.name}, ${pack.title}${pack.game ? ` of ${capital(pack.game)}` : ""}`);
  entry.wrong.replaceChildren(problemList([...pack.problems, ...findings.problems]) ?? "");
  entry.buttons.forEach((button, at) => label(button, entry.cards[at]));
}

// Pictures are reloaded when a pack scrolls into view. Problems of a face are known only after drawing, so they come last.
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    look(packs.get(target.dataset.path));
  }
});

// Mark the pictures of a pack as outdated; they are reloaded when the pack is visible.
function renew(entry) {
  if (entry.revision === revision) return;
  entry.revision = revision;
  watch(entry);
}

function watch(entry) {
  seen.unobserve(entry.section); // otherwise a pack that is already visible would not trigger again
  if (entry.pack.drawn) seen.observe(entry.section);
}

async function look(entry) {
  if (!entry) return;
  entry.list.setAttribute("aria-busy", "true");
  await swap(entry.buttons, entry.cards);
  if (packs.get(entry.pack.path) !== entry) return; // replaced by a newer save
  try {
    entry.findings = await get(`/api/drawn?${new URLSearchParams({ path: entry.pack.path })}`);
    write(entry);
    if (viewer.key === entry.pack.path) viewer.tell(entry.cards);
    if (wrong.checked) filter();
  } catch (error) {
    if (packs.get(entry.pack.path) === entry) entry.wrong.replaceChildren(refusalBox(error)); // until the next update
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
  const entry = { pack, revision, findings: NOTHING };
  entry.cards = cardsOf(entry);
  entry.section = sectionOf(entry);
  write(entry);
  packs.set(pack.path, entry);
  if (old) {
    // Keep the old pictures until the new ones have loaded.
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
  if (!isRead) return; // `load` filters again when the packs have arrived
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text) => words.every((word) => text.includes(word));
  let [shownPacks, shownCards] = [0, 0];
  for (const entry of packs.values()) {
    const { pack } = entry;
    const kept = (!game.value || pack.game === game.value) && (!type.value || pack.kind === type.value);
    const faulty = pack.problems.length + entry.findings.problems.length > 0;
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
  const nothing = words.length ? "No matches. Try fewer words." : wrong.checked ? "No problems found so far." : "No matches.";
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

// Whether these files affect the cards of a pack: everything in `templates/` except the folders of other games.
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
      for (const path of paths) renew(packs.get(path)); // redraw while the data is being fetched
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
