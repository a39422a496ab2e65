import { api, bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { words } from "../../components/words";
import type { Found } from "./kinds";

/** Looks for things of one kind. */
export type Find = (text: string, limit: number, signal: AbortSignal) => Promise<Found[]>;

const SOFTWARE = ["software", "software_instance", "software_family"];
const CI_FIELDS: ("id" | "name" | "type" | "status" | "description")[] = [
  "id",
  "name",
  "type",
  "status",
  "description",
];

export async function findCis(text: string, limit: number, signal: AbortSignal): Promise<Found[]> {
  // Software outnumbers all else and has a part of its own, as services have.
  const query = { search: text, limit: Math.min(100, limit * 4), fields: CI_FIELDS };
  const { data } = await bodyOf(v1.GET("/v1/cmdb/ci", { params: { query }, signal }));
  const others = data.filter(({ type = "" }) => !SOFTWARE.includes(type) && type !== "business_service");
  return inOrder(others, text)
    .slice(0, limit)
    .map((ci) => foundCi(ci, "ci"));
}

export async function findSoftware(text: string, limit: number, signal: AbortSignal): Promise<Found[]> {
  const query = { search: text, type: SOFTWARE, limit: Math.min(100, limit * 2), fields: CI_FIELDS };
  const { data } = await bodyOf(v1.GET("/v1/cmdb/ci", { params: { query }, signal }));
  return inOrder(data, text)
    .slice(0, limit)
    .map((ci) => foundCi(ci, "software"));
}

export async function findServices(text: string, limit: number, signal: AbortSignal): Promise<Found[]> {
  const { data } = await bodyOf(v1.GET("/v1/services", { params: { query: { search: text, limit } }, signal }));
  return data.map(({ id, name = id, health, criticality, description }) => ({
    id,
    kind: "service",
    name,
    hint: description ?? `Criticality: ${criticality}`,
    state: health?.status,
    to: `/services/${id}`,
  }));
}

export async function findIncidents(text: string, limit: number, signal: AbortSignal): Promise<Found[]> {
  const rows = await ask(
    "incident",
    ["id", "status", "severity", "root_cause.name", "event_count"],
    "last_seen",
    {
      filters: ["root_cause.name", "services.name"].map((field) => ({ field, op: "contains", value: text })),
      limit,
    },
    signal,
  );
  return rows.map(({ id, status, severity, event_count: count, "root_cause.name": cause }) => ({
    id: String(id),
    kind: "incident",
    name: cause ? `Cause: ${String(cause)}` : "Cause not found",
    hint: `${String(status)}, ${String(count)} events`,
    state: String(severity),
    to: `/incidents/${String(id)}`,
  }));
}

export async function findEvents(text: string, limit: number, signal: AbortSignal): Promise<Found[]> {
  const rows = await ask(
    "event",
    ["id", "title", "status", "severity", "ci.name"],
    "occurred_at",
    {
      filters: ["title", "hostname", "fqdn"].map((field) => ({ field, op: "contains", value: text })),
      limit,
    },
    signal,
  );
  return rows.map((row) => ({
    id: String(row.id),
    kind: "event",
    name: String(row.title),
    hint: `${String(row.status)}${row["ci.name"] ? `, ${String(row["ci.name"])}` : ""}`,
    state: String(row.severity),
    to: `/events/${String(row.id)}`,
  }));
}

export async function findVulnerabilities(text: string, limit: number, signal: AbortSignal): Promise<Found[]> {
  const query = { search: text.slice(0, 255), sort: "priority", order: "desc", limit } as const;
  const { data } = await bodyOf(v1.GET("/v1/vulnerabilities", { params: { query }, signal }));
  return data.map(({ cve = "", summary = "", severity, status, priority }) => ({
    id: cve,
    kind: "vulnerability",
    name: cve,
    hint: [severity && words(severity), priority && `priority ${priority.score}`, summary].filter(Boolean).join(" · "),
    state: status,
    to: `/vulnerabilities/${cve}`,
  }));
}

export async function findChanges(text: string, limit: number, signal: AbortSignal): Promise<Found[]> {
  const rows = await ask(
    "change_analysis",
    ["id", "task_node_id", "status", "level", "summary"],
    "created_at",
    {
      filters: [
        { field: "summary", op: "contains", value: text },
        { field: "task_node_id", op: "eq", value: text },
      ],
      limit,
    },
    signal,
  );
  return rows.map(({ id, task_node_id: task, status, level, summary }) => ({
    id: String(id),
    kind: "change",
    name: String(task ?? summary ?? id),
    hint: [level && `Risk ${String(level)}`, task && summary].filter(Boolean).join(" · "),
    state: String(status),
    to: `/changes/${String(id)}`,
  }));
}

export async function findMaps(text: string, limit: number, signal: AbortSignal): Promise<Found[]> {
  const { data } = await bodyOf(v1.GET("/v1/maps", { params: { query: { search: text, limit } }, signal }));
  return data.map(({ id, name = id, root_count: roots = 0, shared }) => ({
    id,
    kind: "map",
    name,
    hint: `${roots === 1 ? "From 1 CI" : `From ${roots} CIs`}${shared ? ", shared" : ""}`,
    to: `/map?map=${encodeURIComponent(id)}`,
  }));
}

export async function findByMeaning(text: string, limit: number, signal: AbortSignal): Promise<Found[]> {
  const answer = await bodyOf(api.GET("/api/ai/search-semantic", { params: { query: { q: text, limit } }, signal }));
  return (answer as { data: { results: Hit[] } }).data.results.map(({ ci, matchedOn }) => ({
    id: ci._id,
    kind: "meaning",
    name: ci.name,
    hint: `${words(ci.type)}, matched on ${matchedOn.map((field) => words(field).toLowerCase()).join(", ")}`,
    state: ci.status,
    to: `/cis/${ci._id}`,
  }));
}

interface Hit {
  ci: { _id: string; name: string; type: string; status: string };
  matchedOn: string[];
}

async function ask(entity: string, fields: string[], newest: string, rest: object, signal: AbortSignal) {
  const form = { entity, fields, match: "any", order: [{ field: newest, direction: "desc" }], ...rest };
  const answer = await bodyOf(v1.POST("/v1/query", { body: form as components["schemas"]["QueryForm"], signal }));
  return (answer as components["schemas"]["QueryAnswer"]).rows;
}

function foundCi(ci: components["schemas"]["ListedCI"], kind: "ci" | "software"): Found {
  const { id, name = id, type, status, description } = ci;
  return {
    id,
    kind,
    name,
    hint: [words(type), description].filter(Boolean).join(" · "),
    state: status,
    to: `/cis/${id}`,
  };
}

/** Names that are the text, then those that begin with it, then the others. */
function inOrder<T extends { name?: string }>(things: readonly T[], text: string): T[] {
  const wanted = text.toLowerCase();
  const rank = ({ name = "" }: T) => {
    const own = name.toLowerCase();
    return own === wanted ? 0 : own.startsWith(wanted) ? 1 : 2;
  };
  return [...things].sort((a, b) => rank(a) - rank(b) || (a.name ?? "").length - (b.name ?? "").length);
}
