import {
  checkPattern,
  createCpeIndexBuilder,
  createMappingMatcher,
  identifySoftware,
  type Knowledge,
  loadKnowledge,
  matchCpes,
  type SoftwareName,
} from "../src/features/software/index.ts";
import { defineFigure } from "./support/figure.ts";
import { casePrograms, hasCases, readDictionary, scoreCases } from "./support/software-cases.ts";
import {
  dictionaryEntries,
  hostilePatterns,
  hostileTexts,
  patternMappings,
  programNames,
} from "./support/software-data.ts";
import { median } from "./support/statistics.ts";

/** Processor time of this process in seconds: what other processes take does not count. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** How many a second of processor time, the median of the rounds. */
function rate(rounds: number, seconds: number, count: number, work: () => void): number {
  work();
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = cpuSeconds();
    let done = 0;
    while (cpuSeconds() - began < seconds) {
      work();
      done += count;
    }
    rates.push(done / (cpuSeconds() - began));
  }
  return median(rates);
}

export const figure = defineFigure({
  what: "software identification without stores: names, mappings and families, CPE look-ups, patterns; a second of processor time each",
  marks: {
    names: { unit: "/s", better: "higher", must: 5_000, aim: 20_000 },
    cpe_lookups: { unit: "/s", better: "higher", must: 1_400, aim: 5_000 },
    mappings_against_loop: { unit: "x", better: "higher", must: 100, aim: 500 },
    slowest_hostile_input: { unit: "ms", better: "lower", must: 5, aim: 2 },
    dictionary_memory: { unit: "MB", better: "lower", must: 300, aim: 200 },
    dictionary_build: { unit: "s", better: "lower", must: 600, aim: 30 },
  },
  settings: { mappings: 5_000, pairs: 300_000, rounds: 3, seconds: 1 },

  run: async ({ mappings, pairs, rounds, seconds }, say) => {
    const knowledge = loadKnowledge();
    const details: Record<string, number | string> = { known_products: knowledge.products.length };
    const verified: string[] = [];
    if (hasCases()) {
      const scores = scoreCases(knowledge, readDictionary());
      for (const [name, { headline, report }] of Object.entries(scores)) {
        say(`--- ${name}\n${report}`);
        details[`cases_${name}`] = headline;
      }
    } else {
      details.cases = "not judged: there are no labelled cases beside the project";
    }
    const programs = hasCases() ? casePrograms() : programNames(1_000, mappings).map((name) => ({ name }));
    say("mappings ...");
    const { ratio, naive, ours, names } = measureMappings(mappings, programs, knowledge, rounds, seconds);
    verified.push("every match of a mapping the same as the naive loop's");
    say("hostile patterns and inputs ...");
    const hostile = measureHostile(knowledge);
    verified.push(`of 100 hostile patterns ${hostile.refused} refused, the others and 100 hostile names bounded`);
    say(`a dictionary of ${pairs * 4} names ...`);
    const dictionary = measureDictionary(pairs, programs, knowledge, rounds, seconds);
    return {
      marks: {
        names,
        cpe_lookups: dictionary.lookups,
        mappings_against_loop: ratio,
        slowest_hostile_input: hostile.slowest,
        dictionary_memory: dictionary.megabytes,
        dictionary_build: dictionary.build,
      },
      details: {
        ...details,
        loop_us: naive,
        mappings_us: ours,
        lookup_us: dictionary.lookupMicros,
        ...(dictionary.recorded && { cpe_lookups_recorded_dictionary: dictionary.recorded }),
      },
      verified,
    };
  },
});

/** The matcher against a loop over compiled expressions of the platform's own engine, and the whole path of a name. */
function measureMappings(
  count: number,
  programs: readonly SoftwareName[],
  knowledge: Knowledge,
  rounds: number,
  seconds: number,
) {
  const mappings = patternMappings(count);
  const matcher = createMappingMatcher(mappings);
  const texts = programNames(1_000, count);
  const compiled = mappings.map(({ patterns }) => new RegExp(patterns[0]!, "is"));
  const sample = texts.slice(0, 60);
  for (const name of sample) {
    const found = matcher.match({ name, normalizedName: name })?.mapping;
    const any = compiled.some((expression) => expression.test(name));
    if (any !== (found !== undefined) || (found && !compiled[Number(found.id)]!.test(name))) {
      throw new Error(`the matcher and the loop differ on ${name}`);
    }
  }
  const ours = rate(rounds, seconds, texts.length, () => {
    for (const name of texts) matcher.match({ name, normalizedName: name });
  });
  const naive = rate(rounds, seconds, sample.length, () => {
    for (const name of sample) for (const expression of compiled) if (expression.test(name)) break;
  });
  const names = rate(rounds, seconds, programs.length, () => {
    for (const program of programs) {
      const { normalizedName } = identifySoftware(program, knowledge);
      matcher.match({ name: program.name, vendor: program.vendor, normalizedName });
    }
  });
  return { ratio: ours / naive, ours: 1e6 / ours, naive: 1e6 / naive, names };
}

/** The slowest of all pairs of hostile pattern and input, and of hostile names, in milliseconds. */
function measureHostile(knowledge: Knowledge) {
  const texts = hostileTexts();
  const accepted = hostilePatterns().flatMap((pattern) => checkPattern(pattern).compiled ?? []);
  let slowest = 0;
  const timed = (work: () => void): void => {
    // The best of three: a pause of the machine is not the input's doing.
    const times = [0, 1, 2].map(() => {
      const began = performance.now();
      work();
      return performance.now() - began;
    });
    slowest = Math.max(slowest, Math.min(...times));
  };
  for (const pattern of accepted) for (const text of texts) timed(() => void pattern.test(text));
  for (const text of texts) timed(() => void identifySoftware({ name: text, vendor: text, version: text }, knowledge));
  return { slowest, refused: 100 - accepted.length };
}

function measureDictionary(
  pairs: number,
  programs: readonly SoftwareName[],
  knowledge: Knowledge,
  rounds: number,
  seconds: number,
) {
  const before = memory();
  const began = cpuSeconds();
  const builder = createCpeIndexBuilder();
  for (const entry of dictionaryEntries(pairs)) builder.add(entry);
  const index = builder.finish();
  const build = cpuSeconds() - began;
  const megabytes = memory() - before;
  const recorded = hasCases() ? readDictionary() : undefined;
  const lookups = rate(rounds, seconds, programs.length, () => void matchCpes(programs, knowledge, index.find));
  const query = {
    pairs: [],
    keys: ["alphabeta77"],
    words: ["vendor", "alpha", "studio"],
    versions: [{ version: "1.1" }],
  };
  const lookup = rate(rounds, seconds, 100, () => {
    for (let at = 0; at < 100; at++) index.find([query]);
  });
  return {
    megabytes,
    build,
    lookups,
    lookupMicros: 1e6 / lookup,
    recorded:
      recorded && rate(rounds, seconds, programs.length, () => void matchCpes(programs, knowledge, recorded.find)),
  };
}

/** Live memory in MB: objects and buffers. Needs a collection before, which a large allocation brings about where none can be asked for. */
function memory(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}
