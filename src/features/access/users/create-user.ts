import { type RequestContext, requireScope } from "../../../context.ts";
import { notFound } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import { recordAudit } from "../../audit/index.ts";
import type { UserAccount } from "../access.model.ts";
import { requireGrantable } from "../access.rules.ts";
import { tenantsStore } from "../tenants/tenants.store.ts";
import { auditedUser } from "./user-audit.ts";
import { emailTaken, lockTenant, requireAdministrator } from "./user-rights.ts";
import { usersStore } from "./users.store.ts";
import type { NewUserInput, UserVerbsDeps } from "./users.verbs.ts";

/** See `UserVerbs.create`. */
export async function createUser(deps: UserVerbsDeps, ctx: RequestContext, input: NewUserInput): Promise<UserAccount> {
  requireScope(ctx, "admin.users");
  requireGrantable(ctx, input.scopes);
  const tenant = await tenantsStore.find(deps.postgres, ctx.tenantId);
  if (!tenant) throw notFound("Tenant");
  deps.rules.require(input.password, { email: input.email, tenantName: tenant.name }, "password");
  const passwordHash = await deps.passwords.hash(input.password);
  return deps.postgres.transaction(async (tx) => {
    await lockTenant(tx, ctx);
    if (input.administrator) await requireAdministrator(tx, ctx);
    const { email, name, scopes, administrator, mustChangePassword, id = newId() } = input;
    const passwordOrigin = mustChangePassword ? "temporary" : "own";
    const createdAt = deps.clock.now();
    const user = { id, tenantId: ctx.tenantId, email, name, scopes, administrator, passwordOrigin, createdAt } as const;
    if (await usersStore.insert(tx, { ...user, passwordHash })) {
      const record = { action: "user.created", target: { kind: "user", id }, after: auditedUser(user) };
      await recordAudit(tx, ctx, record, createdAt);
    }
    const made = await usersStore.findAccount(tx, ctx.tenantId, id);
    if (!made) throw emailTaken();
    return made;
  });
}
