import type { DictionaryEntry, MatchableMapping } from "../../src/features/software/index.ts";

const WORDS =
  "alpha beta gamma delta studio server client manager viewer editor tools suite agent monitor desktop cloud sync backup reader writer".split(
    " ",
  );

/** Names of made-up programs: every second one is that of a mapping, with a version and an architecture. */
export function programNames(count: number, mappings: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    at % 2 === 0 ? `Another Program ${at} 2.3 (x64)` : `${mappedName((at * 7919) % mappings)} Pro 1.2.3 (x64)`,
  );
}

function mappedName(at: number): string {
  return `Ven${(at * 7919) % 900} ${WORDS[at % 20]} ${WORDS[(at * 7) % 20]} ${(at * 31) % 1000}`;
}

/** Mappings with one pattern each, of the shapes that people write. */
export function patternMappings(count: number): MatchableMapping[] {
  return Array.from({ length: count }, (_, at) => {
    const name = mappedName(at);
    const shapes = [
      `^${name}.*$`,
      name,
      `^${name}( Pro)? [\\d.]+`,
      `${name}.*(x64|x86)`,
      `(?:The )?${name}\\b`,
      `^(${name}|${name} Plus) (Pro|v?\\d+)`,
    ];
    return {
      id: String(at).padStart(6, "0"),
      instanceName: "",
      normalizedName: "",
      vendor: undefined,
      patterns: [shapes[at % shapes.length]!],
      source: "manual",
      confidence: 80,
      usageCount: 0,
      createdAt: "2026-01-01T00:00:00.000Z",
    };
  });
}

/** Names of a dictionary as large as the real one: `pairs` products of some ten thousand vendors with 4 versions each. */
export function* dictionaryEntries(pairs: number): Generator<DictionaryEntry> {
  for (let at = 0; at < pairs; at++) {
    const vendor = `vendor${at % 30_011}`;
    const product = `${WORDS[at % 20]}_${WORDS[(at * 13) % 20]}_${at}`;
    const title = `Vendor ${at % 30_011} ${WORDS[at % 20]} ${WORDS[(at * 13) % 20]} ${at}`;
    for (let minor = 0; minor < 4; minor++) {
      yield {
        cpeName: `cpe:2.3:a:${vendor}:${product}:1.${minor}:*:*:*:*:*:*:*`,
        deprecated: false,
        title: `${title} 1.${minor}`,
      };
    }
  }
}

/** Expressions that make careless engines slow or large. */
export function hostilePatterns(): string[] {
  const cores = [
    "(a+)+$",
    "(a|aa)+$",
    "(a|a?)+$",
    "(.*a){12}",
    "(.*)*x",
    "([a-z]+)*\\d",
    "(\\w+\\s?)+$",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "(x+x+)+y",
    "a{1,60}a{1,60}a{1,60}",
  ];
  const wraps = [
    (core: string) => core,
    (core: string) => `(?:${core}){1,5}`,
    (core: string) => `^${core}${core}`,
    (core: string) => `(${core}|b){30}`,
    (core: string) => `${core}{1,90}{1,90}`,
  ];
  const refused = [
    "(?=a)b",
    "(?!a)b",
    "(?<=a)b",
    "(?<!a)b",
    "(a)\\1",
    "(?>a)",
    "((a{30}){30}){30}",
    "a{1,1000}b{1,1000}",
    "[a-z]{1,500}[a-z]{1,500}",
    "\\p{L}{1000}",
  ];
  const all = [...cores.flatMap((core) => wraps.map((wrap) => wrap(core))), ...refused];
  return Array.from({ length: 100 }, (_, at) => all[at % all.length]!);
}

/** Texts of 10,000 signs that make careless expressions slow. */
export function hostileTexts(): string[] {
  const units = [
    "a",
    "aa ",
    "1.",
    "(",
    "(x64) ",
    "-1",
    "_",
    "&amp;",
    "\u0000",
    "\u202e",
    "字",
    "\ud83d\ude00",
    "\ud800",
    "1.0 ",
    "Edition ",
    "Update 1 ",
    "lib3-",
    "KB1234567 ",
    "A.B",
    "~rc1",
    "+dfsg",
    "\\",
    "/",
    '"',
    "x1y2",
  ];
  return Array.from({ length: 100 }, (_, at) => {
    const unit = units[at % units.length]! + "b".repeat(Math.floor(at / units.length));
    return `${unit.repeat(Math.ceil(10_000 / unit.length)).slice(0, 9_999)}!`;
  });
}
