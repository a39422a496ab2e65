import type { ShownHealth } from "./palette.ts";

/** What a reader without colours sees of each: a word and a shape, drawn on a field of 10 by 10. */
export const HEALTH_MARKS: Readonly<Record<ShownHealth, { word: string; shape: string }>> = {
  critical: { word: "Critical", shape: "M0 0H10V10H0Z" },
  degraded: { word: "Degraded", shape: "M5 0 10.5 10H-.5Z" },
  unknown: { word: "Unknown", shape: "M5-.5 10.5 5 5 10.5-.5 5ZM5 2.5 2.5 5 5 7.5 7.5 5Z" },
  maintenance: { word: "Maintenance", shape: "M0 1H4V9H0ZM6 1H10V9H6Z" },
  inactive: { word: "Inactive", shape: "M0 3.5H10V6.5H0Z" },
  healthy: { word: "Healthy", shape: "M5 0A5 5 0 1 1 5 10 5 5 0 1 1 5 0Z" },
};
