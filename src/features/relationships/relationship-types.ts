import { type RequestContext, requireScope } from "../../context.ts";
import { conflict, invalidField } from "../../errors.ts";
import { BUILT_IN_TYPES, builtInType, type FailureDirection, isTypeName, typeKey } from "../../model/relationships.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { type CustomType, customTypesGraph } from "./custom-types.graph.store.ts";

/** A type as callers see it. */
export interface RelationshipTypeView {
  /** Its spelling. */
  name: string;
  failure: FailureDirection;
  builtIn: boolean;
}

/** Kinds of a tenant's own types that carry a failure; one that carries it both ways stands in both lists. */
export interface FailureKinds {
  /** The source needs the target. */
  targetToSource: string[];
  /** The target needs the source. */
  sourceToTarget: string[];
}

export type ListRelationshipTypes = (ctx: RequestContext) => Promise<RelationshipTypeView[]>;
export type SetRelationshipType = (
  ctx: RequestContext,
  name: string,
  failure: FailureDirection,
) => Promise<RelationshipTypeView>;
export type ReadFailureKinds = (tenantId: string) => Promise<FailureKinds>;

/** Every type of the tenant: the built-in ones, then its own by name. */
export function createListRelationshipTypes(deps: { graph: Graph }): ListRelationshipTypes {
  const builtIn = BUILT_IN_TYPES.map(({ spelling, failure }) => ({ name: spelling, failure, builtIn: true }));
  return async (ctx) => {
    requireScope(ctx, "cmdb.read");
    return [...builtIn, ...(await customTypesGraph.list(deps.graph, ctx.tenantId)).map(typeView)];
  };
}

/**
 * Says which way a failure travels on a type of the tenant's own, registering it where nobody has named it yet. Throws
 * 400 where the name cannot be one, 409 for built-in types.
 */
export function createSetRelationshipType(deps: { graph: Graph; clock: Clock }): SetRelationshipType {
  return async (ctx, name, failure) => {
    requireScope(ctx, "cmdb.write");
    const spelling = name.trim();
    if (!isTypeName(spelling)) throw invalidField("name", "is not the name of a relationship type");
    if (builtInType(spelling)) throw conflict("The failure direction of a built-in type is fixed");
    const type = { name: typeKey(spelling), spelling, failure };
    return typeView(
      await deps.graph.write((tx) => customTypesGraph.setFailure(tx, ctx.tenantId, type, isoNow(deps.clock))),
    );
  };
}

/** For those who walk failures: the kinds of `RELATED` that carry one. */
export function createReadFailureKinds(deps: { graph: Graph }): ReadFailureKinds {
  return async (tenantId) => {
    const kinds = await customTypesGraph.failureKinds(deps.graph, tenantId);
    const named = (direction: FailureDirection) =>
      kinds.filter(({ failure }) => failure === direction || failure === "both").map(({ name }) => name);
    return { targetToSource: named("target_to_source"), sourceToTarget: named("source_to_target") };
  };
}

function typeView({ spelling, failure }: CustomType): RelationshipTypeView {
  return { name: spelling, failure, builtIn: false };
}
