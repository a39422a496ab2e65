import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Access, type AccessDeps, createAccess } from "../../src/features/access/index.ts";
import { createPasswords } from "../../src/features/access/login/password.ts";
import { newId } from "../../src/platform/ids.ts";
import type { Postgres } from "../../src/platform/postgres/postgres.ts";
import { createSecrets } from "../../src/platform/secrets.ts";
import { testClock } from "./clock.ts";
import { log } from "./scratch.ts";

export const ROOT_SECRET = "a root secret of the tests, long enough";
export const PASSWORD = "correct horse battery staple";

/** Hashes that cost a millisecond, without pauses; another test covers the cost in production. */
export function cheapPasswords() {
  return createPasswords({ cost: { memoryKiB: 1_024, passes: 1 }, cooldownRatio: 0 });
}

/** Dependencies of an instance, with the password hashes of production. */
export function accessDeps(postgres: Postgres): AccessDeps {
  return {
    postgres,
    clock: testClock(),
    log,
    secrets: createSecrets(ROOT_SECRET),
    config: {
      keyEnvironment: "test",
      baseUrl: undefined,
      home: mkdtempSync(path.join(tmpdir(), "orrery-access-")),
      admin: { email: undefined, password: undefined },
    },
  };
}

/** An instance as in one process; several on one database simulate several processes. */
export function testAccess(postgres: Postgres, overrides: Partial<AccessDeps> = {}): Access {
  return createAccess({ ...accessDeps(postgres), passwords: cheapPasswords(), ...overrides });
}

/** Creates a tenant with an administrator whose email is unique. */
export async function testTenant(access: Access) {
  const name = `tenant ${newId()}`;
  const email = `${newId()}@example.com`;
  const tenant = await access.createTenant({ name, adminEmail: email, adminPassword: PASSWORD });
  const login = () => access.verbs.login({ email, password: PASSWORD });
  return { ...tenant, email, login };
}
