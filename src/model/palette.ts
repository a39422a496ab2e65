/** The states that a CI or service is shown in, worst first. */
export type ShownHealth = "critical" | "degraded" | "unknown" | "maintenance" | "inactive" | "healthy";

/** Colours of one scheme, for the maps in SVG and the console. Contrast with the background: text 4.5 to 1, edges of shapes 3 to 1 (WCAG 2.2, 1.4.3 and 1.4.11). */
export interface Palette {
  page: string;
  card: string;
  /** Card of the subject. */
  subject: string;
  ink: string;
  quietInk: string;
  edge: string;
  link: string;
  health: Readonly<Record<ShownHealth, string>>;
}

export const LIGHT: Palette = {
  page: "#f7f9fb",
  card: "#ffffff",
  subject: "#eaf1fb",
  ink: "#1c2733",
  quietInk: "#52606f",
  edge: "#7f8d9c",
  link: "#7f8d9c",
  health: {
    critical: "#b3261e",
    degraded: "#985b00",
    unknown: "#5d6874",
    maintenance: "#2c62a6",
    inactive: "#5d6874",
    healthy: "#2a7a4b",
  },
};

export const DARK: Palette = {
  page: "#12171d",
  card: "#1c232c",
  subject: "#1f2e42",
  ink: "#e8edf3",
  quietInk: "#a6b2bf",
  edge: "#71808f",
  link: "#71808f",
  health: {
    critical: "#ff8f86",
    degraded: "#efb257",
    unknown: "#a6b2bf",
    maintenance: "#86b6f2",
    inactive: "#a6b2bf",
    healthy: "#6fca93",
  },
};
