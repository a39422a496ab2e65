import type { MapHealth } from "../map.model.ts";

/** Colours of one scheme. Contrast with the background: text 4.5 to 1, edges of shapes 3 to 1 (WCAG 2.2, 1.4.3 and 1.4.11). */
export interface Palette {
  page: string;
  card: string;
  /** Card of the subject. */
  subject: string;
  ink: string;
  quietInk: string;
  edge: string;
  link: string;
  health: Readonly<Record<MapHealth, string>>;
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

function rules(palette: Palette): string {
  const healths = Object.entries(palette.health)
    .map(([health, colour]) => `.${health}{fill:${colour};color:${colour}}`)
    .join("");
  return (
    `.page{fill:${palette.page}}.card{fill:${palette.card};stroke:${palette.edge}}.subject .card{fill:${palette.subject};` +
    `stroke:${palette.ink}}.ink{fill:${palette.ink}}.quiet{fill:${palette.quietInk}}.icon{stroke:${palette.quietInk}}` +
    `.link{stroke:${palette.link}}.tip{fill:${palette.link}}.label{fill:${palette.quietInk}}${healths}.hot{stroke:${palette.health.critical}}`
  );
}

/** Style sheet of a map: light and dark differ only in colours. It loads no external font. */
export const STYLE =
  "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:11px}" +
  ".title{font-size:18px;font-weight:600}.name{font-size:13px;font-weight:600}.state{font-weight:600}" +
  ".card{stroke-width:1}.subject .card{stroke-width:2}.icon{fill:none;stroke-width:1.4;stroke-linecap:round;stroke-linejoin:round}" +
  ".link{fill:none;stroke-width:1.2}.weak{stroke-dasharray:5 4}" +
  ".hot{stroke-width:2.4}.label{font-size:10px;text-anchor:middle}" +
  `${rules(LIGHT)}@media(prefers-color-scheme:dark){${rules(DARK)}}`;
