/** Letters and digits that are not mistaken for one another. */
const LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const GROUPS = 5;
const GROUP_LENGTH = 4;

/** A password of 20 random letters (116 bits), in groups that can be read aloud. */
export function generatePassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, randomLetter).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** Bytes beyond the last full turn of the letters are drawn again: else the first letters would be likelier. */
function randomLetter(): string {
  const limit = 256 - (256 % LETTERS.length);
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while (byte[0]! >= limit);
  return LETTERS[byte[0]! % LETTERS.length]!;
}
