import { z } from "zod";
import { by } from "../../../model/order.ts";
import type { Graph, GraphTx } from "../../../platform/graph/graph.ts";
import { propertyMap, query } from "../../../platform/graph/query.ts";
import { type CiNode, ciNodeSchema, fromNode, type StoredCi } from "../../ci/index.ts";

const tenantId = z.string();
const subjectRow = z.object({ ci: ciNodeSchema, software: z.array(z.string()), families: z.array(z.string()) });
const subjects = query("software/subjects", {
  params: z.object({ tenantId, ids: z.array(z.string()) }),
  row: subjectRow,
});
const cpeLink = z.object({ id: z.string(), entry: propertyMap, link: propertyMap });
const linkCpes = query("software/link-cpes", {
  params: z.object({ tenantId, items: z.array(cpeLink) }),
  row: z.object({ linked: z.int() }),
});
const unlink = query("software/unlink", {
  params: z.object({ tenantId, ids: z.array(z.string()) }),
  row: z.object({ id: z.string(), source: z.string(), target: z.string() }),
});
const unlinkCpes = query("software/unlink-cpes", {
  params: z.object({ tenantId, ids: z.array(z.string()) }),
  row: z.object({ unlinked: z.int() }),
});
const unfinishedRow = z.object({
  id: z.string(),
  createdAt: z.string(),
  softwareId: z.string().nullable(),
  familyId: z.string().nullable(),
  enrichmentStatus: z.string().nullable(),
});
const unfinished = query("software/unfinished", {
  params: z.object({
    tenantId,
    type: z.string(),
    afterCreatedAt: z.string(),
    afterId: z.string(),
    limit: z.int(),
  }),
  row: unfinishedRow,
});

/** A CI with the ids of the Software or Software Family CI that it is linked to, by the pipeline or a person. */
export interface Subject {
  ci: StoredCi;
  softwareId: string | undefined;
  familyId: string | undefined;
}

export interface CpeLink {
  /** Of the software instance. */
  id: string;
  /** Properties of the CPE name's node; `name` is its key. */
  entry: Record<string, unknown> & { name: string };
  link: Record<string, unknown>;
}

export type UnfinishedRow = z.output<typeof unfinishedRow>;

/** The graph statements of the software pipeline. */
export const pipelineGraph = {
  /** The CIs that exist for these ids, in any order; takes no lock. */
  async subjects(run: GraphTx["run"], tenantId: string, ids: readonly string[]): Promise<Subject[]> {
    if (ids.length === 0) return [];
    const rows = await run(subjects, { tenantId, ids: [...ids] });
    return rows.map((row) => ({
      ci: fromNode(row.ci as CiNode),
      softwareId: row.software[0],
      familyId: row.families[0],
    }));
  },
  /** The caller holds the locks of the instances. */
  async linkCpes(tx: GraphTx, tenantId: string, items: readonly CpeLink[]): Promise<void> {
    const sorted = [...items].sort(by(({ entry }) => entry.name));
    if (sorted.length > 0) await tx.run(linkCpes, { tenantId, items: sorted });
  },
  /** Deletes relationships by id; the caller holds the locks of their sources. Returns those that existed. */
  async unlink(tx: GraphTx, tenantId: string, type: "INSTANCE_OF" | "MEMBER_OF", ids: readonly string[]) {
    if (ids.length === 0) return [];
    return tx.run(unlink.with({ type }), { tenantId, ids: [...ids].sort() });
  },
  /** The caller holds the locks of the instances. */
  async unlinkCpes(tx: GraphTx, tenantId: string, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await tx.run(unlinkCpes, { tenantId, ids: [...ids].sort() });
  },
  unfinished: (graph: Graph, tenantId: string, type: string, after: { at: string; id: string }, limit: number) =>
    graph.read(unfinished, { tenantId, type, afterCreatedAt: after.at, afterId: after.id, limit }),
};
