import type { Findings, RuleContext } from "../agent.model.ts";
import { directAnswer } from "./direct-answer.ts";
import { counted, listed } from "./words.ts";

/** What a host talks to without a declared relationship, or which CIs hang in the air. */
export async function discoverRelationships(given: RuleContext): Promise<Findings> {
  const [ci] = given.named;
  if (ci) return undeclared(given, ci);
  return (await directAnswer(given)) ?? unconnected(given);
}

async function undeclared({ use }: RuleContext, ci: { id: string; name: string }): Promise<Findings> {
  const [known, talks] = await Promise.all([
    use("relationships_of", { ci: ci.id, limit: 100 }),
    use("connections_of", { ci: ci.id, limit: 100 }),
  ]);
  const declared = new Set<unknown>(
    known.rows.filter(({ type }) => type !== "connected_to").flatMap((row) => [row["source.id"], row["target.id"]]),
  );
  const peers = new Map<unknown, Record<string, unknown>>();
  for (const group of talks.rows) {
    for (const connection of connectionsIn(group)) {
      const id = connection.target_ci_id ?? connection.targetCiId;
      if (id && !declared.has(id)) peers.set(id, { process: group.process ?? group.name, ...connection });
    }
  }
  const names = [...peers.values()].map((peer) => peer.target_ci_name ?? peer.targetCiName ?? peer.target_ci_id);
  const summary =
    peers.size > 0
      ? `${ci.name} has ${counted(known.total, "relationship")} and talks to ${counted(peers.size, "CI")} that no dependency names: ${listed(names)}`
      : `${ci.name} has ${counted(known.total, "relationship")}; no connection of its newest scan lacks one`;
  const details = [...peers.values(), ...known.rows.slice(0, 20)];
  return { summary, details, confidence: talks.total > 0 ? 0.8 : 0.5 };
}

function connectionsIn(group: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const { connections } = group;
  return Array.isArray(connections) ? (connections as Record<string, unknown>[]) : [];
}

async function unconnected({ query }: RuleContext): Promise<Findings> {
  const alone = { field: "relationships.count", op: "eq" as const, value: 0 };
  const [byType, examples] = await Promise.all([
    query({
      entity: "ci",
      filters: [alone],
      group_by: ["type"],
      aggregate: [{ fn: "count" }],
      order: [{ field: "count", direction: "desc" }],
      limit: 20,
    }),
    query({ entity: "ci", filters: [alone], fields: ["id", "name", "type"], limit: 20 }),
  ]);
  const summary =
    examples.total === 0
      ? "Every CI has a relationship"
      : `${counted(examples.total, "CI")} ${examples.total === 1 ? "has" : "have"} no relationship, most of the type ${byType.rows[0]?.type}: ${listed(examples.rows.map(({ name }) => name))}`;
  return { summary, details: [...byType.rows, ...examples.rows], confidence: 0.85 };
}
