import { z } from "zod";
import { by } from "../../model/order.ts";
import type { FailureDirection } from "../../model/relationships.ts";
import type { Graph, GraphTx } from "../../platform/graph/graph.ts";
import { query } from "../../platform/graph/query.ts";

export const FAILURE_DIRECTIONS = [
  "none",
  "source_to_target",
  "target_to_source",
  "both",
] as const satisfies readonly FailureDirection[];

const tenantId = z.string();
const typeRow = z.object({ name: z.string(), spelling: z.string(), failure: z.enum(FAILURE_DIRECTIONS) });

/** A custom relationship type of a tenant. `name` is its key, upper snake. */
export type CustomType = z.output<typeof typeRow>;

const registerTypes = query("relationships/register-types", {
  params: z.object({
    tenantId,
    types: z.array(z.object({ name: z.string(), spelling: z.string() })),
    createdAt: z.string(),
  }),
  row: typeRow,
});
const setFailure = query("relationships/set-failure", {
  params: z.object({
    tenantId,
    name: z.string(),
    spelling: z.string(),
    failure: z.enum(FAILURE_DIRECTIONS),
    createdAt: z.string(),
  }),
  row: typeRow.extend({ before: typeRow.shape.failure, version: z.int() }),
});
const listTypes = query("relationships/types", { params: z.object({ tenantId }), row: typeRow });
const failureKindsQuery = query("relationships/failing-kinds", {
  params: z.object({ tenantId }),
  row: z.object({ stamp: z.int(), kinds: z.array(z.tuple([z.string(), z.enum(FAILURE_DIRECTIONS)])) }),
});

/** Registers missing types; returns the spelling by key. A type that exists keeps its first spelling. */
async function registerCustomTypes(
  tx: GraphTx,
  tenantId: string,
  wanted: ReadonlyMap<string, string>,
  at: string,
): Promise<Map<string, string>> {
  if (wanted.size === 0) return new Map();
  const types = [...wanted].map(([name, spelling]) => ({ name, spelling }));
  types.sort(by(({ name }) => name));
  const rows = await tx.run(registerTypes, { tenantId, types, createdAt: at });
  return new Map(rows.map((row) => [row.name, row.spelling]));
}

/** A type whose failure direction was set; `before`: the direction until then. */
export type SetType = CustomType & { before: FailureDirection; version: number };

async function writeFailure(tx: GraphTx, tenantId: string, type: CustomType, at: string): Promise<SetType> {
  const [row] = await tx.run(setFailure, { tenantId, ...type, createdAt: at });
  if (!row) throw new Error("setting the failure direction of a type returned no row");
  return row;
}

function readCustomTypes(graph: Graph, tenantId: string): Promise<CustomType[]> {
  return graph.read(listTypes, { tenantId });
}

/** Keys of types with the direction in which a failure propagates on them. */
async function readFailureKinds(graph: Graph, tenantId: string) {
  const [row] = await graph.read(failureKindsQuery, { tenantId });
  return row ?? { stamp: 0, kinds: [] };
}

/** Custom relationship types of tenants. */
export const customTypesGraph = {
  register: registerCustomTypes,
  setFailure: writeFailure,
  list: readCustomTypes,
  failureKinds: readFailureKinds,
};
