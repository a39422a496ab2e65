import { scaleLinear } from "d3-scale";
import { CHART_WIDTH, colourOf, drawLegend, fitText, type SeriesChart, showChartValue } from "./chart-parts.ts";
import type { Mark, Scene } from "./scene.model.ts";

const LABEL_WIDTH = 168;
const VALUE_WIDTH = 84;
const ROW = 22;
const BAR = 14;

/** Horizontal bars, one a label; with several series, their parts side by side and the whole at the end. */
export function drawBars({ labels, series, unit }: SeriesChart): Scene {
  const legend = drawLegend(series, LABEL_WIDTH + 10);
  const marks: Mark[] = [...legend.marks];
  const wholes = labels.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
  const scale = scaleLinear([0, Math.max(...wholes, 0) || 1], [0, CHART_WIDTH - LABEL_WIDTH - 10 - VALUE_WIDTH]);
  for (const [i, label] of labels.entries()) {
    const y = legend.height + i * ROW;
    const name = fitText(label, LABEL_WIDTH);
    marks.push({ kind: "text", x: LABEL_WIDTH, y: y + 14, text: name, colour: "ink", anchor: "end" });
    let x = LABEL_WIDTH + 10;
    for (const [k, one] of series.entries()) {
      const width = scale(one.values[i] ?? 0);
      if (width > 0) {
        const title = `${label}, ${one.name}: ${showChartValue(one.values[i] ?? 0, unit)}`;
        marks.push({
          kind: "rect",
          x,
          y: y + 3,
          width: Math.max(width, 1),
          height: BAR,
          colour: colourOf(one, k),
          title,
        });
      }
      x += width;
    }
    const isKnown = series.some(({ values }) => values[i] !== null && values[i] !== undefined);
    const text = isKnown ? showChartValue(wholes[i] ?? 0, unit) : "not known";
    marks.push({ kind: "text", x: x + 6, y: y + 14, text, colour: "quiet" });
  }
  const bottom = legend.height + labels.length * ROW;
  marks.push({
    kind: "line",
    x1: LABEL_WIDTH + 10,
    y1: legend.height,
    x2: LABEL_WIDTH + 10,
    y2: bottom,
    colour: "quiet",
  });
  return { width: CHART_WIDTH, height: bottom + 4, marks };
}
