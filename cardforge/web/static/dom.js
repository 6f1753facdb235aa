// Small words for building a page. Text always goes in as text: nothing here, or anywhere else, writes markup.

export const find = (selector, inside = document) => inside.querySelector(selector);

// An element with attributes and children; `on` holds listeners, a boolean is an attribute that is there or not.
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export const option = (value, text, selected = false) => el("option", { value, selected }, text);

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// A message as a sentence of its own: some end as questions already.
export const sentence = (text) => `${capital(text)}${/[.?!…]$/.test(text) ? "" : "."}`;

export const counted = (number, what, many = `${what}s`) => `${number.toLocaleString("en")} ${number === 1 ? what : many}`;

// A quiet line that screen readers hear too; what is done is soon no news any more.
let leaving = 0;
export function say(text, kind = "") {
  const line = find("#status");
  clearTimeout(leaving);
  line.textContent = text;
  line.dataset.kind = kind;
  if (text && !kind) leaving = setTimeout(() => say(""), 5_000);
}

// Whether somebody is being told of what they asked for: that it is being done (`work`), or how it went, such as that a
// file was saved, which is news to the page too. What the page does by itself (`busy`) waits until that has been said.
export const isTelling = () => find("#status").textContent !== "" && find("#status").dataset.kind !== "busy";

// Run something after a pause in what somebody does.
export function after(milliseconds, work) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...given), milliseconds);
  };
}
