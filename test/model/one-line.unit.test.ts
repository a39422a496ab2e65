import { expect, it } from "vitest";
import { oneLine } from "../../src/model/one-line.ts";

it.each([
  ["blanks and ends of lines", "  a \t b\r\n\u2028c\u00a0d  ", "a b c d"],
  ["control, direction and zero-width characters", "a\u0000b\u202ec\u200bd\ufeff", "a b c d"],
  ["halves of characters, and what stands for them", "a\ud800b\ufffdc", "a b c"],
  ["letters in two parts", "Cafe\u0301 😀", "Café 😀"],
  ["nothing that is seen", "\u200b\u0007", ""],
])("a text of one line has no %s", (_, text, line) => expect(oneLine(text)).toBe(line));
