import { type RequestContext, requireScope } from "../../context.ts";
import { type AppError, conflict, invalidField, notFound } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import { type Insertion, insertRelationships, type RelationshipToInsert } from "./insert-relationships.ts";
import type { NewRelationship, Relationship } from "./relationship.model.ts";
import { createSharedTransaction, type Outcome } from "./shared-transaction.ts";

export interface CreateRelationshipInput {
  fields: NewRelationship;
  /** Id derived from an idempotency key; absent: a new one. */
  id?: string | undefined;
}

export type CreateRelationship = (ctx: RequestContext, input: CreateRelationshipInput) => Promise<Relationship>;

/**
 * Creates one relationship. Concurrent calls within a tenant share a transaction. Throws 400 if both ends are the same CI,
 * 404 naming each end that does not exist, and 409 CONFLICT with `existing_id` if a relationship of this type joins the
 * same ends (for `Connected To`: with the same port, protocol and source process).
 */
export function createCreateRelationship(deps: { outbox: Outbox; clock: Clock }): CreateRelationship {
  const create = createSharedTransaction<RelationshipToInsert, Relationship>(
    deps.outbox,
    async (tx, publish, tenantId, wanted) =>
      (await insertRelationships(tx, tenantId, wanted, publish, deps.clock)).map(outcomeOf),
  );
  return async (ctx, { fields, id }) => {
    requireScope(ctx, "cmdb.write");
    if (fields.sourceCi === fields.targetCi) throw invalidField("target_ci", SELF_LOOP);
    return create(ctx.tenantId, { ctx, id: id ?? newId(), repeatable: id !== undefined, input: fields });
  };
}

export const SELF_LOOP = "must be another CI than source_ci";

function outcomeOf(insertion: Insertion): Outcome<Relationship> {
  if ("missing" in insertion) return { failed: notFound("CI", ...insertion.missing) };
  if ("duplicate" in insertion) return { failed: duplicateError(insertion.duplicate.existingId) };
  return { done: insertion.relationship };
}

export function duplicateError(existingId: string): AppError {
  return conflict("The relationship exists already", {
    violations: [{ field: "type", reason: "a relationship of this type between these CIs exists" }],
    details: { existing_id: existingId },
  });
}
