import { type RequestContext, requireScope } from "../../context.ts";
import { DEFAULT_DEPTH, MAX_AFFECTED } from "../reach/index.ts";
import { type DescribeDeps, describeAffected } from "./describe-affected.ts";
import type { Member } from "./impact.graph.store.ts";
import type { Redundancy } from "./impact.model.ts";
import type { ImpactOfDeps } from "./impact-of.ts";
import { searchAffected } from "./search-affected.ts";

/** A CI that fails when all of several CIs do. */
export interface CommonlyAffected {
  id: string;
  name: string;
  /** Canonical. */
  type: string;
  /** In relationships from the nearest start. */
  distance: number;
  /** Ids of CIs, a start first and the CI itself last. */
  path: string[];
  redundancy: Redundancy;
  /** As in its attributes; of business services only, null if unset. */
  criticality: string | null;
}

export interface CommonImpact {
  /** The starts that exist, by id. */
  starts: { id: string; name: string; type: string; status: Member["status"]; criticality: string | null }[];
  /** Nearest first, ties by id; without the starts. */
  affected: CommonlyAffected[];
  /** Whether the limit cut the result. */
  truncated: boolean;
}

/**
 * The CIs that certainly fail when all of these CIs fail together: over no optional and no proposed relationship, at most ten
 * relationships away, at most 10,000, without software that nothing depends on. A redundancy group of which all members are
 * among the starts is lost. Checks `cmdb.read`; unknown ids are left out.
 */
export type ImpactOfAll = (ctx: RequestContext, ciIds: readonly string[], limit?: number) => Promise<CommonImpact>;

export function createImpactOfAll(deps: DescribeDeps & Pick<ImpactOfDeps, "failureKinds">): ImpactOfAll {
  return async (ctx, ciIds, limit = MAX_AFFECTED) => {
    requireScope(ctx, "cmdb.read");
    const { tenantId } = ctx;
    const ids = [...new Set(ciIds)].sort();
    if (ids.length === 0) return { starts: [], affected: [], truncated: false };
    const customKinds = await deps.failureKinds(tenantId);
    const walk = { includeAi: false, includeOptional: false, includeSoftware: false, looksBeyond: false };
    const request = { tenantId, ids, direction: "downstream", depth: DEFAULT_DEPTH, limit, ...walk } as const;
    const search = { customKinds, ...request };
    const found = await searchAffected(deps, tenantId, search);
    const { starts, affected, criticalities } = await describeAffected(deps, ctx, search, found);
    return {
      starts: starts.map(({ criticality, ...start }) => ({ ...start, criticality: textOf(criticality) })),
      affected: affected.map(({ id, name, type, distance, path, redundancy }) => {
        return { id, name, type, distance, path, redundancy, criticality: textOf(criticalities.get(id)) };
      }),
      truncated: found.truncated,
    };
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
