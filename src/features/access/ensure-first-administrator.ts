import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { randomBase62 } from "../../platform/secrets.ts";
import { insertTenant } from "./create-tenant.ts";
import type { Passwords } from "./password.ts";
import { tenantsStore } from "./tenants.store.ts";

export interface FirstAdministratorDeps {
  postgres: Postgres;
  passwords: Passwords;
  clock: Clock;
  /** Where `admin.json` is kept. */
  home: string;
  /** As configured; what is absent is made up. */
  admin: { email: string | undefined; password: string | undefined };
}

/** Who was made, for whoever starts the service to print once. `password` is absent where it was configured. */
export interface FirstAdministrator {
  tenant: string;
  email: string;
  password: string | undefined;
  /** The file that keeps a password made up here. */
  file: string | undefined;
}

const TENANT = "default";
const EMAIL = "admin@orrery.local";

/**
 * Makes the tenant `default` and its administrator on an installation's first start; later ones change nothing and
 * answer undefined. Of several processes that start at once one makes them.
 */
export function createEnsureFirstAdministrator(
  deps: FirstAdministratorDeps,
): () => Promise<FirstAdministrator | undefined> {
  return async () => {
    if (await tenantsStore.findByName(deps.postgres, TENANT)) return undefined;
    const email = deps.admin.email ?? EMAIL;
    const password = deps.admin.password ?? randomBase62(24);
    const passwordHash = await deps.passwords.hash(password);
    return deps.postgres.transaction(async (tx) => {
      if (!(await insertTenant(tx, { name: TENANT, adminEmail: email, passwordHash }, deps.clock))) return undefined;
      if (deps.admin.password !== undefined) return { tenant: TENANT, email, password: undefined, file: undefined };
      // Before the commit: a password that only the store's hash knows would lock everybody out.
      const file = path.join(deps.home, "admin.json");
      await writePrivately(file, `${JSON.stringify({ email, password, tenant: TENANT }, null, 2)}\n`);
      return { tenant: TENANT, email, password, file };
    });
  };
}

/** Whole or not at all, and never readable by others, whatever mode a file of that name had. */
async function writePrivately(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const fresh = `${file}.${newId()}`;
  await writeFile(fresh, text, { mode: 0o600, flag: "wx" });
  await rename(fresh, file);
}
