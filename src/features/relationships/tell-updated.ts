import type { RequestContext } from "../../context.ts";
import type { Tell } from "../../platform/jobs/outbox.ts";
import { type Relationship, snapshot } from "./relationship.model.ts";

/** Tells what a relationship was and is now. */
export function tellUpdated(tell: Tell, ctx: RequestContext, before: Relationship, after: Relationship): void {
  tell(ctx, {
    kind: "relationship.updated",
    subject: { kind: "relationship", id: after.id },
    version: after.version,
    before: snapshot(before),
    after: snapshot(after),
  });
}
