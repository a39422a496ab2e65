/** Words that make the name of an option or variable that of a secret, wherever they stand in it. */
const SECRET_WORDS = new Set(
  (
    "password passwd passphrase passcode pwd secret secrets token apikey accesskey secretkey privatekey authkey " +
    "credential credentials authorization requirepass masterauth passin passout bindpw rootpw"
  ).split(" "),
);
/** Words that do so only at the end of the name, because elsewhere they mean something else (`--pass-through`). */
const SECRET_LAST_WORDS = new Set(["pass", "pw", "cookie", "psk"]);
/** A `key` behind one of these is a secret; alone it is the name of something (`--key name`). */
const KEY_KINDS = new Set(
  "api access secret private auth account encryption signing master shared storage license subscription".split(" "),
);
/** Names that end so tell where a secret lies, or something about it, and not the secret. */
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
  const words = name
    .slice(-128)
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const last = words.at(-1);
  if (last === undefined || HARMLESS_LAST_WORDS.has(last)) return false;
  if (SECRET_LAST_WORDS.has(last) || isWordOfPass(last)) return true;
  return words.some((word, index) => {
    if (SECRET_WORDS.has(word) || /(?:password|passwd|passphrase|secret|apikey|[a-z]token)$/.test(word)) return true;
    return word === "key" && KEY_KINDS.has(words[index - 1] ?? "");
  });
}

/** `storepass`, `dbpass`, but no words of the language. */
function isWordOfPass(word: string): boolean {
  return word.endsWith("pass") && !["bypass", "compass", "overpass", "multipass"].includes(word);
}
