import { z } from "zod";
import { systemContext } from "../../../context.ts";
import { conflict, invalid } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { checkValue } from "../../../platform/http/violations.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres, Sql } from "../../../platform/postgres/postgres.ts";
import { recordAudit } from "../../audit/index.ts";
import type { PasswordOrigin, Tenant } from "../access.model.ts";
import { email, newPassword, tenantName } from "../access.rules.ts";
import type { Passwords } from "../login/password.ts";
import type { PasswordRules } from "../login/password-rules.ts";
import { auditedUser } from "../users/user-audit.ts";
import { usersStore } from "../users/users.store.ts";
import { tenantsStore } from "./tenants.store.ts";

export interface CreateTenantInput {
  name: string;
  adminEmail: string;
  adminPassword: string;
}

export interface CreateTenantDeps {
  postgres: Postgres;
  passwords: Passwords;
  rules: PasswordRules;
  clock: Clock;
}

const Input = z.object({ name: tenantName, adminEmail: email, adminPassword: newPassword });

/**
 * Creates a tenant and its administrator. Throws 400 naming the fields, 409 when the name is taken (compared without
 * case).
 */
export function createCreateTenant(deps: CreateTenantDeps): (input: CreateTenantInput) => Promise<Tenant> {
  return async (input) => {
    const parsed = checkValue(Input, input);
    if (parsed.violations) throw invalid(parsed.violations);
    const { name, adminEmail, adminPassword } = parsed.data;
    deps.rules.require(adminPassword, { email: adminEmail, tenantName: name }, "adminPassword");
    const passwordHash = await deps.passwords.hash(adminPassword);
    const tenant = await deps.postgres.transaction((tx) =>
      insertTenant(tx, { name, adminEmail, passwordHash, passwordOrigin: "own" }, deps.clock),
    );
    if (!tenant)
      throw conflict("A tenant of that name exists", { violations: [{ field: "name", reason: "is taken" }] });
    return tenant;
  };
}

/** Inserts the tenant and its administrator within `tx`; undefined when the name is taken. */
export async function insertTenant(
  tx: Sql,
  input: { name: string; adminEmail: string; passwordHash: string; passwordOrigin: PasswordOrigin },
  clock: Clock,
): Promise<Tenant | undefined> {
  const createdAt = clock.now();
  const tenant = { id: newId(), name: input.name };
  if (!(await tenantsStore.insertIfFree(tx, tenant, createdAt))) return undefined;
  const administrator = {
    id: newId(),
    tenantId: tenant.id,
    email: input.adminEmail,
    name: "Administrator",
    passwordHash: input.passwordHash,
    passwordOrigin: input.passwordOrigin,
    scopes: [],
    administrator: true,
    createdAt,
  };
  await usersStore.insert(tx, administrator);
  const system = systemContext(tenant.id, newId());
  const created = { action: "tenant.created", target: { kind: "tenant", id: tenant.id }, after: { name: tenant.name } };
  await recordAudit(tx, system, created, createdAt);
  const target = { kind: "user", id: administrator.id };
  await recordAudit(tx, system, { action: "user.created", target, after: auditedUser(administrator) }, createdAt);
  return tenant;
}
