import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { conflict, notFound } from "../../errors.ts";
import { briefSnapshot } from "../../model/relationships.ts";
import { type Clock, isoNow } from "../../platform/clock.ts";
import type { Outbox } from "../../platform/jobs/outbox.ts";
import { requireMatch } from "./apply-changes.ts";
import { snapshot } from "./ci.model.ts";
import { ciReads, ciWrites } from "./ci.store.ts";

export interface DeleteCiInput {
  id: string;
  ifMatch?: string | undefined;
  /** `[+]` Refuse the deletion if other CIs depend on this one. */
  protect?: boolean | undefined;
}

export type DeleteCi = (ctx: RequestContext, input: DeleteCiInput) => Promise<{ relationships: number }>;

/**
 * Deletes a CI with its relationships; `restoreCi` undoes it. Throws 404, 412 if `ifMatch` is stale, and 409 with up to 50
 * `dependents` if `protect` is set and other CIs depend on it.
 */
export function createDeleteCi(deps: { outbox: Outbox; clock: Clock }): DeleteCi {
  return async (ctx, { id, ifMatch, protect }) => {
    requireScope(ctx, "cmdb.delete");
    return deps.outbox.write(ctx.tenantId, async (tx, publish) => {
      const [locked] = await ciWrites.lock(tx, ctx.tenantId, [id]);
      if (!locked) throw notFound("CI");
      requireMatch(locked.ci, ifMatch);
      if (protect) {
        const dependents = await ciReads.dependents(tx, ctx.tenantId, id);
        if (dependents.length > 0) throw conflict("Other CIs depend on this one", { details: { dependents } });
      }
      const at = isoNow(deps.clock);
      const moved = await ciWrites.delete(tx, ctx.tenantId, id, at, actorName(ctx.actor));
      const { ci } = locked;
      const subject = { kind: "ci", id } as const;
      publish(ctx, { kind: "ci.deleted", subject, version: ci.version + 1, before: snapshot(ci), after: null });
      for (const relationship of moved) {
        publish(ctx, {
          kind: "relationship.deleted",
          subject: { kind: "relationship", id: relationship.id },
          version: ci.version + 1,
          before: briefSnapshot(relationship),
          after: null,
        });
      }
      return { relationships: moved.length };
    });
  };
}
