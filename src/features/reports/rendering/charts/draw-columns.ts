import { scaleBand, scaleLinear } from "d3-scale";
import { CHART_WIDTH, colourOf, drawLegend, fitText, type SeriesChart, showChartValue } from "./chart-parts.ts";
import type { Mark, Scene } from "./scene.model.ts";

const LEFT = 72;
const PLOT = 150;
const FOOT = 22;
/** Widest column: few labels must not make blocks. */
const MAX_COLUMN = 48;
/** Room for half of the label of the last, narrow column. */
const RIGHT = 14;
/** Least room of a label below the axis. */
const LABEL_ROOM = 52;

/** Columns of stacked series, or lines, over labels from left to right. */
export function drawColumns(chart: SeriesChart): Scene {
  const { kind, labels, series, unit } = chart;
  const legend = drawLegend(series, LEFT);
  const top = legend.height + 8;
  const bands = scaleBand([...labels.keys()], [LEFT, CHART_WIDTH - RIGHT]).paddingInner(kind === "line" ? 0 : 0.25);
  const tops =
    kind === "line"
      ? series.flatMap(({ values }) => values.map((value) => value ?? 0))
      : labels.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
  const scale = scaleLinear([0, Math.max(...tops, 0) || 1], [top + PLOT, top]).nice(4);
  const marks: Mark[] = [...legend.marks, ...drawGrid(scale, tops, unit)];
  const centre = (i: number) => (bands(i) ?? 0) + bands.bandwidth() / 2;
  if (kind === "line") drawLines(series, marks, centre, scale);
  else drawStacks(chart, marks, bands, scale);
  const every = Math.ceil(LABEL_ROOM / bands.step());
  for (const [i, label] of labels.entries()) {
    if (i % every !== 0) continue;
    const text = fitText(label, Math.max(LABEL_ROOM, bands.step() * every) - 4);
    marks.push({ kind: "text", x: centre(i), y: top + PLOT + 15, text, colour: "quiet", anchor: "middle" });
  }
  return { width: CHART_WIDTH, height: top + PLOT + FOOT, marks };
}

type Scale = (value: number) => number;

/** Lines of the grid with their values; counts get no parts of one. */
function drawGrid(
  scale: Scale & { ticks(count: number): number[] },
  values: readonly number[],
  unit: string | undefined,
) {
  const areWhole = values.every(Number.isInteger);
  return scale
    .ticks(4)
    .filter((tick) => !areWhole || Number.isInteger(tick))
    .flatMap((tick): Mark[] => {
      const y = scale(tick);
      const colour = tick === 0 ? "quiet" : "grid";
      return [
        { kind: "line", x1: LEFT, y1: y, x2: CHART_WIDTH, y2: y, colour },
        { kind: "text", x: LEFT - 8, y: y + 4, text: showChartValue(tick, unit), colour: "quiet", anchor: "end" },
      ];
    });
}

function drawStacks(
  { labels, series, unit }: SeriesChart,
  marks: Mark[],
  bands: { (i: number): number | undefined; bandwidth(): number },
  scale: Scale,
): void {
  for (const [i, label] of labels.entries()) {
    let sum = 0;
    for (const [k, one] of series.entries()) {
      const value = one.values[i] ?? 0;
      if (value <= 0) continue;
      const y = scale(sum + value);
      const title = `${label}, ${one.name}: ${showChartValue(value, unit)}`;
      const width = Math.min(bands.bandwidth(), MAX_COLUMN);
      const x = (bands(i) ?? 0) + (bands.bandwidth() - width) / 2;
      const place = { x, y, width, height: scale(sum) - y };
      marks.push({ kind: "rect", ...place, colour: colourOf(one, k), title });
      sum += value;
    }
  }
}

/** A line ends where a value is missing. */
function drawLines(series: SeriesChart["series"], marks: Mark[], centre: (i: number) => number, scale: Scale): void {
  for (const [k, one] of series.entries()) {
    const colour = colourOf(one, k);
    let points: [number, number][] = [];
    const end = () => {
      if (points.length > 1) marks.push({ kind: "path", points, colour });
      else for (const [x, y] of points) marks.push({ kind: "dot", x, y, colour });
      points = [];
    };
    for (const [i, value] of one.values.entries()) {
      if (value === null) end();
      else points.push([centre(i), scale(value)]);
    }
    end();
  }
}
