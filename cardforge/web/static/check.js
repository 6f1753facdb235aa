// Check: a deck or a scenario, from a file or picked from lists; the rules say at once what they think of it.

import { get, keep, keepText, send } from "./api.js";
import { after, capital, counted, el, find, option, say } from "./dom.js";
import { listen } from "./live.js";
import { printSettings } from "./printing.js";
import { problemList, refusalBox } from "./problems.js";

const MOST = 400_000; // characters of a file
const LONG = 12; // picks in a list; a longer one can be searched
let about = null;
let offered = null; // forms, and what they choose from
let form = null;
let deck = {};
let text = "";
let file = "deck.yaml";
let printing = null;
let asked = 0; // the newest question; answers to older ones are too late

const at = (path) => path.reduce((value, key) => value?.[key], deck);

function put(path, value) {
  let inside = deck;
  for (const key of path.slice(0, -1)) inside = inside[key] ??= {};
  const key = path.at(-1);
  if (value === "" || (Array.isArray(value) && !value.length)) delete inside[key];
  else inside[key] = value;
  judge({ document: ordered() });
}

// The keys in the order of the form, whatever was picked first; what the form does not know stays.
function ordered() {
  const keys = ["kind", "system", ...form.fields.map((field) => field.at[0]), ...Object.keys(deck)];
  return Object.fromEntries([...new Set(keys)].filter((key) => key in deck).map((key) => [key, deck[key]]));
}

const choicesOf = (field) => field.what.flatMap((what) => offered.choices[form.game][what] ?? []);

// Every pack that is picked anywhere, so that only its cards are offered.
const pickedPacks = () =>
  new Set(form.fields.filter((field) => field.what && !field.what.includes("card")).flatMap((field) => [at(field.at) ?? []].flat()));

function textField(field) {
  const long = field.most > 120;
  const control = el(long ? "textarea" : "input", { maxlength: field.most, rows: long ? 3 : null, required: field.required, autocomplete: "off" });
  control.value = at(field.at) ?? "";
  control.addEventListener("input", () => put(field.at, control.value));
  return labelled(field, control);
}

function selectField(field, choices) {
  const value = at(field.at) ?? "";
  const known = choices.some((choice) => choice.id === value);
  const control = el(
    "select",
    {},
    option("", field.required ? "Choose…" : "None"),
    value && !known ? option(value, `${value} (not there)`, true) : null,
    choices.map((choice) => option(choice.id, choice.name, choice.id === value)),
  );
  control.addEventListener("change", () => {
    put(field.at, control.value);
    if (form.fields.some((each) => each.sort === "card")) fill();
  });
  return labelled(field, control);
}

const labelled = (field, control) =>
  el("label", { class: "field" }, el("span", {}, labelOf(field)), field.about ? el("span", { class: "about" }, field.about) : null, control);

const labelOf = (field) => (field.at.length > 1 ? `${capital(field.at[0])}: ${field.label.toLowerCase()}` : field.label);

function cardField(field) {
  const pack = at([...field.at.slice(0, -1), field.of]);
  const cards = (offered.choices[form.game].card ?? [])
    .filter((card) => card.pack === pack && (!field.groups.length || field.groups.includes(card.group)))
    .map((card) => ({ id: card.id.split("/").pop(), name: card.name }));
  return selectField(field, cards);
}

function manyField(field) {
  let choices = choicesOf(field);
  const values = [...(at(field.at) ?? [])];
  if (field.what.includes("card")) {
    const packs = pickedPacks();
    choices = choices.filter((card) => packs.has(card.pack) || values.includes(card.id));
  }
  if (field.groups.length) choices = choices.filter((card) => field.groups.includes(card.group) || values.includes(card.id));
  const known = new Set(choices.map((choice) => choice.id));
  choices = [...choices, ...[...new Set(values)].filter((id) => !known.has(id)).map((id) => ({ id, name: `${id} (not there)`, from: "" }))];
  const count = el("span", { class: "picked" });
  const tell = () => {
    count.textContent = ` · ${values.length} picked`;
    count.toggleAttribute("data-some", values.length > 0);
  };
  const picks = choices.map((choice) => pick(field, choice, values, tell));
  const finder = el("input", { type: "search", placeholder: "Find…", "aria-label": `Find in ${field.label}`, on: { input: () => picks.forEach((row) => (row.hidden = !row.textContent.toLowerCase().includes(finder.value.toLowerCase()))) } });
  tell();
  return el(
    "fieldset",
    { "data-field": field.at.join(".") },
    el("legend", {}, labelOf(field), count),
    field.about ? el("p", { class: "about" }, field.about) : null,
    choices.length > LONG ? finder : null,
    choices.length ? el("div", { class: "picks" }, picks) : el("p", { class: "about" }, "Nothing to pick yet."),
  );
}

