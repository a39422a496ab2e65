import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Decision, decide } from "../../../../src/features/discovery/identity/decide.ts";
import { candidateOf, decideBatch, withObservation } from "../../../../src/features/discovery/identity/decide-batch.ts";
import { factsOf, type HostFacts } from "../../../../src/features/discovery/identity/facts.ts";
import type { Candidate } from "../../../../src/features/discovery/identity/view.ts";
import { anyEstate, anyHost, anyScanner } from "./arbitraries.ts";

const runs = { numRuns: Number(process.env.FC_RUNS ?? 300) };
const anyFacts = fc.tuple(anyHost, anyScanner).map(([host, scanner]) => factsOf(host, scanner));

function valuesOf(candidate: Candidate, kind: string): string[] {
  return candidate.identifiers.filter((identifier) => identifier.kind === kind).map(({ value }) => value);
}

/**
 * Runs a property of decisions of which only some are concerned: `check` says whether this one was. A property that
 * concerned almost none would prove nothing.
 */
function assertConcerned(check: (facts: HostFacts, estate: Candidate[]) => boolean): void {
  let concerned = 0;
  fc.assert(
    fc.property(anyFacts, anyEstate, (facts, estate) => {
      if (check(facts, estate)) concerned++;
    }),
    runs,
  );
  expect(concerned).toBeGreaterThan(runs.numRuns / 100);
}

/** The CIs after a decision was applied. */
function applied(estate: Candidate[], facts: HostFacts, decision: Decision, newId: string): Candidate[] {
  if (decision.action === "park") return estate;
  if (decision.action === "create") return [...estate, candidateOf(facts, newId, "2026-06-01T00:00:00.000Z")];
  return estate.map((candidate) => {
    if (candidate.ciId === decision.ciId) return withObservation(candidate, facts);
    return decision.duplicates.includes(candidate.ciId) ? { ...candidate, duplicateOf: decision.ciId } : candidate;
  });
}

describe("decide, for any host and any estate", () => {
  it("does not depend on the order of candidates", () => {
    const shuffled = anyEstate.chain((estate) =>
      fc.tuple(fc.constant(estate), fc.shuffledSubarray(estate, { minLength: estate.length })),
    );
    fc.assert(
      fc.property(anyFacts, shuffled, (facts, [estate, other]) => {
        expect(decide(facts, other)).toEqual(decide(facts, estate));
        expect(decide(facts, [...estate, ...estate])).toEqual(decide(facts, estate));
      }),
      runs,
    );
  });

  it("lists every candidate once", () => {
    fc.assert(
      fc.property(
        anyFacts.filter((facts) => facts.usable),
        anyEstate,
        (facts, estate) => {
          const decision = decide(facts, estate);
          const chosen = decision.ciId === undefined ? [] : [decision.ciId];
          const accounted = [...chosen, ...decision.candidates.map(({ ciId }) => ciId)];
          expect(accounted.sort()).toEqual(estate.map(({ ciId }) => ciId).sort());
          for (const { lostBecause } of decision.candidates) expect(lostBecause).not.toBe("");
        },
      ),
      runs,
    );
  });

  it("matches a new host at its next sighting, without conflicts", () => {
    fc.assert(
      fc.property(
        anyFacts.filter((facts) => facts.usable),
        (facts) => {
          expect(decide(facts, []).action).toBe("create");
          const again = decide(facts, [candidateOf(facts, "new", "2026-06-01T00:00:00.000Z")]);
          expect(again).toMatchObject({ action: "match", ciId: "new", conflicts: [], duplicates: [], cloneOf: [] });
        },
      ),
      runs,
    );
  });

  it("decides for the same CI again after its decision was applied", () => {
    fc.assert(
      fc.property(
        anyFacts.filter((facts) => facts.usable),
        anyEstate,
        (facts, estate) => {
          const first = decide(facts, estate);
          const after = applied(estate, facts, first, "new");
          const second = decide(facts, after);
          expect(second).toMatchObject({ action: "match", ciId: first.ciId ?? "new", duplicates: [] });
        },
      ),
      runs,
    );
  });

  it("never merges hosts whose serial numbers and UUIDs both differ, unless their scanner and their name or adapter say so", () => {
    assertConcerned((facts, estate) => {
      const { serial, uuid } = facts;
      if (serial === undefined || uuid === undefined) return false;
      const isOther = (ci: Candidate) => {
        const [serials, uuids] = [valuesOf(ci, "serial"), valuesOf(ci, "uuid")];
        return serials.length > 0 && uuids.length > 0 && !serials.includes(serial) && !uuids.includes(uuid);
      };
      const decision = decide(facts, estate);
      const merged = estate.filter(({ ciId }) => ciId === decision.ciId || decision.duplicates.includes(ciId));
      if (merged.some(isOther)) expect(decision.rule).toBe(0);
      return estate.some(isOther);
    });
  });

  it("never matches a container with anything but a container", () => {
    assertConcerned((facts, estate) => {
      const decision = decide(facts, estate);
      const merged = estate.filter(({ ciId }) => ciId === decision.ciId || decision.duplicates.includes(ciId));
      for (const ci of merged) expect(ci.deviceType === "container").toBe(facts.container);
      return merged.length > 0 && estate.some((ci) => (ci.deviceType === "container") !== facts.container);
    });
  });

  it("never matches clones: another name and no common adapter", () => {
    assertConcerned((facts, estate) => {
      const isClone = (ci: Candidate) => {
        const [names, macs, fqdns] = ["hostname", "mac", "fqdn"].map((kind) => valuesOf(ci, kind)) as string[][];
        if (facts.identifiers.some(({ kind, value }) => kind === "fqdn" && fqdns!.includes(value))) return false;
        const otherName = facts.hostname !== undefined && names!.length > 0 && !names!.includes(facts.hostname);
        // A MAC address that several CIs carry may be a docking station's, which identifies no machine.
        const carriers = (mac: string) => estate.filter((one) => valuesOf(one, "mac").includes(mac)).length;
        const own = facts.macs.filter((mac) => carriers(mac) < 2);
        return otherName && own.length > 0 && macs!.length > 0 && !facts.macs.some((mac) => macs!.includes(mac));
      };
      const decision = decide(facts, estate);
      const chosen = estate.find(({ ciId }) => ciId === decision.ciId);
      if (chosen && decision.matched.fqdn === undefined) expect(isClone(chosen)).toBe(false);
      return estate.some(isClone);
    });
  });

  it("matches a CI that is known by more than its address only by more than an address", () => {
    assertConcerned((facts, estate) => {
      const isKnownByMore = (ci: Candidate) =>
        ["serial", "uuid", "hostname", "fqdn"].some((kind) => valuesOf(ci, kind).length > 0);
      const decision = decide(facts, estate);
      const chosen = estate.find(({ ciId }) => ciId === decision.ciId);
      if (chosen && isKnownByMore(chosen)) expect(decision.rule).not.toBe(6);
      const addresses = facts.identifiers.filter(({ kind }) => kind === "ip").map(({ value }) => value);
      return estate.some((ci) => isKnownByMore(ci) && valuesOf(ci, "ip").some((value) => addresses.includes(value)));
    });
  });
});

