import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { ConfigError } from "../../../config.ts";
import type { Clock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { randomBase62 } from "../../../platform/secrets.ts";
import type { Passwords } from "../login/password.ts";
import type { PasswordRules } from "../login/password-rules.ts";
import { insertTenant } from "./create-tenant.ts";
import { tenantsStore } from "./tenants.store.ts";

export interface FirstAdministratorDeps {
  postgres: Postgres;
  passwords: Passwords;
  rules: PasswordRules;
  clock: Clock;
  /** Folder for `admin.json`. */
  home: string;
  /** As configured; a default email and a generated password when absent. */
  admin: { email: string | undefined; password: string | undefined };
}

/** The created administrator, for the command line to print once. `password` is undefined when it was configured. */
export interface FirstAdministrator {
  tenant: string;
  email: string;
  password: string | undefined;
  /** The file that holds a generated password. */
  file: string | undefined;
}

const TENANT = "default";
const EMAIL = "admin@orrery.local";

/**
 * Creates the tenant `default` and its administrator on the first start of an installation. Later starts change nothing
 * and return undefined, even if the tenant was renamed or removed since; a further call in the same process returns what
 * it created. Of processes that start at once one creates them. Throws ConfigError when the configured password is easily
 * guessed.
 */
export function createEnsureFirstAdministrator(
  deps: FirstAdministratorDeps,
): () => Promise<FirstAdministrator | undefined> {
  let created: FirstAdministrator | undefined;
  return async () => {
    created ??= await createOnce(deps);
    return created;
  };
}

async function createOnce(deps: FirstAdministratorDeps): Promise<FirstAdministrator | undefined> {
  if (await tenantsStore.hasHappened(deps.postgres, "first_administrator")) return undefined;
  const email = deps.admin.email ?? EMAIL;
  const password = deps.admin.password ?? randomBase62(24);
  const weakness = deps.admin.password && deps.rules.findWeakness(password, { email, tenantName: TENANT });
  if (weakness)
    throw new ConfigError(`ORRERY_ADMIN_PASSWORD: expected a password that is harder to guess; this one ${weakness}`);
  const passwordHash = await deps.passwords.hash(password);
  return deps.postgres.transaction(async (tx) => {
    if (!(await tenantsStore.markOnce(tx, "first_administrator", deps.clock.now()))) return undefined;
    const passwordOrigin = deps.admin.password === undefined ? "generated" : "own";
    const first = { name: TENANT, adminEmail: email, passwordHash, passwordOrigin } as const;
    if (!(await insertTenant(tx, first, deps.clock))) return undefined;
    if (deps.admin.password !== undefined) return { tenant: TENANT, email, password: undefined, file: undefined };
    // Before the commit: if the file could not be written after it, nobody would know the password.
    const file = path.join(deps.home, "admin.json");
    await writePrivately(file, `${JSON.stringify({ email, password, tenant: TENANT }, null, 2)}\n`);
    return { tenant: TENANT, email, password, file };
  });
}

/** Writes the file atomically with mode 0600, regardless of the mode of an existing file. */
async function writePrivately(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${newId()}`;
  await writeFile(temporary, text, { mode: 0o600, flag: "wx" });
  await rename(temporary, file);
}
