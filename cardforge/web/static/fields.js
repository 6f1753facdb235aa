// The form for one kind of file: lists to pick from, with counts. Keys of a document that it does not know are kept.

import { capital, el, option } from "./dom.js";

const LONG = 12; // entries; a longer list gets a search box

// A file may contain anything: a single value counts as a list of one.
const listOf = (value) => [value ?? []].flat();
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export class Fields {
  // `form` and `choices` come from the server; `changed` receives the whole document after every change.
  constructor(place, form, choices, deck, changed) {
    Object.assign(this, { place, form, choices, deck, changed });
    this.fill();
  }

  fill() {
    this.place.replaceChildren(...this.form.fields.map((field) => this.element(field)));
  }

  element(field) {
    if (field.sort === "text") return this.text(field);
    if (field.sort === "many") return this.many(field);
    if (field.sort === "one") return this.select(field, this.offered(field));
    if (field.sort === "slots") return this.slots(field);
    if (field.sort === "card") return this.select(field, this.cardsOf(field));
    return this.select(field, field.choices.map((id) => ({ id, name: capital(String(id).replaceAll("-", " ")) })));
  }

  at(path) {
    return path.reduce((value, key) => value?.[key], this.deck);
  }

  put(field, value) {
    this.set(field, value);
    this.changed(this.document);
  }

  set(field, value) {
    let inside = this.deck;
    for (const key of field.at.slice(0, -1)) {
      if (!isObject(inside[key])) inside[key] = {};
      inside = inside[key];
    }
    const key = field.at.at(-1);
    if (value === "" || (typeof value === "object" && !Object.keys(value).length && !field.required)) delete inside[key];
    else inside[key] = value;
  }

  // Fill every required field, so that the rules have numbers to show from the first pick on.
  begin() {
    for (const field of this.form.fields.filter((each) => each.required && this.at(each.at) === undefined)) {
      if (field.sort === "many") this.set(field, []);
      if (field.sort === "one") this.set(field, this.offered(field)[0]?.id ?? "");
      if (field.sort === "card") this.set(field, this.cardsOf(field)[0]?.id ?? "");
    }
    this.fill();
    this.changed(this.document);
  }

  // The document with its keys in the order of the form.
  get document() {
    const keys = ["kind", "system", ...this.form.fields.map((field) => field.at[0]), ...Object.keys(this.deck)];
    return Object.fromEntries([...new Set(keys)].filter((key) => key in this.deck).map((key) => [key, this.deck[key]]));
  }

  offered(field) {
    return field.what.flatMap((what) => this.choices[what] ?? []);
  }

  // The cards of the pack chosen in the field `field.of`.
  cardsOf(field) {
    const pack = this.at([...field.at.slice(0, -1), field.of]);
    return (this.choices.card ?? [])
      .filter((card) => card.pack === pack && (!field.groups.length || field.groups.includes(card.group)))
      .map((card) => ({ id: card.id.split("/").pop(), name: card.name }));
  }

  // All packs picked in any field; only their cards are offered.
  get packs() {
    const fields = this.form.fields.filter((field) => field.what && field.sort !== "slots" && !field.what.includes("card"));
    return new Set(fields.flatMap((field) => listOf(this.at(field.at))));
  }

  label(field) {
    return field.at.length > 1 ? `${capital(field.at[0])}: ${field.label.toLowerCase()}` : field.label;
  }

  labelled(field, control) {
    const about = field.about ? el("span", { class: "about" }, field.about) : null;
    return el("label", { class: "field" }, el("span", {}, this.label(field)), about, control);
  }

  text(field) {
    const long = field.most > 120;
    const control = el(long ? "textarea" : "input", { maxlength: field.most, rows: long ? 3 : null, required: field.required, autocomplete: "off" });
    const value = this.at(field.at) ?? "";
    control.value = typeof value === "object" ? "" : value;
    control.addEventListener("input", () => this.put(field, control.value));
    return this.labelled(field, control);
  }

  select(field, choices) {
    const control = chooser(this.at(field.at) ?? "", choices, field.required ? "Choose…" : "None");
    control.id = `field-${field.at.join("-")}`;
    control.addEventListener("change", () => {
      // A control holds only strings, but a choice may be a number.
      this.put(field, choices.find((choice) => String(choice.id) === control.value)?.id ?? control.value);
      this.follow(field);
    });
    return this.labelled(field, control);
  }

  // Rebuild the fields that depend on the changed one; the others keep their focus.
  follow(changed) {
    const hangs = (field) =>
      field.what?.includes("card") ||
      (field.sort === "card" && changed.at[0] === field.at[0] && field !== changed) ||
      (field.sort === "slots" && [field.of, field.among].includes(changed.at.join(".")));
    this.form.fields.forEach((field, number) => {
      if (!hangs(field) || field === changed) return;
      // Preselect the first card, unless one of them is chosen.
      const cards = field.sort === "card" ? this.cardsOf(field) : [];
      if (cards.length && !cards.some((card) => card.id === this.at(field.at))) this.put(field, cards[0].id);
      this.place.children[number].replaceWith(this.element(field));
    });
  }

  many(field) {
    const values = listOf(this.at(field.at));
    const { packs } = this;
    const fits = (choice) =>
      (!field.what.includes("card") || packs.has(choice.pack)) && (!field.groups.length || field.groups.includes(choice.group));
    const choices = this.offered(field).filter((choice) => fits(choice) || values.includes(choice.id));
    const known = new Set(choices.map((choice) => choice.id));
    for (const id of new Set(values)) if (!known.has(id)) choices.push({ id, name: `${id} (missing)` });
    const count = el("span", { class: "picked" });
    const tell = () => {
      count.textContent = ` · ${values.length} picked`;
      count.toggleAttribute("data-some", values.length > 0);
    };
    const picks = choices.map((choice) => this.pick(field, choice, values, tell));
    tell();
    return el(
      "fieldset",
      { "data-field": field.at.join(".") },
      el("legend", {}, this.label(field), count),
      field.about ? el("p", { class: "about" }, field.about) : null,
      choices.length > LONG ? finder(`Find in ${field.label.toLowerCase()}`, picks) : null,
      choices.length ? el("div", { class: "picks" }, picks) : el("p", { class: "about" }, "Nothing to pick yet."),
    );
  }

  // Numbered slots, each with its requirement; a slot left open is filled by any choice that fits.
  slots(field) {
    const given = this.at(field.at);
    const put = isObject(given) ? { ...given } : {};
    const places = (field.slots[this.at([field.of])] ?? []).map((place, at) => ({ ...place, number: String(at + 1) }));
    for (const number of Object.keys(put)) {
      if (!places.some((place) => place.number === number)) places.push({ number, name: "missing", about: "" });
    }
    const picked = new Set(listOf(this.at([field.among])));
    const choices = this.offered(field).filter((choice) => picked.has(choice.id));
    const count = el("span", { class: "picked" });
    const tell = () => {
      count.textContent = ` · ${Object.keys(put).length} of ${places.length} picked`;
      count.toggleAttribute("data-some", Object.keys(put).length > 0);
    };
    tell();
    const rows = places.map(({ number, name, about }) => {
      const control = chooser(put[number] ?? "", choices, "Any that fits");
      control.addEventListener("change", () => {
        if (control.value) put[number] = control.value;
        else delete put[number];
        tell();
        this.put(field, { ...put });
      });
      return el("label", { class: "field" }, el("span", { dir: "auto" }, `${number}: ${name}`), about ? el("span", { class: "about", dir: "auto" }, about) : null, control);
    });
    return el(
      "fieldset",
      { "data-field": field.at.join(".") },
      el("legend", {}, this.label(field), count),
      field.about ? el("p", { class: "about" }, field.about) : null,
      rows.length ? el("div", { class: "slots" }, rows) : el("p", { class: "about" }, "Nothing to pick yet."),
    );
  }

  pick(field, choice, values, tell) {
    const once = field.once;
    const among = values.filter((id) => id === choice.id).length;
    const control = once ? el("input", { type: "checkbox", value: choice.id }) : el("input", { type: "number", min: 0, max: 99, value: among });
    if (once) control.checked = among > 0;
    control.addEventListener("change", () => {
      const wanted = once ? Number(control.checked) : Math.min(99, Math.max(0, Math.trunc(Number(control.value)) || 0));
      const others = values.filter((id) => id !== choice.id);
      values.splice(0, values.length, ...others, ...Array(wanted).fill(choice.id));
      tell();
      this.put(field, [...values]);
      this.follow(field);
    });
    const from = choice.from || (field.what.includes("pack") ? choice.kind : "");
    const small = from ? el("small", { dir: "auto" }, from) : null;
    return el("label", { class: "pick" }, control, el("span", {}, el("span", { dir: "auto" }, choice.name), small));
  }
}

// A select box; a chosen value that no longer exists stays in it, so that nothing is lost silently.
function chooser(value, choices, none) {
  const lost = value && !choices.some((choice) => choice.id === value);
  return el(
    "select",
    {},
    option("", none),
    lost ? option(value, `${value} (missing)`, true) : null,
    choices.map((choice) => option(choice.id, choice.name, choice.id === value)),
  );
}

function finder(label, rows) {
  const input = el("input", { type: "search", placeholder: "Find…", "aria-label": label, autocomplete: "off" });
  input.addEventListener("input", () => {
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(input.value.toLowerCase());
  });
  return input;
}
