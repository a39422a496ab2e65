import { readFileSync } from "node:fs";
import path from "node:path";
import { invalidField } from "../../../errors.ts";
import { comparisonKey } from "../access.model.ts";

/** Words that a password must not consist of: those of its user and tenant. */
export interface PasswordOwner {
  email: string;
  tenantName: string;
}

export interface PasswordRules {
  /** Why the password is easily guessed; undefined when no rule applies. Does not check the length. */
  findWeakness(password: string, owner: PasswordOwner): string | undefined;
  /** Throws 400 naming the field and the weakness. */
  require(password: string, owner: PasswordOwner, field: string): void;
}

const PRODUCT = "orrery";
/** Characters around a word that count as ornament; a password needs more. */
const MAX_ORNAMENT = 8;
/** A password with at most this many characters outside runs is weak. */
const MAX_WEAK_OUTSIDE_RUNS = 4;
const MIN_RUN = 3;

/** Alphabetical, numeric and keyboard orders that runs follow. */
const SEQUENCES = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop[]",
  "asdfghjkl;'",
  "zxcvbnm,./",
  "qwertzuiop",
  "yxcvbnm",
  "azertyuiop",
  "qsdfghjklm",
  "wxcvbn",
  "!@#$%^&*()",
  ...["1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm", "8ik,", "9ol.", "0p;/"],
];

/** Words that guessers try first, alone or with ornament. */
const COMMON_WORDS =
  "password passwort passw passwd pass secret geheim welcome welkom willkommen bienvenue letmein changeme changeit default admin administrator root sysadmin superuser user username guest test testing tester demo temp temporary login access server network router firewall database postgres postgresql oracle mysql neo4j system manager master monitor monitoring company corporate business office service support helpdesk operator security computer internet windows microsoft google facebook iloveyou sunshine princess football baseball basketball soccer hockey monkey dragon tiger eagle shadow superman batman spiderman pokemon starwars starbucks freedom whatever trustno qwerty qwertz azerty qwertyuiop asdfgh asdfghjkl zxcvbnm hello hallo bonjour summer winter spring autumn fall sommer herbst fruehling january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday michael jennifer jessica charlie daniel thomas jordan andrew joshua matthew ashley nicole chocolate cookie cheese banana pepper ginger flower butterfly rainbow forever friends family blessed jesus christ angel lovely love loveme money lucky happy smile samsung apple iphone android mustang ferrari mercedes porsche harley yamaha london paris berlin newyork chicago america germany england canada liverpool arsenal chelsea barcelona juventus".split(
    " ",
  );

/** Signs that replace letters in leetspeak. */
const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/**
 * Rules for new passwords beside their length (NIST SP 800-63B, section 5.1.1.2). No list can hold all common or
 * expected passwords, so `common-passwords.txt` refuses the known ones and patterns refuse their variations. There are
 * no rules on kinds of characters. Passwords in use are never checked.
 */
export function createPasswordRules(): PasswordRules {
  const file = path.join(import.meta.dirname, "common-passwords.txt");
  const commonPasswords = new Set(readFileSync(file, "utf8").split("\n").filter(Boolean));
  const commonWords = new Set(COMMON_WORDS);

  const findWeakness = (password: string, owner: PasswordOwner): string | undefined => {
    const key = comparisonKey(password);
    if (commonPasswords.has(key)) return "is one of the most common passwords";
    if (new Set(key).size < 4 || period(key) <= key.length / 2) return "repeats the same characters";
    const outside = countOutsideRuns(key);
    if (outside <= MAX_WEAK_OUTSIDE_RUNS) return "is little more than neighbouring keys, letters or digits in a row";
    if (isDecorated(key, ownerWords(owner))) {
      return "is little more than the email, the tenant's name or the product's name";
    }
    return isDecorated(key, commonWords) ? "is a common word with digits or signs around it" : undefined;
  };

  return {
    findWeakness,
    require(password, owner, field) {
      const fault = findWeakness(password, owner);
      if (fault)
        throw invalidField(field, `${fault}: choose another one, such as four words that do not belong together`);
    },
  };
}

/** Length of the shortest prefix that the text repeats; the last repetition may be partial. */
function period(text: string): number {
  for (let length = 1; length < text.length; length++) {
    if (text.startsWith(text.slice(length))) return length;
  }
  return text.length;
}

/** Number of characters outside runs; a run has three or more equal characters, or ones in sequence. */
function countOutsideRuns(text: string): number {
  let outside = 0;
  for (let start = 0; start < text.length; ) {
    const length = runAt(text, start);
    if (length < MIN_RUN) outside++;
    start += length < MIN_RUN ? 1 : length;
  }
  return outside;
}

/** Length of the longest run that begins at `start`, forwards or backwards; digits wrap around. */
function runAt(text: string, start: number): number {
  let longest = 1;
  while (text[start + longest] === text[start]) longest++;
  for (const sequence of SEQUENCES) {
    for (const step of [1, -1]) {
      let length = 1;
      while (
        start + length < text.length &&
        follows(sequence, text[start + length - 1]!, text[start + length]!, step)
      ) {
        length++;
      }
      longest = Math.max(longest, length);
    }
  }
  return longest;
}

function follows(sequence: string, current: string, next: string, step: number): boolean {
  for (let at = sequence.indexOf(current); at >= 0; at = sequence.indexOf(current, at + 1)) {
    if (sequence[at + step] === next) return true;
  }
  return false;
}

/**
 * Whether the text is one of the words, once or repeated, in plain or leet spelling, with at most 8 characters of
 * ornament.
 */
function isDecorated(key: string, words: ReadonlySet<string>): boolean {
  if (words.has(key)) return true;
  for (const text of [key, undoLeet(key)]) {
    const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
    for (const candidate of new Set([core, undoLeet(core), core.replaceAll(/[^\p{L}]/gu, "")])) {
      const once = candidate.slice(0, period(candidate));
      const isWord = words.has(candidate) || (candidate.length % once.length === 0 && words.has(once));
      if (candidate !== "" && isWord && ornamentOf(key, core.length) <= MAX_ORNAMENT) return true;
    }
  }
  return false;
}

/** Number of characters around the core; those of runs do not count. */
function ornamentOf(key: string, core: number): number {
  return Math.min(key.length - core, countOutsideRuns(key));
}

function undoLeet(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);
}

/** Email, its local part, the tenant's name and the product's name: each as it is, and reduced to its letters. */
function ownerWords({ email, tenantName }: PasswordOwner): Set<string> {
  const texts = [email, email.split("@")[0] ?? "", tenantName, PRODUCT].map(comparisonKey);
  const all = texts.flatMap((text) => [text, text.replaceAll(/[^\p{L}]/gu, "")]);
  return new Set(all.filter((text) => text.length >= 3));
}
