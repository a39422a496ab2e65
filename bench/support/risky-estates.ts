import type { Random } from "./random.ts";

/** A CI of a generated estate, with what the product is not told: how easily it breaks. */
export interface RiskyCi {
  id: string;
  name: string;
  type: string;
  /** 0 to 1, hidden. */
  fragility: number;
  /** Of services. */
  criticality?: "critical" | "high" | "medium" | "low";
  users?: number;
}

/** `source` needs `target` (DEPENDS_ON, RUNS_ON), or is part of it (PART_OF). */
export interface RiskyLink {
  source: string;
  target: string;
  kind: "DEPENDS_ON" | "RUNS_ON" | "PART_OF";
  group: string | null;
  optional: boolean;
}

export interface RiskyEstate {
  cis: RiskyCi[];
  links: RiskyLink[];
  /** CIs of one tier stand in for each other, or none does. */
  tiers: { ids: string[]; redundant: boolean }[];
}

const ROLES = ["web", "app", "db", "queue", "cache"] as const;
const TYPES = {
  web: "server",
  app: "application",
  db: "database",
  queue: "application",
  cache: "application",
} as const;

/**
 * Services of two to four tiers, each of one to three members, on virtual machines on hosts behind switches. Some tiers are
 * redundant, some tiers serve several services.
 */
export function makeRiskyEstate(random: Random, services: number): RiskyEstate {
  const cis: RiskyCi[] = [];
  const links: RiskyLink[] = [];
  const tiers: RiskyEstate["tiers"] = [];
  const add = (name: string, type: string, more: Partial<RiskyCi> = {}): string => {
    // Most CIs hardly ever break, a few often do.
    cis.push({ id: name, name, type, fragility: random.next() ** 3, ...more });
    return name;
  };
  const link = (
    source: string,
    target: string,
    kind: RiskyLink["kind"],
    group: string | null = null,
    optional = false,
  ) => links.push({ source, target, kind, group, optional });
  const switches = Array.from({ length: 2 }, (_, i) => add(`switch${i + 1}`, "network_device"));
  const hosts = Array.from({ length: Math.ceil(services / 2) + 2 }, (_, i) => add(`host${i + 1}`, "server"));
  for (const host of hosts) {
    const isDual = random.chance(0.6);
    for (const each of isDual ? switches : [random.pick(switches)])
      link(host, each, "DEPENDS_ON", isDual ? "uplink" : null);
  }
  const shared: { ids: string[]; redundant: boolean }[] = [];
  const makeTier = (role: (typeof ROLES)[number], of: string) => {
    const redundant = random.chance(0.65);
    const count = redundant ? random.int(2, 3) : 1;
    const ids = Array.from({ length: count }, (_, i) => add(`${of}-${role}${i + 1}`, TYPES[role]));
    const places = random.some(hosts, count);
    for (const [i, id] of ids.entries()) link(id, places[i % places.length]!, "RUNS_ON");
    const tier = { ids, redundant };
    tiers.push(tier);
    return tier;
  };
  for (let i = 0; i < services; i++) {
    const name = `svc${i + 1}`;
    const criticality = random.pick(["critical", "high", "high", "medium", "medium", "low"] as const);
    const users = Math.round(10 ** (1 + 3 * random.next()));
    const service = add(name, "business_service", { criticality, users, fragility: 0 });
    let above: string[] | undefined;
    for (const role of random.some(ROLES, random.int(2, 4))) {
      const reuses = shared.length > 2 && random.chance(0.25);
      const tier = reuses ? random.pick(shared) : makeTier(role, name);
      shared.push(tier);
      const group = tier.redundant ? `${role}-${tier.ids[0]}` : null;
      const optional = role === "cache" && random.chance(0.5);
      for (const id of tier.ids) {
        if (above === undefined) link(id, service, "PART_OF", group, optional);
        else for (const user of above) if (user !== id) link(user, id, "DEPENDS_ON", group, optional);
      }
      above = tier.ids;
    }
  }
  return { cis, links, tiers };
}

/** The CIs that stop when these stop, by plain simulation: whatever needs a stopped one, or all members of a group. */
export function stoppedWith({ links }: RiskyEstate, changed: readonly string[]): Set<string> {
  const stopped = new Set(changed);
  const needs = links
    .filter(({ optional }) => !optional)
    .map(({ source, target, kind, group }) =>
      kind === "PART_OF" ? { who: target, what: source, group } : { who: source, what: target, group },
    );
  const groups = Map.groupBy(
    needs.filter(({ group }) => group !== null),
    ({ who, group }) => `${who} ${group}`,
  );
  for (let before = -1; before < stopped.size; ) {
    before = stopped.size;
    for (const { who, what, group } of needs) if (group === null && stopped.has(what)) stopped.add(who);
    for (const members of groups.values()) {
      if (members.every(({ what }) => stopped.has(what))) stopped.add(members[0]!.who);
    }
  }
  for (const id of changed) stopped.delete(id);
  return stopped;
}
