import type { RequestContext } from "../../context.ts";
import { type DescribeDeps, describeAffected } from "./describe-affected.ts";
import type { Redundancy } from "./impact.model.ts";
import type { ImpactOfDeps } from "./impact-of.ts";
import { searchAffected } from "./search-affected.ts";

/** A CI that fails with another. */
export interface FailingCi {
  id: string;
  name: string;
  /** Canonical. */
  type: string;
  redundancy: Redundancy;
}

export interface FailuresInput {
  /** In relationships, 1 to 64. */
  depth: number;
  /** Most CIs. */
  limit: number;
}

/**
 * The CIs that certainly fail with a CI, nearest first: over no optional and no proposed relationship, without software
 * that nothing depends on. A part of the impact that takes two reads; of an unknown CI, nothing. Checks no scope.
 */
export type FailuresOf = (ctx: RequestContext, ciId: string, input: FailuresInput) => Promise<FailingCi[]>;

export function createFailuresOf(deps: DescribeDeps & Pick<ImpactOfDeps, "failureKinds">): FailuresOf {
  return async (ctx, ciId, { depth, limit }) => {
    const { tenantId } = ctx;
    const customKinds = await deps.failureKinds(tenantId);
    const walk = { includeAi: false, includeOptional: false, includeSoftware: false, looksBeyond: false };
    const request = { tenantId, ids: [ciId], direction: "downstream", depth, limit, ...walk } as const;
    const search = { customKinds, ...request };
    const found = await searchAffected(deps, tenantId, search);
    const { affected } = await describeAffected(deps, ctx, search, found);
    return affected.map(({ id, name, type, redundancy }) => ({ id, name, type, redundancy }));
  };
}
