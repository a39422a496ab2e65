import { z } from "zod";

/** Ends each entry. No value contains it: the interface refuses it. */
const END = "\0";
const ZERO = "0".charCodeAt(0);

/**
 * A long list of texts that a statement returns as few: entry after entry, each followed by a NUL. The driver decodes a text
 * many times as fast as its entries one by one.
 */
export const joinedTexts = z.array(z.string()).transform((texts) => texts.join("").split(END).slice(0, -1));

/** Likewise of whole numbers, 0 to 2^53 - 1, in decimal digits. The driver makes several objects for each integer. */
export const joinedNumbers = z.array(z.string()).transform((texts) => {
  const numbers: number[] = [];
  for (const text of texts) {
    let number = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code !== 0) {
        number = number * 10 + (code - ZERO);
        continue;
      }
      numbers.push(number);
      number = 0;
    }
  }
  return numbers;
});
