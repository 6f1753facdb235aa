// The options of a recipe as form fields: a choice, a text or a number, all optional.

import { capital, el, option } from "./dom.js";

export const SET = "set."; // prefix of options in an address

const word = (choice) => capital(choice.replaceAll("-", " "));

function controlOf(each, id, value) {
  const usual = each.default === null ? "Any" : `${each.default}`;
  if (each.choices.length) {
    const others = each.choices.filter((choice) => choice !== usual);
    return el("select", { id }, option("", word(usual)), others.map((choice) => option(choice, word(choice), choice === value)));
  }
  if (each.text) return el("input", { id, maxlength: each.longest, value, placeholder: usual, autocomplete: "off" });
  return el("input", { id, type: "number", min: each.low, max: each.high, value, placeholder: usual });
}

// `given` returns the current value of an option by name.
export const optionFields = (options, given) =>
  options.map((each) => {
    const control = controlOf(each, `option-${each.name}`, given(each.name));
    control.dataset.option = each.name;
    const range = control.type === "number" ? ` (${each.low} to ${each.high})` : "";
    return el("label", { class: "field" }, el("span", {}, `${capital(each.name.replaceAll("_", " "))}${range}`), control);
  });
