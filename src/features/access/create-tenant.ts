import { z } from "zod";
import { conflict, invalid } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import { violationsOf } from "../../platform/http/violations.ts";
import { newId } from "../../platform/ids.ts";
import type { Postgres, Sql } from "../../platform/postgres/postgres.ts";
import type { Tenant } from "./access.model.ts";
import { email, newPassword, tenantName } from "./access.rules.ts";
import type { Passwords } from "./password.ts";
import { tenantsStore } from "./tenants.store.ts";
import { usersStore } from "./users.store.ts";

export interface CreateTenantInput {
  name: string;
  adminEmail: string;
  adminPassword: string;
}

export interface CreateTenantDeps {
  postgres: Postgres;
  passwords: Passwords;
  clock: Clock;
}

const Input = z.object({ name: tenantName, adminEmail: email, adminPassword: newPassword });

/** Makes a tenant with its administrator. Throws 400 naming the fields, 409 where the name is taken (case aside). */
export function createCreateTenant(deps: CreateTenantDeps): (input: CreateTenantInput) => Promise<Tenant> {
  return async (input) => {
    const parsed = Input.safeParse(input);
    if (!parsed.success) throw invalid(violationsOf(parsed.error.issues, input));
    const passwordHash = await deps.passwords.hash(parsed.data.adminPassword);
    const tenant = await deps.postgres.transaction((tx) =>
      insertTenant(tx, { name: parsed.data.name, adminEmail: parsed.data.adminEmail, passwordHash }, deps.clock),
    );
    if (!tenant)
      throw conflict("A tenant of that name exists", { violations: [{ field: "name", reason: "is taken" }] });
    return tenant;
  };
}

/** The tenant and its administrator, both or none; undefined where the name is taken. */
export async function insertTenant(
  tx: Sql,
  input: { name: string; adminEmail: string; passwordHash: string },
  clock: Clock,
): Promise<Tenant | undefined> {
  const createdAt = clock.now();
  const tenant = { id: newId(), name: input.name };
  if (!(await tenantsStore.insertIfFree(tx, tenant, createdAt))) return undefined;
  await usersStore.insert(tx, {
    id: newId(),
    tenantId: tenant.id,
    email: input.adminEmail,
    passwordHash: input.passwordHash,
    scopes: [],
    administrator: true,
    createdAt,
  });
  return tenant;
}
