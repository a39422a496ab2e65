import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";

const require = createRequire(import.meta.url);

/** A font of the stack, read at first need. */
export interface StackFont {
  name: string;
  file: string;
  load(): Font;
}

const noto = (subset: string, weight: number) =>
  `@fontsource/noto-sans/files/noto-sans-${subset}-${weight}-normal.woff`;

/** Noto Sans in parts, then DejaVu Sans for what it lacks: Arabic, Hebrew, Armenian, Georgian, signs and smileys. */
const SUBSETS = ["latin", "latin-ext", "cyrillic", "greek", "vietnamese", "cyrillic-ext", "greek-ext"];
const FILES = {
  regular: [...SUBSETS.map((subset) => noto(subset, 400)), "dejavu-fonts-ttf/ttf/DejaVuSans.ttf"],
  bold: [...SUBSETS.map((subset) => noto(subset, 600)), "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"],
};
export type Weight = keyof typeof FILES;

/** Read once in a process: the files do not change. */
export const FONTS: Readonly<Record<Weight, readonly StackFont[]>> = {
  regular: FILES.regular.map((file, i) => stackFont(`regular-${i}`, file)),
  bold: FILES.bold.map((file, i) => stackFont(`bold-${i}`, file)),
};

function stackFont(name: string, path: string): StackFont {
  const file = require.resolve(path);
  let font: Font | undefined;
  return {
    name,
    file,
    load() {
      font ??= create(readFileSync(file)) as Font;
      return font;
    },
  };
}
