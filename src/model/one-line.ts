/** Control, direction and zero-width characters, halves of characters, what stands for unreadable ones, and blanks. */
const BLANK = /[\p{C}\s\ufffd]+/gu;

/** A text in one line of characters that people see, in NFC, with single blanks. Linear in its length. */
export function oneLine(text: string): string {
  return text.normalize("NFC").replace(BLANK, " ").trim();
}
