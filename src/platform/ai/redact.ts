import { isSecretName, wordsOfName } from "../../model/secret-names.ts";
import { TOKEN_SHAPES } from "../../model/secret-shapes.ts";
import type { Data } from "./model.ts";

/** Stands in the place of a secret. */
const MASK = "[redacted]";
/** Characters of a text that are looked at; what comes behind is cut. */
const MAX_TEXT = 64 * 1024;
/** Levels below which data is left out. */
const MAX_DEPTH = 32;

/** Last words of names that hold a key which is no secret: `primary_key`, `registry_key`. */
const PLAIN_KEYS = new Set(
  "primary foreign sort partition registry group row cache public lookup unique natural business surrogate map".split(
    " ",
  ),
);

/**
 * Whether data under this name may not go into a prompt: the names of secrets, those of communities of SNMP and of
 * connection strings, and of keys of any kind (`ssh_key`, `wifi-psk`), whatever their values look like.
 */
function isSecretKey(name: string): boolean {
  if (isSecretName(name)) return true;
  const words = wordsOfName(name);
  const last = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  if (words.includes("community") || (before === "connection" && last === "string")) return true;
  return /^keys?$/.test(last) && before !== "" && !PLAIN_KEYS.has(before);
}

/**
 * The data without secrets, for a prompt: members with the name of a secret lose their value, and texts what looks like
 * one (`redactedText`). Names of members are judged too, since tenants choose them.
 */
export function redacted(data: Data): Data {
  return redactedAt(data, 0);
}

function redactedAt(data: Data, depth: number): Data {
  if (typeof data === "string") return redactedText(data);
  if (typeof data !== "object" || data === null) return data;
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(data)) return data.map((each: Data) => redactedAt(each, depth + 1));
  const members = Object.entries(data).map(([name, each]): [string, Data] => {
    const hides = isSecretKey(name) && each !== null && each !== undefined && each !== "" && typeof each !== "boolean";
    return [redactedText(name), hides ? MASK : redactedAt(each, depth + 1)];
  });
  return Object.fromEntries(members);
}

/** Private keys and certificates in PEM, also where the end is missing. */
const PEM = /-----BEGIN [A-Z0-9 ]{1,40}-----(?:[^-]|-(?!----)){0,20000}(?:-----END [A-Z0-9 ]{1,40}-----)?/g;
/** `user:password@` behind `//`, and a long user name without password, which is a token. */
const URL_PASSWORD = /(:\/\/[^\s/?#"'@:]{0,256}):(?!\d{1,5}[/?#])(?:(?!:\/\/)[^\s"']){1,512}@/g;
const URL_TOKEN = /:\/\/[\w.~-]{20,512}@/g;
const AUTHORIZATION = /\b(bearer|basic|digest|negotiate)(\s{1,4}|%20)[\w.~+/=-]{6,4096}/gi;
/** AWS writes secret keys as 40 characters of base64, and nothing else does: forms in hexadecimal are digests. */
const AWS_SECRET =
  /(?<![\w+/=-])(?=[a-z+/]{0,39}[A-Z0-9])(?=[A-Z0-9+/]{0,39}[a-z])(?![0-9a-f]{40})[\w+/]{40}(?![\w+/=-])/g;

/**
 * The text, cut at `maxLength` characters, without what looks like a secret, each replaced by `[redacted]`. Takes time in
 * proportion to its length.
 */
export function redactedText(text: string, maxLength = MAX_TEXT): string {
  const cut = text.length > maxLength ? withoutHalfWord(text.slice(0, maxLength)) : text;
  return withoutNamedValues(cut.replace(PEM, MASK).replace(AUTHORIZATION, `$1$2${MASK}`))
    .replace(URL_PASSWORD, `$1:${MASK}@`)
    .replace(URL_TOKEN, `://${MASK}@`)
    .replace(TOKEN_SHAPES, MASK)
    .replace(AWS_SECRET, MASK);
}

/** Without the word at its end, if it is long: half a token no longer has the form of one. */
function withoutHalfWord(text: string): string {
  let at = text.length;
  while (at > 0 && /[\w.~+/=:@-]/.test(text[at - 1] as string)) at--;
  return text.length - at < 16 ? text : text.slice(0, at);
}

/** Values behind the name of a secret: `password=x`, `"token": "x"`, `--api-key x`, `the password is x`. */
function withoutNamedValues(text: string): string {
  const name = /(?<![\w.-])([\w.-]{1,128})(?:\\?["']?\s{0,4}[=:]\s{0,4}|\s{1,4}is\s{1,4})/g;
  const option = /(?<![\w.-])(--?[A-Za-z][\w.-]{1,60})\s{1,4}(?!-)/g;
  return maskBehind(maskBehind(text, name), option);
}

function maskBehind(text: string, name: RegExp): string {
  let masked = "";
  let done = 0;
  for (let found = name.exec(text); found; found = name.exec(text)) {
    if (!isSecretKey((found[1] ?? "").replace(/^-+/, "")) || text.startsWith("//", name.lastIndex)) continue;
    const value = /(\\?["'])(?:(?!\1).){0,8192}|[^\s&;,"'}\])]{0,8192}/sy;
    value.lastIndex = name.lastIndex;
    const [matched = "", quote = ""] = value.exec(text) ?? [];
    if (matched === "") continue;
    masked += text.slice(done, name.lastIndex) + quote + MASK;
    done = name.lastIndex + matched.length;
    name.lastIndex = done;
  }
  return masked + text.slice(done);
}
