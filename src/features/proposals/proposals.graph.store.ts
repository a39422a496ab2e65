import { z } from "zod";
import { CI_STATUSES } from "../../model/ci-types.ts";
import { type Fields, parseFields } from "../../model/fields.ts";
import { IDENTIFIER_KINDS, type Identifier, identifierKey } from "../../model/identifiers.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";
import { type Flow, type ProposalCi, pairKey } from "./proposals.model.ts";

const tenantId = z.string();
const ids = z.array(z.string());
const text = z.string().nullable();

const cis = query("proposals/cis", {
  params: z.object({ tenantId, ids }),
  row: z.object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    status: z.enum(CI_STATUSES),
    attributes: z.string(),
    customFields: z.string(),
  }),
});
const page = query("proposals/page", {
  params: z.object({ tenantId, after: z.string(), limit: z.int() }),
  row: z.object({ id: z.string(), type: z.string() }),
});
const flow = z.object({
  id: z.string(),
  source: z.string(),
  target: z.string(),
  port: z.int().nullable(),
  protocol: text,
  sourceProcess: text,
  targetProcess: text,
  firstSeen: text,
  lastSeen: text,
  attributes: text,
  discoveredBy: text,
});
const flows = query("proposals/flows", {
  params: z.object({ tenantId, ids }),
  row: z.object({ flows: z.array(flow) }),
});
const fanEnd = z.object({ id: z.string(), port: z.int(), incoming: z.boolean() });
const fan = query("proposals/fan", {
  params: z.object({ tenantId, ends: z.array(fanEnd) }),
  row: fanEnd.extend({ peers: z.int() }),
});
const pair = z.object({ source: z.string(), target: z.string() });
const links = query("proposals/links", {
  params: z.object({ tenantId, pairs: z.array(pair) }),
  row: pair.extend({
    covered: z.boolean(),
    links: z.array(z.object({ id: z.string(), graphType: z.string(), outgoing: z.boolean(), aiFound: z.boolean() })),
  }),
});
const identified = query("proposals/identified", {
  params: z.object({ tenantId, identifiers: z.array(z.object({ kind: z.enum(IDENTIFIER_KINDS), value: z.string() })) }),
  row: z.object({ kind: z.enum(IDENTIFIER_KINDS), value: z.string(), ids }),
});
const named = query("proposals/named", {
  params: z.object({ tenantId, nameKeys: z.array(z.string()) }),
  row: z.object({ nameKey: z.string(), ids }),
});
const ofCi = query("proposals/of-ci", {
  params: z.object({ tenantId, id: z.string(), skip: z.int(), limit: z.int() }),
  row: z.object({ total: z.int(), ids }),
});

export type FanEnd = z.output<typeof fanEnd>;
/** Relationships of an ordered pair besides observed connections. */
export interface PairLinks {
  /** What runs on the ends depends in the same way. */
  covered: boolean;
  links: { id: string; graphType: string; outgoing: boolean; aiFound: boolean }[];
}

export const fanKey = ({ id, port, incoming }: FanEnd) => `${id} ${port} ${incoming}`;

export const proposalsGraph = {
  /** By id; unknown ones are absent. */
  async cis(graph: Graph, tenant: string, wanted: readonly string[]): Promise<Map<string, ProposalCi>> {
    if (wanted.length === 0) return new Map();
    const rows = await graph.read(cis, { tenantId: tenant, ids: [...new Set(wanted)] });
    return new Map(
      rows.map(({ attributes, customFields, ...row }) => {
        const fields: Fields = { ...parseFields(customFields), ...parseFields(attributes) };
        return [row.id, { ...row, fields }];
      }),
    );
  },

  page: (graph: Graph, tenant: string, after: string, limit: number) =>
    graph.read(page, { tenantId: tenant, after, limit }),

  async flows(graph: Graph, tenant: string, wanted: readonly string[]): Promise<Flow[]> {
    if (wanted.length === 0) return [];
    const rows = await graph.read(flows, { tenantId: tenant, ids: [...wanted] });
    return [...new Map(rows.flatMap(({ flows: found }) => found).map((one) => [one.id, one])).values()];
  },

  /** Numbers of peers, by `fanKey`. */
  async fan(graph: Graph, tenant: string, ends: readonly FanEnd[]): Promise<Map<string, number>> {
    const wanted = [...new Map(ends.map((end) => [fanKey(end), end])).values()];
    if (wanted.length === 0) return new Map();
    const rows = await graph.read(fan, { tenantId: tenant, ends: wanted });
    return new Map(rows.map((row) => [fanKey(row), row.peers]));
  },

  /** By `pairKey`. */
  async links(
    graph: Graph,
    tenant: string,
    pairs: readonly { source: string; target: string }[],
  ): Promise<Map<string, PairLinks>> {
    if (pairs.length === 0) return new Map();
    const wanted = pairs.map(({ source, target }) => ({ source, target }));
    const rows = await graph.read(links, { tenantId: tenant, pairs: wanted });
    return new Map(rows.map((row) => [pairKey(row), row]));
  },

  /** Ids of CIs by `identifierKey`. */
  async identified(graph: Graph, tenant: string, identifiers: readonly Identifier[]): Promise<Map<string, string[]>> {
    if (identifiers.length === 0) return new Map();
    const rows = await graph.read(identified, { tenantId: tenant, identifiers: [...identifiers] });
    return new Map(rows.map((row) => [identifierKey(row), row.ids]));
  },

  /** Ids of CIs by name in comparable form. */
  async named(graph: Graph, tenant: string, nameKeys: readonly string[]): Promise<Map<string, string[]>> {
    if (nameKeys.length === 0) return new Map();
    const rows = await graph.read(named, { tenantId: tenant, nameKeys: [...nameKeys] });
    return new Map(rows.map((row) => [row.nameKey, row.ids]));
  },

  /** Undefined if the CI does not exist. */
  async ofCi(graph: Graph, tenant: string, id: string, skip: number, limit: number) {
    return (await graph.read(ofCi, { tenantId: tenant, id, skip, limit }))[0];
  },
};
