import { z } from "zod";
import { CI_STATUSES } from "../../model/ci-types.ts";
import { parseFields } from "../../model/fields.ts";
import type { Graph, GraphTx } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";
import type { Fields } from "../ci/index.ts";
import { type Component, componentAttributes, MAX_COMPONENTS } from "./service.model.ts";

const tenantId = z.string();
const attributes = z.string().nullable();

const component = z.object({
  relationshipId: z.string(),
  ciId: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.enum(CI_STATUSES),
  attributes,
});
const components = query("services/components", {
  params: z.object({ tenantId, ids: z.array(z.string()), maxComponents: z.int() }),
  row: z.object({ serviceId: z.string(), components: z.array(component) }),
});
const links = query("services/links", {
  params: z.object({ tenantId, id: z.string() }),
  row: z.object({ id: z.string(), ciId: z.string(), attributes, aiFound: z.boolean() }),
});
const isService = query("services/is-service", {
  params: z.object({ tenantId, id: z.string() }),
  row: z.object({ id: z.string() }),
});
const idsOf = z.object({ tenantId, ids: z.array(z.string()) });
const ciRow = z.object({ id: z.string(), name: z.string(), type: z.string(), status: z.enum(CI_STATUSES) });
const cis = query("services/cis", { params: idsOf, row: ciRow });
const servicesOf = query("services/services-of", {
  params: idsOf,
  row: z.object({ ciId: z.string(), services: z.array(z.string()) }),
});

/** Name, type and status of a CI. */
export type BriefCi = z.output<typeof ciRow>;

/** A relationship that makes a CI part of a service. */
export interface Link {
  id: string;
  ciId: string;
  attributes: Fields;
  /** An AI model found it; no person or scan has declared the CI a component. */
  aiFound: boolean;
}

export const servicesGraph = {
  /** Components by service, oldest first, at most `MAX_COMPONENTS` each; services that do not exist are absent. */
  async components(
    graph: Pick<Graph, "read">,
    tenantId: string,
    ids: readonly string[],
  ): Promise<Map<string, Component[]>> {
    if (ids.length === 0) return new Map();
    const rows = await graph.read(components, { tenantId, ids: [...ids], maxComponents: MAX_COMPONENTS });
    return new Map(
      rows.map((row) => [
        row.serviceId,
        row.components.map(({ attributes: text, ...ci }) => ({ ...ci, ...componentAttributes(parseFields(text)) })),
      ]),
    );
  },

  async isService(graph: Graph, tenantId: string, id: string): Promise<boolean> {
    return (await graph.read(isService, { tenantId, id })).length > 0;
  },

  /** CIs by id; ids that name none are absent. */
  async cis(graph: Graph, tenantId: string, ids: readonly string[]): Promise<Map<string, BriefCi>> {
    if (ids.length === 0) return new Map();
    const rows = await graph.read(cis, { tenantId, ids: [...ids] });
    return new Map(rows.map((row) => [row.id, row]));
  },

  /** Services by the id of a component; CIs that are part of none are absent. */
  async servicesOf(graph: Graph, tenantId: string, ids: readonly string[]): Promise<Map<string, string[]>> {
    if (ids.length === 0) return new Map();
    const rows = await graph.read(servicesOf, { tenantId, ids: [...ids] });
    return new Map(rows.map((row) => [row.ciId, row.services]));
  },

  async links(tx: GraphTx, tenantId: string, id: string): Promise<Link[]> {
    const rows = await tx.run(links, { tenantId, id });
    return rows.map((row) => ({ ...row, attributes: parseFields(row.attributes) }));
  },
};
