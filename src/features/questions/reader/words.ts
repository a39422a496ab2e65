/** Forms that a word may be the plural of, itself first. */
export function singulars(word: string): string[] {
  const forms = [word];
  if (word.length > 3 && word.endsWith("ies")) forms.push(`${word.slice(0, -3)}y`);
  if (word.length > 3 && /(?:s|x|z|ch|sh)es$/.test(word)) forms.push(word.slice(0, -2));
  if (word.length > 2 && /[^s]s$/.test(word)) forms.push(word.slice(0, -1));
  return forms;
}

/** Word -> the word that means the same in names of fields. */
const SAME: Record<string, string> = {
  ram: "memory",
  mem: "memory",
  cpus: "cpu",
  vcpu: "cpu",
  vcpus: "cpu",
  processor: "cpu",
  env: "environment",
  centre: "center",
  num: "count",
  number: "count",
  os: "operating_system",
  expiry: "end",
  expiration: "end",
  expire: "end",
  sn: "serial_number",
  datacenter: "data_center",
  datacentre: "data_center",
};

/** Last words of keys that name a unit, or how a value is counted. */
const UNIT_WORDS = new Set(
  "b kb mb gb tb pb kib mib gib tib mhz ghz hz ms s sec seconds minutes hours days percent pct w kw watts".split(" "),
);
/** Words between the words of a name of a field. */
const SKIPPED = new Set(["of", "the", "a", "an"]);

/** The words of an attribute's key in comparable form, sorted: `warrantyEnd` and `warranty_end` are alike; without its unit. */
export function keyWords(key: string): { words: string[]; unit: string | undefined } {
  const parts = key
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[\s_.-]+/)
    .filter((part) => part !== "");
  const last = parts.at(-1);
  const unit = parts.length > 1 && last !== undefined && UNIT_WORDS.has(last) ? last : undefined;
  return { words: comparable(unit === undefined ? parts : parts.slice(0, -1)), unit };
}

/** Words of a question in the form of `keyWords`; undefined if nothing is left of them. */
export function phraseWords(words: readonly string[]): string[] | undefined {
  const kept = comparable(words);
  return kept.length > 0 ? kept : undefined;
}

function comparable(words: readonly string[]): string[] {
  const all = words.filter((word) => !SKIPPED.has(word)).flatMap((word) => oneForm(word).split("_"));
  return [...new Set(all)].sort();
}

function oneForm(word: string): string {
  for (const form of singulars(word)) if (SAME[form] !== undefined) return SAME[form];
  const forms = singulars(word);
  return forms[forms.length - 1]!;
}

/** What people call a kind of field by other words than its key. Keys and words in the form of `keyWords`, joined by blanks. */
const CONCEPTS: Record<string, readonly string[]> = {
  owner: ["owner", "owned by", "team", "owning team", "responsible", "owner team", "department"],
  location: ["location", "site", "city", "place", "center data", "office", "region", "campus"],
  manufacturer: ["manufacturer", "vendor", "maker", "brand", "make"],
  environment: ["environment", "stage"],
  os: ["operating system", "platform", "name operating system"],
  cores: ["core cpu", "core", "cpu", "count cpu", "count core"],
  memory: ["memory", "memory size", "memory total"],
  disk: ["disk", "disk size", "disk space", "storage", "disk storage", "space storage"],
  size: ["size"],
  warranty: ["end warranty", "warranty", "date end warranty", "until warranty"],
};

export type Concept = keyof typeof CONCEPTS;

const CONCEPT_OF = new Map(
  Object.entries(CONCEPTS).flatMap(([concept, names]) =>
    names.map((name) => [[...name.split(" ")].sort().join(" "), concept]),
  ),
);

/** The concept that words in the form of `keyWords` name. */
export function conceptOf(words: readonly string[]): Concept | undefined {
  return CONCEPT_OF.get(words.join(" "));
}

const UNITS: Record<string, { kind: "bytes" | "time" | "frequency" | "percent"; exponent?: number; factor?: number }> =
  {
    b: { kind: "bytes", exponent: 0 },
    kb: { kind: "bytes", exponent: 1 },
    mb: { kind: "bytes", exponent: 2 },
    gb: { kind: "bytes", exponent: 3 },
    tb: { kind: "bytes", exponent: 4 },
    pb: { kind: "bytes", exponent: 5 },
    ms: { kind: "time", factor: 1 },
    s: { kind: "time", factor: 1_000 },
    min: { kind: "time", factor: 60_000 },
    h: { kind: "time", factor: 3_600_000 },
    hz: { kind: "frequency", factor: 1 },
    mhz: { kind: "frequency", factor: 1_000_000 },
    ghz: { kind: "frequency", factor: 1_000_000_000 },
    percent: { kind: "percent", factor: 1 },
  };

/** Spelling of a unit -> its name in `UNITS`. */
const SPELLINGS: Record<string, string> = {
  ...Object.fromEntries(Object.keys(UNITS).map((unit) => [unit, unit])),
  kib: "kb",
  mib: "mb",
  gib: "gb",
  tib: "tb",
  gig: "gb",
  gigs: "gb",
  gigabyte: "gb",
  gigabytes: "gb",
  terabyte: "tb",
  terabytes: "tb",
  megabyte: "mb",
  megabytes: "mb",
  millisecond: "ms",
  milliseconds: "ms",
  sec: "s",
  second: "s",
  seconds: "s",
  minutes: "min",
  hours: "h",
  "%": "percent",
  pct: "percent",
};

export function unitOf(word: string): string | undefined {
  return Object.hasOwn(SPELLINGS, word) ? SPELLINGS[word] : undefined;
}

/**
 * A figure in another unit; undefined where the two measure different things. Memory counts in steps of 1,024, all else that is
 * measured in bytes in steps of 1,000.
 */
export function inUnit(value: number, from: string, to: string, isMemory: boolean): number | undefined {
  const [source, target] = [UNITS[from], UNITS[unitOf(to) ?? ""]];
  if (!source || !target || source.kind !== target.kind) return undefined;
  if (source.kind === "bytes") return value * (isMemory ? 1_024 : 1_000) ** (source.exponent! - target.exponent!);
  return (value * source.factor!) / target.factor!;
}