function pick(field, choice, values, tell) {
  const changed = () => {
    tell();
    put(field.at, [...values]);
    if (form.fields.some((each) => each.what?.includes("card"))) refill();
  };
  const remove = () => values.splice(values.indexOf(choice.id), 1);
  let control = null;
  if (field.once) {
    control = el("input", { type: "checkbox", value: choice.id });
    control.checked = values.includes(choice.id);
    control.addEventListener("change", () => {
      if (control.checked) values.push(choice.id);
      else remove();
      changed();
    });
  } else {
    control = el("input", { type: "number", min: 0, max: 99, value: values.filter((id) => id === choice.id).length });
    control.addEventListener("change", () => {
      while (values.includes(choice.id)) remove();
      values.push(...Array(Math.min(99, Math.max(0, Number(control.value) || 0))).fill(choice.id));
      changed();
    });
  }
  const from = choice.from || (field.what.includes("pack") ? choice.kind : "");
  return el("label", { class: "pick" }, control, el("span", {}, el("span", { dir: "auto" }, choice.name), from ? el("small", { dir: "auto" }, from) : null));
}

const FIELDS = {
  text: textField,
  one: (field) => selectField(field, choicesOf(field)),
  card: cardField,
  many: manyField,
  choice: (field) => selectField(field, field.choices.map((id) => ({ id, name: capital(id.replaceAll("-", " ")) }))),
};

const fill = () => find("#fields").replaceChildren(...form.fields.map((field) => FIELDS[field.sort](field)));

// Lists of cards depend on the packs that are picked; all other fields keep their focus.
function refill() {
  for (const field of form.fields.filter((each) => each.what?.includes("card"))) {
    find(`[data-field="${field.at.join(".")}"]`)?.replaceWith(manyField(field));
  }
}

async function judge(body) {
  asked += 1;
  const question = asked;
  const slow = setTimeout(() => say("Checking…", "busy"), 400);
  find("#report").setAttribute("aria-busy", "true");
  try {
    const answer = await send("/api/check", { name: file, ...body });
    if (question !== asked) return null;
    if (!body.text) find("#text").value = answer.text;
    text = answer.text;
    file = answer.file;
    show(answer.report);
    return answer;
  } catch (error) {
    if (question === asked) find("#report").replaceChildren(refusalBox(error));
    return null;
  } finally {
    clearTimeout(slow);
    if (question === asked) {
      say("");
      find("#report").setAttribute("aria-busy", "false");
    }
  }
}

const MARKS = { pass: "Pass", error: "Fail", warning: "Warning", note: "Note", none: "–" };

function statusOf(rule) {
  if (rule.status === "fail") return ["error", "warning", "note"].find((each) => rule.problems.some((problem) => problem.severity === each)) ?? "error";
  return rule.status === "pass" ? (rule.severity === "note" ? "note" : "pass") : "none";
}

function ruleItem(rule) {
  const status = statusOf(rule);
  return el(
    "li",
    { class: "rule", "data-code": rule.code, "data-status": status },
    el("span", { class: "mark" }, MARKS[status]),
    el(
      "div",
      {},
      el("span", { class: "title" }, `${rule.title} `, el("code", { class: "place" }, rule.code)),
      el("span", { class: "says", dir: "auto" }, rule.says.join("; ") || (status === "none" ? capital(rule.status) : "")),
    ),
    problemList(rule.problems),
  );
}

function glance(part) {
  const title = el("h3", {}, part.title);
  if (part.bars) {
    const most = Math.max(1, ...part.bars.map(([, number]) => number));
    const rows = part.bars.flatMap(([word, number]) => [el("span", {}, word), el("meter", { min: 0, max: most, value: number, "aria-label": `${word}: ${number}` }), el("span", {}, String(number))]);
    return el("div", {}, title, el("div", { class: "bars" }, rows));
  }
  const rows = part.rows.map(([first, ...rest]) => el("tr", {}, el("th", { scope: "row", dir: "auto" }, first), rest.map((cell) => el("td", { dir: "auto" }, cell))));
  return el("div", {}, title, el("table", {}, el("tbody", {}, rows)));
}

