import { type RequestContext, requireScope } from "../../context.ts";
import { conflict, invalidField } from "../../errors.ts";
import type { RelationshipTypeChange } from "../../model/changes.ts";
import { BUILT_IN_TYPES, builtInType, type FailureDirection, isTypeName, typeKey } from "../../model/relationships.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import { type CustomType, customTypesGraph, type SetType } from "./custom-types.graph.store.ts";

/** A relationship type as callers see it. */
export interface RelationshipTypeView {
  /** Spelling shown to callers. */
  name: string;
  failure: FailureDirection;
  builtIn: boolean;
}

/** Custom types (by key) on which a failure propagates; one that propagates both ways is in both lists. */
export interface FailureKinds {
  /** The source needs the target. */
  targetToSource: string[];
  /** The target needs the source. */
  sourceToTarget: string[];
}

/** With the tenant's change stamp as it was before they were read. */
export interface StampedFailureKinds extends FailureKinds {
  stamp: number;
}

export type ListRelationshipTypes = (ctx: RequestContext) => Promise<RelationshipTypeView[]>;
export type SetRelationshipType = (
  ctx: RequestContext,
  name: string,
  failure: FailureDirection,
) => Promise<RelationshipTypeView>;
export type ReadFailureKinds = (tenantId: string) => Promise<StampedFailureKinds>;

/** Lists the types of a tenant: built-in types, then custom types by name. */
export function createListRelationshipTypes(deps: { graph: Graph }): ListRelationshipTypes {
  const builtIn = BUILT_IN_TYPES.map(({ spelling, failure }) => ({ name: spelling, failure, builtIn: true }));
  return async (ctx) => {
    requireScope(ctx, "cmdb.read");
    return [...builtIn, ...(await customTypesGraph.list(deps.graph, ctx.tenantId)).map(typeView)];
  };
}

/**
 * Sets the failure direction of a custom type and registers it if it is new; publishes a changed direction, by which history
 * records it and incidents are analysed again. Throws 400 for an invalid name, 409 for a built-in type.
 */
export function createSetRelationshipType(deps: { outbox: Outbox; clock: Clock }): SetRelationshipType {
  return async (ctx, name, failure) => {
    requireScope(ctx, "cmdb.write");
    const spelling = name.trim();
    if (!isTypeName(spelling)) throw invalidField("name", "is not the name of a relationship type");
    if (builtInType(spelling)) throw conflict("The failure direction of a built-in type is fixed");
    const type = { name: typeKey(spelling), spelling, failure };
    return deps.outbox.write(ctx.tenantId, async (tx, publish) => {
      const set = await customTypesGraph.setFailure(tx, ctx.tenantId, type, isoNow(deps.clock));
      if (set.before !== failure) publish(ctx, changeOf(set));
      return typeView(set);
    });
  };
}

/** Reads the kinds of `RELATED` on which a failure propagates; checks no scope. */
export function createReadFailureKinds(deps: { graph: Graph }): ReadFailureKinds {
  return async (tenantId) => {
    const { stamp, kinds } = await customTypesGraph.failureKinds(deps.graph, tenantId);
    const named = (direction: FailureDirection) =>
      kinds.filter(([, failure]) => failure === direction || failure === "both").map(([name]) => name);
    return { stamp, targetToSource: named("target_to_source"), sourceToTarget: named("source_to_target") };
  };
}

function changeOf({ name, spelling, failure, before, version }: SetType): RelationshipTypeChange {
  return {
    kind: "relationship_type.updated",
    subject: { kind: "relationship_type", id: name },
    version,
    before: { name: spelling, failure: before },
    after: { name: spelling, failure },
  };
}

function typeView({ spelling, failure }: CustomType): RelationshipTypeView {
  return { name: spelling, failure, builtIn: false };
}
