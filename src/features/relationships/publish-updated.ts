import type { RequestContext } from "../../context.ts";
import type { Publish } from "../../platform/jobs/outbox.ts";
import { type Relationship, snapshot } from "./relationship.model.ts";

/** Publishes `relationship.updated` with both states. */
export function publishUpdated(publish: Publish, ctx: RequestContext, before: Relationship, after: Relationship): void {
  publish(ctx, {
    kind: "relationship.updated",
    subject: { kind: "relationship", id: after.id },
    version: after.version,
    before: snapshot(before),
    after: snapshot(after),
  });
}
