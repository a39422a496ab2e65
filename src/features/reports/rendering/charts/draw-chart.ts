import type { Chart } from "../../report.model.ts";
import { drawBars } from "./draw-bars.ts";
import { drawColumns } from "./draw-columns.ts";
import { drawHeat } from "./draw-heat.ts";
import type { Scene } from "./scene.model.ts";

/** Draws a chart as shapes: the same chart gives the same shapes. */
export function drawChart(chart: Chart): Scene {
  switch (chart.kind) {
    case "heat":
      return drawHeat(chart);
    case "bar":
    case "stacked":
      return drawBars(chart);
    case "columns":
    case "line":
      return drawColumns(chart);
  }
}
