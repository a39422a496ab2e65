import { z } from "zod";
import { type GraphRelationshipType, RELATIONSHIP_TYPE_SETS } from "../../../model/relationships.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import { query } from "../../../platform/graph/query.ts";
import type { SystemColumns } from "./read-process.ts";

const tenantId = z.string();
const text = z.string().nullable();
const relationshipRow = z.object({
  id: z.string(),
  sourceProcess: text,
  targetProcess: text,
  isMapped: z.boolean(),
  sourceOs: text,
  sourceGuess: text,
  sourceFields: text,
  targetOs: text,
  targetGuess: text,
  targetFields: text,
});
const relationships = query("software/process-relationships", {
  params: z.object({ tenantId, afterId: z.string(), limit: z.int() }),
  row: relationshipRow,
});
const totalsRow = z.object({ total: z.int(), withProcess: z.int(), withApplication: z.int(), unmapped: z.int() });
const totals = query("software/process-totals", { params: z.object({ tenantId }), row: totalsRow });
const unmapped = query("software/unmapped-processes", {
  params: z.object({ tenantId, limit: z.int() }),
  row: z.object({ process: z.string(), count: z.int() }),
});

export type RelationshipTotals = z.output<typeof totalsRow>;

/** A relationship with process names, each with the operating system of its server. */
export interface ProcessRelationship {
  id: string;
  isMapped: boolean;
  source: { process: string | null; system: SystemColumns };
  target: { process: string | null; system: SystemColumns };
}

/** Relationship types that may name processes; those of the software hierarchy do not. */
export const PROCESS_TYPES_OF_GRAPH: readonly GraphRelationshipType[] = [
  "CONNECTED_TO",
  ...RELATIONSHIP_TYPE_SETS.processTypes.filter((type) => type !== "CONNECTED_TO"),
];

/** Graph queries of process mapping on relationships. */
export const processRelationshipsGraph = {
  async page(
    graph: Graph,
    tenantId: string,
    type: GraphRelationshipType,
    after: string,
    limit: number,
  ): Promise<ProcessRelationship[]> {
    const rows = await graph.read(relationships.with({ type }), { tenantId, afterId: after, limit });
    return rows.map((row) => ({
      id: row.id,
      isMapped: row.isMapped,
      source: {
        process: row.sourceProcess,
        system: { os: row.sourceOs, osGuess: row.sourceGuess, customFields: row.sourceFields },
      },
      target: {
        process: row.targetProcess,
        system: { os: row.targetOs, osGuess: row.targetGuess, customFields: row.targetFields },
      },
    }));
  },

  /** Counts all `Connected To` relationships, and of other types those that name processes. */
  async totals(graph: Graph, tenantId: string): Promise<RelationshipTotals> {
    const sum = { total: 0, withProcess: 0, withApplication: 0, unmapped: 0 };
    const ofTypes = await Promise.all(
      PROCESS_TYPES_OF_GRAPH.map(async (type) => ({
        type,
        row: (await graph.read(totals.with({ type }), { tenantId }))[0] ?? { ...sum },
      })),
    );
    for (const { type, row } of ofTypes) {
      sum.total += type === "CONNECTED_TO" ? row.total : row.withProcess;
      sum.withProcess += row.withProcess;
      sum.withApplication += row.withApplication;
      sum.unmapped += row.unmapped;
    }
    return sum;
  },

  /** The most frequent process names of each type, as written. */
  async unmapped(graph: Graph, tenantId: string, limit: number) {
    const ofTypes = await Promise.all(
      PROCESS_TYPES_OF_GRAPH.map((type) => graph.read(unmapped.with({ type }), { tenantId, limit })),
    );
    return ofTypes.flat();
  },
};
