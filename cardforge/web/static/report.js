// The report of a check: the verdict, every rule with its numbers, and a summary of the deck.

import { capital, counted, el } from "./dom.js";
import { problemList } from "./problems.js";

const MARKS = { error: "Fail", warning: "Warning", note: "Note", pass: "Pass", none: "–" };
const ORDER = Object.keys(MARKS);

function statusOf(rule) {
  if (rule.status === "fail") return ORDER.find((each) => rule.problems.some((problem) => problem.severity === each)) ?? "error";
  if (rule.status !== "pass") return "none";
  return rule.severity === "note" ? "note" : "pass";
}

function ruleItem(rule) {
  const status = statusOf(rule);
  const says = rule.says.filter((each) => !rule.problems.some((problem) => problem.message === each)); // shown below
  return el(
    "li",
    { class: "rule", "data-code": rule.code, "data-status": status },
    el("span", { class: "mark" }, MARKS[status]),
    el(
      "div",
      {},
      el("span", { class: "title" }, `${rule.title} `, el("code", { class: "place" }, rule.code)),
      el("span", { class: "says", dir: "auto" }, says.join("; ") || (status === "none" ? capital(rule.status) : "")),
    ),
    problemList(rule.problems),
  );
}

function barsOf(rows) {
  const most = Math.max(1, ...rows.map(([, number]) => number));
  const bar = ([word, number]) => [
    el("span", {}, word),
    el("meter", { min: 0, max: most, value: number, "aria-label": word }),
    el("span", {}, String(number)),
  ];
  return el("div", { class: "bars" }, rows.flatMap(bar));
}

function tableOf(rows) {
  const row = ([first, ...rest]) =>
    el("tr", {}, el("th", { scope: "row", dir: "auto" }, first), rest.map((cell) => el("td", { dir: "auto" }, cell)));
  return el("table", {}, el("tbody", {}, rows.map(row)));
}

const glance = (part) => el("div", {}, el("h3", {}, part.title), part.bars ? barsOf(part.bars) : tableOf(part.rows));

const ruleList = (rules) => el("ul", { class: "rules", role: "list" }, rules.map(ruleItem));

// Rules that do not apply are counted; opening the line lists them.
const otherRules = (rules) =>
  el(
    "details",
    { class: "other-rules" },
    el("summary", {}, `${counted(rules.length, "rule does", "rules do")} not apply`),
    ruleList(rules),
  );

export function reportOf(report, actions) {
  const shown = new Set(report.rules.flatMap((rule) => rule.problems.map((problem) => JSON.stringify(problem))));
  const others = report.problems.filter((problem) => !shown.has(JSON.stringify(problem)));
  const rules = [...report.rules].sort((a, b) => ORDER.indexOf(statusOf(a)) - ORDER.indexOf(statusOf(b)));
  const applied = rules.filter((rule) => rule.status !== "not applicable");
  const unapplied = rules.filter((rule) => rule.status === "not applicable");
  return [
    el(
      "p",
      { class: "verdict", "data-legal": report.legal === null ? "unknown" : report.legal ? "yes" : "no" },
      el("span", { "aria-hidden": "true" }, report.legal === null ? "?" : report.legal ? "✓" : "✕"),
      el("span", { dir: "auto" }, report.verdict),
    ),
    actions,
    el("div", { class: "pictured" }),
    problemList(others) ?? "",
    rules.length ? el("h2", {}, "Rules") : "",
    applied.length ? ruleList(applied) : "",
    unapplied.length ? otherRules(unapplied) : "",
    report.summary.length ? el("div", { class: "glance" }, report.summary.map(glance)) : "",
  ];
}
