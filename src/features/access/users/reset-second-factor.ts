import { type RequestContext, requireScope } from "../../../context.ts";
import { conflict, notFound } from "../../../errors.ts";
import { recordAudit } from "../../audit/index.ts";
import { secondFactorsStore } from "../second-factor/second-factors.store.ts";
import { findUser, isSelf, lockTenant, requireFound, requireMayManage } from "./user-rights.ts";
import type { UserVerbsDeps } from "./users.verbs.ts";

/** See `UserVerbs.resetSecondFactor`. */
export async function resetSecondFactor(
  deps: Pick<UserVerbsDeps, "postgres" | "clock">,
  ctx: RequestContext,
  id: string,
): Promise<void> {
  requireScope(ctx, "admin.users");
  await deps.postgres.transaction(async (tx) => {
    await lockTenant(tx, ctx);
    const user = requireFound(await findUser(tx, ctx, id));
    if (isSelf(ctx, user)) throw conflict("Disable your own second factor by DELETE /v1/auth/totp");
    await requireMayManage(tx, ctx, user);
    if (!(await secondFactorsStore.remove(tx, user.id))) throw notFound("second factor");
    const record = { action: "second_factor.reset", target: { kind: "user", id: user.id } };
    await recordAudit(tx, ctx, record, deps.clock.now());
  });
}
