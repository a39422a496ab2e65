import { createHash } from "node:crypto";
import { compare } from "../../model/order.ts";
import type { Data } from "../../platform/ai/index.ts";
import { cleanText } from "../software/index.ts";

/** One process of a CI and what it is connected to. */
export interface FactGroup {
  key: string;
  processName: string | null;
  targetIp: string | null;
  targetName: string | null;
  targetCiId: string | null;
  ports: number[];
}

export interface FactSoftware {
  name: string;
  family: string;
}

export interface FactListener {
  process: string | null;
  protocol: string | null;
  port: number;
}

/** What is known of a host, as its records have it. */
export interface HostFacts {
  name: string;
  type: string;
  /** Single values of the CI: os, hardware and the like. */
  traits: Readonly<Record<string, unknown>>;
  software: readonly FactSoftware[];
  listeners: readonly FactListener[];
  processes: readonly string[];
  groups: readonly Omit<FactGroup, "key">[];
}

/** The question's input, bounded, with the groups in the order in which they are numbered from 1. */
export interface InsightInput {
  data: Data;
  /** Digest of what lasts; what comes and goes (other processes, addresses of strangers) does not count. */
  hash: string;
  groups: FactGroup[];
}

const MOST = { software: 100, listeners: 60, processes: 60, groups: 50, ports: 20 } as const;
const LONGEST = 64;
/** What says most of a host's role comes first. */
const FAMILY_ORDER = [
  "Databases",
  "Web Servers",
  "Enterprise Applications",
  "Virtualization",
  "Monitoring Tools",
  "Security Software",
  "Runtime Environments",
  "Operating Systems",
  "Office Productivity",
  "Development Tools",
  "Browsers",
  "Multimedia",
  "Utilities",
];

export function insightInput(facts: HostFacts): InsightInput {
  const traits = Object.fromEntries(
    Object.entries(facts.traits).flatMap(([key, value]) => {
      const kept = typeof value === "string" ? short(value) : value;
      return isPlainValue(kept) ? [[key, kept] as const] : [];
    }),
  );
  const software = distinct(facts.software.map(({ name, family }) => ({ name: short(name), family })))
    .filter(({ name }) => name !== "")
    .sort((a, b) => rank(a.family) - rank(b.family) || compare(a.name, b.name))
    .slice(0, MOST.software);
  const listeners = distinct(
    facts.listeners.map(({ process, protocol, port }) => ({ process: shortOrNull(process), protocol, port })),
  )
    .sort(
      (a, b) =>
        a.port - b.port || compare(a.process ?? "", b.process ?? "") || compare(a.protocol ?? "", b.protocol ?? ""),
    )
    .slice(0, MOST.listeners);
  const processes = distinct(facts.processes.map(short))
    .filter((name) => name !== "")
    .sort(compare)
    .slice(0, MOST.processes);
  const groups = facts.groups.map(toGroup).sort(byWeight).slice(0, MOST.groups);
  const host = { name: short(facts.name), type: short(facts.type), ...traits };
  const connections = groups.map(({ processName, targetName, targetIp, ports }, at) => ({
    id: at + 1,
    process: shortOrNull(processName),
    target: shortOrNull(targetName),
    target_ip: targetIp,
    ports,
  }));
  const lasting = { host, software, listeners, groups: lastingGroups(groups) };
  return {
    data: { host, software, listening: listeners, processes, connections },
    hash: createHash("sha256").update(JSON.stringify(lasting)).digest("base64url"),
    groups,
  };
}

function toGroup(group: Omit<FactGroup, "key">): FactGroup {
  const target = group.targetCiId ?? group.targetIp ?? "";
  const key = createHash("sha256")
    .update(JSON.stringify([group.processName, target]))
    .digest("base64url");
  return { ...group, key, ports: [...group.ports].sort((a, b) => a - b).slice(0, MOST.ports) };
}

/** CIs of ours before strangers. */
function byWeight(a: FactGroup, b: FactGroup): number {
  return Number(b.targetCiId !== null) - Number(a.targetCiId !== null) || compare(a.key, b.key);
}

/** Strangers come and go: only that a process has any on a port lasts. */
function lastingGroups(groups: readonly FactGroup[]) {
  const lasting = groups.map(({ processName, targetCiId, ports }) => ({
    process: processName,
    target: targetCiId,
    ports,
  }));
  return distinct(lasting.map((one) => JSON.stringify(one))).sort(compare);
}

/** Readable signs alone, and few of them: machines choose these names. */
function short(text: string): string {
  return cleanText(text.slice(0, 4 * LONGEST).toWellFormed())
    .slice(0, LONGEST)
    .toWellFormed()
    .trim();
}

function shortOrNull(text: string | null): string | null {
  return text === null ? null : short(text) || null;
}

function isPlainValue(value: unknown): value is string | number | boolean {
  return (typeof value === "string" && value !== "") || Number.isFinite(value) || typeof value === "boolean";
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function rank(family: string): number {
  const at = FAMILY_ORDER.indexOf(family);
  return at === -1 ? FAMILY_ORDER.length : at;
}
