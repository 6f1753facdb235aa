// Problems, worded as on the command line: message, hint and position.

import { capital, el, sentence } from "./dom.js";

const spot = ({ cell, line, column }) => (cell ? `!${cell}` : line ? `:${line}:${column}` : "");
const place = (problem) => (problem.path ? `${problem.path}${spot(problem)}` : "");

export function problemItem(problem) {
  return el(
    "li",
    { class: "problem", "data-severity": problem.severity, "data-code": problem.code },
    el("strong", {}, `${capital(problem.severity)} ${problem.code}`),
    el("span", { dir: "auto" }, ` ${problem.message}`),
    problem.hint ? el("span", { class: "hint", dir: "auto" }, sentence(problem.hint)) : null,
    place(problem) ? el("code", { class: "place" }, place(problem)) : null,
  );
}

export const problemList = (problems) =>
  problems.length ? el("ul", { class: "problems", role: "list" }, problems.map(problemItem)) : null;

// An error from the server, shown in place of the result.
export function refusalBox(error) {
  return el(
    "div",
    { class: "refusal", role: "alert" },
    el("p", {}, el("strong", { dir: "auto" }, sentence(error.message))),
    error.hint ? el("p", { dir: "auto" }, sentence(error.hint)) : null,
    error.problems?.length ? problemList(error.problems) : null,
  );
}
