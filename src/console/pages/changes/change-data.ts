import type { components } from "../../api/v1";

type Schemas = components["schemas"];
export type Analysis = Schemas["ChangeAnalysis"];
export type ListedAnalysis = Schemas["ListedChangeAnalysis"];
export type AskBody = Schemas["RequestChangeAnalysisBody"];
export type Backtest = Schemas["BacktestChangeAnalysesResult"];
export type Dimension = NonNullable<Analysis["dimensions"]>["technical"];
export type Conflict = Analysis["conflicts"][number];

/** Sections of the area. */
export const SECTIONS = [
  { label: "Analyses", to: "/changes" },
  { label: "Back-test", to: "/changes/backtest" },
];

export const DIMENSIONS = ["technical", "business", "dependency", "historical"] as const;

/** "open_events" as people say it. */
export const wordsOf = (name: string): string => name.replaceAll("_", " ");

/** Colour of a value of 0 to 100, as its level is. */
export const colourOf = (value: number): string =>
  `var(--orrery-${value >= 50 ? "critical" : value >= 25 ? "degraded" : "maintenance"})`;