function show(report) {
  const told = new Set(report.rules.flatMap((rule) => rule.problems.map((problem) => JSON.stringify(problem))));
  const others = report.problems.filter((problem) => !told.has(JSON.stringify(problem)));
  const order = { error: 0, warning: 1, note: 2, pass: 3, none: 4 };
  const rules = [...report.rules].sort((a, b) => order[statusOf(a)] - order[statusOf(b)]);
  find("#report").replaceChildren(
    el("p", { class: "verdict", role: "status", "data-legal": report.legal ? "yes" : "no" }, el("span", { "aria-hidden": "true" }, report.legal ? "✓" : "✕"), el("span", { dir: "auto" }, report.verdict)),
    actions(),
    problemList(others) ?? "",
    rules.length ? el("h2", {}, "Every rule") : "",
    el("ul", { class: "rules", role: "list" }, rules.map(ruleItem)),
    report.summary.length ? el("div", { class: "glance" }, report.summary.map(glance)) : "",
  );
}

function worker(label, busy, work) {
  const button = el("button", { type: "button" }, label);
  button.addEventListener("click", async () => {
    button.disabled = true;
    say(busy, "busy");
    try {
      say((await work()) ?? "");
    } catch (error) {
      say(`${capital(error.message)}.${error.hint ? ` ${capital(error.hint)}.` : ""}`, "error");
    }
    button.disabled = false;
  });
  return button;
}

const actions = () =>
  el(
    "div",
    { class: "actions" },
    printing.element,
    el(
      "div",
      { class: "row" },
      worker("Sheets (PDF)", "Drawing the cards and laying out sheets…", () => keep("/api/check/sheets", { name: file, text, ...printing.values }).then(() => "The sheets are saved.")),
      worker("File (YAML)", "", async () => keepText(text, file)),
      about.saves ? worker("Save into the project", "Saving…", () => save()) : null,
    ),
  );

async function save(replace = false) {
  try {
    return `Saved: ${(await send("/api/check/save", { name: file, text, replace })).paths.join(", ")}`;
  } catch (error) {
    if (error.status === 409 && !replace && window.confirm(`${capital(error.message)}. Replace it?`)) return save(true);
    throw error;
  }
}

// A text from a file, a sample or the box: judged as it is, and put into the form as far as it can be read.
async function take(given, name = file) {
  if (given.length > MOST) {
    say(`This file is too large: at most ${MOST.toLocaleString("en")} characters are read.`, "error");
    return;
  }
  file = name;
  const answer = await judge({ text: given });
  if (find("#text") !== document.activeElement) find("#text").value = given;
  if (!answer?.data) return;
  const fitting = offered.forms.find((each) => each.kind === answer.data.kind && each.game === answer.data.system);
  if (!fitting) return;
  deck = answer.data;
  if (fitting !== form) begin(fitting, false);
  else fill();
}

function begin(wanted, empty = true) {
  form = wanted;
  if (empty) deck = { kind: form.kind, system: form.game, name: `New ${form.title}` };
  find("#kind").value = offered.forms.indexOf(form);
  find("#sample").replaceChildren(option("", "Nothing"), ...form.samples.map((sample, index) => option(index, sample.name)));
  fill();
  if (empty) judge({ document: ordered() });
}

async function open(given) {
  if (!given) return;
  if (given.size > 4 * MOST) say("This file is too large to be a deck.", "error");
  else await take(await given.text(), given.name);
}

async function load() {
  [about, offered] = await Promise.all([get("/api/about"), get("/api/forms")]);
}

try {
  await load();
  printing = printSettings(about);
  find("#kind").replaceChildren(...offered.forms.map((each, index) => option(index, each.title)));
  if (offered.forms.length) begin(offered.forms[0]);
} catch (error) {
  find("#report").replaceChildren(refusalBox(error));
}
find("#kind").addEventListener("change", (event) => begin(offered.forms[event.target.value]));
find("#sample").addEventListener("change", (event) => {
  const sample = form.samples[event.target.value];
  if (sample) take(sample.text, "deck.yaml");
  else begin(form);
});
find("#file").addEventListener("change", (event) => open(event.target.files[0]));
find("#text").addEventListener("input", after(250, () => take(find("#text").value)));
find("#fields").addEventListener("submit", (event) => event.preventDefault());
for (const event of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(event, (dragged) => {
    dragged.preventDefault();
    document.body.classList.toggle("dropping", event === "dragover");
    if (event === "drop") open(dragged.dataTransfer.files[0]);
  });
}
listen(async () => {
  await load();
  form = offered.forms.find((each) => each.kind === form?.kind && each.game === form?.game) ?? offered.forms[0];
  refill();
  judge({ text });
});
