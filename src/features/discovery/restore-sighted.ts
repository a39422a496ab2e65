import type { RequestContext } from "../../context.ts";
import type { GraphTx } from "../../platform/graph/graph.ts";
import type { Tell } from "../../platform/jobs/outbox.ts";
import { bringBack } from "../ci/index.ts";
import type { IdentifiedHost } from "./apply-hosts.ts";

/** A deleted CI whose host is seen again comes back, with the relationships whose other end lives; its history says so. */
export async function restoreSighted(
  tx: GraphTx,
  ctx: RequestContext,
  hosts: readonly IdentifiedHost[],
  tell: Tell,
): Promise<void> {
  for (const { decision, ciId, look } of hosts) {
    if (decision.action !== "restore") continue;
    await bringBack(tx, ctx, ciId, look.now, tell);
  }
}
