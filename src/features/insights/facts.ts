import { createHash } from "node:crypto";
import { compare } from "../../model/order.ts";
import type { Data } from "../../platform/ai/index.ts";
import { cleanText } from "../software/index.ts";

/** The connections of one process of a CI to one target. */
export interface ConnectionGroup {
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

/** Facts about a host, from its inventory records. */
export interface HostFacts {
  name: string;
  type: string;
  /** Single values of the CI: os, hardware and the like. */
  attributes: Readonly<Record<string, unknown>>;
  software: readonly FactSoftware[];
  listeners: readonly FactListener[];
  processes: readonly string[];
  groups: readonly Omit<ConnectionGroup, "key">[];
}

/** Input of the model, bounded in size. `groups` is in the order of the connection ids, which begin at 1. */
export interface InsightInput {
  data: Data;
  /** Digest of the stable facts; volatile ones (other processes, addresses that are no CI) do not count. */
  hash: string;
  groups: ConnectionGroup[];
}

const MAX_ITEMS = { software: 100, listeners: 60, processes: 60, groups: 50, ports: 20 } as const;
const MAX_NAME_LENGTH = 64;
/** Families that say most about a host's role come first. */
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
  const attributes = Object.fromEntries(
    Object.entries(facts.attributes).flatMap(([key, value]) => {
      const kept = typeof value === "string" ? shortName(value) : value;
      return isPlainValue(kept) ? [[key, kept] as const] : [];
    }),
  );
  const software = distinct(facts.software.map(({ name, family }) => ({ name: shortName(name), family })))
    .filter(({ name }) => name !== "")
    .sort((a, b) => familyRank(a.family) - familyRank(b.family) || compare(a.name, b.name))
    .slice(0, MAX_ITEMS.software);
  const listeners = distinct(
    facts.listeners.map(({ process, protocol, port }) => ({ process: shortNameOrNull(process), protocol, port })),
  )
    .sort(
      (a, b) =>
        a.port - b.port || compare(a.process ?? "", b.process ?? "") || compare(a.protocol ?? "", b.protocol ?? ""),
    )
    .slice(0, MAX_ITEMS.listeners);
  const processes = distinct(facts.processes.map(shortName))
    .filter((name) => name !== "")
    .sort(compare)
    .slice(0, MAX_ITEMS.processes);
  const groups = facts.groups.map(withKey).sort(knownCisFirst).slice(0, MAX_ITEMS.groups);
  const host = { name: shortName(facts.name), type: shortName(facts.type), ...attributes };
  const connections = groups.map(({ processName, targetName, targetIp, ports }, index) => ({
    id: index + 1,
    process: shortNameOrNull(processName),
    target: shortNameOrNull(targetName),
    target_ip: targetIp,
    ports,
  }));
  const stableFacts = { host, software, listeners, groups: stableGroups(groups) };
  return {
    data: { host, software, listening: listeners, processes, connections },
    hash: createHash("sha256").update(JSON.stringify(stableFacts)).digest("base64url"),
    groups,
  };
}

function withKey(group: Omit<ConnectionGroup, "key">): ConnectionGroup {
  const target = group.targetCiId ?? group.targetIp ?? "";
  const key = createHash("sha256")
    .update(JSON.stringify([group.processName, target]))
    .digest("base64url");
  return { ...group, key, ports: [...group.ports].sort((a, b) => a - b).slice(0, MAX_ITEMS.ports) };
}

/** Connections to known CIs before those to unknown addresses. */
function knownCisFirst(a: ConnectionGroup, b: ConnectionGroup): number {
  return Number(b.targetCiId !== null) - Number(a.targetCiId !== null) || compare(a.key, b.key);
}

/** Process, target CI and ports of the connections. Unknown addresses are volatile: only the process and its ports count. */
function stableGroups(groups: readonly ConnectionGroup[]) {
  const stable = groups.map(({ processName, targetCiId, ports }) => ({
    process: processName,
    target: targetCiId,
    ports,
  }));
  return distinct(stable.map((group) => JSON.stringify(group))).sort(compare);
}

/** Printable characters only, at most `MAX_NAME_LENGTH`: machines choose these names. */
function shortName(text: string): string {
  return cleanText(text.slice(0, 4 * MAX_NAME_LENGTH).toWellFormed())
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed()
    .trim();
}

function shortNameOrNull(text: string | null): string | null {
  return text === null ? null : shortName(text) || null;
}

function isPlainValue(value: unknown): value is string | number | boolean {
  return (typeof value === "string" && value !== "") || Number.isFinite(value) || typeof value === "boolean";
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function familyRank(family: string): number {
  const index = FAMILY_ORDER.indexOf(family);
  return index === -1 ? FAMILY_ORDER.length : index;
}
