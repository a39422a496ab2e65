/** Sections of the area. */
export const SECTIONS = [
  { label: "Questions", to: "/reports" },
  { label: "Saved queries", to: "/reports/queries" },
  { label: "Reports", to: "/reports/runs" },
];

/** Any value of a row as text. */
export const textOf = (value: unknown): string =>
  value === null || value === undefined ? "–" : typeof value === "object" ? JSON.stringify(value) : String(value);
