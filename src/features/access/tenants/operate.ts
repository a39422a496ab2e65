import { z } from "zod";
import { systemContext } from "../../../context.ts";
import { conflict, invalid, notFound } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { checkValue } from "../../../platform/http/violations.ts";
import { newId } from "../../../platform/ids.ts";
import { isUniqueViolation } from "../../../platform/postgres/faults.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { randomBase62 } from "../../../platform/secrets.ts";
import { recordAudit } from "../../audit/index.ts";
import type { Tenant, UserAccount } from "../access.model.ts";
import { email, keyName, newPassword, tenantName, userScopes } from "../access.rules.ts";
import { usersStore } from "../users/users.store.ts";
import type { UserVerbs } from "../users/users.verbs.ts";
import { type ListedTenant, TENANT_NAME_UNIQUE, tenantsStore } from "./tenants.store.ts";

export interface OperatorUserInput {
  tenant: string;
  email: string;
  name?: string | undefined;
  password: string;
  scopes?: readonly string[] | undefined;
  administrator?: boolean | undefined;
  mustChangePassword: boolean;
}

export interface ResetPasswordInput {
  tenant: string;
  email: string;
  /** Generated when absent. */
  password?: string | undefined;
  mustChangePassword: boolean;
  /** Also removes the user's second factor. */
  resetSecondFactor?: boolean | undefined;
}

/**
 * Verbs of the operator at the command line, with every right in every tenant. Each throws 404 for an unknown tenant.
 */
export interface Operator {
  tenants(): Promise<ListedTenant[]>;
  /** Throws 400 for an invalid name, 409 when it is taken. */
  renameTenant(name: string, newName: string): Promise<Tenant>;
  users(tenant: string): Promise<UserAccount[]>;
  /** Throws 400 naming the fields, 409 when the email is taken. */
  createUser(input: OperatorUserInput): Promise<UserAccount>;
  /** Ends the user's logins. Returns a generated password. Throws 404 for an unknown email. */
  resetPassword(input: ResetPasswordInput): Promise<{ user: UserAccount; password: string | undefined }>;
  /** Closes the tenant: all its users and credentials are deleted. Idempotent. Throws 409 for the last tenant. */
  beginRemoval(name: string): Promise<Tenant>;
  /** Deletes the tenant's row, after everything that belonged to it was deleted. */
  endRemoval(id: string): Promise<void>;
}

const NewUser = z.object({ email, name: keyName, password: newPassword, scopes: userScopes });

export function createOperator(deps: { postgres: Postgres; clock: Clock; users: UserVerbs }): Operator {
  const { postgres, clock, users } = deps;

  const findTenant = async (name: string): Promise<Tenant> => {
    const tenant = await tenantsStore.findByName(postgres, name);
    if (!tenant) throw notFound("tenant");
    return tenant;
  };

  return {
    tenants: () => tenantsStore.list(postgres),
    renameTenant: (name, newName) => renameTenant(postgres, clock, name, newName),

    async users(tenant) {
      const ctx = systemContext((await findTenant(tenant)).id, newId());
      const found: UserAccount[] = [];
      for (let page = 1; ; page++) {
        const { items } = await users.list(ctx, { column: "email", order: "asc", page, limit: 500 });
        found.push(...items);
        if (items.length < 500) return found;
      }
    },

    async createUser({ tenant, administrator = false, mustChangePassword, ...fields }) {
      const given = { ...fields, name: fields.name ?? fields.email, scopes: fields.scopes ?? [] };
      const parsed = checkValue(NewUser, given);
      if (parsed.violations) throw invalid(parsed.violations);
      const ctx = systemContext((await findTenant(tenant)).id, newId());
      return users.create(ctx, { ...parsed.data, administrator, mustChangePassword });
    },

    async resetPassword({ tenant, email, password, mustChangePassword, resetSecondFactor }) {
      const { violations } = checkValue(newPassword.optional(), password, "password");
      if (violations) throw invalid(violations);
      const { id: tenantId, name } = await findTenant(tenant);
      const [found] = await usersStore.findByEmail(postgres, email, name, 1);
      if (!found) throw notFound("user");
      const ctx = systemContext(tenantId, newId());
      const generated = password === undefined ? randomBase62(24) : undefined;
      const user = await users.update(ctx, found.id, { password: password ?? generated ?? "", mustChangePassword });
      if (!resetSecondFactor || !user.secondFactor) return { user, password: generated };
      await users.resetSecondFactor(ctx, found.id);
      return { user: { ...user, secondFactor: false }, password: generated };
    },

    async beginRemoval(name) {
      return postgres.transaction(async (tx) => {
        const all = await tenantsStore.lockAll(tx);
        const tenant = all.find((each) => each.isNamed(name));
        if (!tenant) throw notFound("tenant");
        if (all.every(({ id, deletedAt }) => id === tenant.id || deletedAt !== null)) {
          throw conflict("This is the last tenant");
        }
        await tenantsStore.close(tx, tenant.id, clock.now());
        return { id: tenant.id, name: tenant.name };
      });
    },

    endRemoval: (id) => tenantsStore.remove(postgres, id),
  };
}

async function renameTenant(postgres: Postgres, clock: Clock, name: string, newName: string): Promise<Tenant> {
  const parsed = checkValue(tenantName, newName, "name");
  if (parsed.violations) throw invalid(parsed.violations);
  try {
    return await postgres.transaction(async (tx) => {
      const found = await tenantsStore.findByName(tx, name);
      const tenant = found && (await tenantsStore.lock(tx, found.id));
      if (!tenant) throw notFound("tenant");
      if (tenant.name === parsed.data) return tenant;
      await tenantsStore.rename(tx, tenant.id, parsed.data);
      const target = { kind: "tenant", id: tenant.id };
      const change = { before: { name: tenant.name }, after: { name: parsed.data } };
      const record = { action: "tenant.renamed", target, ...change };
      await recordAudit(tx, systemContext(tenant.id, newId()), record, clock.now());
      return { id: tenant.id, name: parsed.data };
    });
  } catch (error) {
    if (!isUniqueViolation(error, TENANT_NAME_UNIQUE)) throw error;
    throw conflict("A tenant of that name exists", { violations: [{ field: "name", reason: "is taken" }] });
  }
}
