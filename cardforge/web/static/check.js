// Check: a deck or a scenario, from a file or picked from lists; the rules say at once what they think of it.

import { get, keep, keepText, send } from "./api.js";
import { after, capital, el, find, isTelling, option, say } from "./dom.js";
import { Fields } from "./fields.js";
import { listen } from "./live.js";
import { printSettings } from "./printing.js";
import { problemList, refusalBox } from "./problems.js";
import { reportOf } from "./report.js";
import { save, workButton } from "./work.js";

const MOST = 400_000; // characters of a file
const MOST_NAME = 200; // and of its name
const CHECKING = "Checking…";
let about = null;
let offered = null; // forms, and what they choose from
let form = null;
let fields = null;
let text = ""; // of the file, as it is now
let file = "deck.yaml";
let printing = null;
let asked = 0; // the newest question; answers to older ones are too late
let judging = Promise.resolve(); // until its answer is there

// Ask for a verdict: on a document from the form, or on a text.
function judge(body) {
  judging = verdict(body);
  return judging;
}

async function verdict(body) {
  asked += 1;
  const question = asked;
  const slow = setTimeout(() => {
    if (question === asked && !isTelling()) say(CHECKING, "busy"); // else a late old question would say so for ever
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
    find("#told").textContent = answer.report.verdict; // a line that stays, because new ones are not read aloud
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

// What is taken away is what the form says, so the newest pick is waited for.
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
        return "The sheets are saved.";
      }),
      workButton("File (YAML)", "", async () => {
        const { name, text: whole } = await current();
        keepText(whole, name);
      }),
      about.saves ? workButton("Save into the project", "Saving…", async () => save("/api/check/save", await current())) : null,
    ),
  );

// A text from a file, a sample or the box: judged as it is, and put into the form as far as it can be read. Tells
// whether it is there now.
async function take(given) {
  if (given.length > MOST) {
    say(`This file is too large: at most ${MOST.toLocaleString("en")} characters are read.`, "error");
    return true; // of what was there before nothing has changed
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
  await ready; // a file may be brought before there is anything to judge it by
  if (given.size > 4 * MOST) {
    say("This file is too large to be a deck.", "error");
    return;
  }
  let whole = "";
  try {
    // Strictly, because letters that are guessed would be saved as they were guessed.
    whole = new TextDecoder("utf-8", { fatal: true }).decode(await given.arrayBuffer());
  } catch (error) {
    const why = error instanceof TypeError ? "is not text in UTF-8; save it as that in your editor" : "cannot be read; is it still there?";
    say(`${given.name} ${why}`, "error");
    return;
  }
  file = given.name.slice(-MOST_NAME);
  if (!(await take(whole))) find("#text-box").open = true; // the form shows something else
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
  find("#sample").replaceChildren(option("", "Nothing"), ...form.samples.map((sample, at) => option(at, sample.name, String(at) === chosen)));

// Packs may have come or gone, and rules may have changed.
async function renew() {
  await load();
  const same = offered.forms.find(isOpen);
  if (same) {
    form = same;
    fillSamples(find("#sample").value);
    Object.assign(fields, { form, choices: offered.choices[form.game] });
    if (!find("#fields").contains(document.activeElement)) fields.fill();
  }
  if (form) await judge({ text }); // also where its game is broken just now: nobody's picks are thrown away
  else if (offered.forms.length) begin(offered.forms[0]);
}

async function told(work) {
  try {
    await work();
  } catch (error) {
    find("#report").replaceChildren(refusalBox(error));
  }
}

const ready = told(renew);
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
  event.target.value = ""; // else the same file, mended meanwhile, would be no change
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
listen(() => told(renew), about?.revision);
