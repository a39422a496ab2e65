import { describe, expect, it } from "vitest";
import { buildEstate, SITE } from "../../../src/features/demo/estate/index.ts";
import { EVENTS, INCIDENTS } from "../../../src/features/demo/storms/index.ts";
import { NOISE } from "../../../src/features/demo/storms/noise.ts";
import { builtInType } from "../../../src/model/relationships.ts";

const estate = buildEstate();
const names = new Set([SITE, ...estate.cis.map(({ name }) => name)]);
const texts = JSON.stringify([estate, EVENTS, INCIDENTS]);

describe("buildEstate", () => {
  it("has the documented size and unique names", () => {
    expect(names.size).toBe(estate.cis.length + 1);
    expect(estate.cis.length).toBeGreaterThanOrEqual(140);
    expect(estate.cis.length).toBeLessThanOrEqual(160);
    expect(estate.cis.filter(({ type }) => type === "business_service")).toHaveLength(8);
    expect(EVENTS).toHaveLength(60);
    expect(new Set(EVENTS.map(({ key }) => key)).size).toBe(60);
    expect(estate.cis.filter(({ status }) => status === "maintenance")).toHaveLength(1);
  });

  it("links existing CIs by built-in types, without duplicates", () => {
    const keys = estate.links.map(({ type, from, to }) => `${type} ${from} ${to}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { type, from, to } of estate.links) {
      expect(builtInType(type)?.spelling).toBe(type);
      expect(names, `${from} -> ${to}`).toContain(from);
      expect(names, `${from} -> ${to}`).toContain(to);
      expect(from).not.toBe(to);
    }
  });

  it("links every CI but one, and gives every service its components", () => {
    const linked = new Set(estate.links.flatMap(({ from, to }) => [from, to]));
    const alone = [...names].filter((name) => !linked.has(name));
    expect(alone).toEqual(["fra1-mgmt-01"]);
    for (const { name, type } of estate.cis) {
      if (type !== "business_service") continue;
      const roles = estate.links.filter((one) => one.to === name).map(({ attributes }) => attributes.role);
      expect(roles.length, name).toBeGreaterThan(1);
      expect(
        roles.every((role) => typeof role === "string"),
        name,
      ).toBe(true);
    }
  });

  it("uses hosts of example.com and unique documentation addresses (RFC 5737)", () => {
    const addresses = texts.match(/\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/g) ?? [];
    expect(addresses.length).toBeGreaterThan(60);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of addresses) expect(address).toMatch(/^(192\.0\.2|198\.51\.100|203\.0\.113)\./);
    for (const [, domain] of texts.matchAll(/\b[a-z0-9-]+\.([a-z]+\.(?:com|net|org))\b/g))
      expect(domain).toBe("example.com");
  });
});

describe("EVENTS and INCIDENTS", () => {
  it("concern CIs of the estate, oldest first, within the hour", () => {
    for (const { ciName, minutesAgo, updates = [] } of EVENTS) {
      if (ciName !== null) expect(names).toContain(ciName);
      const times = [minutesAgo, ...updates.map((each) => each.minutesAgo)];
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      expect(Math.max(...times)).toBeLessThan(60);
      expect(Math.min(...times)).toBeGreaterThan(0);
    }
  });

  it("are three incidents, each with evidence on its cause: an event, or a change before the first event", () => {
    expect(INCIDENTS).toHaveLength(3);
    for (const { rootCause, changes, events, services } of INCIDENTS) {
      const first = Math.max(...events.map(({ minutesAgo }) => minutesAgo));
      const changed = changes.some(({ ciName, minutesAgo }) => ciName === rootCause && minutesAgo > first);
      expect(changed || events.some(({ ciName }) => ciName === rootCause)).toBe(true);
      for (const name of services)
        expect(estate.cis).toContainEqual(expect.objectContaining({ name, type: "business_service" }));
    }
  });

  it.each(INCIDENTS.map((incident) => [incident.key, incident] as const))(
    "reach in %s all CIs with events, and its services, from its cause",
    (_, { rootCause, events, services }) => {
      const reached = reachedFrom(rootCause);
      for (const { ciName } of events) expect(reached, `${ciName}`).toContain(ciName);
      for (const service of services) expect(reached).toContain(service);
    },
  );

  it("stay unrelated: no dependency and no silent shared cause links noise or two incidents", () => {
    const groups = new Map<string, string>();
    const parts = [
      ...INCIDENTS.map(({ key, events }) => ({ key, events })),
      ...NOISE.map((event) => ({ key: event.key, events: [event] })),
    ];
    for (const { key, events } of parts)
      for (const { ciName } of events) if (ciName !== null && !groups.has(ciName)) groups.set(ciName, key);
    const isNoise = (key: string) => !INCIDENTS.some((incident) => incident.key === key);
    for (const [a, ofA] of groups) {
      for (const [b, ofB] of groups) {
        if (ofA === ofB || (isNoise(ofA) && isNoise(ofB))) continue;
        expect(needsWithin(a, 3).has(b), `${a} needs ${b}`).toBe(false);
        const shared = [...needsWithin(a, 2)].filter((name) => needsWithin(b, 2).has(name) && !groups.has(name));
        for (const name of shared) {
          const dependents = dependentsOf(name);
          const alarming = dependents.filter((one) => groups.has(one)).length;
          expect(alarming < 2 || alarming < dependents.length / 3, `${a} and ${b} share ${name}`).toBe(true);
        }
      }
    }
  });

  it("contain repeats, resolutions, flapping, and an event without a CI", () => {
    const statuses = EVENTS.map(({ updates = [] }) => updates.map(({ status }) => status));
    expect(statuses.filter((all) => all.at(-1) === "resolved").length).toBeGreaterThan(5);
    expect(statuses.filter((all) => all.length > 0 && all.every((one) => one === "open")).length).toBeGreaterThan(5);
    expect(statuses.some((all) => all.length >= 4 && all.includes("resolved") && all.includes("open"))).toBe(true);
    expect(EVENTS.filter(({ ciName }) => ciName === null)).toHaveLength(1);
  });
});

/** Direct dependencies by CI name, by the failure direction of the type. */
const needed = new Map<string, string[]>();
for (const { type, from, to } of estate.links) {
  const failure = builtInType(type)?.failure;
  const [dependent, on] = failure === "source_to_target" ? [to, from] : [from, to];
  if (failure !== "none") needed.set(dependent, [...(needed.get(dependent) ?? []), on]);
}

function needsWithin(name: string, steps: number): Set<string> {
  const found = new Set<string>();
  let front = [name];
  for (let step = 0; step < steps; step++) {
    front = front.flatMap((one) => needed.get(one) ?? []).filter((one) => !found.has(one));
    for (const one of front) found.add(one);
  }
  return found;
}

function dependentsOf(name: string): string[] {
  return [...needed].flatMap(([dependent, all]) => (all.includes(name) ? [dependent] : []));
}

/** CIs that a failure reaches, ignoring redundancy. */
function reachedFrom(cause: string): Set<string> {
  const reached = new Set([cause]);
  for (const name of reached) {
    for (const { type, from, to } of estate.links) {
      const failure = builtInType(type)?.failure;
      if (failure === "target_to_source" && to === name) reached.add(from);
      if (failure === "source_to_target" && from === name) reached.add(to);
    }
  }
  return reached;
}
