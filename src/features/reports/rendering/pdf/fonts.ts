import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { unpackWoff } from "./unpack-woff.ts";

const require = createRequire(import.meta.url);

/** A font of the stack, read at first need. */
export interface StackFont {
  name: string;
  /** Its file, unpacked. */
  data(): Buffer;
  load(): Font;
  /** What its licence asks to go with every copy, and so with documents that embed it. */
  notice?: () => string;
}

const noto = (subset: string, weight: number) =>
  `@fontsource/noto-sans/files/noto-sans-${subset}-${weight}-normal.woff`;

/**
 * Noto Sans in parts, then DejaVu Sans for what it lacks: Arabic, Hebrew, Armenian, Georgian, signs and smileys. UnifontEX is
 * last: drawn of squares, but small, and with every other script: Chinese, Japanese, Korean, Thai ... A document holds only
 * the characters that it shows; the licences of all three allow that.
 */
const SUBSETS = ["latin", "latin-ext", "cyrillic", "greek", "vietnamese", "cyrillic-ext", "greek-ext"];
const DEJAVU = "dejavu-fonts-ttf";
const REST = "@fontsource/unifontex/files/unifontex-latin-400-normal.woff";
const FILES = {
  regular: [...SUBSETS.map((subset) => noto(subset, 400)), `${DEJAVU}/ttf/DejaVuSans.ttf`, REST],
  bold: [...SUBSETS.map((subset) => noto(subset, 600)), `${DEJAVU}/ttf/DejaVuSans-Bold.ttf`, REST],
};
export type Weight = keyof typeof FILES;

/** Read once in a process: the files do not change. */
export const FONTS: Readonly<Record<Weight, readonly StackFont[]>> = {
  regular: FILES.regular.map((file, i) => stackFont(`regular-${i}`, file)),
  bold: FILES.bold.map((file, i) => stackFont(`bold-${i}`, file)),
};

function stackFont(name: string, path: string): StackFont {
  const file = require.resolve(path);
  let data: Buffer | undefined;
  let font: Font | undefined;
  const read = () => {
    data ??= unpackWoff(readFileSync(file));
    return data;
  };
  return {
    name,
    data: read,
    ...(path.startsWith(DEJAVU) && { notice: dejavuNotice }),
    load() {
      font ??= create(read()) as Font;
      return font;
    },
  };
}

/**
 * The licence of Bitstream Vera and Arev, of which DejaVu is made, without that of a font which is not used here. Those of
 * the other fonts, the SIL Open Font License, say themselves that documents need no notice.
 */
function dejavuNotice(): string {
  const [used = ""] = readFileSync(require.resolve(`${DEJAVU}/LICENSE`), "utf8").split("TeX Gyre DJV Math");
  return `DejaVu Sans. ${used.replace(/\s+/g, " ").trim()}`;
}
