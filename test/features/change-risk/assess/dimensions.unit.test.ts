import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AffectedCi, AffectedService, Facts } from "../../../../src/features/change-risk/assess/assess.model.ts";
import { dimensionsOf } from "../../../../src/features/change-risk/assess/dimensions/dimensions.ts";
import { levelOf, totalOf } from "../../../../src/features/change-risk/assess/dimensions/score.ts";
import type { DimensionName } from "../../../../src/features/change-risk/change-analysis.model.ts";
import { changeOf, endedOn, eventOn, incidentOn, NOW, pastOf } from "./support.ts";

const severity = fc.constantFrom("critical" as const, "high" as const, "medium" as const, "low" as const);
const redundancy = fc.constantFrom("none" as const, "covered" as const, "lost" as const);
const ciId = fc.constantFrom("c0", "c1", "a0", "a1", "s0");

const affectedCi = fc.record({ redundancy, distance: fc.integer({ min: 1, max: 3 }) }).map((some): AffectedCi => {
  return { id: "a", name: "app", type: "application", path: ["c0", "app"], criticality: null, ...some };
});
const service = fc
  .record({ redundancy, criticality: severity, users: fc.option(fc.nat(100_000)), hangsOnLost: fc.boolean() })
  .map((some): AffectedService => {
    const hangsOnLost = some.redundancy !== "covered" && (some.hangsOnLost || some.redundancy === "lost");
    return { id: "s", name: "service", saysCriticality: true, ...some, hangsOnLost };
  });
const past = fc
  .record({ succeeded: fc.boolean(), incidents: fc.nat(3), likeness: fc.constantFrom("same", "like", "type") })
  .map(({ likeness, ...outcome }) => ({ ...pastOf(["c0"], outcome), likeness: likeness as "same" | "like" | "type" }));

const facts = fc
  .record({
    changed: fc.integer({ min: 1, max: 60 }),
    affected: fc.array(affectedCi, { maxLength: 300 }),
    services: fc.array(service, { maxLength: 12 }),
    events: fc.array(fc.tuple(ciId, severity), { maxLength: 12 }),
    incidents: fc.array(fc.tuple(ciId, severity), { maxLength: 6 }),
    ended: fc.array(fc.tuple(ciId, severity), { maxLength: 12 }),
    past: fc.array(past, { maxLength: 20 }),
    category: fc.constantFrom(null, "normal", "Emergency"),
  })
  .map(
    ({ changed, events, incidents, ended, category, ...rest }): Facts => ({
      ...rest,
      change: changeOf(["c0"], { category }),
      now: NOW,
      changed: Array.from({ length: changed }, (_, i) => {
        return { id: `c${i}`, name: `c${i}`, type: "server", programs: [], isRelated: true };
      }),
      truncated: false,
      spares: [],
      users: new Map(),
      events: events.map(([ci, word]) => eventOn(ci, word)),
      incidents: incidents.map(([ci, word]) => incidentOn(ci, word)),
      endedEvents: ended.map(([ci, word]) => endedOn(ci, word)),
      activity: [],
      nameOf: (id) => id,
    }),
  );

const scoresOf = (some: Facts) => {
  const found = dimensionsOf(some, []);
  return Object.fromEntries(Object.entries(found).map(([name, { score }]) => [name, score])) as Record<
    DimensionName,
    number
  >;
};

/** What happens to the facts, and the dimensions that it may raise. None may fall. */
const WORSE: Record<string, { raises: DimensionName[]; worsen: fc.Arbitrary<(some: Facts) => Facts> }> = {
  "an open event": {
    raises: ["technical"],
    worsen: fc.tuple(ciId, severity).map(([ci, word]) => (some) => ({
      ...some,
      events: [...some.events!, eventOn(ci, word)],
    })),
  },
  "a resolved event": {
    raises: ["technical"],
    worsen: fc.tuple(ciId, severity).map(([ci, word]) => (some) => ({
      ...some,
      endedEvents: [...some.endedEvents!, endedOn(ci, word)],
    })),
  },
  "an open incident": {
    raises: ["technical"],
    worsen: fc.tuple(ciId, severity).map(([ci, word]) => (some) => ({
      ...some,
      incidents: [...some.incidents!, incidentOn(ci, word)],
    })),
  },
  "an emergency": {
    raises: ["technical"],
    worsen: fc.constant((some) => ({ ...some, change: { ...some.change, category: "emergency" } })),
  },
  "riskier work": {
    raises: ["technical"],
    worsen: fc.constant((some) => ({ ...some, change: { ...some.change, notes: ["Migration to new hardware"] } })),
  },
  "a more critical service": {
    raises: ["business"],
    worsen: fc.constant((some) => ({
      ...some,
      services: some.services.map((each) => ({ ...each, criticality: "critical" as const })),
    })),
  },
  "one more service": {
    raises: ["business"],
    worsen: service
      .filter(({ redundancy: word }) => word !== "lost")
      .map((each) => (some) => ({ ...some, services: [...some.services, each] })),
  },
  "one more dependent": {
    raises: ["dependency"],
    worsen: affectedCi.map((each) => (some) => ({ ...some, affected: [...some.affected, each] })),
  },
  "lost redundancy of a CI": {
    raises: ["dependency"],
    worsen: fc.constant((some) => ({
      ...some,
      affected: some.affected.map((each, i) => (i === 0 ? { ...each, redundancy: "lost" as const } : each)),
    })),
  },
  "lost redundancy of a service": {
    raises: ["dependency", "business"],
    worsen: fc.constant((some) => ({
      ...some,
      services: some.services.map((each, i) =>
        i === 0 ? { ...each, redundancy: "lost" as const, hangsOnLost: true } : each,
      ),
    })),
  },
  "a failed change": {
    raises: ["historical"],
    worsen: past.map((each) => (some) => ({ ...some, past: [...some.past, { ...each, succeeded: false }] })),
  },
};

