// Buttons for slow actions: disabled while they run, then they show the result.

import { send } from "./api.js";
import { el, find, say, sentence } from "./dom.js";
import { problemList } from "./problems.js";

export function workButton(text, busy, work, main = false) {
  const button = el("button", { type: "button", class: main ? "main" : "" }, text);
  button.addEventListener("click", async () => {
    button.disabled = true;
    button.setAttribute("aria-busy", "true");
    say(busy, "work");
    find("#notice").replaceChildren();
    try {
      say((await work()) ?? "");
    } catch (error) {
      say(`${sentence(error.message)}${error.hint ? ` ${sentence(error.hint)}` : ""}`, "error");
      if (error.problems?.length) find("#notice").replaceChildren(problemList(error.problems));
    }
    button.removeAttribute("aria-busy");
    button.disabled = false;
    if (document.activeElement === document.body) button.focus(); // unless the user has moved on
  });
  return button;
}

// Save to the project; existing files are replaced only after confirmation.
export async function save(path, body, replace = false) {
  try {
    return `Saved: ${(await send(path, { ...body, replace })).paths.join(", ")}`;
  } catch (error) {
    if (error.status === 409 && !replace && window.confirm(`${error.message}. Replace it?`)) return save(path, body, true);
    throw error;
  }
}
