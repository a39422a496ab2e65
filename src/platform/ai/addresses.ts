/** With a scheme, without one as links and pictures may be (`//host`), or as mail programs guess them (`www.`). */
const ADDRESS = /(?:\b[a-z][a-z0-9+.-]{0,30}:)?[\\/]{2}\S+|\b(?:https?|ftp|data|javascript|mailto):\S+|\bwww\.\S+/gi;

/**
 * A model's words without addresses: a link or a picture would carry what the model read to whoever planted the address in
 * the data.
 */
export function withoutAddresses(text: string): string {
  return text.replaceAll(ADDRESS, "[address removed]");
}
