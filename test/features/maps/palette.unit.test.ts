import { describe, expect, test } from "vitest";
import { STYLE } from "../../../src/features/maps/drawing/palette.ts";
import { DARK, LIGHT, type Palette } from "../../../src/model/palette.ts";

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

describe.each([
  ["light", LIGHT],
  ["dark", DARK],
] as [string, Palette][])("%s", (_name, palette) => {
  const grounds = [palette.page, palette.card, palette.subject];

  test("text has a contrast of 4.5 to 1 with its background", () => {
    const inks = [palette.ink, palette.quietInk, ...Object.values(palette.health)];
    for (const ink of inks)
      for (const ground of grounds) expect(contrast(ink, ground), `${ink} ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  test("edges and links have a contrast of 3 to 1", () => {
    expect(contrast(palette.edge, palette.card)).toBeGreaterThanOrEqual(3);
    expect(contrast(palette.edge, palette.page)).toBeGreaterThanOrEqual(3);
    expect(contrast(palette.link, palette.page)).toBeGreaterThanOrEqual(3);
  });
});

test("STYLE contains both colour schemes and loads no resource", () => {
  expect(STYLE).toContain("@media(prefers-color-scheme:dark)");
  expect(STYLE).not.toMatch(/url\(|@import|@font-face|http/);
  for (const palette of [LIGHT, DARK])
    for (const colour of Object.values(palette.health)) expect(STYLE).toContain(colour);
});
