import { scaleBand, scaleThreshold } from "d3-scale";
import { CHART_WIDTH, fitText, type HeatChart } from "./chart-parts.ts";
import type { Colour, Mark, Scene } from "./scene.model.ts";

const LABEL_WIDTH = 168;
const TEXT_WIDTH = 70;
const ROW = 24;

/** From the best to the worst, with what a part of the best means. */
const shade = scaleThreshold<number, Colour>([0.9, 0.99, 0.999, 1], ["heat-4", "heat-3", "heat-2", "heat-1", "heat-0"]);
const LEGEND: readonly (readonly [Colour, string])[] = [
  ["heat-0", "100 %"],
  ["heat-1", "99.9 %"],
  ["heat-2", "99 %"],
  ["heat-3", "90 %"],
  ["heat-4", "below"],
  ["none", "no data"],
];

/** A strip of cells for each row, darker where the value is worse; its figure stands at the end. */
export function drawHeat({ labels, rows }: HeatChart): Scene {
  const left = LABEL_WIDTH + 10;
  const marks: Mark[] = LEGEND.flatMap(([colour, text], i): Mark[] => [
    { kind: "rect", x: left + i * 72, y: 4, width: 10, height: 10, colour },
    { kind: "text", x: left + 15 + i * 72, y: 13, text, colour: "quiet" },
  ]);
  const top = 24;
  const bands = scaleBand([...labels.keys()], [left, CHART_WIDTH - TEXT_WIDTH]).paddingInner(0.12);
  for (const [r, { name, values, text }] of rows.entries()) {
    const y = top + r * ROW;
    marks.push({
      kind: "text",
      x: LABEL_WIDTH,
      y: y + 15,
      text: fitText(name, LABEL_WIDTH),
      colour: "ink",
      anchor: "end",
    });
    for (const [i, value] of values.entries()) {
      const colour = value === null ? "none" : shade(value);
      const title = `${name}, ${labels[i]}: ${value === null ? "no data" : `${Math.floor(value * 100_000) / 1_000} %`}`;
      marks.push({
        kind: "rect",
        x: bands(i) ?? 0,
        y: y + 2,
        width: bands.bandwidth(),
        height: ROW - 4,
        colour,
        title,
      });
    }
    if (text) marks.push({ kind: "text", x: CHART_WIDTH, y: y + 15, text, colour: "ink", anchor: "end", bold: true });
  }
  const bottom = top + rows.length * ROW;
  const every = Math.ceil(52 / bands.step());
  for (const [i, label] of labels.entries()) {
    if (i % every !== 0) continue;
    const x = (bands(i) ?? 0) + bands.bandwidth() / 2;
    marks.push({ kind: "text", x, y: bottom + 13, text: label, colour: "quiet", anchor: "middle" });
  }
  return { width: CHART_WIDTH, height: bottom + 20, marks };
}
