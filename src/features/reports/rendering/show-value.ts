import type { Chart, Figure, ReportColumn, ReportColumnType, ReportTable } from "../report.model.ts";

const wholeNumber = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 });

/** Shown for a value that is not known. */
export const NOT_KNOWN = "–";

export function showNumber(value: number): string {
  return (Number.isInteger(value) ? wholeNumber : decimal).format(value);
}

/** `3 d 4 h`, `2 h 05 min`, `48 s`: two units at most. */
export function showDuration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

export function showPercent(value: number): string {
  // 99.996 must not read as 100.
  const rounded = value < 100 && value > 99.99 ? Math.floor(value * 1_000) / 1_000 : Math.round(value * 100) / 100;
  return `${rounded} %`;
}

export function showTime(iso: string, timeZone: string): string {
  return showInZone(iso, timeZone, TIME_FORM);
}

function showDate(iso: string, timeZone: string): string {
  return showInZone(iso, timeZone, DATE_FORM);
}

const DATE_FORM: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric" };
const TIME_FORM: Intl.DateTimeFormatOptions = { ...DATE_FORM, hour: "2-digit", minute: "2-digit" };
/** Formats by form and zone: making one costs a thousand times its use. */
const formats = new Map<string, Intl.DateTimeFormat>();

function showInZone(iso: string, timeZone: string, form: Intl.DateTimeFormatOptions): string {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return oneLine(iso);
  const key = `${timeZone} ${form === TIME_FORM}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", { ...form, timeZone });
    formats.set(key, format);
  }
  return format.format(ms);
}

/** A value of a table in documents for people, in one line. */
export function showValue(value: unknown, type: ReportColumnType, timeZone: string): string {
  if (value === null || value === undefined || value === "") return NOT_KNOWN;
  if (typeof value === "number") {
    if (type === "percent") return showPercent(value);
    if (type === "duration") return showDuration(value);
    return showNumber(value);
  }
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") {
    if (type === "time") return showTime(value, timeZone);
    return type === "date" ? showDate(value, timeZone) : oneLine(value);
  }
  if (Array.isArray(value)) return value.map((entry) => showValue(entry, "any", timeZone)).join(", ") || NOT_KNOWN;
  return oneLine(JSON.stringify(value));
}

/** A value of a figure, with its unit. */
export function showFigure({ value, kind = "number", unit }: Figure, timeZone: string): string {
  if (value === null) return NOT_KNOWN;
  if (typeof value === "string") return kind === "time" ? showTime(value, timeZone) : oneLine(value);
  if (kind === "percent") return showPercent(value);
  if (kind === "duration") return showDuration(value);
  return unit ? `${showNumber(value)} ${unit}` : showNumber(value);
}

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/** Without line ends, control characters and lone surrogates. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(CONTROLS, " ").trim();
}

/** Columns whose values are compared by size: right-aligned. */
export function isFigure(type: ReportColumnType): boolean {
  return type === "number" || type === "percent" || type === "duration";
}

/** Whether the value is shown right-aligned, in a column of any type. */
export function alignsRight(value: unknown, type: ReportColumnType): boolean {
  return isFigure(type) || (type === "any" && typeof value === "number");
}

/** The columns of a table in documents for people. */
export function shownColumns({ columns }: Pick<ReportTable, "columns">): ReportColumn[] {
  return columns.filter(({ dataOnly }) => dataOnly !== true);
}

/** The tables of documents for people, in their order there. */
export function shownTables(tables: readonly ReportTable[]): ReportTable[] {
  const visible = tables.filter(({ shown }) => shown !== "nowhere");
  const isFirst = ({ shown }: ReportTable) => shown === "first";
  return [...visible.filter(isFirst), ...visible.filter((table) => !isFirst(table))];
}

/** Charts with something to see. */
export function shownCharts(charts: readonly Chart[]): Chart[] {
  return charts.filter((chart) =>
    chart.kind === "heat"
      ? chart.rows.length > 0
      : chart.series.some(({ values }) => values.some((value) => value !== null && value !== 0)),
  );
}
