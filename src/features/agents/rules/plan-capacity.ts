import type { Findings, RuleContext } from "../agent.model.ts";
import { directAnswer } from "./direct-answer.ts";
import { unlessForbidden } from "./unless-forbidden.ts";
import { BESIDES_SOFTWARE, counted, figureOf, listed } from "./words.ts";

/** Attributes that tell the size of a host, as scanners and people write them. */
const SIZES = ["memory_gb", "memory_mb", "ram_gb", "cpu_cores", "cpus", "vcpus", "disk_gb", "storage_gb"] as const;
const SCARCE = ["disk", "memory", "cpu", "space", "capacity", "quota", "swap", "load"];
const MONTHS = 6;

/** How large the estate is, how fast it grows, and where monitoring says that something runs out. */
export async function planCapacity(given: RuleContext): Promise<Findings> {
  const direct = await directAnswer(given);
  if (direct) return direct;
  const [ci] = given.named;
  return ci ? capacityOf(given, ci) : overview(given);
}

async function capacityOf({ use }: RuleContext, ci: { id: string; name: string }): Promise<Findings> {
  const [record, events] = await Promise.all([
    use("get_ci", { ci: ci.id }),
    use("list_events", { ci: ci.id, status: "open", limit: 100 }),
  ]);
  const attributes = (record.rows[0]?.attributes ?? {}) as Record<string, unknown>;
  const sizes = SIZES.filter((name) => typeof attributes[name] === "number").map((name) => ({
    attribute: name,
    value: attributes[name],
  }));
  const scarce = events.rows.filter(({ title }) => isScarcity(title));
  const told = sizes.map(({ attribute, value }) => `${attribute} ${value}`);
  const summary = `${ci.name}: ${told.length > 0 ? told.join(", ") : "no size is recorded"}; ${counted(scarce.length, "open event")} about something that runs out`;
  return { summary, details: [...sizes, ...scarce], confidence: sizes.length > 0 ? 0.7 : 0.4 };
}

async function overview({ query, question: { now } }: RuleContext): Promise<Findings> {
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS, 1)).toISOString();
  const [growth, total, scarcity] = await Promise.all([
    query({
      entity: "ci",
      filters: BESIDES_SOFTWARE,
      time: { field: "created_at", from },
      group_by: ["created_at.month"],
      aggregate: [{ fn: "count" }],
      order: [{ field: "created_at.month" }],
    }),
    query({ entity: "ci", filters: BESIDES_SOFTWARE, aggregate: [{ fn: "count" }] }),
    scarceEvents(query),
  ]);
  const months = growth.rows.map((row) => Number(row.count));
  const average = months.length > 0 ? Math.round(months.reduce((sum, each) => sum + each, 0) / MONTHS) : 0;
  const scarce = scarcity?.rows ?? [];
  const where =
    scarce.length > 0
      ? `; open events about scarcity: ${listed(
          scarce.map(({ title }) => title),
          3,
        )}`
      : "";
  return {
    summary: `${counted(figureOf(total), "CI")} besides software, ${average} more a month over ${MONTHS} months${where}`,
    details: [...growth.rows, ...scarce],
    confidence: months.length >= 3 ? 0.7 : 0.4,
  };
}

/** Undefined for a caller that may not read events. */
async function scarceEvents(query: RuleContext["query"]) {
  const filters = SCARCE.map((word) => ({ field: "title", op: "contains" as const, value: word }));
  const fields = ["id", "title", "severity", "status", "occurred_at"];
  const answer = await unlessForbidden(query({ entity: "event", match: "any", filters, fields, limit: 100 }));
  return (
    answer && { ...answer, rows: answer.rows.filter(({ status, title }) => status !== "resolved" && isScarcity(title)) }
  );
}

const WHOLE_WORD = new RegExp(`\\b(?:${SCARCE.join("|")})\\b`, "i");

function isScarcity(title: unknown): boolean {
  return typeof title === "string" && WHOLE_WORD.test(title);
}
