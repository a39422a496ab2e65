import { mustGet } from "../../model/must-get.ts";
import { alarms, changedBefore } from "./alarm-findings.ts";
import { bySeverity, type Evidence, type Finding, type Severity } from "./analysis.model.ts";
import { drift, softwareDrift } from "./drift.ts";
import { ciEvidence, MOST_NAMED, ownEvidence, shown } from "./evidence.ts";
import type { Facts } from "./facts.ts";

const DAY_MS = 86_400_000;
const MACHINES = new Set(["server", "virtual_machine", "workstation", "network_device", "container", "storage"]);
const OWNER_KEYS =
  /^(owner|owners|owned_by|owner_team|team|responsible|contact|support_group|assigned_to|managed_by)$/i;
/** Services that should not listen on every address: no encryption, or administration of data. */
const RISKY_PORTS: ReadonlyMap<number, string> = new Map([
  [21, "FTP"],
  [23, "Telnet"],
  [69, "TFTP"],
  [135, "RPC"],
  [445, "SMB"],
  [512, "rexec"],
  [513, "rlogin"],
  [514, "rsh"],
  [873, "rsync"],
  [1433, "SQL Server"],
  [1521, "Oracle"],
  [2049, "NFS"],
  [2375, "Docker without TLS"],
  [3306, "MySQL"],
  [3389, "RDP"],
  [5432, "PostgreSQL"],
  [5900, "VNC"],
  [6379, "Redis"],
  [9200, "Elasticsearch"],
  [11211, "Memcached"],
  [27017, "MongoDB"],
]);
/** Without encryption or a log-in at all. */
const OPEN_DOORS = new Set([21, 23, 69, 512, 513, 514, 2375]);

/**
 * Findings by the rules, worst first. Each carries the records that show it; a rule without a record says nothing. The
 * severities stand in docs/analysis.md.
 */
export function findingsOf(facts: Facts): Finding[] {
  const rules = [
    ...[stale, ownership, singlePoint, exposure, drift, softwareDrift],
    ...[alarms, changedBefore, relationships, duplicates],
  ];
  return rules.flatMap((rule) => rule(facts)).sort(bySeverity);
}

function stale({ ci, lastSeen, absenceDays, now }: Facts): Finding[] {
  if (!lastSeen || ci.status === "inactive") return [];
  const days = Math.floor((now.getTime() - lastSeen.getTime()) / DAY_MS);
  if (days < absenceDays) return [];
  const severity = days >= 3 * absenceDays ? "high" : "medium";
  const text = `No scan has seen it for ${days} days; after ${absenceDays} days it counts as absent`;
  return [
    { category: "stale", severity, text, evidence: [{ kind: "scan", id: ci.id, value: lastSeen.toISOString() }] },
  ];
}

function ownership({ ci, services }: Facts): Finding[] {
  const fields = { ...ci.customFields, ...ci.attributes };
  const isOwned = Object.entries(fields).some(([key, value]) => OWNER_KEYS.test(key) && value !== null && value !== "");
  if (isOwned) return [];
  const severity = services.length > 0 ? "medium" : "low";
  const evidence = [ownEvidence(ci, "no field names an owner"), ...services.slice(0, MOST_NAMED).map(ciEvidence)];
  return [{ category: "ownership", severity, text: "Nobody is named as its owner", evidence }];
}

/** What fails with the CI and no redundancy covers. */
function singlePoint({ affected, services }: Facts): Finding[] {
  const failing = affected.filter(({ redundancy }) => redundancy !== "covered");
  if (services.length === 0 && failing.length < 3) return [];
  const severity: Severity = services.length > 1 ? "critical" : services.length === 1 ? "high" : "medium";
  const said = services.length > 0 ? `${services.length} business services and ` : "";
  const text = `${said}${failing.length} CIs fail with it, and nothing takes its place`;
  const evidence = [...services, ...failing].slice(0, MOST_NAMED).map(ciEvidence);
  return [{ category: "single_point_of_failure", severity, text, evidence }];
}

function exposure({ ci, sockets }: Facts): Finding[] {
  const open = new Map<number, string>();
  for (const { local_port, local_address, remote_port, state, process_name } of sockets) {
    const port = Number(local_port);
    const isListening = /^listen/i.test(state ?? "") || (!remote_port && !state);
    if (!isListening || !RISKY_PORTS.has(port) || !isEverywhere(local_address ?? "")) continue;
    open.set(port, `${process_name ?? "a process"} listens on ${local_address || "every address"}, port ${port}`);
  }
  if (open.size === 0) return [];
  const ports = [...open.keys()].sort((a, b) => a - b);
  const severity = ports.some((port) => OPEN_DOORS.has(port)) ? "high" : "medium";
  const text = `Listens on every or a public address: ${ports.map((port) => `${RISKY_PORTS.get(port)} (${port})`).join(", ")}`;
  return [
    { category: "exposure", severity, text, evidence: ports.map((port) => ownEvidence(ci, mustGet(open, port))) },
  ];
}

/** Every address, or one that is neither private nor the machine's own (RFC 1918, 6598, 3927, 4193, 4291). */
function isEverywhere(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "").toLowerCase();
  if (bare === "" || bare === "*" || bare === "::" || bare === "0.0.0.0") return true;
  return !/^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd]|fe80:|::ffff:)/.test(
    bare,
  );
}

function relationships({ ci }: Facts): Finding[] {
  if (ci.isRelated || !MACHINES.has(ci.type)) return [];
  const text = "It has no relationship: impact and causes cannot be told";
  return [{ category: "relationships", severity: "medium", text, evidence: [ownEvidence(ci, "0 relationships")] }];
}

function duplicates({ ci }: Facts): Finding[] {
  const twins = ci.twins.filter(({ kind, type }) => kind !== "ip" || type === ci.type);
  if (twins.length === 0) return [];
  const isHardware = twins.some(({ kind }) => kind === "serial" || kind === "uuid");
  const names = [...new Set(twins.map(({ name }) => shown(name)))];
  const text = `Shares identifiers with ${names.slice(0, 5).join(", ")}: it may be the same thing twice`;
  const evidence = twins
    .slice(0, MOST_NAMED)
    .map(({ id, kind, value }): Evidence => ({ kind: "ci", id, value: `${kind} ${value}` }));
  return [{ category: "duplicates", severity: isHardware ? "high" : "medium", text, evidence }];
}
