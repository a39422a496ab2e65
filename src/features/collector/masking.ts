import { isSecretName } from "../../model/secret-names.ts";
import { TOKEN_SHAPES } from "../../model/secret-shapes.ts";
import { CREDENTIAL_FLAGS, type CredentialFlags } from "./credential-flags.ts";

/** Replacement of a secret. */
export const MASK = "***";

/** Longest command line in characters; the rest is cut before it leaves the host. */
const MAX_LENGTH = 8 * 1024;
const MAX_NESTING = 3;

/**
 * Masks a process's command line: arguments joined by a blank, each secret replaced by `***`:
 *
 * 1. the value of an option or variable with the name of a secret (`isSecretName`), after `=` or `:` or as the next
 *    argument: `--password=x`, `--api-key x`, `PGPASSWORD=x`, `/password:x`, `-Ddb.password=x`, `"token": "x"`;
 * 2. the short options of certain programs that take a password (`CREDENTIAL_FLAGS`): `mysql -px`, `redis-cli -a x`;
 * 3. `-px` of any other program, unless it looks like a port, an address, a path or a word (`-p8080`, `-print`);
 * 4. the password of a URL (`user:x@`), and a long user name without password in one, which is a token;
 * 5. the text after `Bearer` or `Basic`, and tokens of known format.
 *
 * An argument that is a command line itself (`sh -c "..."`) is masked likewise. In doubt it masks too much.
 */
export function maskCommandLine(argv: readonly string[]): string {
  return maskArguments(
    argv.map((argument) => argument.slice(0, MAX_LENGTH)),
    0,
  )
    .join(" ")
    .slice(0, MAX_LENGTH);
}

/** Masks a command line that is available only as one text; quotes stay. */
export function maskSecrets(text: string): string {
  return maskText(text.slice(0, MAX_LENGTH), 0);
}

function maskText(text: string, depth: number): string {
  const pieces = splitArguments(text);
  const masked = maskArguments(
    pieces.map((piece) => piece.text),
    depth + 1,
  );
  return pieces.map((piece, index) => piece.gap + masked[index]).join("");
}

function maskArguments(argv: readonly string[], depth: number): string[] {
  let program: CredentialFlags | undefined;
  let next: ((value: string) => string) | undefined;
  return argv.map((argument) => {
    const whole = next;
    next = undefined;
    if (whole && (!argument.startsWith("-") || argument.length > 24)) return whole(argument);
    program = CREDENTIAL_FLAGS[programName(argument)] ?? program;
    const flag = shortOption(argument, program);
    if (flag?.value === "") next = flag.mask;
    else if (flag) return flag.prefix + flag.mask(flag.value);
    if (/^(?:bearer|basic)$/i.test(argument) || isSecretOption(argument)) next = () => MASK;
    return maskArgument(argument, depth);
  });
}

function maskArgument(argument: string, depth: number): string {
  const quoted = /^(["'])(.*)\1$/s.exec(argument);
  if (quoted?.[1] && quoted[2] !== undefined) return quoted[1] + maskArgument(quoted[2], depth) + quoted[1];
  const named = /^((?:--?|\/)?([\w.-]+)\s*[=:]\s*)(.+)$/s.exec(argument);
  if (named?.[1] && isSecretName(named[2] ?? "") && !named[3]?.startsWith("//")) return named[1] + MASK;
  const values = maskNamedValues(argument);
  if (/\s/.test(values) && depth < MAX_NESTING) return maskText(values, depth);
  const text = values
    .replace(/(:\/\/[^\s/?#"'@:]{0,256}):(?!\d{1,5}[/?#])(?:(?!:\/\/)[^\s"']){1,512}@/g, `$1:${MASK}@`)
    .replace(/:\/\/[\w.~-]{20,512}@/g, `://${MASK}@`)
    .replace(/\b(bearer|basic)(\s+|%20)[\w.~+/=-]{6,}/gi, `$1$2${MASK}`);
  return text.replace(TOKEN_SHAPES, MASK);
}

/** Rule 1 inside an argument: `url?token=x&a=b`, `Server=db;Password=x`, `{"token": "x"}`, `--env=TOKEN=x`. */
function maskNamedValues(text: string): string {
  const name = /(?<![\w.-])([\w.-]{1,128})\\?["']?\s{0,4}[=:]\s{0,4}/g;
  let masked = "";
  let done = 0;
  for (let found = name.exec(text); found; found = name.exec(text)) {
    if (!isSecretName(found[1] ?? "") || text.startsWith("//", name.lastIndex)) continue;
    const value = /(\\?["'])(?:(?!\1).)*|[^\s&;,"'}]*/sy;
    value.lastIndex = name.lastIndex;
    const [matched = "", quote = ""] = value.exec(text) ?? [];
    masked += text.slice(done, name.lastIndex) + (matched === "" ? "" : quote + MASK);
    done = name.lastIndex + matched.length;
    name.lastIndex = Math.max(done, name.lastIndex);
  }
  return masked + text.slice(done);
}

interface ShortOption {
  prefix: string;
  /** The value; empty if it is the next argument. */
  value: string;
  mask: (value: string) => string;
}

function shortOption(argument: string, program: CredentialFlags | undefined): ShortOption | undefined {
  if (program) {
    const secret = program.secret?.find((flag) => argument.startsWith(flag));
    const pair = program.pair?.find(
      (flag) => argument.startsWith(flag) && (flag.length === 2 || /^=?$/.test(argument[flag.length] ?? "")),
    );
    const attached = secret ?? pair;
    if (attached !== undefined) {
      const value = argument.slice(attached.length);
      if (value === "" && program.attachedOnly) return undefined;
      return { prefix: attached, value, mask: pair === undefined ? () => MASK : maskPair };
    }
  }
  const generic = /^-p(?![\d.:/\\-]+$)(?![a-z][a-z-]*(?:[=:]|$))([^/\\.\s].*)$/s.exec(argument);
  return generic?.[1] ? { prefix: "-p", value: generic[1], mask: () => MASK } : undefined;
}

/** `user:password`, `user%password` or `=user:password`: the part after the first separator. */
function maskPair(value: string): string {
  const at = value.search(/[:%]/);
  return at < 0 ? value : value.slice(0, at + 1) + MASK;
}

function isSecretOption(argument: string): boolean {
  const match = /^(?:--?|\/)([A-Za-z][\w.-]*)$/.exec(argument);
  return match?.[1] !== undefined && match[1].length > 1 && isSecretName(match[1]);
}

function programName(argument: string): string {
  return argument
    .slice(argument.search(/[^/\\]*$/))
    .replace(/^["']|["']$|\.exe["']?$/gi, "")
    .toLowerCase();
}

/** Splits at blanks outside quotes; each piece with the blanks before it. An unclosed quote is an ordinary character. */
function splitArguments(text: string): { gap: string; text: string }[] {
  const pieces: { gap: string; text: string }[] = [];
  const open = new Set<string>();
  let at = 0;
  while (at < text.length) {
    const start = at;
    while (at < text.length && /\s/.test(text[at] as string)) at += 1;
    const from = at;
    while (at < text.length && !/\s/.test(text[at] as string)) {
      const sign = text[at] as string;
      const close = /["']/.test(sign) && !open.has(sign) ? text.indexOf(sign, at + 1) : at;
      if (close < 0) open.add(sign);
      at = Math.max(at, close) + 1;
    }
    pieces.push({ gap: text.slice(start, from), text: text.slice(from, at) });
  }
  return pieces;
}