describe("decideBatch, for any batch and any estate", () => {
  const anyBatch = fc.array(anyFacts, { maxLength: 8 });
  const newId = (index: number) => `new-${index}`;

  it("creates one CI for a host that occurs several times", () => {
    fc.assert(
      fc.property(
        anyFacts.filter((facts) => facts.usable),
        fc.integer({ min: 2, max: 5 }),
        (facts, times) => {
          const decisions = decideBatch(new Array<HostFacts>(times).fill(facts), [], newId);
          expect(decisions.map(({ ciId }) => ciId)).toEqual(new Array(times).fill("new-0"));
          expect(decisions.map(({ action }) => action)).toEqual(["create", ...new Array(times - 1).fill("match")]);
        },
      ),
      runs,
    );
  });

  it("gives every usable host a CI, and every created host a new one", () => {
    fc.assert(
      fc.property(anyBatch, anyEstate, (batch, estate) => {
        const decisions = decideBatch(batch, estate, newId);
        expect(decisions).toHaveLength(batch.length);
        const known = new Set(estate.map(({ ciId }) => ciId));
        decisions.forEach((decision, index) => {
          expect(decision.ciId === undefined).toBe(!batch[index]!.usable);
          expect(decision.action === "park").toBe(!batch[index]!.usable);
          expect(decision.action === "create").toBe(decision.ciId === newId(index));
          if (decision.action === "restore") expect(known.has(decision.ciId!)).toBe(true);
        });
      }),
      runs,
    );
  });

  it("does not depend on the order of candidates", () => {
    fc.assert(
      fc.property(anyBatch, anyEstate, (batch, estate) => {
        expect(decideBatch(batch, [...estate].reverse(), newId)).toEqual(decideBatch(batch, estate, newId));
      }),
      runs,
    );
  });

  it("decides a single host as `decide` does", () => {
    fc.assert(
      fc.property(anyFacts, anyEstate, (facts, estate) => {
        const carrying = estate.filter((candidate) =>
          candidate.identifiers.some((a) => facts.lookups.some((b) => a.kind === b.kind && a.value === b.value)),
        );
        const alone = decide(facts, carrying);
        const [batched] = decideBatch([facts], estate, newId);
        expect(batched).toEqual({ ...alone, ciId: alone.action === "create" ? "new-0" : alone.ciId });
      }),
      runs,
    );
  });
});
