import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { checkPattern } from "../../../src/features/software/engine/patterns/check-pattern.ts";
import {
  createMappingMatcher,
  type MatchableMapping,
} from "../../../src/features/software/engine/patterns/mapping-matcher.ts";
import { literalPrefix, requiredLiterals } from "../../../src/features/software/engine/patterns/required-literals.ts";

let next = 0;
function mapping(over: Partial<MatchableMapping>): MatchableMapping {
  const id = String(next++).padStart(4, "0");
  const base = { instanceName: "", normalizedName: "", vendor: undefined, patterns: [], source: "manual" as const };
  return { id, ...base, confidence: 80, usageCount: 0, createdAt: `2026-01-01T00:00:00.${id}Z`, ...over };
}
const subject = (name: string, vendor?: string, normalizedName = name) => ({ name, vendor, normalizedName });

describe("createMappingMatcher", () => {
  test("tries exact name, then vendor and name, then generic name, then pattern", () => {
    const exact = mapping({ instanceName: "Example Tool 1.0" });
    const maker = mapping({ instanceName: "x", normalizedName: "Example Tool", vendor: "Example Ltd." });
    const generic = mapping({ instanceName: "y", normalizedName: "example-tool", source: "manual", confidence: 100 });
    const pattern = mapping({ patterns: ["^Example"], confidence: 100 });
    const { match } = createMappingMatcher([pattern, generic, maker, exact]);
    expect(match(subject("EXAMPLE tool 1.0 ", "Example Inc", "Example Tool"))).toEqual({
      mapping: exact,
      matchedBy: "exact_name",
    });
    expect(match(subject("Example Tool 2.0", "Example Inc", "Example Tool"))).toEqual({
      mapping: maker,
      matchedBy: "vendor_and_name",
    });
    expect(match(subject("Example Tool 2.0", "Else", "Example Tool"))).toEqual({
      mapping: generic,
      matchedBy: "normalized_name",
    });
    expect(match(subject("Example Other 2.0"))).toEqual({ mapping: pattern, matchedBy: "pattern" });
    expect(match(subject("Unlike"))).toBeUndefined();
  });

  test("finds a mapping by the vendor and the name of its software too", () => {
    const mapped = mapping({ patterns: ["^Ledger Client \\d"], vendor: "Example Ltd.", softwareName: "Ledger" });
    const { match } = createMappingMatcher([mapped]);
    expect(match(subject("Ledger 4.2", "Example", "Ledger"))).toEqual({
      mapping: mapped,
      matchedBy: "vendor_and_name",
    });
    expect(match(subject("Ledger 4.2", "Another", "Ledger"))).toBeUndefined();
    expect(match(subject("Ledger 4.2", undefined, "Ledger"))).toBeUndefined();
  });

  test("ranks mappings of one strategy by source, confidence, usage, age", () => {
    const same = { instanceName: "Same" };
    const ranked = [
      mapping({ ...same, confidence: 10 }),
      mapping({ ...same, source: "import", confidence: 90, usageCount: 9, createdAt: "2026-05-01" }),
      mapping({ ...same, source: "import", confidence: 90, usageCount: 5, createdAt: "2026-02-01" }),
      mapping({ ...same, source: "import", confidence: 90, usageCount: 5, createdAt: "2026-03-01" }),
      mapping({ ...same, source: "ai", confidence: 99 }),
      mapping({ ...same, source: "system", confidence: 100 }),
    ];
    for (let from = 0; from < ranked.length; from++) {
      const rest = ranked.slice(from);
      expect(createMappingMatcher([...rest].reverse()).match(subject("same"))?.mapping).toBe(rest[0]);
    }
  });

  test("prefers the pattern with the longest literal prefix", () => {
    const short = mapping({ patterns: ["^Example .*"], confidence: 100 });
    const long = mapping({ patterns: ["^Example Tool .*"], confidence: 1, source: "ai" });
    expect(createMappingMatcher([short, long]).match(subject("Example Tool 3"))?.mapping).toBe(long);
  });

  test("prefers a tenant's own mapping to a built-in one, by any strategy", () => {
    const builtIn = mapping({ instanceName: "Example Tool", source: "system" });
    const own = mapping({ patterns: ["tool$"], source: "ai", confidence: 1 });
    const base = createMappingMatcher([builtIn]);
    const overlaid = createMappingMatcher([own], base);
    expect(overlaid.match(subject("Example Tool"))?.mapping).toBe(own);
    expect(base.match(subject("Example Tool"))?.mapping).toBe(builtIn);
    expect(overlaid.size).toBe(2);
  });

  test("finds a pattern that matches only one text, and ranks it like any other", () => {
    const whole = mapping({ patterns: ["^Example \\(Tool\\)$"] });
    const lower = mapping({ patterns: ["^example \\(tool\\)$"], source: "ai" });
    const longer = mapping({ patterns: ["^Example \\(Tool\\).*"], source: "import" });
    const anywhere = mapping({ patterns: ["tool"] });
    const { match } = createMappingMatcher([anywhere, longer, lower, whole]);
    expect(match(subject("EXAMPLE (TOOL)"))?.mapping).toBe(whole);
    expect(match(subject("Example (Tool) 2"))?.mapping).toBe(longer);
    expect(match(subject("Example Tool"))?.mapping).toBe(anywhere);
    expect(createMappingMatcher([lower, longer]).match(subject("Example (Tool)"))?.mapping).toBe(longer);
  });

  test("skips a refused pattern and reports it", () => {
    const matcher = createMappingMatcher([
      mapping({ id: "bad", patterns: ["exam(?=p)"] }),
      mapping({ id: "good", patterns: ["exam"] }),
    ]);
    expect(matcher.match(subject("example"))?.mapping.id).toBe("good");
    expect(matcher.refused).toMatchObject([{ id: "bad" }]);
  });

  test("matches with patterns whose automata were evicted from the cache", () => {
    const letter = (id: number) => String.fromCharCode(97 + (id % 25));
    const wide = (id: number) => `^[${letter(id)}_](?:[a-z]{2}[0-9]){150}$`;
    const mappings = Array.from({ length: 700 }, (_, id) => mapping({ id: `${id}`, patterns: [wide(id)] }));
    expect(checkPattern(wide(1)).compiled!.size * mappings.length).toBeGreaterThan(300_000);
    const matcher = createMappingMatcher(mappings);
    const of = (first: string) => matcher.match(subject(first + "ab1".repeat(150)))?.mapping.id;
    const before = ["a", "b", "y"].map(of);
    expect(before).toEqual(["0", "1", "24"]);
    expect(of("!")).toBeUndefined();
    expect(["a", "b", "y"].map(of)).toEqual(before);
  });

  test("finds the same as a naive loop over all patterns", () => {
    const word = fc.constantFrom("alpha", "Beta", "gam ma", "d", "k", "1.0", "(x)", "ſ");
    const piece = fc.oneof(
      word.map((text) => text.replace(/[.()]/g, "\\$&")),
      fc.constantFrom(
        ".*",
        "\\s*",
        "[a-c]+",
        "\\d",
        "(?:alpha|beta)",
        "(?:d|k)?",
        "x{2}",
        "^",
        "$",
        "\\b",
        "a*",
        "(?i)",
      ),
    );
    const pattern = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""));
    const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 12 }), name, (patterns, text) => {
        const mappings = patterns.map((each) => mapping({ patterns: [each] }));
        const naive = mappings.filter(({ patterns: [only] }) => checkPattern(only!).compiled?.test(text));
        const found = createMappingMatcher(mappings).match(subject(text, undefined, ""))?.mapping;
        const longest = Math.max(...naive.map(({ patterns: [only] }) => literalPrefix(only!).length));
        expect(found).toBe(naive.find(({ patterns: [only] }) => literalPrefix(only!).length === longest));
      }),
      { numRuns: 300 },
    );
  });
});

