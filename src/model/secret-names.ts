/** Words that mark the name of an option or variable as a secret's at any position. */
const SECRET_WORDS = new Set(
  (
    "password passwd passphrase passcode pwd secret secrets token apikey accesskey secretkey privatekey authkey " +
    "credential credentials authorization requirepass masterauth passin passout bindpw rootpw"
  ).split(" "),
);
/** Words that mark a secret only at the end of the name; elsewhere they mean something else (`--pass-through`). */
const SECRET_LAST_WORDS = new Set(["pass", "pw", "cookie", "psk"]);
/** Words before `key` that make it a secret; alone it names an entry (`--key name`). */
const KEY_KINDS = new Set(
  "api access secret private auth account encryption signing master shared storage license subscription".split(" "),
);
/** Last words of names that hold the location or a property of a secret, not the secret. */
const HARMLESS_LAST_WORDS = new Set(
  (
    "file path dir directory policy length size ttl expiry expires expiration timeout stdin prompt url uri endpoint type " +
    "name algorithm encryption count limit header age"
  ).split(" "),
);

/**
 * Whether an option or variable of this name holds a secret: `password`, `DB_PASSWORD`, `dbPassword`, `api-key`,
 * `-Dspring.datasource.password`, `X-Auth-Token`. Not `password-file`, `max-tokens`, `tokenizer`.
 */
export function isSecretName(name: string): boolean {
  const words = wordsOfName(name);
  const last = words.at(-1);
  if (last === undefined || HARMLESS_LAST_WORDS.has(last)) return false;
  if (SECRET_LAST_WORDS.has(last) || isPassCompound(last)) return true;
  return words.some((word, index) => {
    if (SECRET_WORDS.has(word) || /(?:password|passwd|passphrase|secret|apikey|[a-z]token)$/.test(word)) return true;
    return word === "key" && KEY_KINDS.has(words[index - 1] ?? "");
  });
}

/** The words of a name in any spelling, in lower case; of a long name those at its end. */
export function wordsOfName(name: string): string[] {
  return name
    .slice(-128)
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** Whether a word is a compound such as `storepass` or `dbpass`, and not an English word. */
function isPassCompound(word: string): boolean {
  return word.endsWith("pass") && !["bypass", "compass", "overpass", "multipass"].includes(word);
}
