// The Check page: open or build a deck or scenario, and see at once what the rules say.

import { get, keep, keepText, pictureOf, send } from "./api.js";
import { after, capital, el, find, isTelling, option, say } from "./dom.js";
import { Fields } from "./fields.js";
import { listen } from "./live.js";
import { printSettings } from "./printing.js";
import { problemList, refusalBox } from "./problems.js";
import { reportOf } from "./report.js";
import { save, workButton } from "./work.js";

const MOST = 400_000; // characters per file
const MOST_NAME = 200; // characters of its name
const CHECKING = "Checking…";
let about = null;
let offered = null; // forms, and the choices they offer
let form = null;
let fields = null;
let text = ""; // current contents of the file
let file = "deck.yaml";
let printing = null;
let asked = 0; // number of the latest request; late answers to older ones are ignored
let judging = Promise.resolve(); // resolves when the latest answer is there

// Request a verdict on a document from the form, or on a text.
function judge(body) {
  judging = verdict(body);
  return judging;
}

async function verdict(body) {
  asked += 1;
  const question = asked;
  const slow = setTimeout(() => {
    if (question === asked && !isTelling()) say(CHECKING, "busy"); // an outdated request would never clear it
  }, 400);
  const place = find("#report");
  place.setAttribute("aria-busy", "true");
  try {
    const answer = await send("/api/check", { name: file, ...body });
    if (question !== asked) return null;
    text = answer.text;
    file = answer.file;
    if (find("#text") !== document.activeElement) find("#text").value = text;
    place.replaceChildren(...reportOf(answer.report, actions()));
    find("#told").textContent = answer.report.verdict; // an existing live region: screen readers ignore new ones
    if (answer.prints) draw(question);
    return answer;
  } catch (error) {
    if (question === asked) place.replaceChildren(refusalBox(error));
    return null;
  } finally {
    clearTimeout(slow);
    if (question === asked) {
      if (find("#status").textContent === CHECKING) say("");
      place.setAttribute("aria-busy", "false");
    }
  }
}

// Show the first piece that the file prints above the rules.
async function draw(question) {
  const place = find("#report .pictured");
  try {
    const picture = await pictureOf("/api/check/picture", { name: file, text });
    if (question !== asked) return;
    // A canvas, because the policy of the page allows no pictures without an address.
    const canvas = el("canvas", { width: picture.width, height: picture.height, role: "img", "aria-label": `${file}, as it prints; the rules below say the same in words` });
    canvas.getContext("2d").drawImage(picture, 0, 0);
    place.replaceChildren(canvas);
  } catch (error) {
    if (question === asked) place.replaceChildren(refusalBox(error));
  }
}

// The current file; waits for the latest verdict, so that downloads match the form.
const current = async () => {
  await judging;
  return { name: file, text };
};

const actions = () =>
  el(
    "div",
    { class: "actions" },
    printing.element,
    el(
      "div",
      { class: "row" },
      workButton("Sheets (PDF)", "Drawing the cards and laying out sheets…", async () => {
        await keep("/api/check/sheets", { ...(await current()), ...printing.values });
        return "Sheets downloaded.";
      }),
      workButton("File (YAML)", "", async () => {
        const { name, text: whole } = await current();
        keepText(whole, name);
      }),
      about.saves ? workButton("Save into the project", "Saving…", async () => save("/api/check/save", await current())) : null,
    ),
  );

// Check a text from a file, a sample or the text box, and fill the form from it if possible. Returns whether the form
// shows it.
async function take(given) {
  if (given.length > MOST) {
    say(`This file is too large: the limit is ${MOST.toLocaleString("en")} characters.`, "error");
    return true; // the form is unchanged
  }
  const answer = await judge({ text: given });
  const data = answer?.data;
  const fitting = offered.forms.find((each) => each.kind === data?.kind && each.game === data?.system);
  if (fitting) fill(fitting, data);
  return Boolean(fitting);
}

function fill(wanted, deck) {
  if (wanted !== form) {
    form = wanted;
    find("#kind").value = offered.forms.indexOf(form);
    fillSamples();
  }
  fields = new Fields(find("#fields"), form, offered.choices[form.game], deck, (document) => judge({ document }));
}

function begin(wanted) {
  fill(wanted, { kind: wanted.kind, system: wanted.game, name: capital(`new ${wanted.title}`) });
  fields.begin();
}

async function open(given) {
  if (!given) return;
  await ready; // a file may be dropped before the forms have loaded
  if (given.size > 4 * MOST) {
    say("This file is too large to be a deck.", "error");
    return;
  }
  let whole = "";
  try {
    // Strict: replacement characters would be saved to the file.
    whole = new TextDecoder("utf-8", { fatal: true }).decode(await given.arrayBuffer());
  } catch (error) {
    const why = error instanceof TypeError ? "is not UTF-8 text; save it as UTF-8 in your editor" : "cannot be read; does it still exist?";
    say(`${given.name} ${why}`, "error");
    return;
  }
  file = given.name.slice(-MOST_NAME);
  if (!(await take(whole))) find("#text-box").open = true; // the form cannot show it
}

async function load() {
  [about, offered] = await Promise.all([get("/api/about"), get("/api/forms")]);
  printing ??= printSettings(await get("/api/printing"));
  find("#problems").replaceChildren(problemList(about.problems) ?? "");
  const games = new Map(about.games.map((each) => [each.id, each.name]));
  const several = new Set(offered.forms.map((each) => each.game)).size > 1;
  const title = (each) => capital(several ? `${each.title} (${games.get(each.game)})` : each.title);
  find("#kind").replaceChildren(...offered.forms.map((each, at) => option(at, title(each))));
  find("#kind").value = offered.forms.findIndex(isOpen);
}

const isOpen = (each) => each.kind === form?.kind && each.game === form?.game;

const fillSamples = (chosen = "") =>
  find("#sample").replaceChildren(option("", "Blank"), ...form.samples.map((sample, at) => option(at, sample.name, String(at) === chosen)));

// Reload after files have changed: packs, forms and rules may differ.
async function renew() {
  await load();
  const same = offered.forms.find(isOpen);
  if (same) {
    form = same;
    fillSamples(find("#sample").value);
    Object.assign(fields, { form, choices: offered.choices[form.game] });
    if (!find("#fields").contains(document.activeElement)) fields.fill();
  }
  if (form) await judge({ text }); // even if its game is broken now, so that no picks are lost
  else if (offered.forms.length) begin(offered.forms[0]);
}

async function showingErrors(work) {
  try {
    await work();
  } catch (error) {
    find("#report").replaceChildren(refusalBox(error));
  }
}

const ready = showingErrors(renew);
find("#kind").addEventListener("change", (event) => begin(offered.forms[event.target.value]));
find("#sample").addEventListener("change", (event) => {
  const sample = form.samples[event.target.value];
  if (!sample) begin(form);
  else {
    file = sample.file;
    take(sample.text);
  }
});
find("#file").addEventListener("change", async (event) => {
  const [given] = event.target.files;
  event.target.value = ""; // otherwise opening the same file again would fire no change event
  await open(given);
});
find("#text").addEventListener("input", after(250, () => take(find("#text").value)));
find("#fields").addEventListener("submit", (event) => event.preventDefault());
for (const event of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(event, (dragged) => {
    dragged.preventDefault();
    document.body.classList.toggle("dropping", event === "dragover");
    if (event === "drop") open(dragged.dataTransfer.files[0]);
  });
}
await ready;
listen(() => showingErrors(renew), about?.revision);
