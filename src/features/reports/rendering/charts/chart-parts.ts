import { clipText } from "../../../maps/index.ts";
import type { Chart, ChartSeries } from "../../report.model.ts";
import { showDuration, showNumber, showPercent } from "../show-value.ts";
import type { Colour, Mark } from "./scene.model.ts";

/** Width of every chart, in pixels; renderers scale it. */
export const CHART_WIDTH = 640;

export type SeriesChart = Extract<Chart, { series: unknown }>;
export type HeatChart = Extract<Chart, { kind: "heat" }>;

/** The colour of a series: of its meaning, else by its place. */
export function colourOf({ tone }: ChartSeries, index: number): Colour {
  if (tone === "grey") return "series-5";
  if (tone?.startsWith("severity-")) return tone.slice("severity-".length) as Colour;
  if (tone && tone !== "neutral") return tone as Colour;
  return `series-${(index % 6) as 0 | 1 | 2 | 3 | 4 | 5}`;
}

export function showChartValue(value: number, unit: string | undefined): string {
  if (unit === "%") return showPercent(value);
  if (unit === "s") return showDuration(value);
  return unit ? `${showNumber(value)} ${unit}` : showNumber(value);
}

/** Size of a text in em that fits into `pixels`. */
export function fitText(text: string, pixels: number): string {
  return clipText(text, pixels / 11);
}

/** Room of a name in the legend, in pixels. */
const LEGEND_NAME = 150;

/** One line of names with their colours; empty where one series needs no name. Answers the height it takes too. */
export function drawLegend(series: readonly ChartSeries[], left: number): { marks: Mark[]; height: number } {
  if (series.length < 2) return { marks: [], height: 0 };
  const marks: Mark[] = [];
  let x = left;
  for (const [i, one] of series.entries()) {
    const name = fitText(one.name, LEGEND_NAME);
    marks.push({ kind: "rect", x, y: 4, width: 10, height: 10, colour: colourOf(one, i) });
    marks.push({ kind: "text", x: x + 15, y: 13, text: name, colour: "quiet" });
    x += 15 + Math.min(LEGEND_NAME, name.length * 6.4) + 16;
  }
  return { marks, height: 24 };
}