describe("checkPattern", () => {
  test.each(["^Example .*$", "(?i)tool", "(a+)+$", "(a|aa)*b", "[(]?=x", "C\\+\\+ \\d{4}", "\\p{L}+", "версия"])(
    "accepts %s",
    (pattern) => {
      expect(checkPattern(pattern).reason).toBeUndefined();
    },
  );

  test.each([
    "",
    "  ",
    "a".repeat(501),
    "(?=x)y",
    "(?!x)y",
    "(?<=x)y",
    "(?<!x)y",
    "(.)\\1",
    "(?P<n>x)\\k<n>",
    "(?>a)b",
    "(unclosed",
    "[z-a]",
    "*",
    "a{2,1}",
    "(a{1,100}){1,100}",
    "((a{30}){30}){30}",
    "x{1,1000}y{1,1000}",
    "\\",
  ])("refuses %j with a reason", (pattern) => {
    expect(checkPattern(pattern).reason).toEqual(expect.any(String));
  });
});

describe("requiredLiterals", () => {
  test.each<[string, string[] | undefined]>([
    ["^Example Tool.*$", ["example tool"]],
    ["(foo|bar)x*", ["foo", "bar"]],
    ["a?b*cd", ["cd"]],
    ["(?:The )?Tool\\b", ["tool"]],
    ["C\\+\\+", ["c++"]],
    ["one|", undefined],
    ["(x|y*)", undefined],
    [".*", undefined],
    ["[abc]def{2,}", ["def"]],
    ["a)b", undefined],
  ])("extracts from %s the literals %j", (pattern, literals) => {
    expect(requiredLiterals(pattern)).toEqual(literals);
  });
});

describe("MappingMatcher.matchAsync", () => {
  test("returns the same as match, and yields to the event loop between patterns", async () => {
    const mappings = Array.from({ length: 20 }, (_, i) => mapping({ patterns: [`[a-z]*[ab].{${10 + i}}[${i}x]`] }));
    const last = mapping({ patterns: ["[0-9]b[ab]*$"] });
    const name = `${"ab".repeat(20)}7b`;
    let turns = 0;
    const other = () => {
      turns++;
      waiting = setImmediate(other);
    };
    let waiting = setImmediate(other);
    // Simulates patterns that take a second each.
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 1_000));
    const later = await createMappingMatcher([...mappings, last]).matchAsync(subject(name));
    clock.mockRestore();
    clearImmediate(waiting);
    expect(turns).toBeGreaterThan(1);
    expect(later).toEqual(createMappingMatcher([...mappings, last]).match(subject(name)));
    expect(later?.matchedBy).toBe("pattern");
  });
});
