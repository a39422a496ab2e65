import { requireScope } from "../../../context.ts";
import { conflict, notFound } from "../../../errors.ts";
import { recordAudit } from "../../audit/index.ts";
import type { RevocationTarget } from "../credentials/credential-cache.ts";
import { readEntries } from "../entries/entry-pages.ts";
import { sessionsStore } from "../login/sessions.store.ts";
import { secondFactorsStore } from "../second-factor/second-factors.store.ts";
import { createUser } from "./create-user.ts";
import { updateUser } from "./update-user.ts";
import { auditedUser } from "./user-audit.ts";
import {
  findUser,
  isSelf,
  lockTenant,
  requireFound,
  requireMayManage,
  requireOtherAdministrator,
} from "./user-rights.ts";
import { usersStore } from "./users.store.ts";
import type { UserVerbs, UserVerbsDeps } from "./users.verbs.ts";

export function createUserVerbs(deps: UserVerbsDeps): UserVerbs {
  const { postgres, clock, onRevoked: onEnded } = deps;

  return {
    async list(ctx, input) {
      requireScope(ctx, "admin.users");
      return readEntries(usersStore, postgres, ctx.tenantId, input);
    },

    async get(ctx, id) {
      requireScope(ctx, "admin.users");
      return requireFound(await findUser(postgres, ctx, id));
    },

    create: (ctx, input) => createUser(deps, ctx, input),
    update: (ctx, id, patch) => updateUser(deps, ctx, id, patch),

    async remove(ctx, id) {
      requireScope(ctx, "admin.users");
      const ended = await postgres.transaction(async (tx) => {
        await lockTenant(tx, ctx);
        const user = requireFound(await findUser(tx, ctx, id));
        if (isSelf(ctx, user)) throw conflict("Nobody deletes themselves; another administrator can");
        await requireMayManage(tx, ctx, user);
        if (user.administrator) await requireOtherAdministrator(tx, ctx);
        // Before the user: a login locks the two in this order.
        await secondFactorsStore.remove(tx, user.id);
        const sessions = await sessionsStore.revokeAll(tx, user.id, clock.now(), undefined);
        const { keys, accounts, grants } = await usersStore.findOwnedCredentials(tx, user.id);
        await usersStore.remove(tx, ctx.tenantId, user.id);
        const record = { action: "user.deleted", target: { kind: "user", id: user.id }, before: auditedUser(user) };
        await recordAudit(tx, ctx, record, clock.now());
        return { session: sessions, key: keys, service_account: accounts, grant: grants };
      });
      for (const [kind, ids] of Object.entries(ended))
        for (const each of ids) onEnded(kind as RevocationTarget["kind"], each);
    },

    async resetSecondFactor(ctx, id) {
      requireScope(ctx, "admin.users");
      await postgres.transaction(async (tx) => {
        await lockTenant(tx, ctx);
        const user = requireFound(await findUser(tx, ctx, id));
        if (isSelf(ctx, user)) throw conflict("Disable your own second factor by DELETE /v1/auth/totp");
        await requireMayManage(tx, ctx, user);
        if (!(await secondFactorsStore.remove(tx, user.id))) throw notFound("Second factor");
        const record = { action: "second_factor.reset", target: { kind: "user", id: user.id } };
        await recordAudit(tx, ctx, record, clock.now());
      });
    },
  };
}
