import { createRandom, type Random } from "../random.ts";

/** A thing of the estate, with what nobody records of it. */
export interface Thing {
  name: string;
  type: string;
  criticality?: "critical" | "high" | "medium" | "low";
  team: number;
  /** Age in years; on record as `attributes.commissioned`. */
  age: number;
  /** Hidden: how easily it breaks, about normal with mean 0. Age is a part of it. */
  fragility: number;
  /** How often it is changed, as a weight. */
  churn: number;
}

/** `of` needs `needs`; of the needs that share a group, one is enough. */
export interface Need {
  of: number;
  needs: number;
  type: "depends_on" | "runs_on" | "hosted_by" | "routes_through" | "part_of";
  group?: string;
  optional?: boolean;
}

export interface Estate {
  things: Thing[];
  needs: Need[];
  /** Hidden: skill of each team, about normal with mean 0. */
  skills: number[];
}

const CRITICALITIES = ["critical", "high", "high", "medium", "medium", "medium", "low", "low"] as const;

/** About 150 to 200 CIs: services on applications, these on databases and hosts, these on hypervisors, storage and network. */
export function makeEstate(seed: number): Estate {
  const random = createRandom(seed);
  const builder = createBuilder(random);
  const { add, need, redundant } = builder;
  // From one data centre with few shared databases to many small services with databases of their own.
  const sharing = random.next();
  const count = (from: number, to: number) => random.int(from, to);
  const cores = times(2, (i) => add("network_device", `core-switch-${i}`, 0.3));
  const racks = times(count(4, 6), (i) => add("network_device", `rack-switch-${i}`, 0.3));
  for (const rack of racks) redundant(rack, cores, "routes_through", 0.9);
  const arrays = times(count(2, 3), (i) => add("storage", `array-${i}`, 0.3));
  const hypervisors = times(count(8, 12), (i) => add("server", `hypervisor-${i}`, 0.6));
  for (const host of hypervisors) {
    redundant(host, random.some(racks, 2), "routes_through", 0.6);
    need(host, random.pick(arrays), "depends_on");
  }
  const hostOf = (name: string, churn: number) => {
    const host = add("virtual_machine", name, churn);
    need(host, random.pick(hypervisors), "hosted_by");
    return host;
  };
  const databases = times(Math.round(14 - 8 * sharing), (i) => {
    const database = add("database", `database-${i}`, 0.8);
    const hosts = times(random.chance(0.45) ? 2 : 1, (k) => hostOf(`db-host-${i}-${k}`, 0.6));
    redundant(database, hosts, "runs_on", 1);
    return database;
  });
  const shared = ["directory", "queue", "single-sign-on", "name-service"].map((name) => {
    const thing = add("application", name, 0.8);
    redundant(
      thing,
      times(random.chance(0.6) ? 2 : 1, (k) => hostOf(`${name}-host-${k}`, 0.6)),
      "runs_on",
      1,
    );
    return thing;
  });
  const extras = ["cache", "metrics", "archive"].map((name) => {
    const thing = add("application", name, 1);
    need(thing, hostOf(`${name}-host`, 0.8), "runs_on");
    return thing;
  });
  const apps: number[] = [];
  for (let i = 0, n = count(20, 30); i < n; i++) {
    const app = add("application", `app-${i}`, 2.5);
    redundant(
      app,
      times(random.chance(0.5) ? count(2, 3) : 1, (k) => hostOf(`app-host-${i}-${k}`, 0.7)),
      "runs_on",
      1,
    );
    for (const database of random.some(databases, random.chance(0.2) ? 2 : 1)) need(app, database, "depends_on");
    for (const one of random.some(shared, count(0, 2))) need(app, one, "depends_on");
    if (random.chance(0.5)) need(app, random.pick(extras), "depends_on", { optional: true });
    for (const other of random.some(apps, sharing < 0.5 ? count(0, 2) : count(0, 1))) need(app, other, "depends_on");
    apps.push(app);
  }
  for (let i = 0, n = count(7, 10); i < n; i++) {
    const service = add("business_service", `service-${i}`, 0);
    builder.things[service]!.criticality = random.pick(CRITICALITIES);
    for (const app of random.some(apps, count(2, 4))) need(service, app, "part_of", { optional: random.chance(0.1) });
  }
  return { things: builder.things, needs: builder.needs, skills: times(7, () => normal(random)) };
}

function createBuilder(random: Random) {
  const things: Thing[] = [];
  const needs: Need[] = [];
  const need = (of: number, needed: number, type: Need["type"], more: Pick<Need, "group" | "optional"> = {}) =>
    needs.push({ of, needs: needed, type, ...more });
  return {
    things,
    needs,
    need,
    add(type: string, name: string, churn: number): number {
      const age = Math.min(15, random.exponential(4));
      const fragility = 0.35 * (age / 4 - 1) + 0.85 * normal(random);
      const weight = churn * Math.exp(0.8 * normal(random));
      things.push({ name, type, age, fragility, churn: weight, team: random.int(0, 6) });
      return things.length - 1;
    },
    /** Several of which one is enough; with the rest of the probability all are needed, as in estates that grew. */
    redundant(of: number, ones: readonly number[], type: Need["type"], probability: number) {
      const isGroup = ones.length > 1 && random.chance(probability);
      for (const one of ones) need(of, one, type, isGroup ? { group: `of-${things[of]!.name}` } : {});
    },
  };
}

function times<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

/** Normally distributed, mean 0 and deviation 1. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** What a change of these things reaches at all, and what it stops where all of them fail and peers stand in. */
export function createReach({ things, needs }: Estate) {
  const needsOf = Map.groupBy(
    needs.filter(({ optional }) => !optional),
    ({ of }) => of,
  );
  const spread = (from: readonly number[], fails: (needed: readonly Need[], down: ReadonlySet<number>) => boolean) => {
    const down = new Set(from);
    for (let before = -1; before < down.size; ) {
      before = down.size;
      for (const [of, needed] of needsOf) if (!down.has(of) && fails(needed, down)) down.add(of);
    }
    for (const one of from) down.delete(one);
    return [...down];
  };
  const anyDown = (needed: readonly Need[], down: ReadonlySet<number>) => needed.some((each) => down.has(each.needs));
  const lostOne = (needed: readonly Need[], down: ReadonlySet<number>) =>
    [...Map.groupBy(needed, ({ group, needs: one }) => group ?? `alone-${one}`).values()].some((members) =>
      members.every((each) => down.has(each.needs)),
    );
  return {
    reached: (from: readonly number[]) => spread(from, anyDown),
    stopped: (from: readonly number[]) => spread(from, lostOne),
    neighbours: (from: readonly number[]) => {
      const set = new Set(from);
      return needs.flatMap(({ of, needs: one }) => (set.has(of) ? [one] : set.has(one) ? [of] : []));
    },
    isService: (thing: number) => things[thing]!.type === "business_service",
  };
}
