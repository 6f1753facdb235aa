// The points that a generated pack costs, row by row.

import { counted, el } from "./dom.js";

export function billOf(bill) {
  if (!bill.length) return "";
  const whole = bill.reduce((sum, row) => sum + row.points, 0);
  const rows = [...bill, { what: "Total", points: whole }].map((row) =>
    el("tr", {}, el("th", { scope: "row", dir: "auto" }, row.what), el("td", {}, String(row.points))),
  );
  return el(
    "details",
    { class: "bill" },
    el("summary", {}, `Cost: ${counted(whole, "point")}`),
    el("table", {}, el("tbody", {}, rows)),
  );
}
