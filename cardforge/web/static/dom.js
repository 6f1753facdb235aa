// Small helpers for building the page. Text is always inserted as text: no code here writes markup.

export const find = (selector, inside = document) => inside.querySelector(selector);

// Create an element with attributes and children; `on` holds listeners, `true` or `false` sets or omits an attribute.
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

// Format a message as a sentence; some already end with a question mark.
export const sentence = (text) => `${capital(text)}${/[.?!…]$/.test(text) ? "" : "."}`;

export const counted = (number, what, many = `${what}s`) => `${number.toLocaleString("en")} ${number === 1 ? what : many}`;

// Show a status line, which screen readers announce too; a message without a kind disappears after five seconds.
let leaving = 0;
export function say(text, kind = "") {
  const line = find("#status");
  clearTimeout(leaving);
  line.textContent = text;
  line.dataset.kind = kind;
  if (text && !kind) leaving = setTimeout(() => say(""), 5_000);
}

// Whether the status line shows something the user asked for: work in progress (`work`) or its result. A save also
// triggers a reload of the page, whose own messages (`busy`) must not replace that result.
export const isTelling = () => find("#status").textContent !== "" && find("#status").dataset.kind !== "busy";

// Debounce: run `work` after a pause.
export function after(milliseconds, work) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...given), milliseconds);
  };
}