describe("the chance of failure", () => {
  const changed = ["c0", "c1"].map((id) => ({ id, name: id, type: "server", programs: [], isRelated: true }));
  const calm = () => ({ ...fc.sample(facts, { numRuns: 1, seed: 1 })[0]!, past: [] as Facts["past"] });
  const chance = (some: Facts) => dimensionsOf(some, []).historical.inputs[0]!.value;
  const of = (ciIds: string[], succeeded: boolean) => ({
    ...pastOf(ciIds, { succeeded }),
    likeness: ciIds.some((id) => id.startsWith("c")) ? ("same" as const) : ("like" as const),
  });

  it("is none where no outcome is recorded, and grows with the CIs of which each may fail", () => {
    expect(chance({ ...calm(), changed })).toBe(0);
    const past = [of(["x"], false), of(["x"], true)];
    // One failure among two outcomes and five successes more: a seventh for each CI.
    expect(chance({ ...calm(), changed: changed.slice(0, 1), past })).toBe(14);
    expect(chance({ ...calm(), changed, past })).toBe(27);
  });

  it("follows what a CI itself has shown the more, the more it has shown, and shares out the outcome of several CIs", () => {
    const one = changed.slice(0, 1);
    const alone = chance({ ...calm(), changed: one, past: [of(["c0"], false)] });
    // (1 + 2 / 6) / (1 + 2)
    expect(alone).toBe(44);
    expect(chance({ ...calm(), changed: one, past: [of(["c0", "y", "z", "w"], false)] })).toBeLessThan(alone);
    const healthy = Array.from({ length: 20 }, () => of(["c0"], true));
    expect(chance({ ...calm(), changed: one, past: [of(["c0"], false), ...healthy] })).toBeLessThan(10);
  });
});

describe("each fact raises its own dimension, lowers none and leaves the others as they are", () => {
  it.each(Object.entries(WORSE))("%s", (_, { raises, worsen }) => {
    let risen = 0;
    fc.assert(
      fc.property(facts, worsen, (some, makeWorse) => {
        const [before, after] = [scoresOf(some), scoresOf(makeWorse(some))];
        for (const name of Object.keys(before) as DimensionName[]) {
          if (raises.includes(name)) expect(after[name]).toBeGreaterThanOrEqual(before[name]);
          else expect(after[name]).toBe(before[name]);
          if (after[name] > before[name]) risen++;
        }
      }),
      { numRuns: 200, seed: 20261123 },
    );
    expect(risen).toBeGreaterThan(10);
  });
});

it("weights of every dimension add up to exactly 1 in any order, and scores follow from what is shown", () => {
  fc.assert(
    fc.property(facts, (some) => {
      const dimensions = dimensionsOf(some, []);
      for (const { score, inputs } of Object.values(dimensions)) {
        for (const order of [inputs, inputs.toReversed()]) {
          expect(order.reduce((sum, { weight }) => sum + weight, 0)).toBe(1);
          expect(Math.round(order.reduce((sum, { value, weight }) => sum + value * weight, 0))).toBe(score);
        }
        for (const { value, evidence } of inputs) {
          expect(Number.isInteger(value) && value >= 0 && value <= 100).toBe(true);
          expect(evidence.length).toBeGreaterThan(0);
        }
      }
      expect(totalOf(dimensions)).toBeLessThanOrEqual(100);
    }),
    { numRuns: 100, seed: 20261123 },
  );
});

it("what is recorded raises the risk visibly: the least event, the first dependent, the first failure", () => {
  const nothing: Facts = { ...fc.sample(facts, { numRuns: 1, seed: 1 })[0]!, affected: [], services: [], past: [] };
  const calm = { ...nothing, events: [], incidents: [], change: changeOf(["c0"]) };
  const before = scoresOf(calm);
  const app: AffectedCi = {
    ...{ id: "a0", name: "app", type: "application", distance: 1, path: ["c0", "a0"] },
    ...{ redundancy: "none", criticality: null },
  };
  expect(scoresOf({ ...calm, events: [eventOn("c0", "low")] }).technical).toBeGreaterThan(before.technical);
  expect(scoresOf({ ...calm, affected: [app] }).dependency).toBeGreaterThan(before.dependency);
  const failed = { ...pastOf(["c0"], { succeeded: false }), likeness: "same" as const };
  expect(scoresOf({ ...calm, past: [failed] }).historical).toBeGreaterThan(before.historical);
});

it.each([
  [0, "low"],
  [24, "low"],
  [25, "medium"],
  [49, "medium"],
  [50, "high"],
  [74, "high"],
  [75, "critical"],
  [100, "critical"],
])("a risk of %i is %s", (score, level) => expect(levelOf(score)).toBe(level));

it("rounds half of a point up in the whole risk", () => {
  const scores = {
    technical: { score: 10 },
    business: { score: 10 },
    dependency: { score: 0 },
    historical: { score: 0 },
  };
  expect(totalOf(scores)).toBe(7);
  expect(totalOf({ ...scores, technical: { score: 5 }, business: { score: 0 } })).toBe(2);
});
