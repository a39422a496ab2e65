import { z } from "zod";

/** Ends each entry. No value contains it: the interface refuses it. */
const END = "\0";

/**
 * A long list of texts that a statement returns as few: entry after entry, each followed by a NUL. The driver decodes a text
 * many times as fast as its entries one by one.
 */
export const joinedTexts = z.array(z.string()).transform((texts) => texts.join("").split(END).slice(0, -1));
