import type { Colour } from "./scene.model.ts";

/**
 * Series are those of Okabe and Ito, which people with colour blindness tell apart; severities and heat differ in
 * lightness too. Text has 4.5 to 1 with its ground, shapes 3 to 1 where nothing else says what they mean.
 */
export const LIGHT: Readonly<Record<Colour, string>> = {
  ink: "#1c2733",
  quiet: "#52606f",
  grid: "#dde3e9",
  none: "#edf0f3",
  good: "#2a7a4b",
  warning: "#985b00",
  bad: "#b3261e",
  neutral: "#2f6fa8",
  critical: "#7f1d17",
  high: "#c9541f",
  medium: "#e6a23c",
  low: "#7fb2d6",
  "series-0": "#2f6fa8",
  "series-1": "#d98200",
  "series-2": "#1a8f6f",
  "series-3": "#b0578d",
  "series-4": "#62aee0",
  "series-5": "#7f8d9c",
  "heat-0": "#2f7d5b",
  "heat-1": "#8fbf8a",
  "heat-2": "#efd27a",
  "heat-3": "#dd8a3c",
  "heat-4": "#9c2b1f",
};

export const DARK: Readonly<Record<Colour, string>> = {
  ink: "#e8edf3",
  quiet: "#a6b2bf",
  grid: "#333d48",
  none: "#28313b",
  good: "#6fca93",
  warning: "#efb257",
  bad: "#ff8f86",
  neutral: "#6aa9e0",
  critical: "#ff8f86",
  high: "#ee8a55",
  medium: "#f0c46c",
  low: "#86b6f2",
  "series-0": "#6aa9e0",
  "series-1": "#f0a63a",
  "series-2": "#4fc3a1",
  "series-3": "#d98bb8",
  "series-4": "#9bd0f2",
  "series-5": "#9aa7b5",
  "heat-0": "#3f9a73",
  "heat-1": "#7fae78",
  "heat-2": "#d9bd63",
  "heat-3": "#e08b45",
  "heat-4": "#ff7a6b",
};
