import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";
import { DARK, LIGHT, type Palette } from "../../model/palette";

/** Ten steps of the accent: step 6 is white's background (5.9 to 1), step 3 stands on dark ones. */
const orbit: MantineColorsTuple = [
  "#eef4fc",
  "#dbe7f6",
  "#b4cdec",
  "#8ab2e3",
  "#689bdb",
  "#528dd6",
  "#2c62a6",
  "#275895",
  "#1f4a80",
  "#163c6b",
];

/** Mantine's, but for step 6: white on it is 5.5 to 1 instead of 3.3. */
const red: MantineColorsTuple = [
  "#fff5f5",
  "#ffe3e3",
  "#ffc9c9",
  "#ffa8a8",
  "#ff8787",
  "#ff6b6b",
  "#c92a2a",
  "#bd2626",
  "#b02121",
  "#a61e1e",
];

// The header of a dialog is no banner of the page.
const DIALOG = { attributes: { header: { role: "presentation" } }, closeButtonProps: { "aria-label": "Close" } };

export const theme = createTheme({
  colors: { orbit, red },
  primaryColor: "orbit",
  primaryShade: 6,
  autoContrast: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  defaultRadius: "sm",
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  headings: {
    fontWeight: "600",
    sizes: { h1: { fontSize: "1.375rem" }, h2: { fontSize: "1.125rem" }, h3: { fontSize: "1rem" } },
  },
  focusRing: "auto",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: DIALOG },
    Drawer: { defaultProps: DIALOG },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Close the message" } } },
  },
});

/** Makes the colours of the maps the console's own: one palette serves both. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variablesOf(LIGHT),
  dark: variablesOf(DARK),
});

function variablesOf({ page, card, subject, ink, quietInk, edge, link, health }: Palette): Record<string, string> {
  const healths = Object.entries(health).map(([name, colour]) => [`--orrery-${name}`, colour]);
  return {
    "--mantine-color-body": page,
    "--mantine-color-text": ink,
    "--mantine-color-dimmed": quietInk,
    "--mantine-color-error": health.critical,
    "--orrery-page": page,
    "--orrery-card": card,
    "--orrery-subject": subject,
    "--orrery-ink": ink,
    "--orrery-quiet": quietInk,
    "--orrery-edge": edge,
    "--orrery-link": link,
    "--orrery-line": `color-mix(in srgb, ${edge} 35%, transparent)`,
    ...Object.fromEntries(healths),
  };
}
