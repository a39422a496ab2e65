import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FailureStep, isOptional } from "../../../src/features/reach/index.ts";
import {
  type DependencyFacts,
  findDownstream,
  findUpstream,
} from "../../../src/features/services/dependencies/find-dependencies.ts";
import { dependencyWeight } from "../../../src/features/services/dependency-weights.ts";
import { adjacencyOf, strongestPaths, towardsDependents } from "../../../src/features/services/strongest-paths.ts";

const SHOP = "shop";

/** `to` needs `from`. */
function needs(to: string, from: string, more: Partial<FailureStep> = {}): FailureStep {
  const shown = { id: `${to} ${from}`, type: "depends_on", graphType: "DEPENDS_ON", observed: false } as const;
  return { ...shown, from, to, confidence: 1, criticality: null, redundancyGroup: null, ...more } as FailureStep;
}

/** What services consist of, each component needed by its service. */
function factsOf(services: Record<string, string[]>, steps: readonly FailureStep[]): DependencyFacts {
  const members = Object.entries(services).flatMap(([service, cis]) => cis.map((ci) => needs(service, ci)));
  const components = new Map(Object.entries(services).map(([service, cis]) => [service, new Set(cis)]));
  return { serviceId: SHOP, steps: [...steps, ...members], components };
}

/** The rule as it is worded, one search for each service: from this one, and from what of it is not the other's too. */
function downstreamOneByOne({ serviceId, steps, components }: DependencyFacts) {
  const own = [...(components.get(serviceId) ?? [])];
  const edges = steps.map((step) => ({ step, weight: dependencyWeight(step) }));
  return [...components].flatMap(([other, theirs]) => {
    if (other === serviceId) return [];
    const starts = [serviceId, ...own.filter((id) => !theirs.has(id))];
    for (const type of ["required", "optional"]) {
      const some = edges.filter(({ step }) => type === "optional" || !isOptional(step));
      const found = strongestPaths(adjacencyOf(some, towardsDependents), starts, towardsDependents).get(other);
      if (found?.edge) return [[other, type, found.weight, found.distance]];
    }
    return [];
  });
}

const ci = fc.integer({ min: 0, max: 9 }).map((n) => `ci ${n}`);
const cis = fc.uniqueArray(ci, { maxLength: 5 });
const step = fc
  .tuple(ci, ci, fc.constantFrom(null, "optional", "low", "medium"), fc.constantFrom(1, 0.9, 0.5))
  .map(([to, from, criticality, confidence]) => needs(to, from, { criticality, confidence }));

describe("findDownstream", () => {
  it("finds the services and path weights of one search for each service", () => {
    fc.assert(
      fc.property(
        fc.record({ [SHOP]: cis, a: cis, b: cis, c: cis }),
        fc.uniqueArray(step, { maxLength: 25, selector: ({ id }) => id }),
        (services, steps) => {
          const facts = factsOf(services, steps);
          const found = findDownstream(facts).map(({ serviceId, type, path }) => {
            expect(path.at(-1)?.to).toBe(serviceId);
            for (const [i, { from }] of path.entries()) if (i > 0) expect(from).toBe(path[i - 1]?.to);
            return [serviceId, type, path.reduce((weight, one) => weight * dependencyWeight(one), 1), path.length];
          });
          expect(found).toEqual(downstreamOneByOne(facts));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("finds services that share more components than the common search distinguishes", () => {
    const shared = Array.from({ length: 40 }, (_, i) => `shared ${i}`);
    const facts = factsOf({ [SHOP]: ["own", ...shared], near: shared, far: [...shared, "theirs"] }, [
      needs("theirs", "own"),
    ]);
    expect(findDownstream(facts)).toMatchObject([{ serviceId: "far", path: [{ from: "own" }, { from: "theirs" }] }]);
    expect(findUpstream(facts)).toEqual([]);
  });

  it("finishes within a request when hundreds of services share their base", () => {
    const steps: FailureStep[] = [];
    for (let i = 0; i < 4_000; i++) {
      for (let k = 1; k <= 5; k++) steps.push(needs(`ci ${(i * 7 + k * 13) % 4_000}`, `ci ${i}`));
    }
    const others = Array.from({ length: 400 }, (_, i) => [`service ${i}`, [`ci ${i % 3}`, `ci ${100 + i}`]] as const);
    const facts = factsOf({ [SHOP]: ["ci 0", "ci 1", "ci 2"], ...Object.fromEntries(others) }, steps);
    expect(findDownstream(facts)).toHaveLength(400);
  }, 10_000);
});
