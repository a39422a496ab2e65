import type { Criticality, InsightDependency } from "../insights/index.ts";
import type { TopologyVerbs } from "../topology/index.ts";
import type { CategorizedInsight, Evidence, Finding } from "./analysis.model.ts";
import { ciEvidence, dependencyEvidence, MOST_NAMED, ownEvidence } from "./evidence.ts";
import type { Facts } from "./facts.ts";

type ConnectionGroups = Awaited<ReturnType<TopologyVerbs["processConnections"]>>;

/** What the rules say of one CI. */
export interface RuleInsights {
  role: string;
  criticality: Criticality;
  dependencies: InsightDependency[];
  summary: string;
  recommendations: string[];
  insights: CategorizedInsight[];
}

/** Roles by the ports that a host listens on; the first that fits. */
const ROLES: readonly [RegExp, string][] = [
  [/^(1433|1521|3306|5432|27017|50000|9042|1526)$/, "database server"],
  [/^(6379|11211)$/, "cache server"],
  [/^(5672|9092|1414|61616|4222)$/, "message broker"],
  [/^(53)$/, "name server"],
  [/^(88|389|636)$/, "directory server"],
  [/^(445|2049)$/, "file server"],
  [/^(25|465|587)$/, "mail server"],
  [/^(80|443|8080|8443)$/, "web or application server"],
];
const ADVICE: Record<Finding["category"], string> = {
  stale: "Find out whether it still exists, and scan it or set it inactive",
  ownership: "Name its owner in attributes.owner",
  single_point_of_failure: "Give it a peer that can take its place, and declare both in a redundancy group",
  exposure: "Let these services listen on inner addresses alone, or filter them",
  drift: "Bring it in line with its peers, or note why it differs",
  events: "Work on its open events",
  changes: "Look at what was changed before its events, and undo it if it is why",
  relationships: "Declare what it runs on and what depends on it, or confirm proposals",
  duplicates: "Compare it with the CIs that share its identifiers, and delete the double",
};
const FULL = 0.85;

/** Role, criticality, dependencies, risks and capacity by the rules, each with the records that show it. */
export function insightsByRules(facts: Facts, findings: readonly Finding[], groups: ConnectionGroups): RuleInsights {
  const role = roleOf(facts);
  const criticality = criticalityOf(facts);
  const dependencies = groups
    .filter(({ targetCIId }) => targetCIId !== null && targetCIId !== facts.ci.id)
    .slice(0, 50)
    .map(({ processName, targetIP, targetServer, targetCIId, ports }) => ({
      name: targetServer ?? targetIP ?? "unknown",
      ip: targetIP,
      ciId: targetCIId,
      process: processName,
      ports,
      reason: null,
    }));
  const insights = [
    role.insight,
    criticality.insight,
    ...dependencyInsights(facts, dependencies),
    ...riskInsights(facts, findings),
    ...capacityInsights(facts),
  ];
  const recommendations = [...new Set(findings.map(({ category }) => ADVICE[category]))];
  const summary = `${insights
    .slice(0, 3)
    .map(({ text }) => text)
    .join(". ")}.`;
  return { role: role.name, criticality: criticality.level, dependencies, summary, recommendations, insights };
}

function roleOf({ ci, sockets }: Facts): { name: string; insight: CategorizedInsight } {
  const listening = sockets.filter(
    ({ state, remote_port }) => /^listen/i.test(state ?? "") || (!remote_port && !state),
  );
  for (const [ports, name] of ROLES) {
    const socket = listening.find(({ local_port }) => ports.test(String(local_port ?? "")));
    if (!socket) continue;
    const value = `${socket.process_name ?? "a process"} listens on port ${String(socket.local_port)}`;
    return {
      name,
      insight: insight(ci.id, "role", "Role", `It is a ${name}: ${value}`, [ownEvidence(ci, value)]),
    };
  }
  const name = ci.type.replaceAll("_", " ");
  const evidence = [ownEvidence(ci, `type ${ci.type}`)];
  return {
    name,
    insight: insight(ci.id, "role", "Role", `It is a ${name}; nothing that it listens on tells more`, evidence),
  };
}

/** By what fails with it: several business services, one, ten CIs and more, or less. */
function criticalityOf({ ci, affected, services }: Facts): { level: Criticality; insight: CategorizedInsight } {
  const level =
    services.length > 1
      ? "critical"
      : services.length === 1
        ? "high"
        : affected.length >= 10
          ? "high"
          : affected.length > 0
            ? "medium"
            : "low";
  const text = `Its criticality is ${level}: ${services.length} business services and ${affected.length} other CIs need it`;
  const evidence = [...services, ...affected].slice(0, MOST_NAMED).map(ciEvidence);
  return {
    level,
    insight: insight(
      ci.id,
      "criticality",
      "Criticality",
      text,
      evidence.length > 0 ? evidence : [ownEvidence(ci, "nothing needs it")],
    ),
  };
}

function dependencyInsights({ ci }: Facts, dependencies: readonly InsightDependency[]): CategorizedInsight[] {
  const names = [...new Map(dependencies.map((one) => [one.ciId, one])).values()];
  if (names.length === 0) return [];
  const evidence = names.slice(0, MOST_NAMED).map((one) => dependencyEvidence(one.ciId!, one));
  const text = `It connects to ${names.length} known CIs`;
  return [insight(ci.id, "dependency", "Dependencies", text, evidence)];
}

function riskInsights({ ci }: Facts, findings: readonly Finding[]): CategorizedInsight[] {
  return findings.map(({ category, text, evidence }) =>
    insight(ci.id, "risk", category.replaceAll("_", " "), text, evidence),
  );
}

function capacityInsights({ ci }: Facts): CategorizedInsight[] {
  const { cpu_cores: cores, memory_gb: memory, disk_gb: disk, disk_free_gb: free } = ci.attributes;
  const parts = [
    typeof cores === "number" && `${cores} cores`,
    typeof memory === "number" && `${memory} GB of memory`,
    typeof disk === "number" && `${disk} GB of disk`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return [];
  const used = typeof disk === "number" && typeof free === "number" && disk > 0 ? 1 - free / disk : undefined;
  const isFull = used !== undefined && used >= FULL;
  const text = `It has ${parts.join(", ")}${isFull ? `; its disk is ${Math.round(100 * used)} % full` : ""}`;
  return [insight(ci.id, "capacity", "Capacity", text, [ownEvidence(ci, parts.join(", "))])];
}

function insight(
  ciId: string,
  category: CategorizedInsight["category"],
  title: string,
  text: string,
  evidence: Evidence[],
): CategorizedInsight {
  return { ciId, category, title, text, evidence };
}
